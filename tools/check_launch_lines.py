#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tries the gst-launch-1.0 lines of the documentation: every line must parse,
and must run if it needs neither camera, display, network nor GPU.

usage: check_launch_lines.py BUILD [FILE ...]

Lines are taken from the fenced code blocks of .md files and from the |[ ]|
blocks of .c files; without FILE, from all of this project's."""

import glob
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILES = ("README.md", "docs/*.md", "examples/*.md", "gst/*.c")

PROGRAM = "gst-launch-1.0"
FAILED, PARSED, RUN = "FAILED", "parsed only", "run"

# Seconds for a line that has no end by itself, and for any line.
LONG_ENOUGH, TOO_LONG = 5, 60

# Elements, and other words, that need what a build machine does not have.
NOT_HERE = re.compile(
    r"(nv|cuda|vaapi|d3d11|gl|gtk|qml|wayland|kms|pipewire|libcamera)\w+$"
    r"|(v4l2|rtsp|rtp|udp|tcp|rtmp|srt|webrtc|souphttp|whip|whep|hls|uvch264"
    r"|alsa|pulse|decklink|auto(video|audio)|xv?image|fpsdisplay)\w*(src|sink|bin)$"
    r"|va(h26|vp|jpeg|av1|postproc|compositor)\w+$"
    r"|backend=cuda$|uri=(rtsp|https?)://|device=/dev/")

ENCODERS = {
    ".avi": "jpegenc ! avimux",
    ".jpeg": "jpegenc",
    ".jpg": "jpegenc",
    ".mkv": "vp8enc deadline=1 ! matroskamux",
    ".mov": "avenc_mpeg4 ! qtmux",
    ".mp4": "avenc_mpeg4 ! mp4mux",
    ".ogv": "theoraenc ! oggmux",
    ".pgm": "pnmenc",
    ".png": "pngenc",
    ".ppm": "pnmenc",
    ".webm": "vp8enc deadline=1 ! webmmux",
    ".y4m": "y4menc",
}
PICTURES = (".jpeg", ".jpg", ".pgm", ".png", ".ppm")
FORMATS = {".pgm": "GRAY8", ".png": "RGB", ".ppm": "RGB"}  # else I420
H264 = "openh264enc ! h264parse"


# -- Finding lines -------------------------------------------------------------

def blocks_of_markdown(text):
    """The fenced code blocks, as lists of (line number, line)."""
    fence, block = None, []
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence is None and mark:
            fence, block = mark[1], []
        elif fence and line.strip() == fence:
            yield block
            fence = None
        elif fence:
            block.append((number, line))


def blocks_of_c(text):
    """The same for what stands between |[ and ]| in comments."""
    block = None
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"^\s*/?\*+ ?", "", line)
        if line.startswith("|["):
            block = []
        elif line.startswith("]|") and block:
            yield block
            block = None
        elif block is not None:
            block.append((number, line))


def join_lines(block):
    """Puts lines together that end in a backslash."""
    start, words = None, ""
    for number, line in block:
        start = start or number
        if line.endswith("\\"):
            words += line[:-1] + " "
            continue
        yield start, words + line
        start, words = None, ""
    if words:
        yield start, words


def launch_lines(path):
    """(line number, command) of every launch line of a file. A command that
    does not begin with gst-launch-1.0 is the rest of one that was broken off
    without a backslash."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    blocks = blocks_of_c if path.endswith(".c") else blocks_of_markdown
    for block in blocks(text):
        for number, line in join_lines(block):
            line = re.sub(r"^\s*#.*", "", line)
            if re.search(rf"(^|\s){PROGRAM}(\s|$)", line):
                yield number, line[line.index(PROGRAM):].strip()
            elif path.endswith(".c") and re.search(r"(^|\s)!(\s|$)", line):
                yield number, line.strip()


# -- Trying one ------------------------------------------------------------

def words_of_pipeline(command):
    """The words that gst-launch-1.0 gets, without its own options."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    words = []
    for word in list(lexer)[1:]:
        if re.fullmatch(r"[|&;<>]+", word):
            break
        words.append(word)
    while words and words[0].startswith("-"):
        words.pop(0)
    return words


def parse(words):
    """None, or why this is no pipeline. Elements that this machine lacks are
    forgiven if they are of the kind that it cannot have."""
    import gi
    gi.require_version("Gst", "1.0")
    from gi.repository import GLib, Gst
    Gst.init(None)
    context = Gst.ParseContext.new()
    try:
        Gst.parse_launchv_full(words, context, Gst.ParseFlags.FATAL_ERRORS)
    except GLib.Error as error:
        missing = context.get_missing_elements() or []
        if missing and all(NOT_HERE.match(name) for name in missing):
            return None
        return error.message
    return None


def make_clip(path, command):
    """Makes the small clip or picture that a line wants to read."""
    extension = os.path.splitext(path)[1].lower()
    if extension not in ENCODERS:
        return f"no idea how to make a {path}"
    encoder = ENCODERS[extension]
    if "h264" in command:
        encoder = encoder.replace("avenc_mpeg4", H264)
    frames = 1 if extension in PICTURES else 30
    form = FORMATS.get(extension, "I420")
    line = (f"videotestsrc num-buffers={frames} pattern=ball ! video/x-raw"
            f",width=320,height=240,framerate=30/1,format={form}"
            f" ! {encoder} ! filesink location={shlex.quote(path)}")
    done = subprocess.run([PROGRAM, "-q", *shlex.split(line)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return f"{path} could not be made: {done.stderr.strip()}"
    return None


def inputs_of(words):
    """The files that a pipeline reads."""
    element = None
    for before, word in zip(["!"] + words, words):
        if before in ("!", "(", ")") or "=" not in word:
            element = word
        match = re.fullmatch(r"(?:location|filename)=(.*)", word)
        if match and element in ("filesrc", "multifilesrc", "pngdec"):
            yield match[1]
        match = re.fullmatch(r"uri=file:(?://)?(.*)", word)
        if match:
            yield match[1]


def execute(command, folder):
    """None, or what went wrong when the line ran."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=folder, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        endless = "num-buffers" not in command and "filesrc" not in command
        try:
            process.wait(LONG_ENOUGH if endless else TOO_LONG)
            stopped = False
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
            stopped = True
        try:
            process.wait(TOO_LONG)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return "did not end when interrupted"
        output.seek(0)
        text = output.read()
    if stopped and not endless:
        return f"did not end within {TOO_LONG} s"
    if (process.returncode != 0 and not stopped) or re.search(
            r"-(CRITICAL|WARNING) \*\*|^ERROR|^WARNING", text, re.MULTILINE):
        return text.strip()[-600:] or f"exit status {process.returncode}"
    return None


def check(command):
    """What was done with a line, and why it failed."""
    if not command.startswith(PROGRAM):
        return FAILED, "the line before wants a backslash at its end"
    try:
        words = words_of_pipeline(command)
    except ValueError as error:
        return FAILED, str(error)
    shell = subprocess.run(["bash", "-n", "-c", command], check=False,
                           capture_output=True, text=True)
    problem = shell.stderr.strip() or parse(words)
    if problem:
        return FAILED, problem
    if any(NOT_HERE.match(word) for word in words):
        return PARSED, None
    with tempfile.TemporaryDirectory() as folder:
        for path in inputs_of(words):
            if os.path.isabs(path) and not os.path.exists(path):
                return PARSED, None
            problem = make_clip(os.path.join(folder, path), command)
            if problem:
                return FAILED, problem
        problem = execute(command, folder)
    return (FAILED, problem) if problem else (RUN, None)


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ["GST_PLUGIN_PATH"] = os.path.abspath(
        os.path.join(sys.argv[1], "gst"))
    paths = sys.argv[2:] or sorted(
        path for pattern in FILES
        for path in glob.glob(os.path.join(ROOT, pattern)))
    tried = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GST_REGISTRY"] = os.path.join(folder, "registry.bin")
        for path in paths:
            for number, command in launch_lines(path):
                tried += 1
                outcome, problem = check(command)
                where = f"{os.path.relpath(path, ROOT)}:{number}"
                print(f"{outcome:11}  {where}: " + " ".join(command.split()),
                      flush=True)
                if problem:
                    failed += 1
                    print("    " + problem.replace("\n", "\n    "))
    if not tried:
        print("there is no launch line")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())

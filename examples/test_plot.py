# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs corners_plot.py on its test picture and on files, good and bad."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77


def skip(reason):
    print(f"Skipped: {reason}")
    sys.exit(SKIPPED)


def run(*arguments):
    return subprocess.run(
        [sys.executable, os.path.join(HERE, "corners_plot.py"), *arguments],
        capture_output=True, text=True, timeout=60)


def check(condition, result):
    if not condition:
        sys.exit(f"FAILED: {result.args}: {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")


def check_plot(png, *arguments):
    result = run("--output", png, *arguments)
    check(result.returncode == 0, result)
    with open(png, "rb") as file:
        check(file.read(8) == b"\x89PNG\r\n\x1a\n", result)
    return result


def check_refusal(text, *arguments):
    result = run(*arguments)
    check(result.returncode == 1 and text in result.stderr, result)


def write_video(name):
    """False where GStreamer has no elements to write one."""
    result = subprocess.run(
        ["gst-launch-1.0", "-q", "videotestsrc", "num-buffers=5", "!",
         "video/x-raw,width=64,height=48", "!", "jpegenc", "!", "avimux", "!",
         "filesink", f"location={name}"], capture_output=True)
    return result.returncode == 0


def main():
    if os.environ.get("SANITIZED"):
        skip("python was not linked with the sanitizers of this build")
    try:
        import gi
        gi.require_version("Gst", "1.0")
        from gi.repository import Gst  # noqa: F401
        import matplotlib  # noqa: F401
    except (ImportError, ValueError) as error:
        skip(f"{sys.executable}: {error}")

    result = run("--help")
    check(result.returncode == 0 and "--output" in result.stdout, result)
    with tempfile.TemporaryDirectory() as folder:
        png = os.path.join(folder, "a plot.png")
        result = check_plot(png, "--frames", "7", "--properties",
                            "measure=min-eigen")
        check(result.stdout.startswith("7 frames, "), result)
        check(" 0 messages" not in result.stdout, result)
        result = check_plot(png, "--frames", "30", "--roi", "0,0,320,120",
                            "--change", "10:max-corners=3")
        check(", 3 to " in result.stdout, result)
        video = os.path.join(folder, "a video.avi")
        if write_video(video):
            result = check_plot(png, video)
            check(result.stdout.startswith("5 frames, "), result)
        check_refusal("no such file", os.path.join(folder, "nothing.mp4"))
        check_refusal("filter-length", "--properties", "filter-length=2")
        check_refusal("decodebin", os.path.join(HERE, "corners_plot.py"))
        check_refusal("nowhere", "--frames", "1", "--output",
                      os.path.join(folder, "nowhere", "a.png"))


main()

# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs face_messages.py and largest_face.py: on a ball that the cascade of
squares in the folder sys.argv[1] finds, and on a photograph where that and
OpenCV's cascades are installed."""

import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTOGRAPH = "/usr/lib/python3/dist-packages/skimage/data/astronaut.png"
FACES = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt.xml"
SKIPPED = 77


def skip(reason):
    print(f"Skipped: {reason}")
    sys.exit(SKIPPED)


def run(program, *arguments):
    return subprocess.run(
        [sys.executable, os.path.join(HERE, program), *arguments],
        capture_output=True, text=True, timeout=60)


def check(condition, result):
    if not condition:
        sys.exit(f"FAILED: {result.args}: {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")


def write_ball(name):
    """A video of a white ball that moves on black."""
    result = subprocess.run(
        ["gst-launch-1.0", "-q", "videotestsrc", "num-buffers=8",
         "pattern=ball", "!", "video/x-raw,width=160,height=120", "!",
         "jpegenc", "!", "avimux", "!", "filesink", f"location={name}"],
        capture_output=True)
    return result.returncode == 0


def check_pictures(folder, name, count, size):
    files = [file for file in os.listdir(folder) if file.startswith(name)]
    if len(files) != count:
        sys.exit(f"FAILED: {len(files)} pictures, not {count}")
    for file in files:
        with open(os.path.join(folder, file), "rb") as picture:
            head = picture.read(24)
        sides = [int.from_bytes(head[at:at + 4], "big") for at in (16, 20)]
        if head[1:4] != b"PNG" or sides != [size, size]:
            sys.exit(f"FAILED: {file} is no picture of {size} pixels")


def check_messages(path, count, label, *arguments):
    result = run("face_messages.py", path, *arguments)
    lines = result.stdout.splitlines()
    check(result.returncode == 0 and len(lines) == count, result)
    for line in lines:
        check(re.fullmatch(
            rf" *[\d.]+ s  {label} \d+ at \d+,\d+ of \d+ x \d+ pixels, "
            r"confidence 0\.\d\d", line), result)
    check(result.stderr == "", result)


def check_events(path, *arguments):
    """One ball: it comes, and goes at the end."""
    result = run("face_messages.py", path, "--events", *arguments)
    check(result.returncode == 0 and result.stderr == "", result)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    check([line["event"] for line in lines] == ["appeared", "left"], result)
    came, went = lines
    check(came["id"] == went["id"] == 1, result)
    check(came["label"] == "square" and came["sightings"] == 1, result)
    check(went["sightings"] == 8, result)
    check(came["first-stream-time"] == went["first-stream-time"]
          == came["last-stream-time"] < went["last-stream-time"], result)
    check(0.5 < came["confidence"] <= went["confidence"] < 1, result)


def check_refusal(text, *arguments):
    result = run(*arguments)
    check(result.returncode == 1 and text in result.stderr, result)


def main():
    if os.environ.get("SANITIZED"):
        skip("python was not linked with the sanitizers of this build")
    try:
        import gi
        gi.require_version("Gst", "1.0")
    except (ImportError, ValueError) as error:
        skip(f"{sys.executable}: {error}")
    os.environ["VIDEO_FEATURES_CASCADES"] = sys.argv[1]

    with tempfile.TemporaryDirectory() as folder:
        ball = os.path.join(folder, "a ball.avi")
        if not write_ball(ball):
            skip("GStreamer has no elements to write a video")
        squares = ("--properties", "cascade=square")
        check_messages(ball, 8, "square", *squares)
        check_events(ball, *squares)
        check_messages(ball, 0, "square", *squares[:1],
                       "cascade=square min-confidence=1")
        result = run("largest_face.py", ball, "--size", "40", *squares, "-o",
                     os.path.join(folder, "ball-%d.png"))
        check(result.stdout.startswith("8 pictures"), result)
        check_pictures(folder, "ball-", 8, 40)

        check_refusal("no such file", "face_messages.py",
                      os.path.join(folder, "nothing.mp4"))
        for program in ("face_messages.py", "largest_face.py"):
            check_refusal("haarcascade_nosuch.xml", program, ball, "-p",
                          "cascade=nosuch")
            check_refusal("no pipeline", program, ball, "-p", "nosuch=1")

        if os.path.exists(PHOTOGRAPH) and os.path.exists(FACES):
            check_messages(PHOTOGRAPH, 1, "face")
            result = run("largest_face.py", PHOTOGRAPH, "-o",
                         os.path.join(folder, "astronaut-%d.png"))
            check(result.stdout.startswith("1 pictures"), result)
            check_pictures(folder, "astronaut-", 1, 128)
        else:
            print("Left out: python3-skimage or opencv-data is not installed.")


main()

# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs face_messages.py, largest_face.py and face_motion.py: on a ball and on a
square that the cascade of squares in the folder sys.argv[1] finds, and on a
photograph where that and OpenCV's cascades are installed."""

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
         "pattern=ball", "!", "video/x-raw,format=I420,width=160,height=120",
         "!", "avimux", "!", "filesink", f"location={name}"],
        capture_output=True)
    return result.returncode == 0


STEP = (3, -2)  # pixels of the square, every frame
N_STEPS = 15


def write_square(name):
    """A video of a bright square with a spot, that moves by STEP past a spot
    which does not."""
    from gi.repository import Gst
    width, height, side = 160, 120, 16

    def frame(number):
        left, top = 40 + STEP[0] * number, 80 + STEP[1] * number
        rows = []
        for y in range(height):
            row = bytearray([20] * width)
            if 40 <= y < 44:
                row[75:79] = bytes([170] * 4)
            if top <= y < top + side:
                row[left:left + side] = bytes([220] * side)
            if top + 4 <= y < top + 9:
                row[left + 6:left + 11] = bytes([150] * 5)
            rows.append(bytes(row))
        return b"".join(rows)

    Gst.init(None)
    pipeline = Gst.parse_launch(
        "appsrc name=source format=time caps=video/x-raw,format=GRAY8,"
        f"width={width},height={height},framerate=25/1 ! videoconvert ! "
        "video/x-raw,format=I420 ! avimux ! filesink name=file")
    pipeline.get_by_name("file").set_property("location", name)
    source = pipeline.get_by_name("source")
    pipeline.set_state(Gst.State.PLAYING)
    for number in range(N_STEPS + 1):
        buffer = Gst.Buffer.new_wrapped(frame(number))
        buffer.pts = number * Gst.SECOND // 25
        source.emit("push-buffer", buffer)
    source.emit("end-of-stream")
    message = pipeline.get_bus().timed_pop_filtered(
        20 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    return message is not None and message.type == Gst.MessageType.EOS


def check_motion(path, *arguments):
    """Each line's motion, and that of all, within a fraction of a pixel."""
    result = run("face_motion.py", path, *arguments)
    lines = result.stdout.splitlines()
    check(result.returncode == 0 and result.stderr == "", result)
    check(len(lines) == N_STEPS, result)
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(
            r" *[\d.]+ s  face 1 moved (\S+) (\S+) by \d+ corners, "
            r"in all (\S+) (\S+)", line)
        check(match, result)
        numbers = [float(text) for text in match.groups()]
        for axis in range(2):
            check(abs(numbers[axis] - STEP[axis]) < 0.2, result)
            check(abs(numbers[2 + axis] - number * STEP[axis]) < 0.5, result)


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

        square = os.path.join(folder, "square.avi")
        if not write_square(square):
            skip("GStreamer has no elements to write a video")
        check_motion(square, *squares)

        check_refusal("no such file", "face_messages.py",
                      os.path.join(folder, "nothing.mp4"))
        for program in ("face_messages.py", "largest_face.py",
                        "face_motion.py"):
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

#!/usr/bin/python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How many faces regioncover lets through: the table of "Hiding faces" in
docs/FACES.md.

    docs/make-cover.py BUILD PICTURES [FILE]

measures with the plugin in BUILD/gst and writes the table into FILE
(docs/FACES.md), between its two marks. PICTURES is a folder with videos (*.mkv)
of one person each, and with pictures and boxes.csv, a line image,x,y,width,height
for each face. Needs Debian's python3-gi, python3-numpy, opencv-data,
gstreamer1.0-plugins-good and gstreamer1.0-libav.
"""

import csv
import os
import pathlib
import sys

import gi
import numpy

gi.require_version("Gst", "1.0")
from gi.repository import Gst

from tables import insert

HERE = pathlib.Path(__file__).resolve().parent

# The colour of a cover; no video has one like it. YUV rounds it.
COLOR = (255, 0, 255)
NEAR = 32
COVER = "regioncover mode=fill color=0xffff00ff"

# A face is open when less than this share of its box is covered.
OPEN = 0.8

# The person's face is looked for in the frames as they are, with all care.
TRUTH = ("haardetect cascade=frontalface_default scale-factor=1.05"
         " min-neighbors=2 min-size-width=60 min-size-height=60")

# What happens to frames before they are searched.
CHANGES = {
    "as it is": "",
    "dark, 10 frames a second": "videobalance brightness=-0.35 ! "
                                "videorate drop-only=true ! "
                                "video/x-raw,framerate=10/1 ! ",
    "160 x 120": "videoscale ! video/x-raw,width=160,height=120 ! ",
}

SAFER = "smooth=true hold-frames=25 scale-factor=1.1"
DETECTORS = {
    "`haardetect`": "haardetect",
    "`min-neighbors=1 scale-factor=1.05`":
        "haardetect min-neighbors=1 scale-factor=1.05",
    "`smooth=true`": "haardetect smooth=true",
    "`smooth=true hold-frames=25 scale-factor=1.1`": "haardetect " + SAFER,
    "the same, `min-neighbors=1`": "haardetect min-neighbors=1 " + SAFER,
}


def run(path, elements):
    """Of each frame: its time, its pixels, and the surest object on it."""
    pipeline = Gst.parse_launch(
        "filesrc name=file ! decodebin ! videoconvert ! %s ! "
        "videoconvert ! video/x-raw,format=RGB ! "
        "appsink name=out sync=false max-buffers=2" % elements)
    pipeline.get_by_name("file").set_property("location", str(path))
    out = pipeline.get_by_name("out")
    pipeline.set_state(Gst.State.PLAYING)
    frames = []
    while True:
        sample = out.emit("pull-sample")
        if not sample:
            break
        frames.append(read(sample))
    error = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    if error:
        sys.exit("%s: %s" % (path, error.parse_error()[0].message))
    return frames


def read(sample):
    caps = sample.get_caps().get_structure(0)
    width, height = caps.get_value("width"), caps.get_value("height")
    buffer = sample.get_buffer()
    ok, view = buffer.map(Gst.MapFlags.READ)
    pixels = numpy.frombuffer(view.data, numpy.uint8).reshape(height, -1)
    pixels = pixels[:, :3 * width].reshape(height, width, 3).copy()
    buffer.unmap(view)
    return buffer.pts, pixels, surest_object(buffer)


def surest_object(buffer):
    """That of most windows: x, y, width, height; None: there is none."""
    meta = buffer.get_custom_meta("VideoFeaturesObjects")
    if not meta:
        return None
    fields = meta.get_structure()
    data = fields.get_value("objects").get_data() or b""
    starts = range(0, len(data), fields.get_value("stride"))
    best = max(starts, default=None, key=lambda at: int.from_bytes(
        data[at + 20:at + 24], "little"))
    return None if best is None else numpy.frombuffer(data, "<f4", 4, best)


def truth_of(path):
    """By time: the frame's width, and the person's face. Where none was found it
    is where the nearest frame has it."""
    frames = run(path, TRUTH)
    known = [(time, box) for time, _, box in frames if box is not None]
    return {time: (pixels.shape[1],
                   min(known, key=lambda k: abs(k[0] - time))[1])
            for time, pixels, _ in frames}, len(frames) - len(known)


def covered_share(pixels, box):
    """Of the box; and how much of the frame is covered elsewhere."""
    covered = (abs(pixels.astype(int) - COLOR) < NEAR).all(axis=2)
    x, y, width, height = (int(round(v)) for v in box)
    inside = covered[max(y, 0):y + height, max(x, 0):x + width]
    return inside.mean(), (covered.sum() - inside.sum()) / covered.size


def read_boxes(folder):
    """The labelled faces of each picture."""
    boxes = {}
    with open(folder / "boxes.csv", newline="") as file:
        for line in csv.DictReader(file):
            boxes.setdefault(line.pop("image"), []).append(
                [float(line[name]) for name in ("x", "y", "width", "height")])
    return boxes


def measure_pictures(folder, detector):
    """Faces, and those of them that are open."""
    shares = []
    for name, boxes in read_boxes(folder).items():
        pixels = run(folder / name, "%s ! %s" % (detector, COVER))[0][1]
        shares += [covered_share(pixels, box)[0] for box in boxes]
    return len(shares), sum(share < OPEN for share in shares)


def measure(videos, truths, change, detector):
    elements = "%s%s ! %s" % (change, detector, COVER)
    shares, elsewhere = [], []
    for path in videos:
        for time, pixels, _ in run(path, elements):
            size, box = truths[path][time]
            share, more = covered_share(
                pixels, [float(v) * pixels.shape[1] / size for v in box])
            shares.append(share)
            elsewhere.append(more)
    shares = numpy.array(shares)
    return {"frames": len(shares), "open": (shares < OPEN).sum(),
            "elsewhere": float(numpy.mean(elsewhere))}


def table(results):
    text = "| frames with an open face, %; covered elsewhere, % of the frame" \
        " | " + " | ".join(CHANGES) + " | open faces in photographs |\n"
    text += "|---|" + "---:|" * (len(CHANGES) + 1) + "\n"
    for name, (row, pictures) in results.items():
        text += "| %s | %s | %d of %d |\n" % (name, " | ".join(
            "%.1f; %.1f" % (100 * r["open"] / r["frames"],
                            100 * r["elsewhere"]) for r in row),
            pictures[1], pictures[0])
    return text


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    os.environ["GST_PLUGIN_PATH"] = str(
        pathlib.Path(sys.argv[1]).resolve() / "gst")
    folder = pathlib.Path(sys.argv[2])
    videos = sorted(folder.glob("*.mkv"))
    Gst.init(None)
    truths = {}
    for path in videos:
        truths[path], n_missing = truth_of(path)
        print("%s: %d frames, in %d of them the face is that of another"
              % (path.name, len(truths[path]), n_missing))
    results = {}
    for name, detector in DETECTORS.items():
        results[name] = ([measure(videos, truths, change, detector)
                          for change in CHANGES.values()],
                         measure_pictures(folder, detector))
        print(name, results[name], flush=True)
    text = table(results)
    print(text)
    insert(pathlib.Path(sys.argv[3]) if len(sys.argv) > 3
           else HERE / "FACES.md", {"hiding": text})


if __name__ == "__main__":
    main()

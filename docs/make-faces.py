#!/usr/bin/python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes the tables of docs/FACES.md again.

    docs/make-faces.py BUILD PICTURES [FOLDER]

measures with the plugin in BUILD/gst and writes the tables into FOLDER's (docs)
FACES.md and faces.json. PICTURES is a folder with boxes.csv (a line
image,x,y,width,height for each face; a picture without a line has no face), its
pictures, and videos (*.mkv) of one person. Needs Debian's python3-gi, opencv-data,
gstreamer1.0-plugins-good, gstreamer1.0-libav and gstreamer1.0-opencv.
"""

import csv
import json
import os
import pathlib
import struct
import sys
import warnings

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

from tables import insert

# PyGObject warns of the only way that it has to read an array.
warnings.filterwarnings("ignore", "GObject.ValueArray")

HERE = pathlib.Path(__file__).resolve().parent

CASCADES = ("frontalface_alt", "frontalface_alt2", "frontalface_default")
FACTORS = (1.1, 1.2)

# A box is that of a labelled face when they overlap by more than this share of
# what both cover together.
OVERLAP = 0.3


# -- Detectors -----------------------------------------------------------------


class Detector:
    """Elements, and what their messages on a frame amount to."""

    def __init__(self, elements, faces_of=None):
        self.elements = elements
        self.faces_of = faces_of or (lambda found: found.get("faces", []))


def ours(cascade, factor, **properties):
    return "haardetect name=faces updates=every-frame cascade=%s " \
        "scale-factor=%g %s" % (cascade, factor, " ".join(
            "%s=%s" % (name.replace("_", "-"), value)
            for name, value in properties.items()))


def with_eyes(found):
    """Faces in which an eye was found."""
    parents = {eye["parent"] for eye in found.get("eyes", [])}
    return [face for face in found.get("faces", []) if face["id"] in parents]


def frontal(cascade, factor, **properties):
    return Detector(ours(cascade, factor, **properties))


def confirmed_by_eyes(cascade, factor, **properties):
    return Detector(
        ours(cascade, factor, **properties)
        + " ! haardetect name=eyes updates=every-frame cascade=eye"
          " scale-factor=1.1 roi-source=meta roi-type=face", with_eyes)


def and_profiles(cascade, factor, **properties):
    """Frontal faces, and profiles of both sides where there is none."""
    return Detector(
        ours(cascade, factor, **properties)
        + " ! haardetect name=profiles updates=every-frame cascade=profileface"
          " scale-factor=%g flip=true merge=true keep-metas=true" % factor,
        lambda found: found.get("faces", []) + found.get("profiles", []))


def facedetect(cascade, factor):
    """GStreamer's own, from OpenCV. What it looks for in faces does not count:
    its own files for that are not in Debian, so it gets one that is."""
    file = "/usr/share/opencv4/haarcascades/haarcascade_%s.xml"
    return Detector(
        "facedetect name=faces display=false updates=every_frame"
        " min-size-width=0 min-size-height=0"
        " scale-factor=%g profile=%s eyes-profile=%s nose-profile=%s"
        " mouth-profile=%s" % (factor, file % cascade, *3 * [file % "eye"]))


# -- Running -------------------------------------------------------------------


OBJECT = struct.Struct("<5f3Ii")
NAMES = ("x", "y", "width", "height", "score", "neighbors", "id", "flags",
         "parent")


def objects_in(fields):
    if fields.get_name() == "facedetect":
        items = fields.get_list("faces")[1]
        return [{name: items.get_nth(i).get_value(name)
                 for name in ("x", "y", "width", "height")}
                for i in range(items.n_values)]
    data = fields.get_value("objects").get_data() or b""
    stride = fields.get_value("stride")
    return [dict(zip(NAMES, OBJECT.unpack_from(data, at)))
            for at in range(0, len(data), stride)]


def run(path, detector, change=""):
    """A list of frames, in order; of each the faces on it."""
    pipeline = Gst.parse_launch(
        "filesrc name=file ! decodebin ! %svideoconvert ! %s ! fakesink"
        % (change, detector.elements))
    pipeline.get_by_name("file").set_property("location", str(path))
    frames = {}
    pipeline.set_state(Gst.State.PLAYING)
    bus = pipeline.get_bus()
    try:
        while True:
            message = bus.timed_pop_filtered(
                Gst.CLOCK_TIME_NONE, Gst.MessageType.ELEMENT
                | Gst.MessageType.EOS | Gst.MessageType.ERROR)
            if message.type == Gst.MessageType.EOS:
                break
            if message.type == Gst.MessageType.ERROR:
                sys.exit("%s: %s" % (path, message.parse_error()[0].message))
            fields = message.get_structure()
            if fields.get_name() in ("haardetect", "facedetect"):
                frame = frames.setdefault(fields.get_value("timestamp"), {})
                frame[message.src.get_name()] = objects_in(fields)
    finally:
        pipeline.set_state(Gst.State.NULL)
    return [detector.faces_of(frames[time]) for time in sorted(frames)]


# -- Pictures ------------------------------------------------------------------


def read_boxes(folder):
    """The labelled faces of each picture."""
    boxes = {path.name: [] for path in sorted(folder.glob("*.jpg"))}
    with open(folder / "boxes.csv", newline="") as file:
        for line in csv.DictReader(file):
            boxes[line.pop("image")].append(
                {name: float(value) for name, value in line.items()})
    return boxes


def overlap(a, b):
    """Of two boxes: what both cover, to what they cover together."""
    width = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    height = min(a["y"] + a["height"],
                 b["y"] + b["height"]) - max(a["y"], b["y"])
    both = max(width, 0) * max(height, 0)
    return both / (a["width"] * a["height"] + b["width"] * b["height"] - both)


def judge(found, labelled):
    """How many labelled faces were found, and how many boxes are false."""
    return (sum(any(overlap(f, box) > OVERLAP for f in found)
                for box in labelled),
            sum(not any(overlap(f, box) > OVERLAP for box in labelled)
                for f in found))


def measure_pictures(folder, detector):
    found = false = 0
    for name, labelled in read_boxes(folder).items():
        frames = run(folder / name, detector)
        of = judge(frames[0] if frames else [], labelled)
        found, false = found + of[0], false + of[1]
    return found, false


PICTURE_ROWS = {
    "alone": frontal,
    "confirmed by an eye": confirmed_by_eyes,
    "and profiles": and_profiles,
    "`facedetect`": facedetect,
}


def all_pictures(folder):
    """By row, cascade and factor: found, false."""
    return {row: {cascade: {str(factor): measure_pictures(
        folder, of(cascade, factor)) for factor in FACTORS}
        for cascade in CASCADES} for row, of in PICTURE_ROWS.items()}


# -- Videos --------------------------------------------------------------------

# What happens to the frames before they are searched.
CHANGES = {
    "as it is": "",
    "dark": "videobalance brightness=-0.35 ! ",
    "10 frames a second": "videorate drop-only=true ! "
                          "video/x-raw,framerate=10/1 ! ",
    "small": "videoscale ! video/x-raw,width=160,height=120 ! ",
}

# What the faces of a cascade have, and few things that are none.
SURE = {"frontalface_alt": 0.7, "frontalface_alt2": 0.7,
        "frontalface_default": 0.85}


def smooth(cascade, factor, **properties):
    return frontal(cascade, factor, smooth="true", **properties)


def sure(cascade, factor):
    return smooth(cascade, factor, start_confidence=SURE[cascade])


VIDEO_ROWS = {
    "`haardetect`": frontal,
    "`smooth=true`": smooth,
    "`smooth=true`, sure": sure,
    "`facedetect`": facedetect,
}


def measure_videos(folder, detector, change):
    """Frames, those with exactly one face, which ones have any, and changes of
    the number of faces."""
    counts = []
    changes = 0
    for path in sorted(folder.glob("*.mkv")):
        of = [len(faces) for faces in run(path, detector, change)]
        changes += sum(a != b for a, b in zip(of, of[1:]))
        counts += of
    return {"frames": len(counts), "one": sum(n == 1 for n in counts),
            "some": [i for i, n in enumerate(counts) if n > 0],
            "changes": changes}


def measure_rows(folder, cascade, change):
    rows = {row: measure_videos(folder, of(cascade, 1.2), change)
            for row, of in VIDEO_ROWS.items()}
    plain = set(rows["`haardetect`"]["some"])
    for row in rows.values():
        row["lost"] = len(plain - set(row["some"]))
        row["some"] = len(row["some"])
    return rows


def all_videos(folder):
    """By change, cascade and row. A frame is lost when `haardetect` alone finds
    a face on it and the row does not."""
    return {name: {cascade: measure_rows(folder, cascade, change)
                   for cascade in CASCADES} for name, change in CHANGES.items()}


# -- Writing -------------------------------------------------------------------


def line(cells):
    return "| " + " | ".join(cells) + " |\n"


def picture_table(results):
    text = line(["found, false"] + ["%s, %g" % (cascade, factor)
                                    for cascade in CASCADES
                                    for factor in FACTORS])
    text += "|---|" + "---:|" * (len(CASCADES) * len(FACTORS)) + "\n"
    for row, of in results.items():
        text += line([row] + ["%d, %d" % tuple(of[cascade][str(factor)])
                              for cascade in CASCADES for factor in FACTORS])
    return text


def video_table(results):
    text = line(["frames with one face, %; changes of the number; lost frames"]
                + list(CASCADES))
    text += "|---|" + "---:|" * len(CASCADES) + "\n"
    for change, by_cascade in results.items():
        for row in VIDEO_ROWS:
            of = [by_cascade[cascade][row] for cascade in CASCADES]
            text += line(["%s, %s" % (change, row)] + [
                "%.1f; %d; %d" % (100 * o["one"] / o["frames"], o["changes"],
                                  o["lost"]) for o in of])
    return text


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    os.environ["GST_PLUGIN_PATH"] = str(
        pathlib.Path(sys.argv[1]).resolve() / "gst")
    pictures = pathlib.Path(sys.argv[2])
    folder = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else HERE
    Gst.init(None)
    figures = {"pictures": all_pictures(pictures),
               "videos": all_videos(pictures)}
    (folder / "faces.json").write_text(json.dumps(figures) + "\n")
    insert(folder / "FACES.md", {"pictures": picture_table(figures["pictures"]),
                                 "videos": video_table(figures["videos"])})


if __name__ == "__main__":
    main()

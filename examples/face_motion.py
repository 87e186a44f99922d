#!/usr/bin/python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Follows faces by the corners in them: how far each has moved, every frame.

haardetect says which face is which, and where it is; harriscorners finds corners
in it to a fraction of a pixel. The median of their motion is the face's: a hand
that passes by, or a corner that is taken for another one, does not matter.
"""

import argparse
import os
import statistics
import struct
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

REACH = 0.1    # of a face's width: how far its corners may move unforeseen
FEWEST = 3     # corners that tell a motion
STABLE_ID = 2  # of an object's flags


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "file", nargs="?", help="a video; without it, the camera")
    parser.add_argument(
        "-p", "--properties", default="", metavar="'NAME=VALUE ...'",
        help="for the element: gst-inspect-1.0 haardetect lists them")
    arguments = parser.parse_args()
    if arguments.file and not os.path.exists(arguments.file):
        sys.exit(f"{arguments.file}: there is no such file.")
    return arguments


def records(buffer, name, field, layout):
    """What a meta has, a tuple each."""
    meta = buffer.get_custom_meta(name)
    if meta is None:
        return []
    fields = meta.get_structure()
    # None when the list is empty.
    data = fields.get_value(field).get_data() or b""
    return [struct.unpack_from(layout, data, at)
            for at in range(0, len(data), fields.get_value("stride"))]


def make_pipeline(arguments):
    source = ("filesrc name=file ! decodebin" if arguments.file
              else "v4l2src ! queue leaky=downstream max-size-buffers=1")
    try:
        pipeline = Gst.parse_launch(
            f"{source} ! videoconvert ! "
            f"haardetect smooth=true {arguments.properties} ! "
            "harriscorners roi-source=meta threshold-mode=relative "
            "threshold=0.01 max-corners=0 subpixel=quadratic "
            "name=corners ! fakesink")
    except Exception as error:
        sys.exit(f"This is no pipeline: {error}")
    if arguments.file:
        pipeline.get_by_name("file").set_property("location", arguments.file)
    return pipeline


class Face:
    """One that is followed. motion: since the last frame; path: since the
    first one."""

    def __init__(self):
        self.corners = []
        self.motion = self.path = (0, 0)

    def partner(self, x, y, reach):
        """Where the corner at x, y was in the frame before, or None."""
        x, y = x - self.motion[0], y - self.motion[1]
        distance, corner = min(
            (((u - x) ** 2 + (v - y) ** 2, (u, v)) for u, v in self.corners),
            default=(reach ** 2 + 1, None))
        return corner if distance <= reach ** 2 else None

    def follow(self, corners, reach):
        """How many of the corners tell the motion."""
        pairs = [(x, y, self.partner(x, y, reach)) for x, y in corners]
        moves = [(x - old[0], y - old[1]) for x, y, old in pairs if old]
        self.corners = corners
        if len(moves) < FEWEST:
            return 0
        self.motion = tuple(map(statistics.median, zip(*moves)))
        self.path = tuple(map(sum, zip(self.path, self.motion)))
        return len(moves)


def look(_pad, info, faces):
    buffer = info.get_buffer()
    corners = records(buffer, "VideoFeaturesCorners", "corners", "<2f")
    seen = {}
    for x, y, width, height, _score, _neighbors, number, flags in records(
            buffer, "VideoFeaturesObjects", "objects", "<5f3I"):
        if not flags & STABLE_ID:
            continue
        inside = [(u, v) for u, v in corners
                  if x <= u < x + width and y <= v < y + height]
        face = seen[number] = faces.get(number, Face())
        n = face.follow(inside, REACH * width)
        if n > 0:
            print("%8.3f s  face %d moved %+.2f %+.2f by %d corners, "
                  "in all %+.1f %+.1f" % (buffer.pts / Gst.SECOND, number,
                                          *face.motion, n, *face.path),
                  flush=True)
    faces.clear()
    faces.update(seen)
    return Gst.PadProbeReturn.OK


def wait(pipeline):
    message = pipeline.get_bus().timed_pop_filtered(
        Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    if message.type == Gst.MessageType.ERROR:
        error, _details = message.parse_error()
        sys.exit(f"{message.src.get_name()}: {error.message}")


def main():
    arguments = parse_arguments()
    Gst.init(None)
    pipeline = make_pipeline(arguments)
    pipeline.get_by_name("corners").get_static_pad("src").add_probe(
        Gst.PadProbeType.BUFFER, look, {})
    pipeline.set_state(Gst.State.PLAYING)
    try:
        wait(pipeline)
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Cuts the largest face out of every frame, as pictures of one size.

A probe reads the metadata of a frame before videocrop gets it, and has that
cut accordingly; frames without a face are left out.
"""

import argparse
import os
import struct
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

META = "VideoFeaturesObjects"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="a video or a picture")
    parser.add_argument(
        "-o", "--output", default="face-%04d.png", metavar="PATTERN",
        help="where the pictures go (default: face-0000.png and so on)")
    parser.add_argument(
        "-s", "--size", type=int, default=128, metavar="PIXELS",
        help="their width and height (default: %(default)s)")
    parser.add_argument(
        "-p", "--properties", default="", metavar="'NAME=VALUE ...'",
        help="for the element: gst-inspect-1.0 haardetect lists them")
    arguments = parser.parse_args()
    if not os.path.exists(arguments.file):
        sys.exit(f"{arguments.file}: there is no such file.")
    return arguments


def read_objects(buffer):
    """A list of (x, y, width, height)."""
    meta = buffer.get_custom_meta(META)
    if meta is None:
        return []
    fields = meta.get_structure()
    # None when the list is empty.
    data = fields.get_value("objects").get_data() or b""
    return [struct.unpack_from("<4f", data, at)
            for at in range(0, len(data), fields.get_value("stride"))]


def make_pipeline(arguments):
    size = f"width={arguments.size},height={arguments.size}"
    try:
        pipeline = Gst.parse_launch(
            "filesrc name=file ! decodebin ! videoconvert ! "
            "video/x-raw,format=RGB ! "
            f"haardetect {arguments.properties} ! videocrop name=crop ! "
            f"videoscale ! video/x-raw,{size} ! pngenc ! "
            "multifilesink name=files")
    except Exception as error:
        sys.exit(f"This is no pipeline: {error}")
    pipeline.get_by_name("file").set_property("location", arguments.file)
    pipeline.get_by_name("files").set_property("location", arguments.output)
    return pipeline


def cut(pad, info, crop):
    objects = read_objects(info.get_buffer())
    if not objects:
        return Gst.PadProbeReturn.DROP
    x, y, width, height = map(round, max(objects, key=lambda o: o[2] * o[3]))
    frame = pad.get_current_caps().get_structure(0)
    crop.set_property("left", x)
    crop.set_property("top", y)
    crop.set_property("right", frame.get_value("width") - x - width)
    crop.set_property("bottom", frame.get_value("height") - y - height)
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
    crop = pipeline.get_by_name("crop")
    crop.get_static_pad("sink").add_probe(
        Gst.PadProbeType.BUFFER, cut, crop)
    pipeline.set_state(Gst.State.PLAYING)
    try:
        wait(pipeline)
        written = pipeline.get_by_name("files").get_property("index")
        print(f"{written} pictures of faces: {arguments.output}")
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    main()

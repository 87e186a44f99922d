#!/usr/bin/python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints a line for every face that haardetect's messages tell of.

No frame comes to Python: what is found is in messages on the bus. With --events
it prints a line of JSON for each face that comes or goes instead; times are in
nanoseconds, null where unknown.
"""

import argparse
import json
import os
import sys
import warnings

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

# PyGObject warns of the only way that it has to read an array.
warnings.filterwarnings("ignore", "GObject.ValueArray")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "file", nargs="?",
        help="a video or a picture; without it, the camera")
    parser.add_argument(
        "-p", "--properties", default="", metavar="'NAME=VALUE ...'",
        help="for the element: gst-inspect-1.0 haardetect lists them")
    parser.add_argument(
        "-e", "--events", action="store_true",
        help="print a line of JSON for each face that comes or goes")
    arguments = parser.parse_args()
    if arguments.file and not os.path.exists(arguments.file):
        sys.exit(f"{arguments.file}: there is no such file.")
    return arguments


def make_pipeline(arguments):
    source = ("filesrc name=file ! decodebin" if arguments.file
              else "v4l2src ! queue leaky=downstream max-size-buffers=1")
    wanted = ("smooth=true events=true" if arguments.events
              else "updates=on-object")
    try:
        pipeline = Gst.parse_launch(
            f"{source} ! videoconvert ! "
            f"haardetect {wanted} {arguments.properties} ! fakesink")
    except Exception as error:
        sys.exit(f"This is no pipeline: {error}")
    if arguments.file:
        pipeline.get_by_name("file").set_property("location", arguments.file)
    return pipeline


def print_objects(fields):
    time = fields.get_value("stream-time") / Gst.SECOND
    _known, objects = fields.get_array("object-list")
    for i in range(objects.n_values):
        item = objects.get_nth(i)
        place = [item.get_value(name) for name in ("x", "y", "width", "height")]
        print("%8.3f s  %s %d at %d,%d of %d x %d pixels, confidence %.2f" % (
            time, item.get_value("label"), item.get_value("id"), *place,
            item.get_value("confidence")), flush=True)


def print_event(fields):
    line = {"event": fields.get_name().removeprefix("haardetect-")}
    for i in range(fields.n_fields()):
        name = fields.nth_field_name(i)
        value = fields.get_value(name)
        line[name] = None if value == Gst.CLOCK_TIME_NONE else value
    print(json.dumps(line), flush=True)


def watch(pipeline):
    bus = pipeline.get_bus()
    while message := bus.timed_pop_filtered(
            Gst.CLOCK_TIME_NONE, Gst.MessageType.ELEMENT | Gst.MessageType.EOS
            | Gst.MessageType.ERROR):
        if message.type == Gst.MessageType.EOS:
            break
        if message.type == Gst.MessageType.ERROR:
            error, _details = message.parse_error()
            sys.exit(f"{message.src.get_name()}: {error.message}")
        fields = message.get_structure()
        if fields.get_name() == "haardetect":
            print_objects(fields)
        elif fields.get_name().startswith("haardetect-"):
            print_event(fields)


def main():
    arguments = parse_arguments()
    Gst.init(None)
    pipeline = make_pipeline(arguments)
    pipeline.set_state(Gst.State.PLAYING)
    try:
        watch(pipeline)
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    main()

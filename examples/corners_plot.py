#!/usr/bin/python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plots the number of Harris corners of a video over time.

The frames come from an appsink with their corners. Messages mark where the
number has changed by itself; a region and a property that changes in between
are set from here.
"""

import argparse
import os
import struct
import sys

META = "VideoFeaturesCorners"


def parse_region(text):
    numbers = [int(number) for number in text.split(",")]
    if len(numbers) != 4 or min(numbers) < 0:
        raise ValueError
    return numbers


def parse_change(text):
    frame, setting = text.split(":", 1)
    name, value = setting.split("=", 1)
    return int(frame), name, value


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "file", nargs="?",
        help="a video; without it, a test picture is analysed")
    parser.add_argument(
        "-o", "--output", default="corners.png", metavar="PNG",
        help="where the plot goes (default: %(default)s)")
    parser.add_argument(
        "-n", "--frames", type=int, default=0, metavar="N",
        help="stop after N frames (default: all of a file, 90 of the test "
             "picture)")
    parser.add_argument(
        "-p", "--properties", default="", metavar="'NAME=VALUE ...'",
        help="for the element: gst-inspect-1.0 harriscorners lists them")
    parser.add_argument(
        "-r", "--roi", metavar="X,Y,WIDTH,HEIGHT", type=parse_region,
        help="look only in this rectangle, in pixels")
    parser.add_argument(
        "-c", "--change", metavar="FRAME:NAME=VALUE", type=parse_change,
        help="set a property after this frame, such as 45:measure=min-eigen")
    arguments = parser.parse_args()
    if arguments.frames < 0:
        parser.error("--frames must not be negative")
    return arguments


def load_libraries():
    """Imported late, so that --help works without them."""
    global Gst, plt
    try:
        import gi
        gi.require_version("Gst", "1.0")
        from gi.repository import Gst
    except (ImportError, ValueError) as error:
        sys.exit(f"GStreamer's Python binding is missing ({error}). On Debian: "
                 "apt install python3-gi gir1.2-gstreamer-1.0; and run this "
                 "with /usr/bin/python3.")
    try:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
    except ImportError as error:
        sys.exit(f"matplotlib is missing ({error}). On Debian: "
                 "apt install python3-matplotlib.")


def make_pipeline(arguments):
    if arguments.file:
        if not os.path.exists(arguments.file):
            sys.exit(f"{arguments.file}: there is no such file.")
        source = "filesrc name=file ! decodebin"
    else:
        source = ("videotestsrc name=test pattern=zone-plate kx2=20 ky2=20 "
                  "kxt=9 kt2=4 ! "
                  "video/x-raw,width=320,height=240,framerate=30/1")
    line = (f"{source} ! videoconvert ! "
            "harriscorners name=detector max-corners=0 updates=on-change "
            f"{arguments.properties} ! "
            "appsink name=out sync=false max-buffers=4")
    if not Gst.ElementFactory.find("harriscorners"):
        sys.exit("GStreamer does not find the element harriscorners: set "
                 "GST_PLUGIN_PATH to the folder of libgstvideofeatures.so.")
    try:
        pipeline = Gst.parse_launch(line)
    except Exception as error:
        sys.exit(f"This is no pipeline: {error}")
    if arguments.file:
        pipeline.get_by_name("file").set_property("location", arguments.file)
    else:
        pipeline.get_by_name("test").set_property(
            "num-buffers", arguments.frames or 90)
    if arguments.roi:
        set_region(pipeline.get_by_name("detector"), arguments.roi)
    return pipeline


def set_region(element, region):
    Gst.util_set_object_arg(element, "roi-source", "rectangle")
    for name, number in zip(("x", "y", "width", "height"), region):
        element.set_property(f"roi-{name}", number)


def read_corners(buffer):
    """A list of (x, y, response), the strongest first; None: not analysed."""
    meta = buffer.get_custom_meta(META)
    if meta is None:
        return None
    structure = meta.get_structure()
    stride = structure.get_value("stride")
    # None when the list is empty.
    data = structure.get_value("corners").get_data() or b""
    # A record may grow in later versions: what follows the response is theirs.
    return [struct.unpack_from("<fff", data, at)
            for at in range(0, len(data), stride)]


def read_bus(pipeline, changes):
    """Appends the seconds at which the element said that the number of corners
    has changed; ends the program on an error."""
    bus = pipeline.get_bus()
    kinds = Gst.MessageType.ELEMENT | Gst.MessageType.ERROR
    while message := bus.pop_filtered(kinds):
        if message.type == Gst.MessageType.ERROR:
            error, details = message.parse_error()
            sys.exit(f"{message.src.get_name()}: {error.message}\n"
                     f"{details or ''}")
        structure = message.get_structure()
        if structure.get_name() == "harriscorners":
            changes.append(structure.get_value("timestamp") / Gst.SECOND)


def count_corners(pipeline, limit, change):
    """Seconds and counts, frame by frame; and seconds of the messages."""
    times, counts, changes = [], [], []
    detector = pipeline.get_by_name("detector")
    sink = pipeline.get_by_name("out")
    if pipeline.set_state(Gst.State.PLAYING) == Gst.StateChangeReturn.FAILURE:
        read_bus(pipeline, changes)
    while not limit or len(counts) < limit:
        sample = sink.emit("try-pull-sample", Gst.SECOND // 5)
        if sample is None:
            # An error in front of the sink never reaches it.
            read_bus(pipeline, changes)
            if sink.get_property("eos"):
                break
            continue
        buffer = sample.get_buffer()
        corners = read_corners(buffer)
        if corners is None or buffer.pts == Gst.CLOCK_TIME_NONE:
            continue
        times.append(buffer.pts / Gst.SECOND)
        counts.append(len(corners))
        if change and len(counts) == change[0]:
            # A few frames are on their way already.
            Gst.util_set_object_arg(detector, change[1], change[2])
    read_bus(pipeline, changes)
    return times, counts, changes


def plot(times, counts, changes, title, output):
    figure, axes = plt.subplots(figsize=(9, 4), constrained_layout=True)
    axes.plot(times, counts, marker=".", linewidth=1, label="each frame")
    axes.plot(changes, [0] * len(changes), "|", color="grey",
              label="the element says: another number")
    axes.legend()
    axes.set_title(title)
    axes.set_xlabel("time in seconds")
    axes.set_ylabel("corners")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    try:
        figure.savefig(output, dpi=120)
    except (OSError, ValueError) as error:
        sys.exit(f"{output}: {error}")


def main():
    arguments = parse_arguments()
    load_libraries()
    Gst.init(None)
    pipeline = make_pipeline(arguments)
    try:
        times, counts, changes = count_corners(
            pipeline, arguments.frames, arguments.change)
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        pipeline.set_state(Gst.State.NULL)
    if not counts:
        sys.exit("No frame came: is there video in this file?")
    title = os.path.basename(arguments.file) if arguments.file else "test picture"
    plot(times, counts, changes, f"Harris corners: {title}", arguments.output)
    print(f"{len(counts)} frames, {min(counts)} to {max(counts)} corners, "
          f"{len(changes)} messages: {arguments.output}")


if __name__ == "__main__":
    main()

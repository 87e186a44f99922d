# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Finds the Harris corners of a video, a picture or a made-up scene, prints
them frame by frame and leaves pictures and lists of them in a folder.

`./run demo` builds what this needs and calls it."""

import argparse
import itertools
import math
import os
import re
import signal
import struct
import sys
import time

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

from failure import Failure
from pipeline import ELEMENT, Run
from results import Folder, Lists, write_pictures

META = "VideoFeaturesCorners"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="run demo", allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="./run demo [FILE|URI] [property=value ...] "
              "[--frames N] [--out DIR]",
        description="Finds the Harris corners of a video or a picture; "
                    "without one, of a moving scene.",
        epilog="A property that does not exist makes the demo list those "
               "that do.")
    parser.add_argument("words", nargs="*", metavar="FILE|URI|property=value")
    parser.add_argument("--frames", type=int, metavar="N",
                        help="stop after N frames")
    parser.add_argument("--out", default="demo-output", metavar="DIR",
                        help="folder for the results (default: ./demo-output)")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"),
                        help=argparse.SUPPRESS)
    arguments = parser.parse_intermixed_args()
    if arguments.frames is not None and arguments.frames < 1:
        raise Failure("--frames must be 1 or more")
    arguments.input, arguments.properties = sort_words(arguments.words)
    return arguments


def sort_words(words):
    """The one input, or None, and the properties as pairs."""
    pairs = [tuple(word.split("=", 1)) for word in words
             if re.match(r"[A-Za-z][\w-]*=", word)]
    inputs = [word for word in words if not re.match(r"[A-Za-z][\w-]*=", word)]
    if len(inputs) > 1:
        raise Failure("one FILE or URI, please; these are "
                      f"{len(inputs)}: {' '.join(inputs)}")
    return (inputs[0] if inputs else None), pairs


def load_gstreamer(build):
    plugins = os.path.join(build, "gst")
    others = os.environ.get("GST_PLUGIN_PATH")
    os.environ["GST_PLUGIN_PATH"] = (
        plugins + os.pathsep + others if others else plugins)
    Gst.init(None)
    if not Gst.ElementFactory.find(ELEMENT):
        raise Failure(f"GStreamer does not find {ELEMENT} in {plugins}")


def seconds(nanoseconds):
    known = nanoseconds != Gst.CLOCK_TIME_NONE
    return nanoseconds / Gst.SECOND if known else None


def measured_frame(index, buffer):
    """What the element found, as a dictionary; count None: it did not look."""
    meta = buffer.get_custom_meta(META)
    if not meta:
        return {"frame": index, "pts": seconds(buffer.pts), "width": None,
                "height": None, "count": None, "threshold": None,
                "corners": []}
    fields = meta.get_structure()
    count, stride = fields.get_value("count"), fields.get_value("stride")
    data = fields.get_value("corners").get_data() or b""
    threshold = fields.get_value("threshold")
    return {
        "frame": index,
        "pts": seconds(buffer.pts),
        "width": fields.get_value("width"),
        "height": fields.get_value("height"),
        "count": count,
        "threshold": None if math.isnan(threshold) else threshold,
        "corners": [struct.unpack_from("<3f", data, i * stride)
                    for i in range(count)],
    }


def print_frame(frame, total):
    time_text, done = "no time", ""
    if frame["pts"] is not None:
        time_text = f"{frame['pts']:.3f} s"
    if total and frame["frame"] < total:
        done = f"{100 * (frame['frame'] + 1) // total:3} %"
    print(f"frame {frame['frame']:5}  {time_text:>11}  {found(frame)} {done}"
          .rstrip(), flush=True)


def found(frame):
    if frame["count"] is None:
        return f"{'not analysed':<37}"
    threshold = ("none" if frame["threshold"] is None
                 else f"{frame['threshold']:.6g}")
    return f"{frame['count']:5} corners  threshold {threshold:<12}"


def list_corners(run, samples, lists):
    """Prints and lists what is found. Returns how many frames and corners."""
    frames = corners = 0
    for sample in samples:
        if frames == 0:
            total = run.total_frames(sample)
        frame = measured_frame(frames, sample.get_buffer())
        print_frame(frame, total)
        lists.add(frame)
        run.album.add(frames, sample)
        frames += 1
        corners += frame["count"] or 0
    return frames, corners


def report(folder, album):
    print(f"The results are in {os.path.join(folder.path, '')}\n"
          "  corners.jsonl          a line of JSON for each frame\n"
          "  corners.csv            a line for each corner\n"
          "  frame-*-corners.png    the corners drawn\n"
          "  frame-*-response.png   the response as a heat map\n"
          "  (pictures of frame " + ", ".join(map(str, sorted(album.kept)))
          + ")")


def demo():
    arguments = parse_arguments()
    load_gstreamer(arguments.build)
    run = Run(arguments)
    signal.signal(signal.SIGINT, run.stop)
    signal.signal(signal.SIGTERM, run.stop)
    started = time.monotonic()
    try:
        samples = run.samples()
        first = next(samples, None)
        if not first:
            raise Failure(run.why_nothing())
        folder = Folder(arguments.out)
        with Lists(folder) as lists:
            frames, corners = list_corners(
                run, itertools.chain([first], samples), lists)
    finally:
        run.close()
    print(f"\nFrames: {frames}, corners: {corners}, time: "
          f"{time.monotonic() - started:.1f} s")

    tool = os.path.join(arguments.build, "tools", "harris-picture")
    problems = write_pictures(folder, run.album, tool, arguments.properties)
    report(folder, run.album)
    if run.error:
        problems.append(run.error)
    if problems:
        raise Failure("\n".join(problems))


def main():
    try:
        demo()
    except Failure as failure:
        print(f"run demo: {failure}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except (OSError, UnicodeError) as error:
        print(f"run demo: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

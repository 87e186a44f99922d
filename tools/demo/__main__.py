# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Finds the Harris corners of a video, a picture or a made-up scene, or the
faces in one, prints them frame by frame and leaves pictures and lists of them
in a folder.

`./run demo` builds what this needs and calls it."""

import argparse
import itertools
import os
import re
import signal
import sys
import time

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

from corners import Corners
from faces import Faces
from failure import Failure
from pipeline import Run
from results import Folder, Lists, write_pictures

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="run demo", allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="./run demo [faces] [FILE|URI] [property=value ...] "
              "[--frames N] [--out DIR]",
        description="Finds the Harris corners of a video or a picture; "
                    "without one, of a moving scene. With the word faces: "
                    "finds faces; without a file, in a photograph.",
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
    arguments.feature = Corners
    if arguments.words[:1] == ["faces"]:
        arguments.feature = Faces
        del arguments.words[0]
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


def load_gstreamer(build, element):
    plugins = os.path.join(build, "gst")
    others = os.environ.get("GST_PLUGIN_PATH")
    os.environ["GST_PLUGIN_PATH"] = (
        plugins + os.pathsep + others if others else plugins)
    Gst.init(None)
    if not Gst.ElementFactory.find(element):
        raise Failure(f"GStreamer does not find {element} in {plugins}")


def seconds(nanoseconds):
    known = nanoseconds != Gst.CLOCK_TIME_NONE
    return nanoseconds / Gst.SECOND if known else None


def print_frame(frame, text, total):
    time_text, done = "no time", ""
    if frame["pts"] is not None:
        time_text = f"{frame['pts']:.3f} s"
    if total and frame["frame"] < total:
        done = f"{100 * (frame['frame'] + 1) // total:3} %"
    print(f"frame {frame['frame']:5}  {time_text:>11}  {text} {done}"
          .rstrip(), flush=True)


def list_items(run, feature, samples, lists):
    """Prints and lists what is found. Returns how many frames and items."""
    frames = items = 0
    for sample in samples:
        if frames == 0:
            total = run.total_frames(sample)
        buffer = sample.get_buffer()
        frame = {"frame": frames, "pts": seconds(buffer.pts),
                 **feature.read(buffer)}
        print_frame(frame, feature.text(frame), total)
        lists.add(frame)
        run.album.add(frames, sample)
        frames += 1
        items += frame["count"] or 0
    return frames, items


def report(folder, feature, album):
    print(f"The results are in {os.path.join(folder.path, '')}\n"
          f"{feature.FILES}\n"
          "  (pictures of frame " + ", ".join(map(str, sorted(album.kept)))
          + ")")


def demo():
    arguments = parse_arguments()
    feature = arguments.feature
    load_gstreamer(arguments.build, feature.ELEMENT)
    run = Run(feature, arguments)
    signal.signal(signal.SIGINT, run.stop)
    signal.signal(signal.SIGTERM, run.stop)
    started = time.monotonic()
    try:
        samples = run.samples()
        first = next(samples, None)
        if not first:
            raise Failure(run.why_nothing())
        folder = Folder(arguments.out)
        with Lists(folder, feature) as lists:
            frames, items = list_items(
                run, feature, itertools.chain([first], samples), lists)
    finally:
        run.close()
    print(f"\nFrames: {frames}, {feature.ITEMS}: {items}, time: "
          f"{time.monotonic() - started:.1f} s")

    problems = write_pictures(folder, run.album, feature.ITEMS)
    problems += feature.write_more(folder, run.album, arguments)
    report(folder, feature, run.album)
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

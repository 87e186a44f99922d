# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pipeline: a video, the element, and what comes out of it."""

import os
import signal
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstPbutils", "1.0")
from gi.repository import Gst, GstPbutils

from failure import Failure
from frames import Album
from properties import set_properties


def make_element(factory, **properties):
    element = Gst.ElementFactory.make(factory)
    if not element:
        raise Failure(f"GStreamer has no element {factory} here")
    for name, value in properties.items():
        element.set_property(name.replace("_", "-"), value)
    return element


def input_uri(text):
    if Gst.uri_is_valid(text) and not os.path.exists(text):
        return text
    if not os.path.exists(text):
        raise Failure(f"{text}: there is no such file")
    if os.path.isdir(text):
        raise Failure(f"{text} is a folder, not a video or a picture")
    if not os.access(text, os.R_OK):
        raise Failure(f"{text}: may not be read")
    if os.path.getsize(text) == 0:
        raise Failure(f"{text}: the file is empty")
    return Gst.filename_to_uri(os.path.abspath(text))


def add_input(pipeline, convert, text, make_scene, frames):
    """Adds what feeds `convert`: a decoder of `text`, or, where that can be
    made, a scene. Returns a function that tells whether the input is known to
    have no video."""
    if make_scene:
        scene = make_scene(frames)
        pipeline.add(scene)
        scene.link(convert)
        return lambda: False

    decoder = make_element("uridecodebin", uri=input_uri(text))
    sink = convert.get_static_pad("sink")
    complete = []

    def pad_added(_decoder, pad):
        if not sink.is_linked() and pad.query_caps().to_string().startswith(
                "video/"):
            pad.link(sink)

    decoder.connect("pad-added", pad_added)
    decoder.connect("no-more-pads", lambda _decoder: complete.append(True))
    pipeline.add(decoder)
    return lambda: complete and not sink.is_linked()


def is_missing_plugin(error):
    return (error.matches(Gst.CoreError.quark(), Gst.CoreError.MISSING_PLUGIN)
            or error.matches(Gst.StreamError.quark(),
                             Gst.StreamError.CODEC_NOT_FOUND))


def error_text(message):
    """What happened, and the element's own words on it, which follow the place
    in its source."""
    error, debug = message.parse_error()
    lines = (debug or "").splitlines()
    return f"{error.message} ({lines[1]})" if lines[1:] else error.message


class Run:
    """The pipeline, and what its bus has said."""

    def __init__(self, feature, arguments):
        make_scene = None
        self.input = arguments.input
        if self.input is None:
            self.input, make_scene = feature.default_input()
        self.limit = arguments.frames
        self.stopped = False
        self.missing = []
        self.warned = set()
        self.error = None

        self.album = Album()
        self.detector = detector = make_element(feature.ELEMENT)
        set_properties(
            detector, [("draw", feature.DRAW)] + arguments.properties)
        self.album.watch(detector.get_static_pad("sink"))
        convert = make_element("videoconvert")
        self.sink = make_element("appsink", sync=False, max_buffers=2,
                                 enable_last_sample=False,
                                 caps=Gst.Caps.from_string("video/x-raw"))
        self.pipeline = Gst.Pipeline()
        for element in (convert, detector, self.sink):
            self.pipeline.add(element)
        convert.link(detector)
        detector.link(self.sink)
        self.has_no_video = add_input(self.pipeline, convert, self.input,
                                      make_scene, self.limit)

    def stop(self, number, _frame):
        """A handler of signals; a second one ends the program at once."""
        self.stopped = True
        signal.signal(number, signal.SIG_DFL)

    def samples(self):
        """Every sample until the end, an error, the limit or stop()."""
        count = 0
        self.pipeline.set_state(Gst.State.PLAYING)
        while not self.stopped and count != self.limit:
            sample = self.sink.emit("try-pull-sample", Gst.SECOND // 10)
            self.read_bus()
            if sample:
                count += 1
                yield sample
            elif self.error or self.sink.get_property("eos"):
                break
            elif self.has_no_video():
                break

    def total_frames(self, sample):
        """How many there will be, as far as can be told from the container."""
        structure = sample.get_caps().get_structure(0)
        known, numerator, denominator = structure.get_fraction("framerate")
        timed, duration = self.pipeline.query_duration(Gst.Format.TIME)
        if not (known and numerator and timed) or duration <= 0:
            return self.limit
        total = round(duration * numerator / (denominator * Gst.SECOND))
        return min(total, self.limit or total)

    def close(self):
        self.pipeline.set_state(Gst.State.NULL)

    def read_bus(self):
        bus = self.pipeline.get_bus()
        kinds = (Gst.MessageType.ERROR | Gst.MessageType.WARNING
                 | Gst.MessageType.ELEMENT)
        while message := bus.pop_filtered(kinds):
            if GstPbutils.is_missing_plugin_message(message):
                self.missing.append(
                    GstPbutils.missing_plugin_message_get_description(message))
            elif message.type == Gst.MessageType.WARNING:
                self.warn(message.parse_warning()[0])
            elif message.type == Gst.MessageType.ERROR and not self.error:
                self.note_error(message)

    def warn(self, warning):
        """Says each thing once; what is missing may not matter."""
        text = warning.message
        if text not in self.warned and not is_missing_plugin(warning):
            print(f"warning: {text}", file=sys.stderr)
        self.warned.add(text)

    def note_error(self, message):
        error = message.parse_error()[0]
        if message.src == self.detector:
            self.error = error.message
        elif self.missing and is_missing_plugin(error):
            self.error = self.what_is_missing()
        else:
            self.error = f"{self.input}: {error_text(message)}"

    def what_is_missing(self):
        return (f"{self.input}: GStreamer lacks: "
                + ", ".join(sorted(set(self.missing)))
                + "\n(on Debian in gstreamer1.0-libav, -plugins-bad or "
                "-plugins-ugly, if anywhere)")

    def why_nothing(self):
        """Why not one frame came."""
        if self.has_no_video() and self.missing:
            return self.what_is_missing()
        if self.has_no_video():
            return f"{self.input}: there is no video in it"
        if self.error:
            return self.error
        if self.stopped:
            return "stopped before the first frame"
        return f"{self.input}: not one frame came out of it"

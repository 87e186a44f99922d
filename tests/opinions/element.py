# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""harriscorners for Python: a picture in, its corners out."""

import os
import sys

from needs import need, skip

np, = need("numpy")


def load():
    """GStreamer with the element; ends the test where there is none."""
    global Gst
    if os.environ.get("SANITIZED"):
        skip("Python cannot load a plugin with sanitizers")
    try:
        import gi
        gi.require_version("Gst", "1.0")
        from gi.repository import Gst
    except (ImportError, ValueError) as error:
        skip("no GStreamer in Python (%s); Debian: python3-gi"
             " gir1.2-gstreamer-1.0" % error)
    Gst.init(None)
    for name, package in (("appsrc", "gstreamer1.0-plugins-base"),
                          ("harriscorners", None)):
        if not Gst.ElementFactory.find(name):
            if package:
                skip("no %s; Debian: %s" % (name, package))
            sys.exit("no %s: GST_PLUGIN_PATH must name its folder" % name)


def padded_rows(picture):
    """The bytes of a frame: GStreamer's rows begin at multiples of four."""
    rows = np.ascontiguousarray(picture).reshape(len(picture), -1)
    return np.pad(rows, ((0, 0), (0, -rows.shape[1] % 4))).tobytes()


def pipeline_for(picture, properties):
    line = "appsrc name=in ! harriscorners backend=cpu %s ! appsink name=out" \
        " sync=false" % " ".join(
            "%s=%s" % (name.replace("_", "-"), value)
            for name, value in properties.items())
    pipeline = Gst.parse_launch(line)
    pipeline.get_by_name("in").set_property("caps", Gst.Caps.from_string(
        "video/x-raw,format=%s,width=%d,height=%d,framerate=1/1" % (
            "GRAY8" if picture.ndim == 2 else "RGB",
            picture.shape[1], picture.shape[0])))
    return pipeline


def corners_of(buffer):
    fields = buffer.get_custom_meta("VideoFeaturesCorners").get_structure()
    data = fields.get_value("corners").get_data() or b""
    stride = fields.get_value("stride")
    return np.frombuffer(data, np.uint8).reshape(-1, stride)[:, :12].copy() \
        .view("<f4")


def find(picture, **properties):
    """The corners of 8-bit grey or RGB: rows of x, y, R; the strongest first.

    The keywords are the element's properties, with _ for -.
    """
    pipeline = pipeline_for(picture, properties)
    try:
        pipeline.set_state(Gst.State.PLAYING)
        source = pipeline.get_by_name("in")
        source.emit("push-buffer", Gst.Buffer.new_wrapped(
            padded_rows(picture)))
        source.emit("end-of-stream")
        sample = pipeline.get_by_name("out").emit("pull-sample")
        if sample is None:
            message = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
            raise RuntimeError(message.parse_error())
        return corners_of(sample.get_buffer())
    finally:
        pipeline.set_state(Gst.State.NULL)

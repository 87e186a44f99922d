# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The demo of faces: what is asked for, and what is made of it."""

import importlib.util
import json
import os
import struct

import gi

gi.require_version("GstVideo", "1.0")
from gi.repository import GstVideo

from failure import Failure

META = "VideoFeaturesObjects"


def photograph():
    """The astronaut of scikit-image."""
    package = importlib.util.find_spec("skimage")
    path = package and os.path.join(os.path.dirname(package.origin), "data",
                                    "astronaut.png")
    if not path or not os.path.exists(path):
        raise Failure("which picture or video? Without one the demo takes the "
                      "photograph of python3-skimage, which is not installed")
    return path


def confidence(buffer, number):
    """The meta has the score only; what others are told has both."""
    region = GstVideo.buffer_get_video_region_of_interest_meta_id(
        buffer, number)
    detection = region and region.get_param("detection")
    return detection.get_value("confidence") if detection else None


def read_object(buffer, data, at, label):
    x, y, width, height, score, neighbors, number = struct.unpack_from(
        "<5f2I", data, at)
    return {"label": label, "x": round(x), "y": round(y),
            "width": round(width), "height": round(height), "score": score,
            "confidence": confidence(buffer, number), "neighbors": neighbors,
            "id": number}


class Faces:
    ELEMENT = "haardetect"
    DRAW = "objects"
    ITEMS = "objects"
    COLUMNS = "label,x,y,width,height,score,confidence,neighbors,id"
    FILES = """\
  objects.jsonl          a line of JSON for each frame
  objects.csv            a line for each object
  frame-*-objects.png    boxes around the objects"""

    @staticmethod
    def default_input():
        return photograph(), None

    @staticmethod
    def read(buffer):
        meta = buffer.get_custom_meta(META)
        if not meta:
            return {"width": None, "height": None, "count": None,
                    "objects": []}
        fields = meta.get_structure()
        count, stride = fields.get_value("count"), fields.get_value("stride")
        data = fields.get_value("objects").get_data() or b""
        labels = fields.get_array("labels")[1]
        return {
            "width": fields.get_value("width"),
            "height": fields.get_value("height"),
            "count": count,
            "objects": [read_object(buffer, data, i * stride,
                                    labels.get_nth(i)) for i in range(count)],
        }

    @staticmethod
    def text(frame):
        if frame["count"] is None:
            return "not analysed"
        places = ["{label} {confidence:.2f} at {x},{y} {width}x{height}"
                  .format_map(item) for item in frame["objects"]]
        word = "object" if frame["count"] == 1 else "objects"
        return "; ".join([f"{frame['count']:5} {word}", *places])

    @staticmethod
    def as_csv(item):
        return ",".join(str(value) for value in item.values())

    @staticmethod
    def as_json(item):
        return json.dumps(item)

    @staticmethod
    def write_more(_folder, _album, _arguments):
        return []

# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The demo of corners: what is asked for, and what is made of it."""

import math
import os
import struct

import moving_scene
from results import write_heat_maps

META = "VideoFeaturesCorners"


class Corners:
    ELEMENT = "harriscorners"
    DRAW = "corners"
    ITEMS = "corners"
    COLUMNS = "x,y,response"
    FILES = """\
  corners.jsonl          a line of JSON for each frame
  corners.csv            a line for each corner
  frame-*-corners.png    the corners drawn
  frame-*-response.png   the response as a heat map"""

    @staticmethod
    def default_input():
        """What is looked at where the user names nothing, and a function that
        makes it, or None for a file."""
        return "the moving scene", lambda frames: moving_scene.make(
            frames or moving_scene.FRAMES)

    @staticmethod
    def read(buffer):
        """What the element found, as a dictionary."""
        meta = buffer.get_custom_meta(META)
        if not meta:
            return {"width": None, "height": None, "count": None,
                    "threshold": None, "corners": []}
        fields = meta.get_structure()
        count, stride = fields.get_value("count"), fields.get_value("stride")
        data = fields.get_value("corners").get_data() or b""
        threshold = fields.get_value("threshold")
        return {
            "width": fields.get_value("width"),
            "height": fields.get_value("height"),
            "count": count,
            "threshold": None if math.isnan(threshold) else threshold,
            "corners": [struct.unpack_from("<3f", data, i * stride)
                        for i in range(count)],
        }

    @staticmethod
    def text(frame):
        if frame["count"] is None:
            return f"{'not analysed':<37}"
        threshold = ("none" if frame["threshold"] is None
                     else f"{frame['threshold']:.6g}")
        word = "corner" if frame["count"] == 1 else "corners"
        return f"{frame['count']:5} {word:<7}  threshold {threshold:<12}"

    @staticmethod
    def as_csv(corner):
        # Nine digits tell one float from the next.
        return "%.9g,%.9g,%.9g" % corner

    @classmethod
    def as_json(cls, corner):
        return f"[{cls.as_csv(corner)}]"

    @staticmethod
    def write_more(folder, album, arguments):
        tool = os.path.join(arguments.build, "tools", "harris-picture")
        return write_heat_maps(folder, album, tool, arguments.properties)

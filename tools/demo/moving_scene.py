# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A moving scene that GStreamer paints by itself: chequered tiles that turn
and wander over a grey gradient. The same frames come out on every run."""

import math

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstController", "1.0")
from gi.repository import Gst, GstController

WIDTH, HEIGHT, RATE, FRAMES = 640, 480, 30, 90

# A tile is painted CELLS squares wide at twice its size on the screen, with a
# clear margin so that its corners stay inside while it turns; the compositor
# halves it, which smooths the edges.
CELL = 8
MARGIN = 0.22

# Per tile: squares a side, pixels a side, hue, turn in radians, and the way of
# its centre, which it walks at an even speed.
TILES = (
    {"cells": 4, "side": 168, "hue": 0.0, "turn": 1.5 * math.pi,
     "way": ((130, 130), (330, 170), (500, 330))},
    {"cells": 6, "side": 132, "hue": 0.6, "turn": -1.0 * math.pi,
     "way": ((520, 110), (300, 90), (110, 210))},
    {"cells": 3, "side": 108, "hue": -0.6, "turn": 2.5 * math.pi,
     "way": ((120, 380), (330, 360), (360, 350), (540, 130))},
)


def _launch_line(frames):
    caps = f"video/x-raw,framerate={RATE}/1"
    lines = [
        f"compositor name=scene ! {caps},format=AYUV"
        " ! gaussianblur sigma=0.9 ! videoconvert"
        f" ! capsfilter caps={caps},format=I420,width={WIDTH},height={HEIGHT}",
        f"videotestsrc pattern=gradient num-buffers={frames}"
        f" ! {caps},width={WIDTH},height={HEIGHT}"
        " ! videobalance contrast=0.6 brightness=0.1 ! scene.sink_0",
    ]
    for number, tile in enumerate(TILES, 1):
        small, large = tile["cells"] * CELL, 2 * tile["side"]
        edge = round(MARGIN * large)
        lines.append(
            f"videotestsrc pattern=checkers-8 num-buffers={frames}"
            f" ! {caps},format=ARGB,width={small},height={small}"
            f" ! videobalance saturation=0.7 hue={tile['hue']}"
            f" ! videoscale method=nearest-neighbour"
            f" ! video/x-raw,width={large},height={large}"
            f" ! videobox border-alpha=0 left=-{edge} right=-{edge}"
            f" top=-{edge} bottom=-{edge}"
            f" ! rotate name=turn_{number} ! scene.sink_{number}")
    return "  ".join(lines)


def _move(thing, name, values, duration):
    """Lead a property through `values`, evenly spread over the clip."""
    source = GstController.InterpolationControlSource()
    source.props.mode = GstController.InterpolationMode.LINEAR
    for step, value in enumerate(values):
        source.set(step * duration // (len(values) - 1), value)
    thing.add_control_binding(
        GstController.DirectControlBinding.new_absolute(thing, name, source))


def make(frames=FRAMES):
    """A bin with one source pad, I420. A short clip is the beginning of the
    whole one; in a longer one all goes more slowly."""
    scene = Gst.parse_bin_from_description(_launch_line(frames), True)
    duration = max(frames, FRAMES) * Gst.SECOND // RATE
    compositor = scene.get_by_name("scene")
    for number, tile in enumerate(TILES, 1):
        side = round(tile["side"] * (1 + 2 * MARGIN))
        pad = compositor.get_static_pad(f"sink_{number}")
        pad.props.width = pad.props.height = side
        for name, axis in (("xpos", 0), ("ypos", 1)):
            _move(pad, name, [p[axis] - side // 2 for p in tile["way"]],
                  duration)
        _move(scene.get_by_name(f"turn_{number}"), "angle",
              (0.0, tile["turn"]), duration)
    return scene

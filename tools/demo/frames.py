# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The frames that become pictures."""

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst, GstVideo

MOST_PICTURES = 8


def rows_of_component(data, info, buffer, component):
    """The rows of one 8-bit component, as bytes."""
    format_info = info.finfo
    plane = format_info.plane[component]
    layout = GstVideo.buffer_get_video_meta(buffer) or info
    start = layout.offset[plane] + format_info.poffset[component]
    stride, step = layout.stride[plane], format_info.pixel_stride[component]
    length = (info.width - 1) * step + 1
    for row in range(info.height):
        first = start + row * stride
        yield data[first:first + length:step]


def frame_as_pnm(buffer, caps):
    """The samples that the element looks at, as the bytes of a PPM (RGB) or
    PGM (luma) file; None where a sample is not one byte."""
    info = GstVideo.VideoInfo.new_from_caps(caps)
    if any(depth != 8 for depth in info.finfo.depth[:info.finfo.n_components]):
        return None
    is_rgb = bool(info.finfo.flags & GstVideo.VideoFormatFlags.RGB)
    components = 3 if is_rgb else 1
    pixels = bytearray(components * info.width * info.height)
    mapped, memory = buffer.map(Gst.MapFlags.READ)
    if not mapped:
        return None
    for component in range(components):
        pixels[component::components] = b"".join(
            rows_of_component(memory.data, info, buffer, component))
    buffer.unmap(memory)
    kind = "P6" if is_rgb else "P5"
    return f"{kind}\n{info.width} {info.height}\n255\n".encode() + pixels


def copy_of_sample(sample):
    """A sample that holds no buffer of the pipeline's pools."""
    return Gst.Sample.new(sample.get_buffer().copy_deep(), sample.get_caps(),
                          None, None)


class Album:
    """A handful of frames spread over a clip of unknown length: every
    `step`th, where the step doubles whenever they become too many."""

    def __init__(self):
        self.step = 1
        self.before = {}
        self.kept = {}
        self.incoming = 0

    def watch(self, pad):
        """Remembers frames as they enter the element, before it draws."""
        pad.add_probe(Gst.PadProbeType.BUFFER, self._frame_enters)

    def _frame_enters(self, pad, info):
        if self.incoming % self.step == 0:
            self.before[self.incoming] = frame_as_pnm(
                info.get_buffer(), pad.get_current_caps())
        self.incoming += 1
        return Gst.PadProbeReturn.OK

    def add(self, index, sample):
        before = self.before.pop(index, None)
        if index % self.step:
            return
        self.kept[index] = (before, copy_of_sample(sample))
        if len(self.kept) > MOST_PICTURES:
            self.step *= 2
            self.kept = {index: pictures for index, pictures
                         in self.kept.items() if index % self.step == 0}

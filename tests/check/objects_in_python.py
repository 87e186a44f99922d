# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# usage: objects_in_python.py ELEMENTS.md
#
# The Python function that the documentation has for objects reads a meta, with
# nothing but python3-gi.

import os
import re
import struct
import sys
import warnings

if os.environ.get("SANITIZED"):
    print("Skipped: python cannot load a plugin with sanitizers.")
    sys.exit(77)
try:
    import gi
    gi.require_version("Gst", "1.0")
    from gi.repository import GLib, GObject, Gst
except (ImportError, ValueError):
    print("Skipped: python3-gi or GStreamer's typelib is missing.")
    sys.exit(77)

NAME = "VideoFeaturesObjects"


def documented_function(path):
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
    names = {}
    exec(next(block for block in blocks if NAME in block), names)
    return names["objects_of"]


def typed(kind, content):
    value = GObject.Value()
    value.init(kind)
    if kind == GLib.Bytes.__gtype__:
        value.set_boxed(content)
    else:
        value.set_value(content)
    return value


class Frame:
    """A buffer with a meta: python3-gi cannot write into a real one."""

    def __init__(self, fields):
        self.fields = fields

    def get_custom_meta(self, name):
        assert name == NAME
        return self

    def get_structure(self):
        return self.fields


def frame_with(labels, stride):
    """As the writer does it; records may be longer than those of today."""
    fields = Gst.Structure.new_empty(NAME)
    data = b"".join(
        struct.pack("<5f3Ii", 1, 2, 3, 4, 5.5, 6, 7 + i, 1, -1).ljust(stride)
        for i in range(len(labels)))
    for name, number in (("version", 1), ("width", 64), ("height", 48),
                         ("count", len(labels)), ("stride", stride)):
        fields.set_value(name, typed(GObject.TYPE_UINT, number))
    fields.set_value("pts", typed(GObject.TYPE_UINT64, 9))
    fields.set_value("source", "by-hand")
    fields.set_value("held", False)
    fields.set_value("objects",
                     typed(GLib.Bytes.__gtype__, GLib.Bytes.new(data)))
    array = GObject.ValueArray.new(0)
    for label in labels:
        array.append(typed(GObject.TYPE_STRING, label))
    fields.set_array("labels", array)
    return Frame(fields)


def main():
    warnings.simplefilter("ignore", DeprecationWarning)
    Gst.init(None)
    # Registers the meta.
    element = Gst.ElementFactory.make("featureoverlay", None)
    assert element is not None, "is GST_PLUGIN_PATH set?"
    objects_of = documented_function(sys.argv[1])

    assert objects_of(Gst.Buffer.new()) is None
    found = objects_of(frame_with(["face", "eye"], 44))
    assert found == [("face", 1, 2, 3, 4, 5.5, 6, 7, 1, -1),
                     ("eye", 1, 2, 3, 4, 5.5, 6, 8, 1, -1)], found
    assert objects_of(frame_with([], 36)) == []


main()

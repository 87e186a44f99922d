# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The element's properties, from text."""

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GObject, Gst

from failure import Failure

REALS = (GObject.TYPE_DOUBLE, GObject.TYPE_FLOAT)


def own_properties(element):
    """The settable properties that the element itself brings."""
    return {spec.name: spec for spec in element.list_properties()
            if spec.owner_type == element.__gtype__
            and spec.flags & GObject.ParamFlags.WRITABLE}


def enum_nicks(spec):
    if spec.value_type.is_a(GObject.TYPE_FLAGS):
        values = spec.flags_class.__flags_values__.values()
        return [value.first_value_nick for value in values]
    return [value.value_nick
            for value in spec.enum_class.__enum_values__.values()]


def legal_values(spec):
    kind = spec.value_type
    if kind.is_a(GObject.TYPE_ENUM):
        return " | ".join(enum_nicks(spec))
    if kind.is_a(GObject.TYPE_FLAGS):
        return " + ".join(enum_nicks(spec))
    if kind == GObject.TYPE_BOOLEAN:
        return "true | false"
    if kind in REALS:
        return f"a number from {spec.minimum:g} to {spec.maximum:g}"
    if hasattr(spec, "minimum"):
        return f"a whole number from {spec.minimum} to {spec.maximum}"
    return "a text"


def describe_properties(element):
    return "\n".join(f"  {name:<20}{legal_values(spec)}"
                     for name, spec in sorted(own_properties(element).items()))


def parse_value(spec, text):
    """The value that `text` stands for, or ValueError."""
    kind = spec.value_type
    if kind.is_a(GObject.TYPE_ENUM) or kind.is_a(GObject.TYPE_FLAGS):
        words = text.split("+") if kind.is_a(GObject.TYPE_FLAGS) else [text]
        if not set(words) <= set(enum_nicks(spec)):
            raise ValueError
        return text
    if kind == GObject.TYPE_BOOLEAN:
        return {"true": True, "false": False}[text]
    if kind in REALS:
        value = float(text)
    elif hasattr(spec, "minimum"):
        value = int(text, 0)
    else:
        return text
    if not spec.minimum <= value <= spec.maximum:
        raise ValueError
    return value


def set_properties(element, pairs):
    specs = own_properties(element)
    for name, text in pairs:
        if name not in specs:
            raise Failure(f"there is no property {name}, but there are\n"
                          + describe_properties(element))
        try:
            value = parse_value(specs[name], text)
        except (KeyError, ValueError):
            raise Failure(f"{name}={text}: not possible; {name} is\n"
                          f"  {legal_values(specs[name])}") from None
        if isinstance(value, str):
            Gst.util_set_object_arg(element, name, value)
        else:
            element.set_property(name, value)

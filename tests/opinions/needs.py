# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Skipping a test where something that it needs is not installed."""

import importlib
import sys


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def need(*names):
    """The modules of these names."""
    try:
        return [importlib.import_module(name) for name in names]
    except ImportError as error:
        skip("%s (Debian: python3-numpy python3-opencv python3-skimage)"
             % error)

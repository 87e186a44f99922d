# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How the demo ends when it cannot go on."""


class Failure(Exception):
    """Something that the user should be told in one message."""

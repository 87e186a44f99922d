# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables that scripts write into documents."""


def insert(path, tables):
    """Each, by name, between its two marks."""
    text = path.read_text()
    for name, table in tables.items():
        begin, end = "<!-- %s -->\n" % name, "<!-- end of %s -->" % name
        before, rest = text.split(begin)
        text = before + begin + "\n" + table + "\n" + end \
            + rest.split(end)[1]
    path.write_text(text)

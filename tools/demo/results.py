# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The folder of the results, and the files in it."""

import json
import os
import subprocess
import tempfile

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import GLib, Gst, GstVideo

from failure import Failure

# Properties that the response depends on.
FOR_PICTURES = ("filter-length", "sigma", "k", "measure", "channels")


class Folder:
    """The folder of the results. A list of the files in it, kept there too,
    lets a later demo replace them and nothing else."""

    LIST = "files-of-the-demo.txt"

    def __init__(self, path):
        self.path = path
        self.names = []
        try:
            os.makedirs(path, exist_ok=True)
            self._remove_earlier_results()
            self._claim(self.LIST)
        except OSError as error:
            raise Failure(f"{error.filename}: {error.strerror}; "
                          "--out names another folder") from None

    def _remove_earlier_results(self):
        try:
            with open(self._at(self.LIST), encoding="utf-8") as earlier:
                names = earlier.read().split()
        except FileNotFoundError:
            return
        for name in names:
            if name == os.path.basename(name) and os.path.isfile(
                    self._at(name)):
                os.remove(self._at(name))

    def _at(self, name):
        return os.path.join(self.path, name)

    def _claim(self, name):
        if os.path.lexists(self._at(name)):
            raise Failure(f"{self._at(name)} is not from an earlier demo and "
                          "stays; --out names another folder")
        self.names.append(name)
        with open(self._at(self.LIST), "w", encoding="utf-8") as names:
            names.write("".join(f"{line}\n" for line in self.names))

    def new(self, name):
        """The path of a new file."""
        self._claim(name)
        return self._at(name)


class Lists:
    """The lists of what was found, such as corners.jsonl and corners.csv."""

    def __init__(self, folder, feature):
        self.feature = feature
        self.json, self.csv = (
            open(folder.new(f"{feature.ITEMS}.{kind}"), "w", encoding="utf-8")
            for kind in ("jsonl", "csv"))
        self.csv.write(f"frame,{feature.COLUMNS}\n")

    def add(self, frame):
        items = frame[self.feature.ITEMS]
        head = {key: value for key, value in frame.items()
                if key != self.feature.ITEMS}
        self.json.write("%s, \"%s\": [%s]}\n" % (
            json.dumps(head)[:-1], self.feature.ITEMS,
            ",".join(self.feature.as_json(item) for item in items)))
        self.csv.writelines(
            f"{frame['frame']},{self.feature.as_csv(item)}\n"
            for item in items)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.json.close()
        self.csv.close()


def stem(index):
    return f"frame-{index:06}"


def write_pictures(folder, album, items):
    """The kept frames as PNG pictures. Returns what could not be made."""
    problems = []
    for index, (_before, sample) in sorted(album.kept.items()):
        try:
            png = GstVideo.video_convert_sample(
                sample, Gst.Caps.from_string("image/png"), 60 * Gst.SECOND)
            with open(folder.new(f"{stem(index)}-{items}.png"), "wb") as file:
                file.write(sample_bytes(png))
        except GLib.Error as error:
            problems.append(f"{stem(index)}: no picture: {error.message}")
    return problems


def sample_bytes(sample):
    buffer = sample.get_buffer()
    return buffer.extract_dup(0, buffer.get_size())


def write_heat_maps(folder, album, tool, properties):
    """Those of the kept frames. Returns what could not be made."""
    if not os.access(tool, os.X_OK):
        return [f"no heat maps: {tool} is not built"]
    problems = []
    for index, (before, _sample) in sorted(album.kept.items()):
        if before is None:
            problems.append(
                f"{stem(index)}: no heat map: its samples are not bytes")
        else:
            problems += write_heat_map(folder, stem(index), before, tool,
                                       properties)
    return problems


def write_heat_map(folder, name, before, tool, properties):
    """Has harris-picture write the response of one frame. Returns problems."""
    words = [f"{name}={value}" for name, value in properties
             if name in FOR_PICTURES]
    path = folder.new(f"{name}-response.png")
    with tempfile.NamedTemporaryFile(suffix=".pnm") as picture:
        picture.write(before)
        picture.flush()
        try:
            subprocess.run(
                [tool, *words, "write=response-picture", picture.name,
                 path.removesuffix("-response.png")],
                check=True, stderr=subprocess.PIPE, text=True)
        except subprocess.CalledProcessError as error:
            return [f"{name}: no heat map: {error.stderr.strip()}"]
    return []

#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes docs/pictures again: one photograph on its way through the detector.

    docs/make-pictures.py BUILD/tools/harris-picture [FOLDER]

hidden.jpg is made by gst-launch-1.0 with the plugin of the same BUILD. Needs
OpenCV's cascades (opencv-data) and Python with numpy, matplotlib, PIL and scikit-image, which holds the
photograph: Eileen Collins, by NASA, in the public domain.
"""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import skimage
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle
from PIL import Image

PHOTOGRAPH = pathlib.Path(skimage.__file__).parent / "data/astronaut.png"

# The detail that some pictures show, on the grid of blocks: x, y, size.
LEFT, TOP, WIDE, HIGH = 272, 332, 64, 48
BLOCK = 4

WARM, COLD, GREY, DARK = "#e2621b", "#2f78b4", "#9a9aa2", "#26262c"

plt.rcParams.update({
    "font.size": 10, "axes.titlesize": 11, "axes.edgecolor": GREY,
    "axes.spines.top": False, "axes.spines.right": False,
    "text.color": DARK, "axes.labelcolor": DARK,
    "xtick.color": DARK, "ytick.color": DARK,
})


class Run:
    """What harris-picture makes of the photograph with some parameters."""

    def __init__(self, tool, folder, *parameters):
        prefix = folder / "run"
        picture = folder / "input.ppm"
        Image.open(PHOTOGRAPH).convert("RGB").save(picture)
        subprocess.run([tool, *parameters, picture, prefix], check=True)
        self.photograph = np.array(Image.open(picture))
        self.heat = Image.open(str(prefix) + "-response.png")
        self.heat.load()
        self.response = np.fromfile(
            str(prefix) + "-response.f32", np.float32).reshape(
                self.photograph.shape[:2])
        self.corners = read_table(str(prefix) + "-corners.csv")
        self.maxima = read_table(str(prefix) + "-maxima.csv")
        self.read_histogram(str(prefix) + "-histogram.csv")

    def read_histogram(self, path):
        with open(path) as lines:
            self.threshold = float(next(lines).split("=")[1])
        self.lo, self.hi = self.response.min(), self.response.max()
        self.counts = np.loadtxt(path, delimiter=",", skiprows=2)[:, 1]

    def bin_edges(self):
        return np.linspace(self.lo, self.hi, len(self.counts) + 1)


def read_table(path):
    with open(path) as lines:
        rows = list(csv.reader(lines))[1:]
    return np.array(rows, dtype=float).reshape(-1, 3)


def save(figure, path, colours=256, fixed=(), dither=Image.Dither.NONE):
    """Without dates and versions, and with a palette, to be small.

    The palette holds the colours that are fixed, some greys, and those of the
    picture that are neither.
    """
    figure.savefig(path, dpi=100, metadata={"Software": None})
    plt.close(figure)
    picture = Image.open(path).convert("RGB")
    palette = [(v, v, v) for v in (*range(0, 248, 8), 255)]
    palette += [tuple(colour) for colour in fixed]
    palette += vivid_colours(picture, colours - len(palette))
    holder = Image.new("P", (1, 1))
    holder.putpalette([v for colour in palette for v in colour])
    picture.quantize(palette=holder, dither=dither).save(path, optimize=True)


def vivid_colours(picture, n):
    """The n colours that serve best for the pixels that are not grey."""
    pixels = np.array(picture).reshape(-1, 3).astype(int)
    vivid = pixels[np.ptp(pixels, axis=1) > 12].astype(np.uint8)
    if n <= 0 or len(vivid) == 0:
        return []
    few = Image.fromarray(vivid[None]).quantize(
        n, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    found = np.array(few.getpalette()).reshape(-1, 3)[:n]
    return [tuple(int(v) for v in colour) for colour in found]


def bare(axes):
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)


def show_detail(axes, picture, **how):
    """The detail, in the photograph's coordinates."""
    axes.imshow(picture[TOP:TOP + HIGH, LEFT:LEFT + WIDE],
                extent=(LEFT - 0.5, LEFT + WIDE - 0.5,
                        TOP + HIGH - 0.5, TOP - 0.5),
                interpolation="nearest", **how)
    axes.set_xlim(LEFT - 0.5, LEFT + WIDE - 0.5)
    axes.set_ylim(TOP + HIGH - 0.5, TOP - 0.5)
    bare(axes)


def in_detail(points):
    return points[(points[:, 0] >= LEFT) & (points[:, 0] < LEFT + WIDE)
                  & (points[:, 1] >= TOP) & (points[:, 1] < TOP + HIGH)]


def draw_input(run, path):
    figure = plt.figure(figsize=(5.12, 5.12))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.imshow(run.photograph)
    axes.add_patch(Rectangle((LEFT - 0.5, TOP - 0.5), WIDE, HIGH, fill=False,
                             edgecolor="white", linewidth=2))
    bare(axes)
    save(figure, path, dither=Image.Dither.FLOYDSTEINBERG)


def gradients(samples):
    """Central differences; outside the picture its edge pixels go on."""
    v = np.pad(samples.astype(float), ((1, 1), (1, 1), (0, 0)), "edge")
    return v[1:-1, 2:] - v[1:-1, :-2], v[2:, 1:-1] - v[:-2, 1:-1]


def draw_gradient(run, path):
    ix, iy = gradients(run.photograph)
    strength = np.sqrt((ix ** 2 + iy ** 2).sum(axis=2))
    panels = [
        ("the detail of the photograph", run.photograph, {}),
        ("Ix of red: warm where it rises to the right", ix[:, :, 0],
         {"cmap": "RdBu_r", "vmin": -255, "vmax": 255}),
        ("Iy of red: warm where it rises downwards", iy[:, :, 0],
         {"cmap": "RdBu_r", "vmin": -255, "vmax": 255}),
        ("both, all channels: edges of any direction", strength,
         {"cmap": "gray_r"}),
    ]
    figure, all_axes = plt.subplots(2, 2, figsize=(8, 6.5),
                                    layout="constrained")
    for axes, (title, picture, how) in zip(all_axes.flat, panels):
        show_detail(axes, picture, **how)
        axes.set_title(title)
    save(figure, path)


def heat_colours(run):
    """The tool's palette; its middle is R = 0."""
    return ListedColormap(
        np.array(run.heat.getpalette(), float).reshape(-1, 3)[:255] / 255)


def draw_response(run, path):
    palette = np.array(run.heat.getpalette()).reshape(-1, 3).tolist()
    largest = abs(run.response).max()
    figure = plt.figure(figsize=(6.4, 5.12))
    axes = figure.add_axes((0, 0, 5.12 / 6.4, 1))
    axes.imshow(run.heat.convert("RGB"))
    bare(axes)
    bar = figure.add_axes((5.32 / 6.4, 0.07, 0.18 / 6.4, 0.86))
    bar.imshow(np.arange(255)[::-1, None], cmap=heat_colours(run),
               aspect="auto", extent=(0, 1, -1, 1))
    shares = [1, 0.1, 0.01, 0.001, 0, -0.001, -0.01, -0.1]
    bar.set_yticks([np.sign(s) * abs(s) ** 0.25 for s in shares],
                   ["%.2g" % (s * largest) for s in shares])
    bar.yaxis.tick_right()
    bar.set_xticks([])
    bar.text(0, 1.04, "corner", color=WARM, ha="left", va="bottom",
             weight="bold", clip_on=False)
    bar.text(0, -1.04, "edge", color=COLD, ha="left", va="top",
             weight="bold", clip_on=False)
    save(figure, path, 200,
         [palette[i] for i in (*range(0, 118, 3), *range(118, 255, 2))])


def rosin_points(run):
    """Peak, end and the bin farthest below the line, as the core found it."""
    peak = int(run.counts.argmax())
    end = int(np.flatnonzero(run.counts)[-1])
    width = (run.hi - run.lo) / len(run.counts)
    return peak, end, int(round((run.threshold - run.lo) / width)) - 1


def draw_bars(axes, run, first, last):
    peak, end, cut = rosin_points(run)
    bins = np.arange(first, last)
    axes.bar(bins, run.counts[first:last], width=1, align="center",
             color=[WARM if b > cut else GREY for b in bins])
    axes.set_xlim(first - 1, last)


def draw_histogram(run, path):
    peak, end, cut = rosin_points(run)
    n = len(run.counts)
    figure, (whole, near) = plt.subplots(
        1, 2, figsize=(10, 4.2), layout="constrained", width_ratios=(3, 2))

    draw_bars(whole, run, 0, n)
    whole.set_yscale("log")
    whole.set_ylim(0.7, run.counts.max() * 3)
    line = np.linspace(peak, end, 400)
    height = np.interp(line, (peak, end), run.counts[[peak, end]])
    whole.plot(line, height, color=COLD, linewidth=1.5)
    whole.axvline(cut + 0.5, color=DARK, linewidth=1)
    whole.annotate("Rosin's line, from the peak to\n"
                   "the last bin (it is straight where\n"
                   "counts are not logarithmic)",
                   (line[100], height[100]), (line[85], 5e3), color=COLD,
                   arrowprops={"arrowstyle": "-", "color": COLD})
    whole.annotate("threshold", (cut + 0.5, 3e3), (cut + 24, 8e2),
                   arrowprops={"arrowstyle": "->", "color": DARK})
    passing = run.counts[cut + 1:].sum() / run.counts.sum()
    whole.text(112, 60, "%.1f %% of the pixels pass" % (100 * passing),
               color=WARM, weight="bold")
    whole.set_xlabel("bin of R, from %.2g to %.2g" % (run.lo, run.hi))
    whole.set_ylabel("pixels")
    whole.set_title("all %d bins, logarithmic" % n)

    first, last = peak - 6, peak + 17
    draw_bars(near, run, first, last)
    height = np.interp(cut, (peak, end), run.counts[[peak, end]])
    near.plot((peak, last), np.interp((peak, last), (peak, end),
                                      run.counts[[peak, end]]),
              color=COLD, linewidth=1.5)
    near.plot((cut, cut), (run.counts[cut], height), color=COLD, linewidth=1.5,
              linestyle=":")
    near.axvline(cut + 0.5, color=DARK, linewidth=1)
    near.annotate("peak: bin %d,\n%d %% of the pixels" % (
        peak, 100 * run.counts[peak] / run.counts.sum()),
        (peak + 0.5, run.counts[peak] * 0.98),
        (peak + 5.5, run.counts[peak] * 0.87), va="center",
        arrowprops={"arrowstyle": "->", "color": DARK})
    near.annotate("bin %d lies farthest\nbelow the line" % cut,
                  (cut, height * 0.55), (cut + 2.5, height * 0.6), color=COLD,
                  va="center",
                  arrowprops={"arrowstyle": "->", "color": COLD})
    near.annotate("threshold: R = %.3g,\nto the right pixels pass"
                  % run.threshold, (cut + 0.5, height * 0.3),
                  (cut + 2.5, height * 0.3), va="center",
                  arrowprops={"arrowstyle": "->", "color": DARK})
    near.set_xlabel("bin of R")
    near.set_title("around the peak, linear")
    save(figure, path)


def draw_grid(axes):
    for x in range(LEFT, LEFT + WIDE + 1, BLOCK):
        axes.axvline(x - 0.5, color="white", linewidth=0.5, alpha=0.45)
    for y in range(TOP, TOP + HIGH + 1, BLOCK):
        axes.axhline(y - 0.5, color="white", linewidth=0.5, alpha=0.45)


def draw_maxima(run, path):
    figure = plt.figure(figsize=(8, 6.4))
    axes = figure.add_axes((0, 0.0625, 1, 0.9375))
    show_detail(axes, np.array(run.heat.convert("RGB")))
    draw_grid(axes)
    maxima, corners = in_detail(run.maxima), in_detail(run.corners)
    axes.scatter(maxima[:, 0], maxima[:, 1], s=22, facecolor="white",
                 edgecolor=DARK, linewidth=0.6,
                 label="%d first pixels of their block" % len(maxima))
    x, y = corners[1][:2]
    axes.scatter(corners[:, 0], corners[:, 1], s=90, marker="s",
                 facecolor="none", edgecolor="#57e389", linewidth=2,
                 label="%d that are first in their window" % len(corners))
    axes.add_patch(Rectangle(
        (x - BLOCK - 0.5, y - BLOCK - 0.5), 2 * BLOCK + 1, 2 * BLOCK + 1,
        fill=False, edgecolor="#57e389", linewidth=1.2, linestyle="--",
        label="one such window"))
    figure.legend(*axes.get_legend_handles_labels(), loc="lower center",
                  ncols=3, frameon=True, facecolor="#3a3a44",
                  labelcolor="white", edgecolor="none",
                  bbox_to_anchor=(0.5, 0.0))
    save(figure, path)


def draw_suppressions(runs, path):
    figure, all_axes = plt.subplots(2, 2, figsize=(8, 6.5),
                                    layout="constrained")
    for axes, (name, run) in zip(all_axes.flat, runs.items()):
        show_detail(axes, run.photograph)
        corners = in_detail(run.corners)
        axes.scatter(corners[:, 0], corners[:, 1], s=40, facecolor="#ffe14d",
                     edgecolor="black", linewidth=1.2)
        axes.set_title("%s: %d here, %d in the photograph"
                       % (name, len(corners), len(run.corners)))
    save(figure, path)


def draw_corners(run, path):
    """On a paler photograph. The stronger a corner, the lighter its ring."""
    figure = plt.figure(figsize=(6.4, 6.4))
    axes = figure.add_axes((0, 0, 1, 1))
    grey = run.photograph @ np.array((0.299, 0.587, 0.114))
    paler = 0.6 * run.photograph + 0.4 * grey[:, :, None]
    axes.imshow(paler * 0.8 / 255, interpolation="bilinear")
    x, y, _ = run.corners[::-1].T
    axes.scatter(x, y, s=58, facecolor="none", edgecolor="black",
                 linewidth=3.6, alpha=0.65)
    axes.scatter(x, y, s=58, facecolor="none", linewidth=1.8,
                 edgecolor=plt.get_cmap("YlGn_r")(
                     np.linspace(0.5, 0.97, len(x))))
    bare(axes)
    save(figure, path, dither=Image.Dither.FLOYDSTEINBERG)


def draw_hidden(tool, path):
    """A face in blocks, by the plugin that was built with the tool."""
    plugins = pathlib.Path(tool).resolve().parent.parent / "gst"
    line = ("filesrc location=%s ! decodebin ! videoconvert ! haardetect "
            "min-neighbors=1 scale-factor=1.05 ! "
            "regioncover shape=ellipse margin=0.25 ! videocrop right=112 "
            "bottom=88 ! videoconvert ! jpegenc quality=80 ! "
            "filesink location=%s" % (PHOTOGRAPH, path))
    subprocess.run(["gst-launch-1.0", "-q", *line.split()], check=True,
                   env=dict(os.environ, GST_PLUGIN_PATH=str(plugins)))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    tool = sys.argv[1]
    pictures = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else
                            pathlib.Path(__file__).parent / "pictures")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        run = Run(tool, folder)
        every = Run(tool, folder, "max-corners=0")
        suppressions = {
            name: Run(tool, folder, "max-corners=0", "suppression=" + name)
            for name in ("none", "block", "maxima", "window")}
    draw_input(run, pictures / "input.png")
    draw_gradient(run, pictures / "gradient.png")
    draw_response(run, pictures / "response.png")
    draw_histogram(run, pictures / "histogram.png")
    draw_maxima(every, pictures / "maxima.png")
    draw_suppressions(suppressions, pictures / "suppression.png")
    draw_corners(run, pictures / "corners.png")
    draw_hidden(tool, pictures / "hidden.jpg")


if __name__ == "__main__":
    main()

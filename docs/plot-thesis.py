#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plots what `bench-thesis` measured: the three ways stage by stage, where the
cascade is split, sizes of blocks, and where the features lie.

    docs/plot-thesis.py OUT.png RUN.json

Needs Python with matplotlib.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

WAYS = ["sequential", "hybrid", "parallel"]


def lines(axes, table, columns, scale=None):
    rows = [int(row) for row in table["rows"]]
    for name in columns:
        values = table["columns"][name]
        if scale:
            values = [v / s for v, s in zip(values, scale)]
        axes.plot(rows, values, marker=".", label=name)


def plot_stages(axes, tables):
    table = tables["time by stage"]
    windows = [max(n, 1) / 1e3 for n in table["columns"]["windows"]]
    lines(axes, table, WAYS, windows)
    axes.set_yscale("log")
    axes.set_xlabel("stage")
    axes.set_ylabel("ns a window that reaches it")


def plot_splits(axes, tables):
    table = tables["time by split stage"]
    lines(axes, table, list(table["columns"]))
    axes.set_yscale("log")
    axes.set_xticks(range(2, 22, 2))
    axes.set_xlabel("split after this many stages")
    axes.set_ylabel("us, the whole cascade")


def plot_blocks(axes, tables):
    table = tables["time by block size (threads)"]
    lines(axes, table, list(table["columns"]))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("threads of a block")
    axes.set_ylabel("us, these stages at the windows that reach them")


def plot_places(axes, tables):
    table = tables["features in memory"]
    for i, (place, values) in enumerate(table["columns"].items()):
        at = [j + 0.27 * (i - 1) for j in range(len(values))]
        axes.bar(at, values, width=0.25, label=place)
    axes.set_yscale("log")
    axes.set_xticks(range(len(table["rows"])))
    axes.set_xticklabels([row.replace(", ", "\n") for row in table["rows"]],
                         fontsize=7)
    axes.set_ylabel("us, features in this memory")


def main():
    out, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        tables = json.load(file)
    figure, grid = plt.subplots(2, 2, figsize=(11, 8))
    plots = [plot_stages, plot_splits, plot_blocks, plot_places]
    for axes, plot in zip(grid.flat, plots):
        plot(axes, tables)
        axes.grid(True, which="major", alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, fontsize=8)
    figure.tight_layout()
    figure.savefig(out, dpi=100)


if __name__ == "__main__":
    main()

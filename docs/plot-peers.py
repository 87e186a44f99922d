#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plots what BUILD/tests/bench/peers measured: how many times as long others
take as our whole detection right after them.

    docs/plot-peers.py OUT.png RUN.json [RUN.json ...]

Each RUN.json is one of `peers --json`. Needs Python with matplotlib.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

SKIPPED = ("ours", "hot")


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    rows = {row["name"]: row["ms"] / row["ours_ms"] for row in run["rows"]
            if not any(word in row["name"] for word in SKIPPED)}
    return f'{run["level"]}, {run["width"]} x {run["height"]}', rows


def main():
    out, *paths = sys.argv[1:]
    runs = [rows_of(path) for path in paths]
    names = list(runs[0][1])
    high = 0.8 / len(runs)
    figure, axes = plt.subplots(figsize=(7, 0.6 + 0.45 * len(names) * len(runs)))
    for i, (label, rows) in enumerate(runs):
        places = [n + i * high for n in range(len(names))]
        bars = axes.barh(places, [rows[name] for name in names], high * 0.9,
                         label=label)
        axes.bar_label(bars, fmt="%.1f", padding=3)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks([n + high * (len(runs) - 1) / 2 for n in range(len(names))],
                    names)
    axes.invert_yaxis()
    axes.set_xlabel("times as long as our whole detection")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(out, dpi=120)


if __name__ == "__main__":
    main()

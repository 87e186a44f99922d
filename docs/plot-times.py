#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plots what `test-stages --bench --json` measured: the time of a detection
against the pixels of the picture, for the CPU and the GPU.

    docs/plot-times.py OUT.png RUN.json

Needs Python with matplotlib.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

GPU = {
    "all stages": "GPU, stage by stage",
    "all, fused": "GPU, four launches",
    "one launch": "GPU, one launch",
    "upload alone": "a frame's way to the GPU",
    "NPP, response alone": "NPP, the response alone",
}


def label_of(row):
    if row["variant"] == "cuda" and row["kind"] == "frame":
        return GPU.get(row["stage"])
    if row["variant"] == "scalar" and row["stage"] == "all":
        return "CPU, scalar stages"
    if row["kind"] == "grey" and row["stage"] == "all":
        threads = row["variant"].split()[-1]
        return f"CPU, {threads} thread{'s' if threads != '1' else ''}"
    return None


def main():
    out, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["medians"]
    lines = {}
    for row in rows:
        label = label_of(row)
        if label and row["ns"] > 0:
            pixels = row["width"] * row["height"]
            lines.setdefault(label, {})[pixels] = row["ns"] / 1e3
    figure, axes = plt.subplots(figsize=(7, 5))
    for label, times in lines.items():
        axes.loglog(sorted(times), [times[n] for n in sorted(times)],
                    marker="o", label=label)
    axes.set_xlabel("pixels")
    axes.set_ylabel("microseconds a frame")
    axes.grid(True, which="major", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
    figure.tight_layout()
    figure.savefig(out, dpi=120)


if __name__ == "__main__":
    main()

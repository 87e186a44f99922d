#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes the figures of docs/REPEATABILITY.md again.

    docs/make-repeatability.py BUILD [FOLDER]

measures with the plugin in BUILD/gst, writes repeatability.json and
pictures/repeatability.png to FOLDER (docs), and the tables into its
REPEATABILITY.md. Needs Debian's python3-opencv, python3-skimage,
python3-matplotlib, python3-gi and opencv-doc; takes some minutes.
"""

import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests/opinions"))

import cv2
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

import element
import pictures
import repeatability as rep
from tables import insert

OPENCV = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")
SCENES = {
    "aloe": OPENCV / "aloeL.jpg", "building": OPENCV / "building.jpg",
    "leuven": OPENCV / "leuvenA.jpg",
    "starry night": OPENCV / "starry_night.jpg",
    "motorcycle": pictures.DATA / "motorcycle_left.png",
}

# The recipe was chosen without them.
UNSEEN = ("starry night", "motorcycle")

# How many of the best corners are taken.
NUMBERS = (200, 400)

RECIPE = {"gradient": "sobel5", "filter_length": 9}
IPOL = {"sigma": 2.5, "filter_length": 17}

# Name, detector; the first ones are plotted.
DETECTORS = {
    "ours": rep.ours(),
    "ours, recipe": rep.ours(**RECIPE),
    "ours, IPOL-like": rep.ours(**IPOL),
    "OpenCV Harris, distance 5": rep.good_features(True, 3, 5),
    "OpenCV min-eigen, distance 5": rep.good_features(False, 3, 5),
    "FAST, distance 5": rep.fast(5),
    "ours, sobel3, 9 taps": rep.ours(gradient="sobel3", filter_length=9),
    "ours, min-eigen": rep.ours(measure="min-eigen"),
    "ours, radius 1": rep.ours(suppression_radius=1),
    "ours, radius 1, distance 5": rep.ours(
        suppression_radius=1, min_distance=5),
    "ours, recipe, radius 1": rep.ours(suppression_radius=1, **RECIPE),
    "OpenCV Harris": rep.good_features(True, 3, 1),
    "OpenCV min-eigen": rep.good_features(False, 3, 1),
    "FAST": rep.fast(0),
    "OpenCV Harris, distance 10": rep.good_features(True, 3, 10),
    "OpenCV min-eigen, distance 10": rep.good_features(False, 3, 10),
}
PLOTTED = list(DETECTORS)[:6]
COLOURS = ("#e2621b", "#8a2f00", "#f2b134", "#2f78b4", "#7fb3d9", "#9a9aa2")

OF_COLOUR = {
    "ours": DETECTORS["ours"],
    "ours, colour tensor": rep.ours(channels="color"),
    "ours, recipe": DETECTORS["ours, recipe"],
    "ours, recipe, colour tensor": rep.ours(channels="color", **RECIPE),
    "OpenCV Harris, distance 5": DETECTORS["OpenCV Harris, distance 5"],
}

OF_UNSEEN = {name: DETECTORS[name] for name in (
    "ours", "ours, recipe", "ours, radius 1", "ours, recipe, radius 1",
    "OpenCV Harris, distance 5", "OpenCV Harris")}

BLOCKS, DISTANCES = (2, 3, 5, 7), (1, 3, 5, 10)


# -- Measuring -----------------------------------------------------------------


def read(path):
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        sys.exit("%s cannot be read (Debian: opencv-doc, python3-skimage)"
                 % path)
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def has_colour(picture):
    return picture.ndim == 3 and np.ptp(picture.astype(int), axis=2).max() > 32


def scenes():
    random = np.random.default_rng(2)
    found = {name: read(path) for name, path in SCENES.items()}
    found["shapes"] = pictures.with_noise(
        pictures.shapes(random, 900, 1200, 400), 2, random)
    return found


def graffiti():
    """Two photographs of one wall, the second from the side."""
    first, third = (read(OPENCV / name) for name in ("graf1.png", "graf3.png"))
    file = cv2.FileStorage(str(OPENCV / "H1to3p.xml"), cv2.FILE_STORAGE_READ)
    matrix = file.getNode("H13").mat()
    return (rep.View(first, np.eye(3), first.shape),
            rep.View(third, matrix, first.shape))


def all_views():
    """By sweep: name of the scene, value, and two views of it."""
    views = {name: [] for name in rep.SWEEPS}
    for name, scene in scenes().items():
        reference = rep.take_view(scene)
        for sweep, (values, make) in rep.SWEEPS.items():
            views[sweep] += [(name, value, reference, make(scene, value))
                             for value in values]
    views["viewpoint"] = [("graf", 3, *graffiti())]
    return views


def some(views, wanted):
    """Those whose scene's name, and first view, are wanted."""
    left = {sweep: [case for case in cases if wanted(case[0], case[2])]
            for sweep, cases in views.items()}
    return {sweep: cases for sweep, cases in left.items() if cases}


class Finder:
    """The best corners of a detector, of each view only once."""

    def __init__(self, detector):
        self.detector, self.points = detector, {}

    def __call__(self, view):
        if id(view) not in self.points:
            points = self.detector(view)
            self.points[id(view)] = points[view.sees(points)][:NUMBERS[-1]]
        return self.points[id(view)]


def equal_numbers(finders, a, b):
    """How many corners every detector has in both views."""
    return min(len(find(view)) for find in finders for view in (a, b))


def measure(finders, cases, n):
    """By name and value, percent; and the fewest corners that were taken."""
    shares, fewest = {name: {} for name in finders}, n
    for _, value, a, b in cases:
        taken = min(n, equal_numbers(finders.values(), a, b))
        fewest = min(taken, fewest)
        for name, find in finders.items():
            shares[name].setdefault(str(value), []).append(
                100 * rep.repeated(a, b, find(a)[:taken], find(b)[:taken]))
    return {name: {value: round(float(np.mean(of)), 2)
                   for value, of in by_value.items()}
            for name, by_value in shares.items()}, fewest


def measure_all(detectors, views):
    """By number of corners: the fewest of each sweep, and the percent of each
    detector by sweep and value."""
    finders = {name: Finder(of) for name, of in detectors.items()}
    results = {}
    for n in NUMBERS:
        fewest, shares = {}, {name: {} for name in detectors}
        for sweep, cases in views.items():
            of, fewest[sweep] = measure(finders, cases, n)
            for name in detectors:
                shares[name][sweep] = of[name]
        results[str(n)] = {"fewest": fewest, "shares": shares}
    return results


def means(shares):
    """Of each sweep, and of all sweeps."""
    of = [float(np.mean(list(by_value.values())))
          for by_value in shares.values()]
    return of + [float(np.mean(of))]


def opencv_settings():
    return {"block %d, distance %d" % (block, distance):
            rep.good_features(True, block, distance)
            for block in BLOCKS for distance in DISTANCES}


# -- Localisation --------------------------------------------------------------


def refine(view, points, half):
    """OpenCV's cornerSubPix with a window of 2·half + 1 pixels."""
    return cv2.cornerSubPix(
        view.grey, points.astype(np.float32).reshape(-1, 1, 2), (half, half),
        (-1, -1), (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 0.001)
    ).reshape(-1, 2).astype(float)


def lists(view, properties, n):
    """The n best corners as whole pixels, and what they are refined to."""
    whole = rep.ours(**properties)(view)
    quadratic = rep.ours(subpixel="quadratic", **properties)(view)
    seen = view.sees(whole)
    whole, quadratic = whole[seen][:n], quadratic[seen][:n]
    return {"none": whole, "quadratic": quadratic,
            **{"cornerSubPix, %d x %d" % (2 * h + 1, 2 * h + 1):
               refine(view, whole, h) for h in (2, 3, 5)}}


def measure_localisation(views, properties):
    """Pixels by sweep and refinement: mean and median."""
    results, known = {}, {}
    for sweep, cases in views.items():
        errors = {}
        for _, _, a, b in cases:
            for view in (a, b):
                if id(view) not in known:
                    known[id(view)] = lists(view, properties, NUMBERS[0])
            one, other = known[id(a)], known[id(b)]
            for name in one:
                errors.setdefault(name, []).extend(rep.localisation(
                    a, b, one["none"], other["none"], one[name], other[name]))
        results[sweep] = {name: {
            "mean": round(float(np.mean(e)), 3),
            "median": round(float(np.median(e)), 3)}
            for name, e in errors.items()}
    return results


# -- Writing -------------------------------------------------------------------


def row(cells):
    return "| " + " | ".join(cells) + " |\n"


def result_table(results, n):
    shares = results[str(n)]["shares"]
    sweeps = list(next(iter(shares.values())))
    text = row(["%% of the best %d" % n, *sweeps, "**average**"])
    text += "|---|" + "---:|" * (len(sweeps) + 1) + "\n"
    for name, by_sweep in shares.items():
        *of, average = means(by_sweep)
        text += row([name, *("%.1f" % v for v in of), "**%.1f**" % average])
    return text


def result_tables(results):
    return "\n".join(result_table(results, n) for n in NUMBERS)


def opencv_table(results):
    text = row(["average, %", *("distance %d" % d for d in DISTANCES)])
    text += "|---|" + "---:|" * len(DISTANCES) + "\n"
    for block in BLOCKS:
        of = ["block %d, distance %d" % (block, d) for d in DISTANCES]
        text += row(["block %d" % block, *("%.1f, %.1f" % tuple(
            means(results[str(n)]["shares"][name])[-1] for n in NUMBERS)
            for name in of)])
    return text


def localisation_table(by_settings):
    sweeps = list(next(iter(by_settings.values())))
    text = row(["mean error (median), pixels", *sweeps])
    text += "|---|" + "---:|" * len(sweeps) + "\n"
    for settings, results in by_settings.items():
        for name in results[sweeps[0]]:
            text += row(["%s, %s" % (settings, name), *(
                "%(mean).2f (%(median).2f)" % results[sweep][name]
                for sweep in sweeps)])
    return text


LABELS = {"rotation": "degrees", "scale": "second view to the first",
          "noise": "standard deviation of 255", "blur": "sigma, pixels",
          "brightness": "factor"}


def plot(results, path):
    shares = results[str(NUMBERS[0])]["shares"]
    figure, all_axes = plt.subplots(2, 3, figsize=(10, 6.4))
    figure.subplots_adjust(left=0.06, right=0.98, top=0.95, bottom=0.18,
                           wspace=0.16, hspace=0.38)
    for axes, sweep in zip(all_axes.flat, LABELS):
        for name, colour in zip(PLOTTED, COLOURS):
            by_value = shares[name][sweep]
            axes.plot([float(v) for v in by_value], list(by_value.values()),
                      color=colour, marker="o", markersize=3, label=name)
        axes.set_title(sweep)
        axes.set_xlabel(LABELS[sweep])
        axes.set_ylim(0, 100)
        axes.grid(alpha=0.25)
    for axes in all_axes[:, 0]:
        axes.set_ylabel("% found again")
    axes = all_axes.flat[5]
    axes.barh(PLOTTED, [shares[name]["viewpoint"]["3"] for name in PLOTTED],
              color=COLOURS)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_yticks([])
    axes.set_title("viewpoint, graf 1 to 3")
    axes.set_xlabel("% found again")
    figure.legend(*all_axes[0, 0].get_legend_handles_labels(), ncols=3,
                  loc="lower center", frameon=False)
    figure.savefig(path, dpi=90, metadata={"Software": None})
    plt.close(figure)
    Image.open(path).convert("RGB").quantize(
        64, dither=Image.Dither.NONE).save(path, optimize=True)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    os.environ["GST_PLUGIN_PATH"] = str(
        pathlib.Path(sys.argv[1]).resolve() / "gst")
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE
    element.load()
    cv2.setNumThreads(1)
    views = all_views()
    figures = {
        "all": measure_all(DETECTORS, views),
        "colour": measure_all(OF_COLOUR, some(
            views, lambda name, view: has_colour(view.picture))),
        "unseen": measure_all(OF_UNSEEN, some(
            views, lambda name, view: name in UNSEEN)),
        "opencv": measure_all(opencv_settings(), views),
        "localisation": {name: measure_localisation(views, properties)
                         for name, properties in (("ours", {}),
                                                  ("recipe", RECIPE))},
    }
    (folder / "repeatability.json").write_text(
        json.dumps(figures, indent=1) + "\n")
    plot(figures["all"], folder / "pictures/repeatability.png")
    insert(folder / "REPEATABILITY.md", {
        "results": result_tables(figures["all"]),
        "colour": result_tables(figures["colour"]),
        "unseen": result_tables(figures["unseen"]),
        "opencv": opencv_table(figures["opencv"]),
        "localisation": localisation_table(figures["localisation"]),
    })


if __name__ == "__main__":
    main()

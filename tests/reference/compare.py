#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares the detector with the reference in MATLAB's language.

Converts pictures that Debian packages hold, lets harris-picture find their
corners with many parameters, and lets Octave do the same and compare.
Exit status 77 where something for that is not installed.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

SKIMAGE = pathlib.Path("/usr/lib/python3/dist-packages/skimage/data")
OPENCV = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")

# Each with the part that is used: left, top, right, bottom. Odd sizes on
# purpose; parts that are small enough to keep the test short.
PICTURES = [
    (SKIMAGE / "astronaut.png", (60, 40, 313, 227)),
    (SKIMAGE / "camera.png", (100, 80, 341, 283)),
    (SKIMAGE / "coffee.png", (200, 100, 437, 289)),
    (SKIMAGE / "chelsea.png", (60, 30, 301, 218)),
    (SKIMAGE / "brick.png", (0, 0, 199, 201)),
    (SKIMAGE / "page.png", (0, 0, 383, 97)),
    (SKIMAGE / "rocket.jpg", (230, 60, 401, 320)),
    (SKIMAGE / "chessboard_RGB.png", (0, 0, 200, 200)),
    (OPENCV / "building.jpg", (300, 200, 541, 387)),
    (OPENCV / "home.jpg", (100, 100, 357, 281)),
    (OPENCV / "graf1.png", (200, 200, 433, 407)),
    (OPENCV / "left01.jpg", (200, 80, 455, 277)),
    (OPENCV / "box_in_scene.png", (60, 120, 281, 311)),
    (OPENCV / "fruits.jpg", (100, 150, 341, 341)),
]

PARAMETERS = [
    "",
    "filter-length=3 sigma=0.8 k=0.06 max-corners=0",
    "filter-length=9 sigma=2.5 suppression=maxima suppression-radius=7",
    "filter-length=1 suppression=block bins=64",
    "filter-length=31 sigma=6 suppression=maxima suppression-radius=32",
    "filter-length=7 channels=color bins=1000 suppression=block"
    " max-corners=0",
    "channels=gray suppression=none max-corners=0",
    "k=0 bins=2 suppression=none max-corners=333",
    "k=1 bins=65536 suppression-radius=3",
    "threshold-mode=absolute threshold=250000.7 max-corners=500",
    "threshold-mode=absolute suppression=maxima suppression-radius=1"
    " max-corners=0",
    "threshold-mode=relative threshold=0.01 suppression=block"
    " suppression-radius=10",
    "threshold-mode=relative threshold=0.3 channels=gray",
    "measure=min-eigen",
    "measure=min-eigen filter-length=3 suppression=none max-corners=0",
    "measure=min-eigen threshold-mode=relative threshold=0.05"
    " suppression-radius=2 max-corners=0",
    "measure=min-eigen threshold-mode=absolute threshold=20 channels=gray"
    " suppression=maxima max-corners=50",
    "gradient=sobel3",
    "gradient=scharr3 measure=min-eigen channels=gray max-corners=0",
    "gradient=sobel5 filter-length=7 subpixel=quadratic",
    "gradient=sobel7 measure=noble filter-length=31 sigma=6"
    " suppression=maxima",
    "window-type=box",
    "window-type=box filter-length=1 suppression=block",
    "window-type=box gradient=sobel3 measure=min-eigen filter-length=3"
    " threshold-mode=relative threshold=0.01 suppression-radius=1"
    " min-distance=10",
    "window-type=box gradient=sobel7 filter-length=31 measure=noble",
    "measure=noble max-corners=0 subpixel=quadratic",
    "measure=noble threshold-mode=absolute threshold=40.5"
    " suppression=none suppression-radius=2",
    "min-distance=5 max-corners=0 suppression-radius=1",
    "min-distance=23.4 suppression=none subpixel=quadratic",
    "grid-columns=4 grid-rows=3 max-corners=50",
    "grid-columns=7 grid-rows=1 max-corners=20 min-distance=8"
    " suppression-radius=2 subpixel=quadratic",
    "grid-columns=256 grid-rows=256 max-corners=100 suppression=none",
    "grid-columns=2 grid-rows=2 max-corners=0",
    "roi-x=31 roi-y=17 roi-width=90 roi-height=61 max-corners=0",
    "roi-x=100 roi-y=50 measure=min-eigen suppression=block",
    "roi-width=1 roi-height=70 threshold-mode=relative max-corners=0",
    "roi-x=40 roi-y=31 roi-width=5 roi-height=3 bins=9 suppression=none",
    "roi-x=5000 suppression-radius=255",
]

WANTED = 10


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def write_pictures(folder):
    """The pictures as PGM or PPM; their names."""
    try:
        from PIL import Image
    except ImportError:
        skip("Python has no PIL (Debian: python3-pil)")
    found = [(path, box) for path, box in PICTURES if path.exists()]
    if len(found) < WANTED:
        skip("only %d of the pictures are there, which Debian's"
             " python3-skimage and opencv-doc hold; %d are wanted"
             % (len(found), WANTED))
    names = []
    for path, box in found:
        picture = Image.open(path)
        picture = picture.convert("L" if picture.mode == "L" else "RGB")
        name = path.stem + (".pgm" if picture.mode == "L" else ".ppm")
        picture.crop(box).save(folder / name)
        names.append(name)
    return names


def write_cases(tool, folder, pictures):
    lines = []
    for picture in pictures:
        for number, parameters in enumerate(PARAMETERS):
            case = "%s-%02d" % (pathlib.Path(picture).stem, number)
            subprocess.run(
                [tool, *parameters.split(),
                 "write=response,histogram,corners",
                 str(folder / picture), str(folder / case)], check=True)
            lines.append("\t".join((case, picture, parameters)))
    (folder / "cases.txt").write_text("\n".join(lines) + "\n")


def compare(octave, source, folder):
    command = "exit(compare_with_core('%s') > 0)" % folder
    return subprocess.run(
        [octave, "--quiet", "--no-gui", "--norc", "--no-history",
         "--path", str(source), "--eval", command]).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", help="harris-picture")
    parser.add_argument("octave", nargs="?", default="octave-cli")
    parser.add_argument("--keep", metavar="FOLDER",
                        help="work in FOLDER, and leave all files there")
    arguments = parser.parse_args()
    source = pathlib.Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory(dir=".") as temporary:
        folder = pathlib.Path(arguments.keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        pictures = write_pictures(folder)
        write_cases(arguments.tool, folder, pictures)
        print("%d pictures, %d sets of parameters"
              % (len(pictures), len(PARAMETERS)), flush=True)
        return compare(arguments.octave, source, folder)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares responses with OpenCV's and scikit-image's, pixel by pixel.

    responses.py BUILD/tools/harris-picture

Theirs are ours but for a factor that is known, roundings, and pixels that see
the border, which they mirror or fill with zeros. exact.py says what roundings
may do; the largest share of that which was seen is printed.
"""

import subprocess
import sys
import tempfile

from needs import need

cv2, np, feature = need("cv2", "numpy", "skimage.feature")

import exact
import pictures

K = 0.06
MEASURES = ("harris", "min-eigen", "noble")

# OpenCV's apertures, and the factor that it takes its gradients by, but for
# 1 / (255·n).
OPENCV = {"sobel3": (3, 1 / 4), "sobel5": (5, 1 / 16), "sobel7": (7, 1 / 64),
          "scharr3": (-1, 1 / 8)}

# Gradients and sides of the box.
BOXES = [("sobel3", 3), ("sobel3", 5), ("sobel3", 9), ("sobel5", 5),
         ("sobel7", 3), ("scharr3", 9)]

SIGMAS = (0.5, 1, 1.5, 2.2, 3.8)

# scikit-image computes in double; ours has 2n roundings of the window, most of
# them small. As a share of t^2, or t.
SKIMAGE_BOUND = 4e-7


class Worst:
    """The largest shares of the bounds, by name."""

    def __init__(self):
        self.shares = {}

    def add(self, name, difference, bound, margin):
        height, width = bound.shape
        inner = np.s_[margin:height - margin, margin:width - margin]
        ratio = (abs(difference) / np.where(bound > 0, bound, 1))[inner]
        self.shares[name] = max(ratio.max(), self.shares.get(name, 0))

    def report(self):
        """Prints them; how many are above 1."""
        for name, share in self.shares.items():
            print("%-36s %.2f of what is allowed%s" % (
                name, share, "" if share <= 1 else ": WRONG"))
        return sum(not share <= 1 for share in self.shares.values())


def ours(tool, folder, picture, **properties):
    """The response by harris-picture, in double."""
    source, prefix = folder + "/picture.pgm", folder + "/ours"
    cv2.imwrite(source, picture)
    subprocess.run(
        [tool, *("%s=%s" % (name.replace("_", "-"), value)
                 for name, value in properties.items()),
         "write=response", source, prefix], check=True)
    response = np.fromfile(prefix + "-response.f32", "<f4")
    return response.reshape(picture.shape).astype(float)


def opencv_response(picture, measure, n, gradient):
    """In our units. Noble's is from the two eigenvalues."""
    aperture, factor = OPENCV[gradient]
    scale = (255 * n / factor) ** 2
    if measure == "harris":
        return scale ** 2 * cv2.cornerHarris(picture, n, aperture, K)
    if measure == "min-eigen":
        return scale * cv2.cornerMinEigenVal(picture, n, ksize=aperture)
    values = cv2.cornerEigenValsAndVecs(picture, n, aperture).astype(float)
    a, b = values[:, :, 0], values[:, :, 1]
    return scale * a * b / np.where(a + b > 0, a + b, 1)


def compare_opencv(tool, folder, picture, worst):
    for gradient, n in BOXES:
        for measure in MEASURES:
            mine = ours(tool, folder, picture, gradient=gradient,
                        window_type="box", filter_length=n, measure=measure,
                        k=K)
            theirs = opencv_response(picture, measure, n, gradient)
            in_double = exact.Exact(picture, measure, n, K, gradient)
            r, name = in_double.r, "%s, %s, box %d" % (measure, gradient, n)
            worst.add(name + ": ours", mine - r, in_double.our_bound(), 0)
            worst.add(name + ": OpenCV", theirs - r, in_double.opencv_bound(),
                      n // 2 + 4)


def skimage_response(picture, measure, sigma):
    """In our units, and t^2 or t."""
    t = 255 ** 2 * sum(
        feature.structure_tensor(picture, sigma, order="rc")[::2])
    if measure == "harris":
        return 255 ** 4 * feature.corner_harris(
            picture, "k", K, sigma=sigma), t * t
    if measure == "min-eigen":
        return 255 ** 2 * feature.corner_shi_tomasi(picture, sigma), t
    return 255 ** 2 / 2 * feature.corner_harris(
        picture, "eps", eps=1e-30, sigma=sigma), t


def compare_skimage(tool, folder, picture, worst):
    for sigma in SIGMAS:
        n = 2 * int(4 * sigma + 0.5) + 1
        for measure in MEASURES:
            mine = ours(tool, folder, picture, gradient="sobel3",
                        filter_length=n, sigma=sigma, measure=measure, k=K)
            theirs, size = skimage_response(picture, measure, sigma)
            worst.add("%s, sigma %g: scikit-image" % (measure, sigma),
                      mine - theirs, SKIMAGE_BOUND * size, n // 2 + 2)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    worst = Worst()
    with tempfile.TemporaryDirectory() as folder:
        for picture in pictures.all_pictures().values():
            compare_opencv(sys.argv[1], folder, picture, worst)
            compare_skimage(sys.argv[1], folder, picture, worst)
    return int(worst.report() > 0)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares the element's corners with those of OpenCV's goodFeaturesToTrack.

OpenCV mirrors the picture at its border where we repeat it. A corner there
could take the place of others, min-distance after min-distance, so both are
kept from seeing it, in two ways:

padded   Both get the picture with its edge repeated. In the padding nothing
         changes across the border, so mirrored or repeated is the same, and
         every pixel of the picture is compared.
inside   OpenCV gets a mask, the element a region, of the pixels whose response
         the border does not reach; they alone set the threshold too.

So the lists are to be equal but for ties: OpenCV scales its gradients, in
float, and of equal responses takes the lowest first, or all of a plateau.
A decision between two numbers may differ where they are, in double, no farther
apart than the roundings of Exact.opencv_bound(), which responses.py checks; and
then what it took or freed may. Nothing else may. Such corners are counted.
"""

import sys

import element
from needs import need

cv2, np = need("cv2", "numpy")

import exact
import pictures

K = 0.05
PADDING = 8

# Side of the box, quality level, min-distance.
CASES = [(3, 0.01, 0), (3, 0.1, 10), (5, 0.01, 4), (5, 0.05, 0),
         (5, 0.001, 10), (7, 0.02, 4), (7, 0.005, 0), (9, 0.01, 10)]

# How many wrong corners of a case are printed.
SHOWN = 5

# Of the corners, those whose list a tie decides: more than this is no accident.
MOST_TIES = 0.005


def ours(picture, measure, n, quality, distance, margin):
    """A set of x, y."""
    height, width = picture.shape
    found = element.find(
        picture, gradient="sobel3", window_type="box", filter_length=n,
        measure=measure, k=K, threshold_mode="relative", threshold=quality,
        suppression_radius=1, min_distance=distance, max_corners=0,
        roi_source="rectangle", roi_x=margin, roi_y=margin,
        roi_width=width - 2 * margin, roi_height=height - 2 * margin)
    return {(int(x), int(y)) for x, y, _ in found}


def theirs(picture, measure, n, quality, distance, margin):
    mask = np.zeros_like(picture)
    mask[margin:mask.shape[0] - margin, margin:mask.shape[1] - margin] = 1
    found = cv2.goodFeaturesToTrack(
        picture, 0, quality, distance, mask=mask, blockSize=n,
        useHarrisDetector=measure == "harris", k=K)
    if found is None:
        return set()
    return {(int(x), int(y)) for x, y in found.reshape(-1, 2)}


class Judge:
    """Says of corners that are in one list only what it is about them."""

    def __init__(self, picture, measure, n, quality, distance, margin):
        response = exact.Exact(picture, measure, n, K)
        self.r, self.bound = response.r, response.opencv_bound()
        inside = np.zeros(picture.shape, bool)
        inside[margin:inside.shape[0] - margin,
               margin:inside.shape[1] - margin] = True
        top = np.where(inside, self.r, -np.inf).argmax()
        self.threshold = quality * self.r.flat[top]
        self.threshold_bound = quality * self.bound.flat[top]
        self.distance = distance

    def is_tie(self, p):
        """With the threshold, or with a pixel around it."""
        x, y = p
        r, bound = self.r[y, x], self.bound[y, x]
        if abs(r - self.threshold) <= bound + self.threshold_bound:
            return True
        around = np.s_[y - 1:y + 2, x - 1:x + 2]
        ties = abs(self.r[around] - r) <= self.bound[around] + bound
        return ties.sum() > 1

    def may_take(self, q, p):
        """Whether q, where it is kept, leaves no place for p."""
        (x, y), (u, v) = p, q
        if (x - u) ** 2 + (y - v) ** 2 >= self.distance ** 2:
            return False
        return (self.r[v, u] + self.bound[v, u]
                >= self.r[y, x] - self.bound[y, x])

    def split(self, a, b):
        """Of those in one list only: what ties explain, and what nothing does.

        p is missing in a list because of a tie of its own, or because that
        list has a stronger one nearby, which the other has not: this one is
        judged in its turn.
        """
        explained, wrong = set(), set()
        for one, other in ((a - b, b - a), (b - a, a - b)):
            for p in one:
                if self.is_tie(p) or any(self.may_take(q, p) for q in other):
                    explained.add(p)
                else:
                    wrong.add(p)
        return explained, wrong


def compare(name, picture, margin, measure, case):
    """How many corners there are, and how many of these ties explain."""
    a = ours(picture, measure, *case, margin)
    b = theirs(picture, measure, *case, margin)
    judge = Judge(picture, measure, *case, margin)
    ties, wrong = judge.split(a, b)
    for x, y in sorted(wrong)[:SHOWN]:
        print("%s, %s, box %d, quality %g, distance %g, margin %d: (%d, %d),"
              " R = %g, only %s" % (
                  name, measure, *case, margin, x, y, judge.r[y, x],
                  "ours" if (x, y) in a else "OpenCV's"))
    return np.array((len(a | b), len(ties), len(wrong)))


def main():
    element.load()
    cv2.setNumThreads(1)
    total = np.zeros(3, int)
    for name, picture in pictures.all_pictures().items():
        of_picture = np.zeros(3, int)
        padded = np.pad(picture, PADDING, "edge")
        for measure in ("harris", "min-eigen"):
            for case in CASES:
                of_picture += compare(name, padded, 0, measure, case)
                of_picture += compare(name, picture, case[0] // 2 + 2,
                                      measure, case)
        print("%-22s %6d corners, %d by ties, %d wrong" % (name, *of_picture),
              flush=True)
        total += of_picture
    print("%-22s %6d corners, %d by ties, %d wrong" % ("all", *total))
    return int(total[2] > 0 or total[1] > MOST_TIES * total[0])


if __name__ == "__main__":
    sys.exit(main())

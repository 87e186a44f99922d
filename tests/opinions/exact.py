# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Responses in double, and how far from them programs in float may be."""

from needs import need

np, = need("numpy")

UNIT = 2.0 ** -24  # largest relative error of rounding to float

DERIVATIVES = {
    "sobel3": ((-1, 0, 1), (1, 2, 1)),
    "scharr3": ((-1, 0, 1), (3, 10, 3)),
    "sobel5": ((-1, -2, 0, 2, 1), (1, 4, 6, 4, 1)),
    "sobel7": ((-1, -4, -5, 0, 5, 4, 1), (1, 6, 15, 20, 15, 6, 1)),
}


def kernel_sum(gradient):
    """What a step from 0 to 1 gives."""
    across, smooth = DERIVATIVES[gradient]
    return sum(tap for tap in across if tap > 0) * sum(smooth)


def along(v, taps, axis):
    """Σ taps(i)·v(x + i), where all of it is there."""
    n = v.shape[axis] - len(taps) + 1
    return sum(tap * np.take(v, range(i, i + n), axis)
               for i, tap in enumerate(taps))


def box_sums(picture, gradient, n):
    """A, B and C: exact integers, of the picture with its edge repeated."""
    across, smooth = DERIVATIVES[gradient]
    v = np.pad(picture.astype(np.int64), len(across) // 2 + n // 2, "edge")
    ix = along(along(v, across, 1), smooth, 0)
    iy = along(along(v, across, 0), smooth, 1)
    return [along(along(p, (1,) * n, 0), (1,) * n, 1).astype(float)
            for p in (ix * ix, iy * iy, ix * iy)]


class Exact:
    """Of each pixel R and `size`, the number that its errors grow with.

    R is a difference of numbers of the size of t^2, t = A + B, with Harris'
    measure, and of t with the others.
    """

    def __init__(self, picture, measure, n, k, gradient="sobel3"):
        a, b, c = box_sums(picture, gradient, n)
        det = a * b - c * c
        self.t, self.n, self.gradient = a + b, n, gradient
        self.per_t = self.t if measure == "harris" else 1
        self.size = self.t * self.per_t
        if measure == "harris":
            self.r = det - k * self.t ** 2
        elif measure == "noble":
            self.r = det / np.where(self.t > 0, self.t, 1)
        else:
            self.r = (self.t - np.sqrt((a - b) ** 2 + 4 * c * c)) / 2

    def our_bound(self):
        """How far from R ours may be, whose tensor is exact."""
        return 4 * UNIT * self.size

    def opencv_bound(self):
        """How far from R OpenCV's may be.

        It scales the smoothed rows before it takes their difference: every
        gradient is off by a unit of the largest sum that there can be, however
        small the gradient. Over n x n squares this is, by Cauchy and Schwarz,
        2·n·sqrt(t) times as much. Then come roundings of A, B and C.
        """
        gradient_error = UNIT * 255 * kernel_sum(self.gradient)
        t_error = 8 * UNIT * self.t \
            + 2 * self.n * np.sqrt(self.t) * gradient_error
        return t_error * self.per_t

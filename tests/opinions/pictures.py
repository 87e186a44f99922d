# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Grey pictures to compare on: photographs of python3-skimage, and drawn ones.

Every drawn picture has noise of its own: on a clean one most responses are
equal to their neighbours', and nothing tells which of them is the corner.
"""

import pathlib

from needs import need, skip

cv2, np, skimage = need("cv2", "numpy", "skimage")

DATA = pathlib.Path(skimage.__file__).parent / "data"

# Each with its part that is used: left, top, width, height. Odd on purpose.
PHOTOGRAPHS = {
    "astronaut.png": (150, 20, 253, 187),
    "camera.png": (100, 80, 241, 203),
    "coffee.png": (200, 100, 237, 189),
    "chelsea.png": (60, 30, 241, 188),
    "brick.png": (0, 0, 199, 201),
    "gravel.png": (100, 100, 256, 192),
    "moon.png": (120, 200, 301, 211),
    "coins.png": (20, 20, 255, 193),
    "clock_motion.png": (40, 30, 301, 221),
    "motorcycle_left.png": (300, 150, 263, 197),
    "rocket.jpg": (230, 60, 171, 260),
    "hubble_deep_field.jpg": (400, 300, 283, 199),
}

WANTED = 8


def photographs():
    """By name; skips the test where there are too few."""
    found = {}
    for name, (x, y, width, height) in PHOTOGRAPHS.items():
        picture = cv2.imread(str(DATA / name), cv2.IMREAD_GRAYSCALE)
        if picture is not None:
            found[name] = picture[y:y + height, x:x + width].copy()
    if len(found) < WANTED:
        skip("only %d of the pictures are there, which Debian's"
             " python3-skimage holds; %d are wanted" % (len(found), WANTED))
    return found


def with_noise(picture, sigma, random):
    """Rounded, with normal noise."""
    noisy = picture + random.normal(0, sigma, picture.shape)
    return np.clip(np.rint(noisy), 0, 255).astype(np.uint8)


def shapes(random, height=211, width=253, n=40):
    """Triangles and quadrangles of any grey, one over the other."""
    picture = np.full((height, width), 128, np.uint8)
    for _ in range(n):
        centre = random.uniform((0, 0), (width, height))
        points = centre + random.normal(0, 25, (random.integers(3, 5), 2))
        cv2.fillPoly(picture, [np.int32(np.rint(points * 16))],
                     int(random.integers(256)), cv2.LINE_AA, 4)
    return picture


def chessboard(angle, height=193, width=257, side=17):
    y, x = np.mgrid[:height, :width] * np.pi / side
    a, b = np.cos(angle), np.sin(angle)
    fields = np.sin(a * x - b * y) * np.sin(b * x + a * y)
    return 128 + 90 * np.clip(4 * fields, -1, 1) + 20 * np.sin(x / 9)


def drawn():
    random = np.random.default_rng(1)
    return {
        "shapes": with_noise(shapes(random), 2, random),
        "chessboard": with_noise(chessboard(0.3), 3, random),
        "noise": random.integers(0, 256, (187, 231), np.uint8),
        "clouds": with_noise(cv2.normalize(cv2.GaussianBlur(
            random.normal(0, 1, (201, 243)), None, 3), None, 0, 255,
            cv2.NORM_MINMAX), 1, random),
    }


def all_pictures():
    return {**photographs(), **drawn()}

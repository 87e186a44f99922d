# gst-video-features
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How many corners are found again in another view of the same scene.

Points are arrays of rows x, y, the best first, pixel centres at integers.
Matrices are 3x3 and map columns x, y, 1.
"""

import element
from needs import need

cv2, np = need("cv2", "numpy")

# How far from its place a corner may be found again, and how far all points
# are kept from the edge of what is to be seen, in pixels.
NEAR = 1.5
MARGIN = 16

# Pixels of a view for one of the scene, where nothing else is said.
REDUCTION = 0.6
# What a view is smoothed by, in its own pixels, before it is sampled.
SMOOTHING = 0.5


# -- Views ---------------------------------------------------------------------


class View:
    """A picture, and the way there from the scene."""

    def __init__(self, picture, matrix, scene_shape):
        self.picture, self.matrix = picture, matrix
        self.scene_shape = scene_shape
        self.grey = picture if picture.ndim == 2 else \
            cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)

    def sees(self, points):
        """Which points lie in it, and in the scene, far from both edges."""
        scene = move(np.linalg.inv(self.matrix), points)
        scale = np.sqrt(abs(np.linalg.det(self.matrix[:2, :2])))
        return inside(points, self.grey.shape, MARGIN) \
            & inside(scene, self.scene_shape, MARGIN / scale)


def inside(points, shape, margin):
    height, width = shape[:2]
    x, y = points[:, 0], points[:, 1]
    return (x >= margin) & (x <= width - 1 - margin) \
        & (y >= margin) & (y <= height - 1 - margin)


def move(matrix, points):
    if len(points) == 0:
        return np.zeros((0, 2))
    return cv2.perspectiveTransform(
        np.asarray(points, float).reshape(-1, 1, 2), matrix)[:, 0]


def similarity(shape, size, scale, angle=0.0, shift=(0, 0)):
    """The middle of a scene to the middle of a view, turned by degrees."""
    a = np.radians(angle)
    turn = scale * np.array(((np.cos(a), -np.sin(a)), (np.sin(a), np.cos(a))))
    middle = (np.array((shape[1], shape[0])) - 1) / 2
    matrix = np.eye(3)
    matrix[:2, :2] = turn
    matrix[:2, 2] = (np.array(size) - 1) / 2 + shift - turn @ middle
    return matrix


def take_view(scene, scale=1.0, angle=0.0, shift=(0, 0), change=None):
    """A view of a scene: smaller, smoothed as much as any other, 8 bits.

    `change` gets it as floats before it is rounded.
    """
    size = [int(n * REDUCTION) for n in scene.shape[1::-1]]
    matrix = similarity(scene.shape, size, scale * REDUCTION, angle, shift)
    smooth = cv2.GaussianBlur(scene.astype(np.float32), None,
                              SMOOTHING / (scale * REDUCTION))
    picture = cv2.warpPerspective(smooth, matrix, size, flags=cv2.INTER_CUBIC,
                                  borderMode=cv2.BORDER_REPLICATE)
    if change:
        picture = change(picture)
    return View(np.clip(np.rint(picture), 0, 255).astype(np.uint8), matrix,
                scene.shape)


def add_noise(sigma, seed):
    random = np.random.default_rng(seed)
    return lambda v: v + random.normal(0, sigma, v.shape)


def blur(sigma):
    return lambda v: cv2.GaussianBlur(v, None, sigma) if sigma else v


def gain(factor):
    return lambda v: v * factor


# Where the geometry does not change, the grid of pixels shall.
SHIFT = (0.4, 0.3)

SWEEPS = {
    "rotation": ((5, 10, 20, 30, 45, 60, 75, 90),
                 lambda scene, v: take_view(scene, angle=v)),
    "scale": ((0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.4),
              lambda scene, v: take_view(scene, scale=v)),
    "noise": ((2, 5, 10, 15, 20),
              lambda scene, v: take_view(
                  scene, shift=SHIFT, change=add_noise(v, seed=v))),
    "blur": ((0.5, 1, 1.5, 2, 3),
             lambda scene, v: take_view(scene, shift=SHIFT, change=blur(v))),
    "brightness": ((0.4, 0.6, 0.8, 1.2, 1.4, 1.6),
                   lambda scene, v: take_view(
                       scene, shift=SHIFT, change=gain(v))),
}


# -- Detectors -----------------------------------------------------------------


def ours(**properties):
    """All corners with these properties; the number is taken afterwards.

    The automatic threshold only shortens the list: what it leaves comes first
    in this one, in the same order.
    """
    color = properties.get("channels") == "color"

    def find(view):
        return element.find(
            view.picture if color else view.grey, threshold_mode="absolute",
            max_corners=0, **properties)[:, :2].astype(float)
    return find


def good_features(harris, block, distance, k=0.04):
    """OpenCV's goodFeaturesToTrack."""
    def find(view):
        found = cv2.goodFeaturesToTrack(
            view.grey, 0, 1e-9, distance, blockSize=block,
            useHarrisDetector=harris, k=k)
        return np.zeros((0, 2)) if found is None else \
            found[:, 0].astype(float)
    return find


def fast(distance, threshold=3, most=1000):
    """OpenCV's FAST, by its score; with a distance, one greedy pass."""
    detector = cv2.FastFeatureDetector_create(threshold)

    def find(view):
        found = sorted(detector.detect(view.grey), key=lambda p: -p.response)
        points = np.array([p.pt for p in found]).reshape(-1, 2)
        return thin(points[view.sees(points)], distance, most) if distance \
            else points
    return find


def thin(points, distance, most):
    """The first of them, at least `distance` apart, until there are `most`."""
    kept = np.zeros((most, 2))
    n = 0
    for point in points:
        apart = ((kept[:n] - point) ** 2).sum(axis=1)
        if n == 0 or apart.min() >= distance * distance:
            kept[n] = point
            n += 1
            if n == most:
                break
    return kept[:n]


# -- The measure ---------------------------------------------------------------


def match(a, b, near=NEAR):
    """Pairs of a and b, the closest first, each point once: their indices."""
    distance = np.hypot(*(a[:, None] - b[None]).transpose(2, 0, 1))
    i, j = np.nonzero(distance <= near)
    order = np.argsort(distance[i, j], kind="stable")
    left, right, pairs = set(), set(), []
    for p, q in zip(i[order], j[order]):
        if p not in left and q not in right:
            left.add(p)
            right.add(q)
            pairs.append((p, q))
    return np.array(pairs, int).reshape(-1, 2)


def best(points, view, n):
    """The n best of those that the view shows well."""
    return points[view.sees(points)][:n]


def common(first, second, a, b):
    """Those points of each view that the other shows too."""
    matrix = second.matrix @ np.linalg.inv(first.matrix)
    there, back = move(matrix, a), move(np.linalg.inv(matrix), b)
    a, there = a[second.sees(there)], there[second.sees(there)]
    return a, there, b[first.sees(back)]


def repeated(first, second, a, b):
    """The share of the corners of the common part that both views have."""
    _, there, b = common(first, second, a, b)
    if min(len(there), len(b)) == 0:
        return 0.0
    return len(match(there, b)) / min(len(there), len(b))


def localisation(first, second, a, b, refined_a, refined_b):
    """Distances between corners and where the first view puts them.

    The pairs are those of a and b, whole pixels, whatever they are refined to;
    row i of each refined list is row i of the other.
    """
    matrix = second.matrix @ np.linalg.inv(first.matrix)
    a_seen, b_seen = first.sees(a), second.sees(b)
    pairs = match(move(matrix, a[a_seen]), b[b_seen])
    there = move(matrix, refined_a[a_seen][pairs[:, 0]])
    found = refined_b[b_seen][pairs[:, 1]]
    return np.hypot(*(there - found).T)

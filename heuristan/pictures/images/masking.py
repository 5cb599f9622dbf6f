"""Separation of ink and paper."""

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.lighting import Light, quantile

FAINTEST = 0.1
"""Minimum difference of ink from the paper, as a share of the paper's colour."""
ABOVE_NOISE = 5.0
"""Minimum difference of ink from the paper, in widths of its noise."""

PALEST = 0.12
"""Minimum difference of pale ink from the paper, as a share of the paper's colour."""
AROUND = 4
"""Distance from ink within which its soft edge is no pale ink, in pixels."""
LARGE = 0.002
"""Minimum area of a pale blot, as a share of the picture's: smaller ones are stains, or show through the paper."""
BROAD = 0.25
"""Minimum share of a pale blot that is inside of it: strokes have hardly any inside."""
INSIDE = 4.0
"""Distance from its edge of what is inside of a blot, in pixels."""
SHARP = 0.12
"""Minimum slope of the edge of ink, as a share of its own darkness a pixel: shadows fade over more pixels."""
BESIDE = 0.2
"""Minimum share of the edge of a blot that is beside ink, if it does not stand alone."""
MOST_PALE = 100
"""Maximum number of pale blots that are looked at."""
MOSTLY_SHARP = 0.5
"""Minimum share of the edge of a pale blot that is as sharp as that."""


def ink_of(light: Light) -> Image:
    """Return which pixels are ink: 255, and 0 for paper.

    The threshold is half way between paper and ink, found by repetition (Ridler and Calvard 1978). Unlike Otsu's it
    does not assume about as much ink as paper, so thin lines count. On a blank picture there is no ink.
    """
    distance = light.distance
    few = distance[light.within]
    few = few[:: max(1, few.size // 200_000)]
    level = quantile(few, 0.9995)
    floor = max(FAINTEST, ABOVE_NOISE * light.noise)
    if level < floor:
        return np.zeros(distance.shape, np.uint8)
    limit = 0.5 * level
    for _ in range(20):
        ink, paper = few[few > limit], few[few <= limit]
        before, limit = limit, 0.5 * float(ink.mean() + paper.mean())
        if limit == before:
            break
    return np.asarray((distance > max(limit, 0.6 * floor)).astype(np.uint8) * 255)


def with_pale(light: Light, ink: Image) -> Image:
    """Return the ink with that which is much paler: a yellow figure beside black ones is below their threshold.

    Pale ink touches no other, is large and broad, and has sharp edges: else it is a shadow, a stain, or the soft edge
    of ink.
    """
    near = cv2.dilate(ink, np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8))
    rest = (light.within & (near == 0)).astype(np.uint8)
    limit = 0.5 * max(PALEST, ABOVE_NOISE * light.noise)
    pale = rest * (light.distance > limit)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(pale, connectivity=8)
    found = ink.copy()
    for label in np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > LARGE * ink.size)[:MOST_PALE]:
        if label == 0:
            continue
        x, y, width, height = stats[label, :4].tolist()
        window = np.s_[max(0, y - AROUND) : y + height + AROUND, max(0, x - AROUND) : x + width + AROUND]
        own = labels[window] == label
        is_at_rim = min(x, y) == 0 or x + width == ink.shape[1] or y + height == ink.shape[0]
        if is_at_rim and _is_beside(own, light.within[window] & (rest[window] == 0)):
            continue
        solid = _pale_blot(own, light.distance[window])
        if solid is not None:
            found[window][solid & (rest[window] > 0)] = 255
    return found


def _is_beside(own: Image, ink: Image) -> bool:
    """Return whether a blot lies beside ink, or around it, as a shadow does that falls on print from the rim."""
    edge = cv2.dilate(own.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & ~own
    return bool((edge & ink).sum() > BESIDE * edge.sum())


def _pale_blot(own: Image, distance: Image) -> Image | None:
    """Return which pixels are ink of a pale blot, by half of its own darkness; None if it is a shadow or strokes."""
    depth = cv2.distanceTransform(np.pad(own, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    inside = depth > INSIDE
    if inside.sum() < BROAD * own.sum():
        return None
    level = float(np.median(distance[inside]))
    if level < PALEST:
        return None
    solid = own & (distance > 0.5 * level)
    edge = solid & (cv2.erode(solid.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    slope = np.hypot(*(cv2.Sobel(distance, cv2.CV_32F, *way) / 8 for way in ((1, 0), (0, 1))))
    return solid if (slope[edge] > SHARP * level).mean() > MOSTLY_SHARP else None

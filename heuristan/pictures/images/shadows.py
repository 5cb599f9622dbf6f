"""Deep shadows, which are neither ink nor another paper: print goes on in them.

A shadow that is as dark beside the paper as half of the ink is counted as ink, and hides all that is printed in it; in
one that is a little lighter, print grows fat, and letters run together. Its edge gives a shadow away: light fades over
many pixels, where print and the edges of paper end within a few.
"""

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.lighting import Light, against, coarse, is_all, median

DARK = 0.5
"""Minimum darkness of a shadow that matters, as a share of the faintest ink's: print in it grows fat otherwise."""
LARGE = 0.02
"""Minimum area of a shadow that is looked at, as a share of the picture's."""
BROAD = 0.02
"""Minimum radius of the largest circle in a shadow, as a share of the picture's longer side: strokes of a pen that is
pressed now more, now less have soft edges too."""
SOFT = 0.12
"""Maximum change of a shadow's edge from one pixel to the next, as a share of its own darkness: at the edge of a
figure, however pale, it is 0.19 where the grain is blurred."""
MOSTLY = 0.3
"""Minimum share of the edge of dark that is soft if it is a shadow: the figures that it runs into have sharp edges."""
BORDER = 4
"""Distance from the end of the paper, in pixels, within which an edge is not the shadow's own."""
BESIDE = 2
"""Maximum distance from the outline of what is dark to where its edge is steepest, in pixels."""
GRAIN = 2.0
"""Width of the blur that frees an edge of the paper's grain, in pixels."""


def without_shadow(image: Image, light: Light, ink: Image) -> Light:
    """Return the light of a picture as its shadows leave it, if it has deep ones.

    The lighter part of a shadow is paper. Under the print the paper's colour is continued from around it.
    """
    shadow = _shadows(light, ink)
    if not shadow.any():
        return light
    print_ = np.where(shadow, light.distance > _between(light.distance[shadow]), ink > 0)
    small = coarse(image)
    bare = cv2.erode(is_all(light.within & ~print_, small).astype(np.uint8), np.ones((3, 3), np.uint8))
    seen = np.clip(np.round(small), 0, 255).astype(np.uint8)
    paper = cv2.inpaint(seen, 1 - bare, 3, cv2.INPAINT_TELEA).astype(np.float32)
    return against(image, np.where(bare[..., None] > 0, small, paper).astype(np.float32), light.within)


def _shadows(light: Light, ink: Image) -> Image:
    """Return which pixels are in dark blots whose edges are mostly soft."""
    if not ink.any():
        return ink > 0
    dark = (light.distance > DARK * float(light.distance[ink > 0].min())).astype(np.uint8)
    number, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    areas = stats[1:number, cv2.CC_STAT_AREA]
    found = np.zeros(ink.shape, bool)
    for label in (np.flatnonzero(areas > LARGE * ink.size) + 1).tolist():
        own = labels == label
        if _is_broad(own) and _softness(own, light) > MOSTLY:
            found |= own
    return found


def _is_broad(own: Image) -> bool:
    return bool(cv2.distanceTransform(own.astype(np.uint8), cv2.DIST_L2, 3).max() > BROAD * max(own.shape))


def _softness(own: Image, light: Light) -> float:
    """Return the share of a blot's edge that is soft."""
    inner = cv2.erode(np.pad(light.within, 1).astype(np.uint8), np.ones((3, 3), np.uint8), iterations=BORDER)
    contours, _ = cv2.findContours(own.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    x, y = max(contours, key=len).reshape(-1, 2).T
    is_own = inner[1:-1, 1:-1][y, x] > 0
    if not is_own.any():
        return 0.0
    x, y = x[is_own], y[is_own]
    soft = cv2.GaussianBlur(light.distance, (0, 0), GRAIN)
    slope = np.hypot(*(cv2.Sobel(soft, cv2.CV_32F, *way) / 8 for way in ((1, 0), (0, 1))))
    # of what is hardly dark enough only the inside is its own, and the edge is beside that
    steepest = cv2.dilate(slope, np.ones((2 * BESIDE + 1, 2 * BESIDE + 1), np.uint8))[y, x]
    return float((steepest < SOFT * median(light.distance[own])).mean())


def _between(values: Image) -> float:
    """Return the value half way between two classes of them (Ridler and Calvard 1978)."""
    few = values[:: max(1, values.size // 100_000)]
    limit = 0.5 * float(few.min() + few.max())
    for _ in range(20):
        low, high = few[few <= limit], few[few > limit]
        if not low.size or not high.size:
            break
        before, limit = limit, 0.5 * float(low.mean() + high.mean())
        if limit == before:
            break
    return limit

"""Squares or lines printed all over a page, taken away from behind its figures: they are thin, and figures are not."""

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.tangram.outlines.images.lighting import Light

ALL_OVER = 0.9
"""Minimum extent of a grid, as a share of the picture's."""
WIDTHS = (3, 5, 7, 9)
"""Widths that printed lines may have, in pixels: the smallest at which they fall apart is taken."""
CROSSINGS = 2
"""Number of pixels by which lines are wider where they cross."""
FREE = 0.5
"""Minimum share of a page that a grid leaves free."""


def without_squares(light: Light, ink: Image) -> tuple[Light, Image]:
    """Return the light and the ink of a picture without lines that are printed all over it."""
    if not _is_all_over(ink):
        return light, ink
    for width in WIDTHS:
        if not _is_all_over(cv2.morphologyEx(ink, cv2.MORPH_OPEN, _disc(width))):
            figures = cv2.morphologyEx(ink, cv2.MORPH_OPEN, _disc(width + CROSSINGS))
            near = cv2.dilate(figures, np.ones((3, 3), np.uint8)) > 0
            clean = light._replace(difference=light.difference * near[..., None], distance=light.distance * near)
            return (clean, figures) if figures.any() else (light, ink)
    return light, ink


def _disc(width: int) -> Image:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))


def _is_all_over(ink: Image) -> bool:
    """Return whether a blot of ink reaches over the whole picture, and leaves half of it or more free."""
    stats = cv2.connectedComponentsWithStats(ink, connectivity=8)[2][1:]
    height, width = ink.shape
    is_wide = (stats[:, cv2.CC_STAT_WIDTH] > ALL_OVER * width) & (stats[:, cv2.CC_STAT_HEIGHT] > ALL_OVER * height)
    return bool((is_wide & (stats[:, cv2.CC_STAT_AREA] < FREE * width * height)).any())

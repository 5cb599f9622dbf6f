"""Squares or lines printed all over a page, taken away from behind its figures: they are thin, and figures are not."""

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.lighting import Light

ALL_OVER = 0.9
"""Minimum extent of a grid, as a share of the picture's."""
WIDTHS = (3, 5, 7, 9)
"""Widths that printed lines may have, in pixels: the smallest at which they fall apart is taken."""
CROSSINGS = 2
"""Number of pixels by which lines are wider where they cross."""
FREE = 0.5
"""Minimum share of a page that a grid leaves free."""
FEWEST_FACES = 33
"""Minimum number of faces between the lines of a grid: a figure that is drawn with its pieces, and fills the picture,
has fewer."""
SMALLEST_FACE = 25
"""Minimum area of a face, in pixels."""


def without_squares(light: Light, ink: Image) -> tuple[Light, Image]:
    """Return the light and the ink of a picture without lines that are printed all over it."""
    if not _is_grid(ink):
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


def _is_grid(ink: Image) -> bool:
    """Return whether there is a grid all over the picture."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    return any(_faces(labels != label) >= FEWEST_FACES for label in _all_over(stats, ink.shape))


def _is_all_over(ink: Image) -> bool:
    return bool(_all_over(cv2.connectedComponentsWithStats(ink, connectivity=8)[2], ink.shape))


def _all_over(stats: Image, shape: tuple[int, ...]) -> list[int]:
    """Return the labels of blots that reach over the whole picture, and leave half of it or more free."""
    height, width = shape
    is_wide = (stats[:, cv2.CC_STAT_WIDTH] > ALL_OVER * width) & (stats[:, cv2.CC_STAT_HEIGHT] > ALL_OVER * height)
    is_wide[0] = False
    return [int(label) for label in np.flatnonzero(is_wide & (stats[:, cv2.CC_STAT_AREA] < FREE * width * height))]


def _faces(free: Image) -> int:
    """Return the number of faces that lines leave free, without the holes that grain makes in them."""
    stats = cv2.connectedComponentsWithStats(free.astype(np.uint8), connectivity=4)[2]
    return int((stats[1:, cv2.CC_STAT_AREA] >= SMALLEST_FACE).sum())

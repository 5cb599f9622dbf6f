"""Pieces cut out of a picture: turned, moved to their own picture, anti-aliased."""

from dataclasses import dataclass

import cv2
import numpy as np

from heuristan.jigsaw.arrays import Bytes, Floats, Singles
from heuristan.jigsaw.cutting.lines import Outline

MARGIN = 5
"""Empty pixels around a piece."""
FINENESS = 8
"""Number of points a pixel, each way, on which its share of the piece is counted."""


@dataclass(frozen=True, eq=False)
class Stamp:
    """A piece that was cut out."""

    colours: Singles
    """Red, green and blue, 0 to 255, beyond the piece too; shape (height, width, 3)."""
    alpha: Singles
    """Each pixel's share of the piece, 0 to 1; shape (height, width)."""
    corners: Floats
    """The corners in this picture, clockwise from the one that is the top left in the whole picture; shape (4, 2)."""
    origin: tuple[int, int] = (0, 0)
    """Position (x, y) on the sheet at which this picture begins."""


def stamp(picture: Bytes, outline: Outline, degrees: float, scale: float = 1.0) -> Stamp:
    """Cut a piece out and turn it clockwise."""
    matrix = _turning(degrees, scale)
    ring = outline.ring @ matrix.T
    low, high = ring.min(0), ring.max(0)
    # a shift by whole pixels: a piece turned by quarters keeps the picture's exact colours
    shift = MARGIN - np.floor(low)
    wide, high_ = (int(value) for value in np.ceil(high) + shift + MARGIN + 1)
    mapping = np.hstack([matrix, shift[:, None]])
    colours = cv2.warpAffine(
        picture, mapping, (wide, high_), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    return Stamp(colours, coverage(ring + shift, wide, high_), outline.corners @ matrix.T + shift)


def _turning(degrees: float, scale: float) -> Floats:
    """Return the matrix of a clockwise turn (y goes down), exact for quarters."""
    if degrees % 90 == 0:
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(degrees // 90) % 4]
    else:
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return scale * np.array([[c, -s], [s, c]], dtype=np.float64)


def coverage(ring: Floats, width: int, height: int) -> Singles:
    """Return each pixel's share of the inside of a ring."""
    fine = np.zeros((height * FINENESS, width * FINENESS), np.uint8)
    points = np.round((ring + 0.5) * FINENESS - 0.5).astype(np.int32)
    cv2.fillPoly(fine, [points], 255)
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255)

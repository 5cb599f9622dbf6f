"""Pieces cut out of a picture: turned, moved onto a picture of their own, anti-aliased."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.cutting.lines import Outline
from heuristan.jigsaw.cutting.tabs import Floats

Bytes: TypeAlias = NDArray[np.uint8]
Singles: TypeAlias = NDArray[np.float32]

MARGIN = 5
"""Pixels of nothing round a piece."""
FINENESS = 8
"""A pixel's share of the piece is counted on so many by so many points."""


@dataclass(frozen=True, eq=False)
class Stamp:
    """A piece cut out."""

    colours: Singles
    """Shape (height, width, 3): red, green, blue, 0 to 255; the picture's own beyond the piece as well."""
    alpha: Singles
    """Shape (height, width): each pixel's share of the piece, 0 to 1."""
    corners: Floats
    """Shape (4, 2): in this picture, from the one that is the piece's top left in the whole picture, clockwise."""


def stamp(picture: Bytes, outline: Outline, degrees: float, scale: float = 1.0) -> Stamp:
    """Cut a piece out and turn it clockwise."""
    matrix = _turning(degrees, scale)
    ring = outline.ring @ matrix.T
    low, high = ring.min(0), ring.max(0)
    # whole pixels: a piece that is turned by quarters keeps the picture's own colours
    shift = MARGIN - np.floor(low)
    wide, high_ = (int(value) for value in np.ceil(high) + shift + MARGIN + 1)
    mapping = np.hstack([matrix, shift[:, None]])
    colours = cv2.warpAffine(
        picture, mapping, (wide, high_), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    return Stamp(colours, coverage(ring + shift, wide, high_), outline.corners @ matrix.T + shift)


def _turning(degrees: float, scale: float) -> Floats:
    """The matrix of a clockwise turn (y goes down); exact for quarters."""
    if degrees % 90 == 0:
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(degrees // 90) % 4]
    else:
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return scale * np.array([[c, -s], [s, c]], dtype=np.float64)


def coverage(ring: Floats, width: int, height: int) -> Singles:
    """Each pixel's share of a ring's inside."""
    fine = np.zeros((height * FINENESS, width * FINENESS), np.uint8)
    points = np.round((ring + 0.5) * FINENESS - 0.5).astype(np.int32)
    cv2.fillPoly(fine, [points], 255)
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255)

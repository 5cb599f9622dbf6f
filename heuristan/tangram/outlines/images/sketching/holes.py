"""Holes of a sketch: faces between strokes that are no part of the figure.

Where only the outline is drawn, a hole is what one other face is all around, or across two strokes from the outside
(`strokes`). Where the pieces are drawn in, a hole looks like one of them; but of the faces, seven have areas like the
seven pieces, and the others are holes. Where the figure is filled with scribbles, a hole is a wide face without any.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.tangram.outlines.images.curves import Contour
from heuristan.tangram.outlines.images.strokes import enclosing

AREAS = np.array([0.5, 0.5, 1.0, 1.0, 1.0, 2.0, 2.0])
"""Areas of the seven pieces, in square legs."""
UNLIKE = 0.3
"""Maximum difference of the area of a face from that of a piece, as a share."""
MAX_HOLES = 3
"""Maximum number of holes among faces that are pieces."""
NARROW = 0.1
"""Radius, in legs, of the largest circle in a face that is only a sliver between two strokes."""
SCRIBBLED = 0.15
"""Distance, in legs, from the next stroke of nearly all points of a figure that is filled with scribbles."""
NEARLY_ALL = 0.85
"""Share of the points that are nearly all."""
FREE = 0.2
"""Minimum radius, in legs, of the largest circle in a hole of a figure that is filled with scribbles."""
HOLLOW = 0.5
"""Maximum share of ink in a hole whose strokes do not touch the others."""


class Enclosure(NamedTuple):
    """The strokes of a figure, widened, and what they enclose."""

    own: Image
    """Which pixels are enclosed or ink."""
    away: Image
    """The distance of each pixel from the ink."""
    by: float
    """By how much the strokes were widened."""
    half: float
    """Half of the width of a stroke."""
    leg: float
    """Length of a small leg if nothing is a hole; all in pixels."""


def holes_of(strokes: Enclosure) -> Image:
    """Return which pixels are in a hole, up to the middle of the strokes around it, 0 or 1."""
    inner = strokes.own & (strokes.away > strokes.by)
    near = strokes.away[strokes.own] < SCRIBBLED * strokes.leg
    if near.mean() > NEARLY_ALL:
        wide = [face for face in _faces(inner) if strokes.away[face].max() > FREE * strokes.leg]
        return _grown(wide, strokes)
    faces = [face for face in _faces(inner) if strokes.away[face].max() - strokes.by > NARROW * strokes.leg]
    pieces = _pieces_among([float(_grown([face], strokes).sum()) for face in faces])
    if pieces:
        return _grown([face for number, face in enumerate(faces) if number not in pieces], strokes)
    return _unlike_their_neighbours(faces, strokes)


def _faces(inner: Image) -> list[Image]:
    number, labels = cv2.connectedComponents(inner.astype(np.uint8), connectivity=4)
    return [labels == label for label in range(1, number)]


def _grown(faces: Sequence[Image], strokes: Enclosure) -> Image:
    """Return faces up to the middle of the strokes around them."""
    found = np.zeros(strokes.own.shape, np.uint8)
    for face in faces:
        found[face] = 1
    if not found.any():
        return found
    off = cv2.distanceTransform(1 - found, cv2.DIST_L2, 5)
    return np.asarray((off <= strokes.by + strokes.half).astype(np.uint8))


def _pieces_among(areas: Sequence[float]) -> tuple[int, ...]:
    """Return the faces that are the seven pieces by their areas, where one or more others are left; else none."""
    size = len(AREAS)
    if not size < len(areas) <= size + MAX_HOLES:
        return ()
    best: float = UNLIKE
    found: tuple[int, ...] = ()
    for chosen in combinations(range(len(areas)), size):
        own = np.sort(np.array(areas)[list(chosen)])
        off = float(abs(own / own.sum() * AREAS.sum() / AREAS - 1).max())
        if off < best:
            best, found = off, chosen
    return found


def _unlike_their_neighbours(faces: Sequence[Image], strokes: Enclosure) -> Image:
    """Return the holes of a figure of which the outline alone is drawn, or with some lines in it."""
    walls = strokes.own.astype(np.uint8)
    for face in faces:
        walls[face] = 0
    walls = np.pad(walls, 1)
    width = 2 * (strokes.by + strokes.half)
    rings, tree = cv2.findContours(walls, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found = [
        Contour(ring.reshape(-1, 2).astype(float), bool(node[3] >= 0), 0, 0.0)
        for ring, node in zip(rings, tree[0], strict=True)
        if len(ring) > 2
    ]
    holes = [contour for contour in enclosing(found, walls.astype(np.float32), np.zeros(2), width) if contour.is_hole]
    return _painted(holes, walls, width)[1:-1, 1:-1]


def _painted(holes: Sequence[Contour], walls: Image, width: float) -> Image:
    """Return the pixels within contours, up to the middle of the strokes that they are drawn with."""
    painted = np.zeros_like(walls)
    for contour in holes:
        one = cv2.drawContours(np.zeros_like(walls), [contour.points.astype(np.int32)], -1, 1, cv2.FILLED)
        if contour.stroke > 0:
            if walls[one > 0].mean() > HOLLOW:
                continue
            depth = cv2.distanceTransform(one, cv2.DIST_L2, 5)
            one = (depth > width / 2).astype(np.uint8)
        else:
            off = cv2.distanceTransform(1 - one, cv2.DIST_L2, 5)
            one = (off <= width / 2).astype(np.uint8)
        painted |= one
    return painted

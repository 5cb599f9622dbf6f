"""Holes of a sketch: faces between strokes that do not belong to the figure.

Where only the outline is drawn, a hole is what one other face is all around, or across two strokes from the outside
(`strokes`). Where the pieces are drawn in, a hole looks like one of them; but seven faces are the seven pieces
(`pieces`), and the others are holes. Where the figure is filled with scribbles, a hole is a wide face without any.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.contours import enclosing
from heuristan.pictures.images.curves import Contour
from heuristan.pictures.images.faces import COUNTS, DrawnPieces, pieces_among

NARROW = 0.1
"""Radius, in legs, of the largest circle in a face that is only a sliver between two strokes."""
SCRIBBLED = 0.15
"""Distance, in legs, from the next stroke of nearly all points of a figure that is filled with scribbles."""
NEARLY_ALL = 0.85
"""Share of the points that are nearly all."""
FREE = 0.2
"""Minimum radius, in legs, of the largest circle in a hole of a figure that is filled with scribbles."""
BEYOND = 2.0
"""Maximum distance of the outside from the outer edge of a stroke beyond which it lies, in pixels."""
SHARED = 0.1
"""Minimum share of the contour of a face beyond which the outside lies; less is seen past a vertex."""
HOLLOW = 0.5
"""Maximum share of ink in a hole whose strokes do not touch the others."""


class Enclosure(NamedTuple):
    """The strokes of a figure and what they enclose."""

    own: Image
    """Mask of the pixels that are enclosed or ink."""
    away: Image
    """The distance of each pixel from the ink."""
    by: float
    """By how much the strokes were widened to close the figure."""
    half: float
    """Half of the width of a stroke."""
    leg: float
    """Length of a small leg if nothing is a hole; all in pixels."""


class Inside(NamedTuple):
    """Findings of the strokes within a figure."""

    holes: Image
    """Mask of the holes, up to the middle of the strokes around them, 0 or 1."""
    pieces: tuple[Image, ...] = ()
    """The vertices of the seven pieces, if they are drawn in."""


def inside_of(figure: Enclosure) -> Inside:
    """Return the holes of a figure, and the pieces that are drawn in it."""
    labels, radii = _faces(figure)
    near = figure.away[figure.own] < SCRIBBLED * figure.leg
    if near.mean() > NEARLY_ALL:
        return Inside(_grown(np.isin(labels, np.flatnonzero(radii > FREE * figure.leg)), figure))
    faces = np.flatnonzero(radii - figure.by > NARROW * figure.leg)
    found = _pieces(labels, faces, figure)
    if found is None:
        return Inside(_unlike_their_neighbours(np.isin(labels, faces), figure))
    return Inside(_grown(np.isin(labels, np.delete(faces, found.faces)), figure), found.rings)


def _faces(figure: Enclosure) -> tuple[Image, Image]:
    """Return for each pixel the number of its face, 0 for none, and for each face the radius of the largest circle."""
    inner = figure.own & (figure.away > figure.by)
    number, labels = cv2.connectedComponents(inner.astype(np.uint8), connectivity=4)
    own: Image = labels[inner]
    radii = np.zeros(number, np.float32)
    np.maximum.at(radii, own, figure.away[inner])
    return labels, radii


def _pieces(labels: Image, faces: Image, figure: Enclosure) -> DrawnPieces | None:
    """Return the seven pieces among faces; None if they are not there."""
    if len(faces) not in COUNTS:
        return None
    contours = [_contour(_grown(labels == face, figure)) for face in faces]
    return pieces_among(contours, [not is_outer for is_outer in _are_outer(contours, figure)])


def _grown(faces: Image, figure: Enclosure) -> Image:
    """Return pixels in faces, and those up to the middle of the strokes around them."""
    found = faces.astype(np.uint8)
    if not found.any():
        return found
    off = cv2.distanceTransform(1 - found, cv2.DIST_L2, 5)
    return np.asarray((off <= figure.by + figure.half).astype(np.uint8))


def _are_outer(contours: Sequence[Image], figure: Enclosure) -> Iterator[bool]:
    """Yield for each face whether the outside is beyond one of its strokes: then it is not a hole."""
    depth = cv2.distanceTransform(np.pad(figure.own.astype(np.uint8), 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    for contour in contours:
        x, y = contour.T
        yield bool((depth[y, x] < figure.by + figure.half + BEYOND).mean() > SHARED)


def _contour(mask: Image) -> Image:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(max(contours, key=len).reshape(-1, 2))


def _unlike_their_neighbours(faces: Image, figure: Enclosure) -> Image:
    """Return the holes of a figure of which the outline alone is drawn, or with some lines in it."""
    walls = np.pad((figure.own & ~faces).astype(np.uint8), 1)
    width = 2 * (figure.by + figure.half)
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

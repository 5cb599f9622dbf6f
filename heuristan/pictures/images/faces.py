"""Pieces that are drawn in a sketch: faces between its strokes that have the forms of the seven pieces."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.common.plane import signed_area
from heuristan.tangram.pieces.forms import PolygonFit, assigned, fits
from heuristan.tangram.pieces.sets import TANGRAM

AREAS = np.array([0.5, 0.5, 1.0, 1.0, 1.0, 2.0, 2.0])
"""Areas of the seven pieces, in square legs."""
UNLIKE = 0.5
"""Maximum difference of the area of a face from that of a piece, as a share."""
LIKE = 0.3
"""Maximum distance of a vertex of a face from that of the piece that it is, in legs."""
COUNTS = range(TANGRAM.size, TANGRAM.size + 4)
"""Numbers of faces of a sketch in which the pieces may be drawn: at most three others are holes."""
COARSEST = 0.25
"""Maximum distance of the edge of a face from the polygon that it is taken for, in legs."""
STEPS = 12
"""Number of distances that are tried."""


class DrawnPieces(NamedTuple):
    """The seven pieces among the faces of a sketch."""

    faces: tuple[int, ...]
    """The numbers of their faces."""
    rings: tuple[Image, ...]
    """The vertices of each, in pixels."""
    off: float
    """Maximum distance of a vertex of a face from that of its piece, in legs."""


def pieces_among(faces: Sequence[Image], may_be_holes: Sequence[bool], like: float = LIKE) -> DrawnPieces | None:
    """Return the faces that are the seven pieces; None if no seven of them are.

    Args:
        faces: the contour of each, up to the middle of the strokes around it; as many as COUNTS has.
        may_be_holes: whether each may be a hole, and not a piece.
        like: maximum distance of a vertex of a face from that of the piece that it is, in legs.
    """
    size = TANGRAM.size
    areas = np.array([cv2.contourArea(face.astype(np.float32)) for face in faces])
    best, found = like, None
    for chosen in combinations(range(len(faces)), size):
        if not all(may_be_holes[i] for i in set(range(len(faces))).difference(chosen)):
            continue
        leg = float(np.sqrt(areas[list(chosen)].sum() / TANGRAM.legs_squared))
        if not leg or not _are_alike(np.sort(areas[list(chosen)]) / leg**2):
            continue
        laid = _laid([faces[i] for i in chosen], leg)
        off = max(fit.off for fit in laid) if laid else like
        if laid and off < best:
            best, found = off, DrawnPieces(chosen, tuple(_ring(fit, leg) for fit in laid), off)
    return found


def _are_alike(areas: Image) -> bool:
    """Return whether areas in square legs, in order, are about those of the pieces."""
    return bool((abs(areas / AREAS - 1) < UNLIKE).all())


def _laid(faces: Sequence[Image], leg: float) -> list[PolygonFit] | None:
    found = [[fit for ring in _rings_of(face, leg) for fit in fits(ring, TANGRAM)] for face in faces]
    return assigned(found, TANGRAM.stock(1))


def _rings_of(face: Image, leg: float) -> Iterator[list[complex]]:
    """Yield the polygons of four and of three vertices that a face is like, in legs, counter-clockwise."""
    contour = face.astype(np.float32).reshape(-1, 1, 2)
    seen = 5
    for coarse in np.linspace(0.03, COARSEST, STEPS) * leg:
        polygon = cv2.approxPolyDP(contour, float(coarse), True).reshape(-1, 2)
        if len(polygon) < seen and len(polygon) > 2:
            seen = len(polygon)
            spots = [(float(x), float(y)) for x, y in polygon]
            ring = [complex(x, y) / leg for x, y in spots]
            yield ring if signed_area(spots) > 0 else ring[::-1]


def _ring(fit: PolygonFit, leg: float) -> Image:
    return np.array([[z.real, z.imag] for z in fit.ring(fit.turn)]) * leg

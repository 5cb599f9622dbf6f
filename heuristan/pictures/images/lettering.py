"""Numbers and letters printed in a silhouette, which are no holes of it.

A hole of a tangram is a polygon of few vertices and is not thin: in a figure of one set the thinnest that pieces make
are triangles of some tenths of a leg. Strokes of digits are thinner, bent, or have an island of ink within them.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from heuristan.pictures.images.curves import LEGS, Contour, area_of, perimeter_of
from heuristan.pictures.images.rings import Ring

THINNEST = 0.1
"""Thickness of a hole, in legs, below which it is a stroke of a letter whatever its shape is."""
THIN = 0.17
"""The same for a hole with more vertices than a triangle, a square or a parallelogram has."""
FEW = 5
"""Maximum number of vertices of a thin hole that is no letter."""
SMALL = 0.9
"""Maximum area of a letter, in squares of a leg."""
MANY = 6
"""Maximum number of vertices of a small hole that is no letter."""
BENT = 0.045
"""Maximum distance of a small hole's contour from straight edges, as a share of its size (the square root of its area),
if it is no letter."""
STROKE = 0.28
"""Maximum thickness of a letter beside another one, in legs."""
LIKE = 0.6
"""Minimum ratio of the spans of letters of one number."""


def letters_of(rings: Sequence[Ring]) -> list[Ring]:
    """Return the holes of a figure that are letters printed in it."""
    outer = [ring.contour for ring in rings if not ring.contour.is_hole]
    leg = float(np.sqrt(sum(area_of(contour.points) for contour in outer) / LEGS))
    holes = [_Hole(ring, outer, leg) for ring in rings if ring.contour.is_hole]
    letters = [hole for hole in holes if hole.is_letter]
    letters += [hole for hole in holes if not hole.is_letter and any(map(hole.is_beside, letters))]
    return [hole.ring for hole in letters]


def without(rings: Sequence[Ring], letters: Sequence[Ring]) -> list[Ring]:
    """Return the rings of a figure without some of its holes, and without the islands of ink in these."""
    return [
        ring
        for ring in rings
        if not any(ring is letter or _is_within(ring.contour, letter.contour) for letter in letters)
    ]


class _Hole:
    """A hole, measured in legs."""

    def __init__(self, ring: Ring, outer: Sequence[Contour], leg: float) -> None:
        self.ring = ring
        self.islands = [contour for contour in outer if _is_within(contour, ring.contour)]
        around = [ring.contour, *self.islands]
        self.area = (area_of(ring.contour.points) - sum(area_of(island.points) for island in self.islands)) / leg**2
        self.thickness = 2 * self.area * leg / sum(perimeter_of(contour.points) for contour in around)
        self.bent = ring.off / float(np.sqrt(area_of(ring.contour.points)))
        (left, top), (right, bottom) = ring.contour.points.min(0), ring.contour.points.max(0)
        self.span = float(max(right - left, bottom - top))
        self.middle = np.array([left + right, top + bottom]) / 2

    @property
    def is_letter(self) -> bool:
        vertices = len(self.ring.lines)
        is_odd = bool(self.islands) or vertices > MANY or self.bent > BENT
        return self.thickness < THINNEST or (self.thickness < THIN and vertices > FEW) or (self.area < SMALL and is_odd)

    def is_beside(self, other: "_Hole") -> bool:
        """Return whether it may be the next letter of a number."""
        is_alike = min(self.span, other.span) > LIKE * max(self.span, other.span)
        gap = float(np.linalg.norm(self.middle - other.middle)) - max(self.span, other.span)
        return is_alike and gap < 0.5 * other.span and self.thickness < STROKE


def _is_within(contour: Contour, other: Contour) -> bool:
    start = tuple(map(float, contour.points[0]))
    return contour is not other and bool(cv2.pointPolygonTest(other.points.astype(np.float32), start, False) > 0)

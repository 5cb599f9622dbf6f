"""The region that the rings of a file enclose, as they are written: the judge's own, shared with no reader.

A point belongs to it if it lies in the outer ring of some polygon and in none of the holes of that polygon. Nothing is
repaired, so a hole stays a hole where it touches or slightly crosses its outer ring. (The functions that make polygons
valid lose such holes.)
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.common.overlay import faces_between, joined, symmetric_difference
from heuristan.tangram.puzzle.drawing import Polygon, Vector

Places: TypeAlias = NDArray[np.float64]
Answers: TypeAlias = NDArray[np.bool_]


def region_of(polygons: Sequence[Polygon]) -> shapely.Geometry:
    """Return the region of polygons, each an outer ring and its holes; they may overlap."""
    return _region([ring for polygon in polygons for ring in polygon], lambda spots: _are_in(spots, polygons))


def odd_region_of(rings: Sequence[Sequence[Vector]]) -> shapely.Geometry:
    """Return what lies in an odd number of rings: outer ones, and holes in any of them."""
    return _region(rings, lambda spots: _are_in_odd(spots, rings))


def are_as_near(a: shapely.Geometry, b: shapely.Geometry, most: float) -> bool:
    """Return whether two regions differ in nothing wider than a length."""
    return bool(symmetric_difference(a, b).buffer(-most / 2, join_style="mitre").is_empty)


def _region(rings: Sequence[Sequence[Vector]], are_inside: Callable[[Places], Answers]) -> shapely.Geometry:
    """Return the faces between rings that lie inside."""
    lines = shapely.linestrings([spot for ring in rings for spot in (*ring, ring[0])], indices=_numbers(rings))
    faces = faces_between(lines)
    return joined(faces[are_inside(shapely.get_coordinates(shapely.point_on_surface(faces)))])


def _numbers(rings: Sequence[Sequence[Vector]]) -> NDArray[np.intp]:
    """Return the number of the ring of each vertex, the first of each ring repeated."""
    return np.repeat(np.arange(len(rings)), [len(ring) + 1 for ring in rings])


def _are_in(spots: Places, polygons: Sequence[Polygon]) -> Answers:
    """Return for each point whether it lies in some polygon."""
    found = np.zeros(len(spots), dtype=np.bool_)
    for outer, *holes in polygons:
        inside = _are_enclosed(spots, outer)
        for hole in holes:
            inside &= ~_are_enclosed(spots, hole)
        found |= inside
    return found


def _are_in_odd(spots: Places, rings: Sequence[Sequence[Vector]]) -> Answers:
    found = np.zeros(len(spots), dtype=np.bool_)
    for ring in rings:
        found ^= _are_enclosed(spots, ring)
    return found


def _are_enclosed(spots: Places, ring: Sequence[Vector]) -> Answers:
    """Return for each point whether a ray from it to the right meets a ring an odd number of times."""
    starts = np.asarray(ring, dtype=np.float64)
    ends = np.roll(starts, -1, axis=0)
    x, y = spots[:, :1], spots[:, 1:]
    (a, b), (c, d) = starts.T, ends.T
    side = (c - a) * (y - b) - (d - b) * (x - a)
    meets = np.where(d > b, (b <= y) & (y < d) & (side > 0), (d <= y) & (y < b) & (side < 0))
    return np.asarray(meets.sum(axis=1) % 2 == 1)

"""Polygons and rings of floats as the region that they cover."""

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.tangram.puzzle.drawing import Polygon, Vector

GRID = 1e-9
"""Unions round coordinates to this part of the width; otherwise some shapes, whose common sides differ in their last
bits, are lost."""


def covered(polygons: Iterable[Polygon]) -> shapely.Geometry:
    """Return the region that polygons cover together; they may overlap, and touch or cross themselves.

    A polygon covers what lies in an odd number of loops of its outer ring, and of none of its holes.
    """
    return united([_covered_by(polygon) for polygon in polygons])


def enclosed(parts: Iterable[Iterable[Sequence[Vector]]]) -> shapely.Geometry:
    """Return the region that the rings of some parts enclose, outer rings and holes alike; the parts may overlap.

    In each part this is what lies in an odd number of its rings.
    """
    return united([_enclosed_by([*rings]) for rings in parts])


def united(shapes: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """Return the union of shapes, none of them lost."""
    with np.errstate(all="ignore"):  # some versions warn of numbers that they do not use
        return shapely.union_all(shapes, grid_size=_grid_of(shapes))


def rings_of(polygon: shapely.Polygon) -> tuple[tuple[Vector, ...], ...]:
    """Return the rings of a polygon, the outer one first; none repeats its first vertex."""
    rings = (polygon.exterior, *polygon.interiors)
    return tuple(tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in rings)


def _covered_by(polygon: Polygon) -> shapely.Geometry:
    outer, *holes = polygon
    whole = shapely.Polygon(outer, holes)
    if whole.is_valid:
        return whole
    faces, inside = _faces(polygon)
    return united(faces[inside[0] & ~inside[1:].any(axis=0)])


def _enclosed_by(rings: Sequence[Sequence[Vector]]) -> shapely.Geometry:
    faces, inside = _faces(rings)
    return united(faces[inside.sum(axis=0) % 2 == 1])


def _faces(rings: Sequence[Sequence[Vector]]) -> tuple[NDArray[np.object_], NDArray[np.bool_]]:
    """Return the faces into which rings divide the plane, and for each ring whether each face lies inside.

    `shapely.make_valid` is not used: where a ring touches itself or another one, and the last digits make it cross
    there, it fills the hole.
    """
    lines = [shapely.LinearRing(ring) for ring in rings]
    noded = shapely.union_all(lines, grid_size=_grid_of(lines))
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    spots = shapely.get_coordinates(shapely.point_on_surface(faces))
    return faces, np.array([_is_inside(spots, np.asarray(ring, float)) for ring in rings])


def _is_inside(spots: NDArray[np.float64], ring: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return for each point whether a ray to the right meets a ring an odd number of times."""
    x, y = spots[:, :1], spots[:, 1:]
    (a, b), (c, d) = ring.T, np.roll(ring, -1, axis=0).T
    meets = (b <= y) != (d <= y)
    with np.errstate(all="ignore"):  # level sides are never met
        right = x < a + (y - b) / (d - b) * (c - a)
    return np.asarray((meets & right).sum(axis=1) % 2 == 1)


def _grid_of(shapes: Sequence[shapely.Geometry]) -> float | None:
    left, low, right, high = shapely.bounds(shapely.geometrycollections(shapes))  # not numbers, if nothing is covered
    width = max(right - left, high - low)
    return GRID * width if width > 0 else None

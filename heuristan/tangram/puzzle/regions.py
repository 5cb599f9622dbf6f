"""Polygons and rings of floats as the region that they cover."""

from collections.abc import Iterable, Sequence

import shapely

from heuristan.tangram.puzzle.drawing import Polygon, Vector

GRID = 1e-9
"""Unions round coordinates to this part of the width; otherwise some shapes, whose common sides differ in their last
bits, are lost."""


def covered(polygons: Iterable[Polygon]) -> shapely.Geometry:
    """Return the region that polygons cover together; they may overlap, and touch themselves."""
    return united([shapely.make_valid(shapely.Polygon(outer, holes)) for outer, *holes in polygons])


def enclosed(parts: Iterable[Iterable[Sequence[Vector]]]) -> shapely.Geometry:
    """Return the region that the rings of some parts enclose, outer rings and holes alike; the parts may overlap.

    In each part this is what lies in an odd number of its rings.
    """
    return united([_odd(rings) for rings in parts])


def united(shapes: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """Return the union of shapes, none of them lost."""
    left, low, right, high = shapely.bounds(shapely.geometrycollections(shapes))  # not numbers, if nothing is covered
    width = max(right - left, high - low)
    return shapely.union_all(shapes, grid_size=GRID * width if width > 0 else None)


def rings_of(polygon: shapely.Polygon) -> tuple[tuple[Vector, ...], ...]:
    """Return the rings of a polygon, the outer one first; none repeats its first vertex."""
    rings = (polygon.exterior, *polygon.interiors)
    return tuple(tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in rings)


def _odd(rings: Iterable[Sequence[Vector]]) -> shapely.Geometry:
    region = shapely.Polygon()
    for ring in rings:
        region = region.symmetric_difference(shapely.make_valid(shapely.Polygon(ring)))
    return region

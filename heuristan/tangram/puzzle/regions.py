"""Polygons and rings of floats as the region that they cover."""

from collections.abc import Iterable, Sequence

import shapely

from heuristan.common.overlay import faces_of, joined, odd_region, union
from heuristan.tangram.puzzle.drawing import Polygon, Vector


def covered(polygons: Iterable[Polygon]) -> shapely.Geometry:
    """Return the region that polygons cover together; they may overlap, and touch or cross themselves.

    A polygon covers what lies in an odd number of loops of its outer ring, and of none of its holes.
    """
    return union([_covered_by(polygon) for polygon in polygons])


def enclosed(parts: Iterable[Iterable[Sequence[Vector]]]) -> shapely.Geometry:
    """Return the region that the rings of some parts enclose, outer rings and holes alike; the parts may overlap.

    In each part this is what lies in an odd number of its rings.
    """
    return union([odd_region([*rings]) for rings in parts])


def rings_of(polygon: shapely.Polygon) -> tuple[tuple[Vector, ...], ...]:
    """Return the rings of a polygon, the outer one first; none repeats its first vertex."""
    rings = (polygon.exterior, *polygon.interiors)
    return tuple(tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in rings)


def _covered_by(polygon: Polygon) -> shapely.Geometry:
    outer, *holes = polygon
    whole = shapely.Polygon(outer, holes)
    if whole.is_valid:
        return whole
    faces, inside = faces_of(polygon)
    return joined(faces[inside[0] & ~inside[1:].any(axis=0)])

"""Differences, intersections and unions of regions, computed on a grid.

In plain floats, sides that nearly lie along each other can make a whole region vanish.
"""

from collections.abc import Sequence
from functools import partial, reduce

import shapely

from heuristan.common.plane import Ring

GRID = 1e-9
"""Width of the grid as a share of a puzzle's size: a thousandth of the width that the judge ignores."""


def region_of(ring: Ring) -> shapely.Geometry:
    """Return the region in a ring. A ring may touch itself in points; in shapely that is several polygons."""
    polygon = shapely.Polygon(ring)
    return polygon if polygon.is_valid else _polygons(shapely.make_valid(polygon))


def difference(region: shapely.Geometry, other: shapely.Geometry, size: float) -> shapely.Geometry:
    """Return a region without another one."""
    return _polygons(shapely.difference(region, other, grid_size=GRID * size))


def intersection(region: shapely.Geometry, other: shapely.Geometry, size: float) -> shapely.Geometry:
    """Return the intersection of two regions."""
    return _polygons(shapely.intersection(region, other, grid_size=GRID * size))


def union(regions: Sequence[shapely.Geometry], size: float) -> shapely.Geometry:
    """Return the union of regions."""
    return _polygons(shapely.union_all(regions, grid_size=GRID * size))


def is_wider(region: shapely.Geometry, radius: float) -> bool:
    """Return whether a disc of a radius fits in a region; by its area, a small piece could pass for a thin strip."""
    return not region.is_empty and not shapely.buffer(region, -radius, join_style="mitre").is_empty


def even_odd(regions: Sequence[shapely.Geometry], size: float) -> shapely.Geometry:
    """Return the region of the points that lie in an odd number of regions."""
    if len(regions) == 1:
        return regions[0]
    return _polygons(reduce(partial(shapely.symmetric_difference, grid_size=GRID * size), regions))


def _polygons(found: shapely.Geometry) -> shapely.Geometry:
    """Remove the lines and points to which regions can shrink on a grid."""
    if found.geom_type in ("Polygon", "MultiPolygon"):
        return found
    return shapely.MultiPolygon([part for part in shapely.get_parts(found) if part.geom_type == "Polygon"])

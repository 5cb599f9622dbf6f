"""Regions less others, and what they share, on a grid.

In plain floats, sides that all but lie along each other can make the whole of a region vanish.
"""

from collections.abc import Sequence
from functools import partial, reduce

import shapely

from heuristan.edgematching.polygons.puzzle import Ring

GRID = 1e-9
"""Corners are rounded to this share of a puzzle's size: a thousandth of what is taken for nothing."""


def region_of(ring: Ring) -> shapely.Geometry:
    """What a ring encloses. It may touch itself in points; shapely has that as several polygons."""
    polygon = shapely.Polygon(ring)
    return polygon if polygon.is_valid else _polygons(shapely.make_valid(polygon))


def difference(region: shapely.Geometry, other: shapely.Geometry, size: float) -> shapely.Geometry:
    """A region without another one."""
    return _polygons(shapely.difference(region, other, grid_size=GRID * size))


def intersection(region: shapely.Geometry, other: shapely.Geometry, size: float) -> shapely.Geometry:
    """What two regions share."""
    return _polygons(shapely.intersection(region, other, grid_size=GRID * size))


def union(regions: Sequence[shapely.Geometry], size: float) -> shapely.Geometry:
    """What lies in any of some regions."""
    return _polygons(shapely.union_all(regions, grid_size=GRID * size))


def is_wider(region: shapely.Geometry, radius: float) -> bool:
    """Whether a region holds a disc of a radius; by its area alone, a small piece would pass for a thin strip."""
    return not region.is_empty and not shapely.buffer(region, -radius, join_style="mitre").is_empty


def even_odd(regions: Sequence[shapely.Geometry], size: float) -> shapely.Geometry:
    """What lies in an odd number of regions."""
    if len(regions) == 1:
        return regions[0]
    return _polygons(reduce(partial(shapely.symmetric_difference, grid_size=GRID * size), regions))


def _polygons(found: shapely.Geometry) -> shapely.Geometry:
    """Without the lines and points that regions shrink to on a grid."""
    if found.geom_type in ("Polygon", "MultiPolygon"):
        return found
    return shapely.MultiPolygon([part for part in shapely.get_parts(found) if part.geom_type == "Polygon"])

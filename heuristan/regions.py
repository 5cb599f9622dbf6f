"""Rings of floats as the region that they enclose."""

from collections.abc import Iterable, Sequence

import shapely

from heuristan.drawing import Vector


def enclosed(parts: Iterable[Iterable[Sequence[Vector]]]) -> shapely.Geometry:
    """What the rings of some parts enclose, outer rings and holes alike; the parts may overlap.

    In each part that is what lies in an odd number of its rings.
    """
    return shapely.union_all([_odd(rings) for rings in parts])


def _odd(rings: Iterable[Sequence[Vector]]) -> shapely.Geometry:
    region = shapely.Polygon()
    for ring in rings:
        region = region.symmetric_difference(shapely.make_valid(shapely.Polygon(ring)))
    return region

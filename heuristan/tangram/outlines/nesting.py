"""Rings that are listed one after the other, as polygons: a ring within another is a hole."""

from collections.abc import Sequence

from heuristan.common.json_text import MAX_COORDINATE
from heuristan.tangram.puzzle.drawing import Polygon, Vector
from heuristan.tangram.puzzle.puzzle import MOST_VERTICES


def nested_polygons(rings: Sequence[Sequence[Vector]]) -> tuple[Polygon, ...]:
    """Return the polygons of rings that run either way: within an even number of others a ring is an outside.

    Rings that no reader of drawings takes are polygons by themselves: too many of them, or with numbers that are too
    large.

    Args:
        rings: in any order; a ring may end where it starts.
    """
    rings = [ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring for ring in rings]
    if len(rings) == 1 or sum(map(len, rings)) > MOST_VERTICES or not all(map(is_in_reach, rings)):
        return tuple((ring,) for ring in rings)
    from heuristan.common.overlay import OverlayFault, odd_region  # only for several rings: shapely is slow to import

    try:
        shapes = [odd_region([ring]) for ring in rings]
    except OverlayFault:  # a tangle of long thin loops, which a reader refuses in words
        return tuple((ring,) for ring in rings)
    around = [
        [
            j
            for j, other in enumerate(shapes)
            if other.area > shape.area and other.contains(shape.representative_point())
        ]
        for shape in shapes
    ]
    polygons = {i: [rings[i]] for i, outer in enumerate(around) if len(outer) % 2 == 0}
    for i, outer in enumerate(around):
        if len(outer) % 2:
            # where rings cross each other, none of those around a hole may be an outside: it is one itself then
            outsides = [j for j in outer if len(around[j]) % 2 == 0]
            home = polygons[min(outsides, key=lambda j: shapes[j].area)] if outsides else polygons.setdefault(i, [])
            home.append(rings[i])
    return tuple(map(tuple, polygons.values()))


def is_in_reach(ring: Sequence[Vector]) -> bool:
    """Return whether geometry can be done with the numbers of a ring."""
    return all(abs(x) <= MAX_COORDINATE and abs(y) <= MAX_COORDINATE for x, y in ring)

"""Overlaps at the necks of a drawing: parts that touch in a point may have been drawn into each other there."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import shapely

from heuristan.common.overlay import difference, intersection, union
from heuristan.tangram.verification.judging.areas import wide

LARGEST = 0.8
"""Maximum diameter of an overlap at a neck, in legs. A neck is narrower than any piece, which is 0.7 legs wide; a sharp
vertex reaches farther in than it is wide there."""


def sunken_in(
    pieces: Mapping[int, shapely.Polygon], outline: shapely.Geometry, allowed: float, off: float
) -> Mapping[tuple[int, int], shapely.Geometry]:
    """Return the overlaps at necks of an outline, by the numbers of the two pieces.

    They are small, and without them the outline falls into parts; the two pieces are in different ones.

    Args:
        pieces: in legs.
        outline: as it was drawn, in legs.
        allowed: the width of overlaps that are passed over, in legs.
        off: the maximum distance of pieces from the outline, in legs.
    """
    overlaps = {
        (i, j): shapely.multipolygons(found)
        for (i, a), (j, b) in combinations(pieces.items(), 2)
        if (found := wide(intersection(a, b), allowed))
    }
    if not overlaps:
        return {}
    places = union([place for place in shapely.get_parts(union([*overlaps.values()])) if _is_small(place)])
    parts = shapely.get_parts(difference(outline, places.buffer(off)))
    roomy = places.buffer(allowed)
    return {
        (i, j): overlap
        for (i, j), overlap in overlaps.items()
        if roomy.covers(overlap) and _part_of(pieces[i], parts) != _part_of(pieces[j], parts)
    }


def _is_small(place: shapely.Geometry) -> bool:
    return bool(2 * shapely.minimum_bounding_radius(place) <= LARGEST)


def _part_of(piece: shapely.Polygon, parts: Sequence[shapely.Geometry]) -> int:
    """Return the number of the part that has most of a piece."""
    shared = [intersection(piece, part).area for part in parts]
    return shared.index(max(shared, default=0.0)) if shared else 0

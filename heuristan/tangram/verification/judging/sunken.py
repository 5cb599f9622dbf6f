"""Overlaps at the necks of a drawing: parts that touch in a point may have been drawn into each other there."""

from collections.abc import Mapping, Sequence

import shapely

from heuristan.common.overlay import difference, intersection, union
from heuristan.tangram.verification.judging.places import NARROW, Pair

LARGEST = 0.8
"""Maximum diameter of an overlap at a neck, in legs. A neck is narrower than any piece, which is 0.7 legs wide; a sharp
vertex reaches farther in than it is wide there."""


def sunken_in(
    overlapping: Mapping[Pair, Sequence[shapely.Polygon]],
    pieces: Mapping[int, shapely.Polygon],
    outline: shapely.Geometry,
    off: float,
) -> Mapping[Pair, list[shapely.Polygon]]:
    """Return the overlaps at necks of an outline, by the numbers of the two pieces.

    They are small, and without them the outline falls into parts; the two pieces are in different ones.

    Args:
        overlapping: all places where two pieces overlap, in legs.
        pieces: in legs.
        outline: as it was drawn, in legs.
        off: the maximum distance of pieces from the outline, in legs.
    """
    if not overlapping:
        return {}
    places = union([place for places in overlapping.values() for place in places])
    small = union([place for place in shapely.get_parts(places) if _is_small(place)])
    parts, roomy = shapely.get_parts(difference(outline, small.buffer(off))), small.buffer(NARROW)
    return {
        (i, j): [*overlaps]
        for (i, j), overlaps in overlapping.items()
        if all(map(roomy.covers, overlaps)) and _part_of(pieces[i], parts) != _part_of(pieces[j], parts)
    }


def _is_small(place: shapely.Geometry) -> bool:
    return bool(2 * shapely.minimum_bounding_radius(place) <= LARGEST)


def _part_of(piece: shapely.Polygon, parts: Sequence[shapely.Geometry]) -> int:
    """Return the number of the part that has most of a piece."""
    shared = [intersection(piece, part).area for part in parts]
    return shared.index(max(shared, default=0.0)) if shared else 0

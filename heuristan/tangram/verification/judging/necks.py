"""Overlaps at the necks of a drawing: parts that touch in a point may have been drawn into each other there."""

from collections.abc import Mapping
from itertools import combinations
from typing import TypeAlias

import shapely

from heuristan.tangram.puzzle.regions import united
from heuristan.tangram.verification.judging.areas import GRID, wide

LARGEST = 0.8
"""Maximum diameter of an overlap at a neck, in legs. Necks are narrower than any piece, and sharp tips reach farther in
than they are wide there."""

Numbered: TypeAlias = Mapping[int, shapely.Polygon]


def necks_of(
    pieces: Numbered, outline: shapely.Geometry, allowed: float, off: float
) -> dict[tuple[int, int], shapely.Geometry]:
    """Return the overlaps that are at necks of an outline, by the numbers of the two pieces.

    At a neck the outline falls apart if the overlaps, which are small, are taken out of it; each of the two pieces is
    in a part of its own.

    Args:
        pieces: in legs.
        outline: as it was drawn, in legs.
        allowed: the width of overlaps that are passed over, in legs.
        off: the maximum distance of pieces from the outline, in legs.
    """
    pairs = {
        (i, j): shapely.multipolygons(parts)
        for (i, a), (j, b) in combinations(pieces.items(), 2)
        if (parts := wide(shapely.intersection(a, b, grid_size=GRID), allowed))
    }
    if not pairs:
        return {}
    places = [place for place in shapely.get_parts(united([*pairs.values()])) if _is_small(place)]
    taken = united(places).buffer(off)
    rest = shapely.get_parts(shapely.difference(outline, taken, grid_size=GRID))
    return {
        (i, j): overlap
        for (i, j), overlap in pairs.items()
        if all(any(place.buffer(GRID).covers(part) for place in places) for part in overlap.geoms)
        and not _is_one(pieces[i], pieces[j], rest)
    }


def _is_small(place: shapely.Geometry) -> bool:
    return bool(2 * shapely.minimum_bounding_radius(place) <= LARGEST)


def _is_one(piece: shapely.Polygon, other: shapely.Polygon, parts: list[shapely.Geometry]) -> bool:
    """Return whether two pieces lie in one of some parts, mostly."""
    mine, others = ([shape.intersection(part).area for part in parts] for shape in (piece, other))
    return mine.index(max(mine)) == others.index(max(others))

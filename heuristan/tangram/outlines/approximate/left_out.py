"""Small holes and specks of a drawing that a reading leaves out: its user is told of them."""

from collections.abc import Iterator

import shapely

from heuristan.tangram.outlines.approximate.limits import refusing
from heuristan.tangram.outlines.approximate.silhouette import Silhouette, region_of
from heuristan.tangram.puzzle.puzzle import Puzzle

WIDTH = 0.02
"""Minimum width of what is worth saying, in legs: thinner gaps are imprecision, which every drawing has."""


@refusing()
def left_out(silhouette: Silhouette, puzzle: Puzzle) -> tuple[str, ...]:
    """Return what the outline of a reading does not have of a drawing, a clause each."""
    parts = [part for part in shapely.get_parts(silhouette.drawn) if part.geom_type == "Polygon"]
    small = [*_worth_saying(parts, silhouette.leg)]
    if sum(1 + len(part.interiors) for part in parts) <= len(puzzle.rings) or not small:
        return ()
    region = region_of(puzzle)
    return tuple(
        f"a small {'hole' if is_hole else 'speck'} about ({spot.x:.6g}, {spot.y:.6g}) was left out"
        for shape, is_hole in small
        if bool(region.covers(spot := shape.representative_point())) == is_hole
    )


def _worth_saying(parts: list[shapely.Polygon], leg: float) -> Iterator[tuple[shapely.Polygon, bool]]:
    """Yield the parts and the holes that are wider than slits, each with whether it is a hole."""
    holes = (shapely.Polygon(ring) for part in parts for ring in part.interiors)
    for shape, is_hole in (*((part, False) for part in parts), *((hole, True) for hole in holes)):
        if 4 * shape.area > WIDTH * leg * shape.length:
            yield shape, is_hole

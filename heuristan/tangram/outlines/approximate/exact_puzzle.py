"""A drawing as an exact puzzle on the lattice, if sums of sides explain its lengths."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from statistics import fmean

from heuristan.common.plane import turned
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import add, point
from heuristan.tangram.outlines.approximate.arranging import APART, Arrangement, Part
from heuristan.tangram.outlines.approximate.edges import vertices_of
from heuristan.tangram.outlines.approximate.lattice import lattice_rings
from heuristan.tangram.outlines.approximate.silhouette import Silhouette
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, in_legs, items_of
from heuristan.tangram.pieces.tiling import infeasible_edges
from heuristan.tangram.puzzle.puzzle import OutlineError, Place, Puzzle, make_puzzle

MIN_REACH = 0.03
"""Minimum of the allowed error of a length, in legs; it is else twice the nearness, one at either end."""


def exact_puzzle(silhouette: Silhouette, parts: Sequence[Part], nearness: float, pieces: PieceSet) -> Puzzle | None:
    """Return the lattice puzzle with the lengths that are meant; None if sums of sides do not explain all of them."""
    reach = max(2 * nearness, MIN_REACH)
    for rings in lattice_rings([part.loops for part in parts], reach):
        laid, places = _side_by_side(parts, rings)
        frame, placed = Arrangement.of(silhouette, places, 1)
        try:
            puzzle = make_puzzle(silhouette.id, laid, sets=silhouette.sets, frame=frame, pieces=pieces)
        except OutlineError:
            continue
        if not any(infeasible_edges(puzzle.boundary, pieces, items_of(pieces, puzzle.stock), 1)):
            return replace(puzzle, places=placed)
    return None


def _side_by_side(parts: Sequence[Part], rings: Sequence[Sequence[Ring]]) -> tuple[list[Ring], list[Place]]:
    """Return the rings of all parts on one lattice, and the places of the parts in the drawing."""
    laid: list[Ring] = []
    places: list[Place] = []
    begin = 0
    for part, loops in zip(parts, rings, strict=True):
        spots = [in_legs(p) for ring in loops for p in ring]
        shift = begin + ceil(-min(x for x, _ in spots))
        laid += [tuple(add(p, point(UNITS_A_LEG * shift, 0, 0, 0)) for p in ring) for ring in loops]
        drawn = [vertex for loop in part.loops for vertex in vertices_of(loop)]
        off = (
            fmean(x - u for (x, _), (u, _) in zip(drawn, spots, strict=True)) - shift,
            fmean(y - v for (_, y), (_, v) in zip(drawn, spots, strict=True)),
        )
        places.append(Place(begin - APART / 2, part.turn, turned(off, part.turn)))
        begin = shift + ceil(max(x for x, _ in spots)) + APART
    return laid, places

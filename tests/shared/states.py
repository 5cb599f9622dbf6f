"""States of the expert system for tests: any outline with any stock, and the plane figures to check them with."""

from collections import Counter
from collections.abc import Iterable

import shapely

from heuristan.common.overlay import odd_region, union
from heuristan.tangram.boundary import Boundary, Ring, ring_of
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import Setting, State
from heuristan.tangram.lattice.points import Point, xy
from heuristan.tangram.pieces.sets import Stock
from heuristan.tangram.puzzle.puzzle import Puzzle
from shared.strategies import Assembly

NEAR = 1e-7
"""Floats as near as this are the same; different lattice numbers of small outlines are further apart."""


def state_of(
    rings: Iterable[Ring], stock: Stock | None = None, ranking: Ranking | None = None, denominator: int = 1
) -> State:
    """The state at the start: an outline of any area with any stock (one set if none is given)."""
    listed = tuple(rings)
    puzzle = Puzzle("state", listed, denominator)
    setting = Setting.of(puzzle, ranking or read_ranking(DEFAULT))
    return State(setting, Boundary.of(listed), (), puzzle.stock if stock is None else stock)


def state_of_assembly(assembly: Assembly, ranking: Ranking | None = None) -> State:
    """The outline of an assembly, to be filled with just its pieces."""
    stock = Counter(placement.name for placement in assembly)
    return state_of([placement.ring for placement in assembly], stock, ranking)


def every_match(state: State) -> list[Match]:
    """Those laid at convex vertices and those joined, each once, in their order."""
    found = {match.key: match for match in (*state.matches, *state.composites, *state.joined)}
    return sorted(found.values(), key=lambda match: match.order)


def descend(state: State, choices: Iterable[int]) -> State:
    """The state after some matches, chosen by number, are extracted one after the other."""
    for choice in choices:
        matches = every_match(state)
        if not matches:
            break
        state = state.extracted(matches[choice % len(matches)])
    return state


def spot(p: Point) -> shapely.Point:
    return shapely.Point(xy(p))


def stretch(start: Point, end: Point) -> shapely.LineString:
    return shapely.LineString([xy(start), xy(end)])


def figure(ring: Ring) -> shapely.Polygon:
    return shapely.Polygon([xy(p) for p in ring])


def region(boundary: Boundary) -> shapely.Geometry:
    """The closed region within a boundary."""
    return union([odd_region([[xy(p) for p in ring_of(loop)] for loop in part.loops]) for part in boundary.parts])


def edges(boundary: Boundary) -> shapely.Geometry:
    """All edges together."""
    return shapely.MultiLineString([stretch(segment.start, segment.end) for segment in boundary.segments])

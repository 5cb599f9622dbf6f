"""Preferences: which of the matches that a rule accepts it takes first.

`PREFERENCES` holds one entry for each kind: the number that orders matches, and its words. Everything else goes over
these entries: the ranking files, the chooser, the trace, the explanation, the tables in the docs and the tests.
"""

from collections.abc import Callable, Container, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import sides
from heuristan.tangram.expert.grades import GRADES, Cover
from heuristan.tangram.expert.lots import lot
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.pieces.sets import size_of

Key: TypeAlias = Callable[[State, Match, Container[MatchKey]], int]
"""Returns a number for a match, the minimum for the best. The last argument: the candidates at the tightest vertex."""

MANY = 1 << 30
LONG = 1 << 60
"""Longer than any side, as a code."""
SHARES = 60
"""A grade counts by its share of a figure's sides, so that figures of three and of four sides can be compared."""


FINENESS = 5040
"""The means of numbers of pieces that fit are compared in this many parts."""


class Preference(NamedTuple):
    """A way to prefer some matches to others."""

    name: str
    """As ranking files write it."""
    meaning: str
    """What a rule with this preference takes first."""
    words: str
    """What an explanation adds to the rule."""
    key: Key


def _area(_: State, match: Match, __: Container[MatchKey]) -> int:
    return size_of(doubled_area(match.placement.ring))


def _largest(state: State, match: Match, tightest: Container[MatchKey]) -> int:
    return -_area(state, match, tightest)


def _at_tightest_vertex(_: State, match: Match, tightest: Container[MatchKey]) -> int:
    return match.key not in tightest


def _vertices_left(state: State, match: Match, _: Container[MatchKey]) -> int:
    after = state.without(match)
    return MANY if after is None else len(after.boundary.vertices)


def _fits_left(state: State, match: Match, _: Container[MatchKey]) -> int:
    """Return how many pieces fit at each end of an edge that is left, in the mean, in parts of `FINENESS`, negated."""
    after = state.without(match)
    if after is None:
        return MANY
    ends = after.matches.covering if after.boundary else {}
    return -(FINENESS * sum(map(len, ends.values())) // len(ends)) if ends else -MANY


def _grades(_: State, match: Match, __: Container[MatchKey]) -> int:
    return sum(map(GRADES.index, match.grades)) * SHARES // len(match.grades)


def _edge_in_the_rest(state: State, match: Match, _: Container[MatchKey]) -> int:
    """Return the length of edge in the sides that are not all edge, negated (section 4.3, figure 7(b))."""
    cover = Cover(state.boundary, state.extensions)
    amount, complete = 0, True
    for direction, start, end in sides(match.cut.ring):
        if cover.grade(start, end, direction) != "E":
            complete = False
            edges, _extension_lines = cover.stretches(start, end, direction)
            amount += sum(high - low for low, high in edges)
    return -LONG if complete else -amount


def _at_random(state: State, match: Match, _: Container[MatchKey]) -> int:
    here, there = match.figure.bounds, match.bounds
    x, rising, y, falling = (there[i] - here[i] for i in range(0, 8, 2))
    seed, vertices = state.setting.seed, len(state.boundary.vertices)
    return lot(seed, vertices, match.figure.number, x, rising, y, falling)


def _in_vertex_order(_: State, match: Match, __: Container[MatchKey]) -> int:
    return match.order[0]


VERTEX_ORDER = "vertex-order"
"""The preference that decides where all others leave matches alike."""

RANDOM = "random"
"""The preference that draws lots, by the seed of the ranking."""

FEWEST_FITS = "fewest-fits"
"""The preference for pieces at the vertex where the fewest fit."""

PREFERENCES: Mapping[str, Preference] = MappingProxyType(
    {
        each.name: each
        for each in (
            Preference(
                VERTEX_ORDER,
                "the match at the first vertex in reading order; it also decides where all other preferences are alike",
                "at the first vertex in reading order",
                _in_vertex_order,
            ),
            Preference("smallest", "the figure of the smallest area", "the smallest first", _area),
            Preference("largest", "the figure of the largest area", "the largest first", _largest),
            Preference(
                FEWEST_FITS,
                "a piece at the vertex where the fewest pieces fit",
                "at the vertex where the fewest pieces fit",
                _at_tightest_vertex,
            ),
            Preference(
                "fewest-vertices",
                "the match that leaves an outline with the fewest vertices. Each match is taken out to see, so "
                "restrict such a rule to few kinds of figures with `only`",
                "the one that leaves the fewest vertices first",
                _vertices_left,
            ),
            Preference(
                "most-fits-left",
                "the match that leaves the most pieces that fit at each convex vertex, in the mean over both edges of "
                "each. Each match is taken out to see, so restrict such a rule to few kinds of figures with `only`",
                "the one that leaves the most fits at each vertex first",
                _fits_left,
            ),
            Preference(
                "best-grades",
                "the match with the best grades, figures of three and of four sides compared by their shares",
                "the one with the best sides first",
                _grades,
            ),
            Preference(
                "most-edge",
                "the match with the greatest length of edge in its remaining sides, those that are not all edge; one "
                "that is edge all around comes first",
                "the one with the most edge in its remaining sides first",
                _edge_in_the_rest,
            ),
            Preference(
                RANDOM,
                "a match drawn by lot. The ranking's `seed` gives each its lot, anew in each outline that is left",
                "one drawn by lot",
                _at_random,
            ),
        )
    }
)
"""Every preference, by its name."""

"""Which of the matches that a line of a ranking takes it prefers."""

from collections.abc import Callable, Container, Mapping

from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import Preference, RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.pieces.sets import size_of

Order = tuple[int, ...]
Wish = Callable[[State, Match, Container[MatchKey]], int]
"""A number for a match of a state, least for the best. Given with it: the pieces at the corner where the fewest fit."""

MANY = 1 << 30
SHARES = 60
"""A grade counts by its share of a figure's sides, so that figures of three sides and of four can be compared."""


def order_of(rule: RankedRule, state: State, match: Match, keen: Container[MatchKey]) -> Order:
    """The order of a match among those that a rule takes, least first."""
    wishes = (WISHES[preference](state, match, keen) for preference in rule.prefer)
    return (match.placement.name in rule.last, *wishes, match.order)


def _area(_: State, match: Match, __: Container[MatchKey]) -> int:
    return size_of(doubled_area(match.placement.ring))


def _largest(state: State, match: Match, keen: Container[MatchKey]) -> int:
    return -_area(state, match, keen)


def _at_tightest(_: State, match: Match, keen: Container[MatchKey]) -> int:
    return match.key not in keen


def _vertices_left(state: State, match: Match, _: Container[MatchKey]) -> int:
    after = state.without(match)
    return MANY if after is None else len(after.boundary.vertices)


def _grades(_: State, match: Match, __: Container[MatchKey]) -> int:
    return sum(map(GRADES.index, match.grades)) * SHARES // len(match.grades)


WISHES: Mapping[Preference, Wish] = {
    "smallest": _area,
    "largest": _largest,
    "fewest-fits": _at_tightest,
    "fewest-vertices": _vertices_left,
    "best-grades": _grades,
}

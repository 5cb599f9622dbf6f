"""The acceptance of matches by the lines of a ranking, in the plane: what a line takes, why not, and in which order.

The loop decides by it, and whoever asks gets the first condition that fails. Tests hold the engines and the compiled
kernels to the loop.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule, of_rank
from heuristan.tangram.expert.state import State

Obstacle: TypeAlias = Literal[
    "figure", "outside", "side", "inside", "laid", "grades", "crosses", "offer", "ruled out", "evidence", "own", "turn",
    "",
]  # fmt: skip
"""What a condition that fails asks for, in the order of the conditions; empty if all are satisfied.

``outside``: the figure does not lie inside; ``inside``: nor does one whose sides lie on edges and extension lines as
far as the line asks.
"""

ORDER: Sequence[Obstacle] = get_args(Obstacle)


def accepts(rule: RankedRule, match: Match) -> bool:
    """Return whether a line takes a match, evidence and what is ruled out not looked at."""
    return rule.is_for(match) and _may_lie(rule, match)


def _may_lie(rule: RankedRule, match: Match) -> bool:
    return rule.may_cross or rule.rules_out or not match.crosses_internal_edge


def taking_line(rules: Sequence[RankedRule], line: int, match: Match) -> int:
    """Return which line of a rank takes a match that the rank takes: the first that accepts it."""
    return next((n for n in of_rank(rules, line)[:-1] if accepts(rules[n], match)), of_rank(rules, line)[-1])


def looks_among_joined(rule: RankedRule, figure: Figure) -> bool:
    """Return whether a line takes a figure where runs join to its sides, and not where it is laid at a vertex."""
    return rule.evidence is None and rule.joins(len(figure.sides))


def in_order(
    rules: Sequence[RankedRule], state: State, matches: Iterable[Match], tightest: Container[MatchKey] = ()
) -> list[Match]:
    """Return matches in the order in which the rules of a rank take them: by what they prefer, then by vertices.

    Args:
        rules: the rules of the rank, which prefer the same.
        state: what is left.
        matches: matches that they take.
        tightest: the pieces at the vertex where the fewest fit (`dead_ends.fits_at_tightest`), for rules that prefer
            these.
    """

    def order(match: Match) -> tuple[int, ...]:
        keys = (PREFERENCES[name].key(state, match, tightest) for name in rules[0].prefer)
        return (any(rule.takes_last(match) for rule in rules), *keys, *match.order)

    return sorted(matches, key=order)


@dataclass(frozen=True)
class Acceptance:
    """A line of a ranking in a state, to be asked why it does not take a figure."""

    rule: RankedRule
    state: State
    ruled_out: Keys
    """The matches that are ruled out."""
    taken: Keys
    """The matches that the line takes now."""
    evident: Keys
    """The matches that have the evidence that the line asks for, if it asks for any."""

    def obstacle(self, figure: Figure, match: Match | None, grades: str) -> Obstacle:
        """Return the first condition that fails for a figure in a place; empty if the line takes it.

        Args:
            figure: the figure.
            match: the figure in its place; None if it does not lie inside.
            grades: the grades of its sides, also where it does not lie inside.
        """
        rule = self.rule
        if rule.own:
            return self._of_own(match)
        if not rule.takes_figure(figure):
            return "figure"
        joins = looks_among_joined(rule, figure)
        is_covered = grades.count("O") <= (rule.asks(len(figure.sides)) or "").count("O")
        if match is None:
            return "inside" if joins and is_covered else "outside"
        if match.key in self.taken:
            return ""
        is_offered = match.name in frozenset().union(*self.state.offer)
        if joins and not (is_covered and (match.key in self._joined or not is_offered)):
            return "side"
        if not joins and is_offered and match.key not in self._laid:
            return "laid"
        if not rule.takes(grades):
            return "grades"
        if not _may_lie(rule, match):
            return "crosses"
        return self._not_now(match) if is_offered else "offer"

    def _of_own(self, match: Match | None) -> Obstacle:
        """Return why rules of one's own do not take a match: what else they ask stands in their text."""
        if match is None:
            return "outside"
        if match.key in self.taken:
            return ""
        if match.name not in frozenset().union(*self.state.offer):
            return "offer"
        return "ruled out" if match.key in self.ruled_out else "own"

    def _not_now(self, match: Match) -> Obstacle:
        """Return why the line does not take a match now that is its kind."""
        if match.key in self.ruled_out:
            return "ruled out"
        return "evidence" if self.rule.asks_for_more and match.key not in self.evident else "turn"

    @cached_property
    def _joined(self) -> Keys:
        return frozenset(match.key for match in self.state.joined)

    @cached_property
    def _laid(self) -> Keys:
        laid = self.state.matches if self.rule.kind == "piece" else self.state.composites
        return frozenset(match.key for match in laid)

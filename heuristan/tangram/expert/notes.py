"""What is found out while one decision is made: the matches that lines of the ranking rule out, and by which."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from heuristan.tangram.expert.decision import NOTHING, RuledOut
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule

Checked: TypeAlias = Mapping[str, frozenset[MatchKey]]
"""For each kind of evidence that is checked match by match, the matches that are known to have it."""


class Notes:
    """The matches ruled out in a decision, beside those that were ruled out before."""

    def __init__(self, before: frozenset[MatchKey]) -> None:
        self.out = before
        """All matches that no line takes any more."""
        self.checked: dict[str, frozenset[MatchKey]] = {}
        self._found: dict[int, list[Match]] = {}

    def rule_out(self, line: int, matches: Iterable[Match]) -> None:
        """Note what a line rules out."""
        found = list(matches)
        if found:
            self._found.setdefault(line, []).extend(found)
            self.out |= {match.key for match in found}

    def refute(self, line: int, rule: RankedRule, match: Match) -> None:
        """Note that a match which was about to be taken has the evidence that a line checks match by match."""
        assert rule.evidence is not None
        self.checked[rule.evidence] = self.checked.get(rule.evidence, NOTHING) | {match.key}
        self.rule_out(line, [match])

    @property
    def by_line(self) -> tuple[RuledOut, ...]:
        """The matches that each line ruled out, both in order."""
        return tuple(
            RuledOut(line, tuple(sorted(matches, key=lambda match: match.order)))
            for line, matches in sorted(self._found.items())
        )

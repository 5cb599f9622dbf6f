"""What the rules decide in a state: the match to take, or that there is none, and the matches that they rule out."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule

Keys: TypeAlias = frozenset[MatchKey]

NOTHING: Keys = frozenset()
"""No match is ruled out."""


class RuledOut(NamedTuple):
    """The matches that a line of the ranking ruled out."""

    rule_number: int
    matches: tuple[Match, ...]


def ruled_out_in_order(found: Mapping[int, Iterable[Match]]) -> tuple[RuledOut, ...]:
    """Return the matches that each line ruled out, lines and matches in order."""
    return tuple(
        RuledOut(line, tuple(sorted(matches, key=lambda match: match.order))) for line, matches in sorted(found.items())
    )


class Decision(NamedTuple):
    """Decision of the rules: a match with the others of its rule, or no match."""

    match: Match | None
    rule_number: int
    """The line that takes it, from 0: the first of its rank."""
    preferred_to: tuple[Match, ...]
    found_nothing: tuple[int, ...]
    """The lines that were tried before and found no match."""
    ruled_out: tuple[RuledOut, ...] = ()

    @property
    def keys_ruled_out(self) -> Keys:
        return frozenset(match.key for each in self.ruled_out for match in each.matches)


Checked: TypeAlias = Mapping[str, frozenset[MatchKey]]
"""For each kind of evidence that is checked match by match, the matches that are known to have it."""


class Notes:
    """Matches ruled out while one decision is made, and those before."""

    def __init__(self, before: frozenset[MatchKey]) -> None:
        self.out = before
        """All matches that no line takes any more."""
        self.checked: dict[str, frozenset[MatchKey]] = {}
        self._found: dict[int, list[Match]] = {}

    def rule_out(self, line: int, matches: Iterable[Match]) -> None:
        """Note the matches that a line rules out."""
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
        return ruled_out_in_order(self._found)

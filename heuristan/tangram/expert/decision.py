"""What the rules decide in a state: the match to take, or that there is none."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from heuristan.tangram.expert.matches import Match, MatchKey

Keys: TypeAlias = frozenset[MatchKey]

NOTHING: Keys = frozenset()
"""No match is ruled out."""


class RuledOut(NamedTuple):
    """The matches that a line of the ranking ruled out."""

    rule_number: int
    matches: tuple[Match, ...]


@dataclass(frozen=True)
class Decision:
    """The decision of the rules: the match that fired and those it was preferred to, or no match."""

    match: Match | None
    rule_number: int
    preferred_to: tuple[Match, ...]
    found_nothing: tuple[int, ...]
    """The lines that were tried before and found no match."""
    ruled_out: tuple[RuledOut, ...] = ()

    @property
    def keys_ruled_out(self) -> Keys:
        return frozenset(match.key for each in self.ruled_out for match in each.matches)

"""The pieces that fit in a state, two by two: which can lie in it together, and which cover which end of an edge."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import or_
from typing import TypeAlias

from heuristan.tangram.expert.matches import EdgeEnd, Match, Matches, MatchKey
from heuristan.tangram.lattice.points import Code
from heuristan.tangram.pieces.sets import Stock

Members: TypeAlias = int
"""A set of pieces: bit i stands for the piece with the number i."""


@dataclass(frozen=True)
class PairTable:
    """For each two pieces that fit in a state whether they can lie in it together."""

    matches: Matches
    stock: Stock
    tolerance: Code
    """Pieces that overlap by no more than this may lie side by side: 0 on the lattice."""

    def beside_nothing(self, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
        """Return the matches beside which nothing covers some end of an edge. Those found cover nothing for others."""
        if ruled_out not in self._found:
            self._found[ruled_out] = self._beside_nothing(self._left(ruled_out))
        return self._found[ruled_out]

    @cached_property
    def _found(self) -> dict[frozenset[MatchKey], frozenset[MatchKey]]:
        """Earlier answers: the same is asked of what is left before and after an extraction."""
        return {}

    def bare_beside(self, key: MatchKey, ruled_out: frozenset[MatchKey]) -> EdgeEnd | None:
        """Return the first end of an edge that nothing covers if a match lies in the state; None if there is none.

        Args:
            key: the match, which covers what it covers even if it is ruled out itself.
            ruled_out: the matches that cover nothing.
        """
        beside = self._together[self._numbers[key]] & self._left(ruled_out - {key})
        return next((end for end, covers in self._covers.items() if not beside & covers), None)

    def _beside_nothing(self, left: Members) -> frozenset[MatchKey]:
        found: list[int] = []
        pending, covers = {i for i in range(len(self._pieces)) if left >> i & 1}, tuple(self._covers.values())
        while True:
            bare = [i for i in pending if not all(map((self._together[i] & left).__and__, covers))]
            if not bare:
                return frozenset(self._pieces[i].key for i in found)
            found += bare
            pending.difference_update(bare)
            left &= ~_set_of(bare)

    def _left(self, ruled_out: frozenset[MatchKey]) -> Members:
        everything = (1 << len(self._pieces)) - 1
        return everything & ~_set_of(self._numbers[key] for key in ruled_out if key in self._numbers)

    @cached_property
    def _pieces(self) -> tuple[Match, ...]:
        return tuple(self.matches)

    @cached_property
    def _numbers(self) -> dict[MatchKey, int]:
        return {match.key: i for i, match in enumerate(self._pieces)}

    @cached_property
    def _covers(self) -> dict[EdgeEnd, Members]:
        """For each end of an edge the pieces that can cover it."""
        covering = self.matches.covering
        return {end: _set_of(self._numbers[key] for key in keys) for end, keys in covering.items()}

    @cached_property
    def _together(self) -> tuple[Members, ...]:
        """For each piece those that can lie in one solution with it; it can itself."""
        alike = self._alike()
        single = [self.stock[match.name] < 2 for match in self._pieces]
        together = [
            apart & ~alike[match.name] if alone else apart
            for match, apart, alone in zip(self._pieces, self._apart(), single, strict=True)
        ]
        return tuple(near | others for near, others in zip(self._same(), together, strict=True))

    def _apart(self) -> list[Members]:
        """Return for each piece those that do not overlap it.

        Sides run in four directions only, so such pieces are apart in one of these.
        """
        found = [0] * len(self._pieces)
        for axis in range(0, 8, 2):
            low = [match.bounds[axis] for match in self._pieces]
            high = [match.bounds[axis + 1] - self.tolerance for match in self._pieces]
            lows, from_low = _sorted_sets(low)
            highs, from_high = _sorted_sets(high)
            everything = from_low[0]
            for i in range(len(found)):
                found[i] |= from_low[bisect_left(lows, high[i])]
                found[i] |= everything & ~from_high[bisect_right(highs, low[i])]
        return found

    def _alike(self) -> dict[str, Members]:
        """Return for each name the pieces that have it."""
        found: dict[str, Members] = {}
        for i, match in enumerate(self._pieces):
            found[match.name] = found.get(match.name, 0) | 1 << i
        return found

    def _same(self) -> list[Members]:
        """Return for each piece those that are the same piece in the same place.

        With nearness, a piece in one place can be several matches, each laid at another of its vertices.
        """
        if not self.tolerance:
            return [1 << i for i in range(len(self._pieces))]
        return [
            _set_of(j for j, other in enumerate(self._pieces) if self._is_same(match, other)) for match in self._pieces
        ]

    def _is_same(self, match: Match, other: Match) -> bool:
        return match.name == other.name and all(
            abs(a - b) <= self.tolerance for a, b in zip(match.bounds, other.bounds, strict=True)
        )


def _set_of(numbers: Iterable[int]) -> Members:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def _sorted_sets(values: list[Code]) -> tuple[list[Code], list[Members]]:
    """Return values in order, and for each place in it the set of those from there on, empty after the last."""
    order = sorted(range(len(values)), key=values.__getitem__)
    after = list(accumulate((1 << i for i in reversed(order)), or_, initial=0))
    return [values[i] for i in order], after[::-1]

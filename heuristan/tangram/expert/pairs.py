"""The pieces that fit in a state, two by two: which can lie in it together, and which cover which end of an edge."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from heuristan.tangram.expert.matches import EdgeEnd, Match, Matches, MatchKey
from heuristan.tangram.lattice.points import Code
from heuristan.tangram.pieces.sets import Stock

Flags = NDArray[np.bool_]


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
        place = next(i for i, match in enumerate(self._pieces) if match.key == key)
        beside = self._together[place] & self._left(ruled_out - {key})
        return next(
            (end for end, row in zip(self.matches.covering, self._covers, strict=True) if not row[beside].any()), None
        )

    def _beside_nothing(self, left: Flags) -> frozenset[MatchKey]:
        found = np.zeros_like(left)
        while True:
            # float32 is exact for these counts, and it is multiplied fastest
            covered = (self._together & left).astype(np.float32) @ self._covers.T > 0
            bare = left & ~covered.all(axis=1)
            if not bare.any():
                return frozenset(self._pieces[i].key for i in np.flatnonzero(found))
            found, left = found | bare, left & ~bare

    def _left(self, ruled_out: frozenset[MatchKey]) -> Flags:
        return np.array([match.key not in ruled_out for match in self._pieces], bool)

    @cached_property
    def _pieces(self) -> tuple[Match, ...]:
        return tuple(self.matches)

    @cached_property
    def _covers(self) -> NDArray[np.float32]:
        """For each end of an edge and each piece, 1 where the piece can cover it."""
        place = {match.key: i for i, match in enumerate(self._pieces)}
        covers = np.zeros((len(self.matches.covering), len(place)), np.float32)
        for row, keys in zip(covers, self.matches.covering.values(), strict=True):
            row[[place[key] for key in keys]] = 1
        return covers

    @cached_property
    def _together(self) -> Flags:
        """For each two pieces whether they can lie in one solution; each can with itself."""
        bounds = np.array([match.bounds for match in self._pieces], np.int64).reshape(-1, 8)
        low, high = bounds[:, 0::2], bounds[:, 1::2] - self.tolerance
        # sides run in four directions only, so pieces that do not overlap are apart in one of these
        below = np.zeros((len(bounds), len(bounds)), bool)
        for axis in range(4):
            below |= high[:, axis, None] <= low[:, axis]
        apart = below | below.T
        kinds = {name: i for i, name in enumerate(self.stock)}
        names = np.array([kinds[match.name] for match in self._pieces], np.int8)
        single: Flags = np.array([self.stock[match.name] < 2 for match in self._pieces], bool)
        alike: Flags = np.equal(names[:, None], names[None])
        together: Flags = np.logical_and(apart, ~(alike & single))
        if not self.tolerance:
            np.fill_diagonal(together, val=True)
            return together
        # with nearness, a piece in one place can be several matches, each laid at another of its vertices
        same: Flags = np.logical_and.reduce(np.abs(bounds[:, None] - bounds[None]) <= self.tolerance, axis=2)
        return np.logical_or(together, alike & same)

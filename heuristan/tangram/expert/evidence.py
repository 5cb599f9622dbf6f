"""Evidence: what is plain about the matches of a state, for the rules that ask for it.

Whatever covers a convex vertex next to one of its edges has a corner there and a side along that edge, so the pieces
that can cover such a corner of interior are known, and every solution has one of them. From this, and from what one
extraction leaves behind, follows what a rule may ask for:

- *bare-corner*: beside the match, nothing is left that covers some other corner. No solution has it.
- *no-room*: what the match leaves has a part, an edge or a corner that nothing fills. No solution has it.
- *forced*: the match alone can still cover some corner. If there is a solution, it has it.
- *only-place*: no other match of the same piece is left. (The piece may still lie away from all convex vertices.)

Nothing here looks further than one extraction.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from heuristan.tangram.expert.matches import Match, Matches, MatchKey
from heuristan.tangram.lattice.points import Code
from heuristan.tangram.pieces.sets import Stock

Evidence: TypeAlias = Literal["forced", "only-place", "bare-corner", "no-room"]
EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)
AGAINST: frozenset[Evidence] = frozenset({"bare-corner", "no-room"})
"""Evidence that no solution has a match."""

Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Outlook:
    """The pieces that can be laid in a state, two by two: which can lie in it together, which cover which corner."""

    matches: Matches
    stock: Stock
    leeway: Code
    """Pieces that overlap by no more than this may lie side by side: 0 on the lattice."""

    def beside_nothing(self, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
        """The matches beside which some corner stays bare. Each that is found is one less for the others."""
        if ruled_out not in self._bare:
            self._bare[ruled_out] = self._beside_nothing(self._left(ruled_out))
        return self._bare[ruled_out]

    @cached_property
    def _bare(self) -> dict[frozenset[MatchKey], frozenset[MatchKey]]:
        """What was found before: one and the same is asked of what is left before and after an extraction."""
        return {}

    def _beside_nothing(self, left: Flags) -> frozenset[MatchKey]:
        found = np.zeros_like(left)
        while True:
            # counts need no more than float32, which is multiplied fastest
            covered = (self._together & left).astype(np.float32) @ self._covers.T > 0
            bare = left & ~covered.all(axis=1)
            if not bare.any():
                return self._named(found)
            found, left = found | bare, left & ~bare

    def forced(self, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
        """The matches that alone can cover some corner."""
        fitting = (self._covers > 0) & self._left(ruled_out)
        return self._named(fitting[fitting.sum(axis=1) == 1].any(axis=0))

    def in_only_place(self, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
        """The matches of a piece that no other match lays."""
        left = [match for match in self._pieces if match.key not in ruled_out]
        places = Counter(match.placement.name for match in left)
        return frozenset(match.key for match in left if places[match.placement.name] == 1)

    def _left(self, ruled_out: frozenset[MatchKey]) -> Flags:
        return np.array([match.key not in ruled_out for match in self._pieces], bool)

    def _named(self, flags: Flags) -> frozenset[MatchKey]:
        return frozenset(self._pieces[i].key for i in np.flatnonzero(flags))

    @cached_property
    def _pieces(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if match.kind == "piece")

    @cached_property
    def _covers(self) -> NDArray[np.float32]:
        """For each corner of interior and each piece, 1 where it can cover it."""
        place = {match.key: i for i, match in enumerate(self._pieces)}
        covers = np.zeros((len(self.matches.covering), len(place)), np.float32)
        for row, keys in zip(covers, self.matches.covering.values(), strict=True):
            row[[place[key] for key in keys]] = 1
        return covers

    @cached_property
    def _together(self) -> Flags:
        """For each two pieces whether they can lie in one solution; each can with itself."""
        bounds = np.array([match.cut.bounds for match in self._pieces], np.int64).reshape(-1, 8)
        low, high = bounds[:, 0::2], bounds[:, 1::2] - self.leeway
        # sides run in four directions alone, so pieces that do not overlap are apart in one of these
        below: Flags = np.logical_or.reduce(high[:, None] <= low[None], axis=2)
        apart = below | below.T
        names = np.array([match.placement.name for match in self._pieces])
        single: Flags = np.array([self.stock[match.placement.name] < 2 for match in self._pieces], bool)
        alike: Flags = np.equal(names[:, None], names[None])
        together: Flags = np.logical_and(apart, ~(alike & single))
        # with nearness, a piece in one place can be several matches, each laid at another of its vertices
        same: Flags = np.logical_and.reduce(np.abs(bounds[:, None] - bounds[None]) <= self.leeway, axis=2)
        return np.logical_or(together, alike & same)


def weighed(
    outlook: Outlook, asked: Iterable[Evidence], without_room: frozenset[MatchKey], ruled_out: frozenset[MatchKey]
) -> Iterator[tuple[Evidence, frozenset[MatchKey]]]:
    """The matches for which there is evidence, of each kind that is asked for.

    Args:
        outlook: of the state.
        asked: kinds of evidence.
        without_room: matches known to leave something that nothing fills.
        ruled_out: matches that are out of the question.
    """
    out = ruled_out | without_room
    if "no-room" in asked:
        yield "no-room", without_room
    if "bare-corner" in asked:
        bare = outlook.beside_nothing(out)
        yield "bare-corner", bare
        out |= bare
    if "forced" in asked:
        yield "forced", outlook.forced(out)
    if "only-place" in asked:
        yield "only-place", outlook.in_only_place(out)

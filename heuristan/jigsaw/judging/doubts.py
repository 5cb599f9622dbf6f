"""Pieces and seams of an assembly that have too little evidence.

A piece is weighed by all its joints together, against every other piece of the puzzle at its place. That does not see
two halves that are each right and do not belong side by side: so the pieces are joined to blocks, those with the most
evidence first, as long as the joints between two blocks speak for them together. What stays apart is a seam.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.judging.evidence import IMPOSSIBLE, evidence
from heuristan.jigsaw.piece import STEPS, Piece
from heuristan.jigsaw.results import Placed

SURE = 3.0
"""Evidence, as a logarithm of odds, that a piece should have over any other one at its place: 20 to 1."""

Place: TypeAlias = tuple[int, int]
Grid: TypeAlias = Mapping[Place, Placed]


class Weight(NamedTuple):
    """The evidence for one piece at its place."""

    own: float
    """The evidence of its joints together."""
    other: float
    """The same of the other piece that fits best there."""
    rival: str
    """That piece."""

    @property
    def is_doubtful(self) -> bool:
        """Whether the joints speak against the piece, or too little for it rather than another one."""
        return self.own < 0 or self.own - self.other < SURE


class Doubts:
    """An assembly, whose pieces are weighed against each other."""

    def __init__(self, pieces: Sequence[Piece], grid: Grid, *, upright: bool) -> None:
        self._pieces = pieces
        self._grid = grid
        self._turns = (0,) if upright else (0, 1, 2, 3)
        self._number = {piece.name: number for number, piece in enumerate(pieces)}
        self._flat = np.array([[side.kind == "flat" for side in piece.sides] for piece in pieces]).reshape(-1, 4)
        self._table = evidence(pieces, [(one, other) for _, _, one, other in self._joints()])
        self._block, self._between = self._blocks()
        self._sizes = Counter(self._block.values())

    def weights(self) -> Iterator[tuple[Place, Weight]]:
        """Yield the weight of each piece that has a neighbour."""
        for place, one in sorted(self._grid.items()):
            fits = self._fits(place)
            if fits is None:
                continue
            number = self._number[one.piece]
            own = float(fits[number, self._turns.index(one.turn)]) if one.turn in self._turns else IMPOSSIBLE
            fits[number] = -np.inf
            best = int(fits.max(axis=1).argmax())
            yield place, Weight(own, float(fits[best].max()), self._pieces[best].name)

    def _fits(self, place: Place) -> Floats | None:
        """Return the evidence for each piece in each turn at a place; None if nothing lies beside it."""
        found = np.zeros((len(self._pieces), len(self._turns)))
        alone = True
        for direction, there in self._around(place):
            beside = self._grid.get(there)
            alone &= beside is None
            for column, turn in enumerate(self._turns):
                mine = (direction - turn) % 4
                if beside is None:
                    continue
                theirs = self._side(beside, direction + 2)
                found[:, column] += self._table[theirs].reshape(-1, 4)[:, mine]
        kinds = self._flat[self._number[self._grid[place].piece]]
        turned = np.roll(kinds, self._grid[place].turn)
        for column, turn in enumerate(self._turns):
            # only a piece with the same flat sides can take its place
            found[(np.roll(self._flat, turn, axis=1) != turned).any(axis=1), column] = 4 * IMPOSSIBLE
        return None if alone else found

    def _around(self, place: Place) -> Iterator[tuple[int, Place]]:
        for direction, (down, right) in enumerate(STEPS):
            yield direction, (place[0] + down, place[1] + right)

    def _side(self, one: Placed, direction: int) -> int:
        return 4 * self._number[one.piece] + (direction - one.turn) % 4

    def _joints(self) -> Iterator[tuple[Place, int, int, int]]:
        """Yield place, direction and the two sides of each joint."""
        for place, one in sorted(self._grid.items()):
            for direction in (1, 2):
                there = (place[0] + STEPS[direction][0], place[1] + STEPS[direction][1])
                if there in self._grid:
                    yield place, direction, self._side(one, direction), self._side(self._grid[there], direction + 2)

    def seams(self) -> Iterator[tuple[Place, int]]:
        """Yield place and direction of the joints that together speak against two blocks of two pieces or more.

        A long seam needs more against it than a short one: many joints that are each a little blurred are doubtful,
        not wrong.
        """
        between = defaultdict[frozenset[Place], list[tuple[Place, int]]](list)
        for place, direction, _, _ in self._joints():
            there = (place[0] + STEPS[direction][0], place[1] + STEPS[direction][1])
            between[frozenset((self._block[place], self._block[there]))].append((place, direction))
        for blocks, joints in between.items():
            if len(blocks) == 1 or min(self._sizes[block] for block in blocks) == 1:
                continue
            one, other = blocks
            if self._between[one][other] < -max(SURE, len(joints)):
                yield from joints

    def apart(self) -> Iterator[Place]:
        """Yield the places of blocks of two pieces or more besides the largest block."""
        main, _ = max(self._sizes.items(), key=lambda pair: pair[1], default=((0, 0), 0))
        for place, block in self._block.items():
            if block != main and self._sizes[block] > 1:
                yield place

    def _blocks(self) -> tuple[dict[Place, Place], dict[Place, dict[Place, float]]]:
        """Join pieces to blocks; return the block of each place, and the evidence of the joints between two blocks.

        A block is named by one of its places.
        """
        block = {place: place for place in self._grid}
        members = {place: [place] for place in self._grid}
        beside: dict[Place, dict[Place, float]] = {place: {} for place in self._grid}
        for place, direction, one, other in self._joints():
            there = (place[0] + STEPS[direction][0], place[1] + STEPS[direction][1])
            beside[place][there] = beside[there][place] = float(self._table[one, other])
        heap = [(-weight, a, b) for a, those in beside.items() for b, weight in those.items() if a < b]
        heapq.heapify(heap)
        while heap:
            weight, a, b = heapq.heappop(heap)
            if weight >= 0 or beside.get(a, {}).get(b) != -weight:
                continue
            if len(members[a]) < len(members[b]):
                a, b = b, a
            for third, more in beside.pop(b).items():
                beside[third].pop(b)
                if third != a:
                    joined = beside[a].get(third, 0.0) + more
                    beside[a][third] = beside[third][a] = joined
                    heapq.heappush(heap, (-joined, a, third))
            for place in members.pop(b):
                block[place] = a
                members[a].append(place)
        return block, beside

"""Joints, pieces and seams of an assembly weighed: which have too little evidence.

A piece is weighed by all its joints together, against every other piece of the puzzle at its place. That does not see
two halves that are each right and do not belong side by side: so the pieces are joined to blocks, those with the most
evidence first, as long as the joints between two blocks speak for them together. What stays apart is a seam.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.judging.evidence import IMPOSSIBLE, evidence
from heuristan.jigsaw.judging.verdict import Grid, Meeting, Place, meetings
from heuristan.jigsaw.piece import STEPS, Floats, Piece

SURE = 3.0
"""Evidence, as a logarithm of odds, that a piece should have over any other one at its place: 20 to 1."""


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
        self._joints = _numbered_joints(pieces, grid)
        self._flat = np.array([[side.kind == "flat" for side in piece.sides] for piece in pieces]).reshape(-1, 4)
        self._table = evidence(pieces, [sides for _, sides in self._joints])
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
        for direction, (down, right) in enumerate(STEPS):
            beside = self._grid.get((place[0] + down, place[1] + right))
            if beside is not None:
                alone = False
                theirs = self._table[4 * self._number[beside.piece] + beside.side(direction + 2)].reshape(-1, 4)
                found += theirs[:, [(direction - turn) % 4 for turn in self._turns]]
        kinds = self._flat[self._number[self._grid[place].piece]]
        turned = np.roll(kinds, self._grid[place].turn)
        for column, turn in enumerate(self._turns):
            # only a piece with the same flat sides can take its place
            found[(np.roll(self._flat, turn, axis=1) != turned).any(axis=1), column] = 4 * IMPOSSIBLE
        return None if alone else found

    def seams(self) -> Iterator[Meeting]:
        """Yield the joints that together speak against two blocks of two pieces or more.

        A long seam needs more against it than a short one: many joints that are each a little blurred are doubtful,
        not wrong.
        """
        between = defaultdict[frozenset[Place], list[Meeting]](list)
        for each, _ in self._joints:
            between[frozenset((self._block[each.place], self._block[each.there]))].append(each)
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
        for each, sides in self._joints:
            beside[each.place][each.there] = beside[each.there][each.place] = float(self._table[sides])
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


class Joint(NamedTuple):
    """Two sides that lie against each other."""

    one: int
    """Number of a side: four times that of its piece plus its own."""
    other: int
    own: float
    """The evidence that they are a joint."""
    rival_evidence: float
    """The greatest evidence of one of the two with any other side."""
    rival: int
    """That other side."""

    @property
    def margin(self) -> float:
        """How much more speaks for the joint than for the best other one, a logarithm of odds."""
        return self.own - self.rival_evidence

    @property
    def is_sure(self) -> bool:
        """Whether the joint has evidence, and much more than any other."""
        return self.own >= 0 and self.margin >= SURE


def joints_of(pieces: Sequence[Piece], grid: Grid) -> Iterator[Joint]:
    """Yield the joints of an assembly, the surest first."""
    pairs = [sides for _, sides in _numbered_joints(pieces, grid)]
    table = evidence(pieces, pairs)
    found = []
    for one, other in pairs:
        rivals = []
        for side, beside in ((one, other), (other, one)):
            against = table[side].copy()
            # a piece has no joint with itself
            against[4 * (side // 4) : 4 * (side // 4) + 4] = against[beside] = -np.inf
            best = int(against.argmax())
            rivals.append((float(against[best]), best))
        found.append(Joint(one, other, float(table[one, other]), *max(rivals)))
    yield from sorted(found, key=lambda joint: (-joint.is_sure, -joint.margin, joint.one))


def _numbered_joints(pieces: Sequence[Piece], grid: Grid) -> list[tuple[Meeting, tuple[int, int]]]:
    """Return each joint with the numbers of its two sides: four times that of the piece plus its own."""
    number = {piece.name: 4 * index for index, piece in enumerate(pieces)}
    return [
        (each, (number[each.one.piece] + each.sides[0], number[each.other.piece] + each.sides[1]))
        for each in meetings(grid)
    ]

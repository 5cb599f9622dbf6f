"""The joints of an assembly, each weighed against what else could lie there."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.judging.doubts import SURE, Grid
from heuristan.jigsaw.judging.evidence import evidence
from heuristan.jigsaw.piece import STEPS, Piece


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
    pairs = list(_pairs(pieces, grid))
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


def _pairs(pieces: Sequence[Piece], grid: Grid) -> Iterator[tuple[int, int]]:
    number = {piece.name: index for index, piece in enumerate(pieces)}
    for place, one in sorted(grid.items()):
        for direction in (1, 2):
            there = grid.get((place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]))
            if there is not None:
                mine, theirs = (direction - one.turn) % 4, (direction + 2 - there.turn) % 4
                yield 4 * number[one.piece] + mine, 4 * number[there.piece] + theirs

"""Pieces in their places as tables, which kernels take: placements are made of them where somebody looks at one."""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from heuristan.common.kernels import PLAIN, Matrix, TableSequence, current
from heuristan.tangram.lattice.points import bounds
from heuristan.tangram.pieces.sets import PieceSet, Placement

UNKNOWN = -1
"""Stands for the kind of a piece that its set does not have."""


class Placements(TableSequence[Placement]):
    """Pieces of a set in their places, in order."""

    def __init__(self, pieces: PieceSet, placed: Matrix, points: Matrix) -> None:
        self.pieces = pieces
        self.placed = placed
        """A table with a row a piece: the number of its kind in the set, and how many corners there are up to its
        end."""
        self.points = points
        """A table of the corners of all pieces, one piece after the other."""

    @classmethod
    def of(cls, pieces: PieceSet, placements: Sequence[Placement]) -> "Placements":
        """Placements as tables; they may be that already."""
        if isinstance(placements, Placements):
            return placements
        kinds = {name: kind for kind, name in enumerate(pieces.names)}
        ends = accumulate(len(placement.ring) for placement in placements)
        placed = [(kinds.get(name, UNKNOWN), end) for (name, _, _), end in zip(placements, ends, strict=True)]
        backend = current()
        found = cls(pieces, backend.rows(placed), backend.rows([p for _, _, ring in placements for p in ring]))
        vars(found)["listed"] = tuple(placements)
        return found

    @cached_property
    def listed(self) -> tuple[Placement, ...]:
        names, corners = self.pieces.names, [(u0, u1, u2, u3) for u0, u1, u2, u3 in PLAIN.rows(self.points)]
        found: list[Placement] = []
        first = 0
        for kind, end in PLAIN.rows(self.placed):
            ring = tuple(corners[first:end])
            found.append(Placement(names[kind], bounds(ring), ring))
            first = end
        return tuple(found)

    def __len__(self) -> int:
        return len(self.placed)

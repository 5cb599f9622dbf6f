"""Pieces in their places as tables for kernels; placements are made of them on first use."""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from heuristan.common.kernels import PLAIN, Matrix, TableSequence, current
from heuristan.tangram.lattice.points import bounds
from heuristan.tangram.pieces.sets import PieceSet, Placement

UNKNOWN = -1
"""The kind of a piece that is not in its set."""


class Placements(TableSequence[Placement]):
    """Pieces of a set in their places, in order."""

    def __init__(
        self, pieces: PieceSet, placed: Matrix, points: Matrix, given: Sequence[Placement] | None = None
    ) -> None:
        self.pieces = pieces
        self.placed = placed
        """A table with a row for each piece: the number of its kind in the set, and where its vertices end in
        `points`."""
        self.points = points
        """A table of the vertices of all pieces, one piece after the other."""
        self._given = given

    @classmethod
    def of(cls, pieces: PieceSet, placements: Sequence[Placement]) -> "Placements":
        """Return placements as tables; tables are returned as they are."""
        if isinstance(placements, Placements):
            return placements
        kinds = {name: kind for kind, name in enumerate(pieces.names)}
        ends = accumulate(len(placement.ring) for placement in placements)
        placed = [(kinds.get(name, UNKNOWN), end) for (name, _, _), end in zip(placements, ends, strict=True)]
        backend = current()
        points = [p for _, _, ring in placements for p in ring]
        return cls(pieces, backend.rows(placed), backend.rows(points), tuple(placements))

    @cached_property
    def listed(self) -> tuple[Placement, ...]:
        if self._given is not None:
            return tuple(self._given)
        names, vertices = self.pieces.names, [(u0, u1, u2, u3) for u0, u1, u2, u3 in PLAIN.rows(self.points)]
        found: list[Placement] = []
        first = 0
        for kind, end in PLAIN.rows(self.placed):
            ring = tuple(vertices[first:end])
            found.append(Placement(names[kind], bounds(ring), ring))
            first = end
        return tuple(found)

    def __len__(self) -> int:
        return len(self.placed)

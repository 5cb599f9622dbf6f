"""Pieces in their places as tables, which kernels take: placements are made of them where somebody looks at one."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import overload

from heuristan.lattice import bounds
from heuristan.pieces import PieceSet, Placement
from heuristan.twins import PLAIN, Matrix, in_use

UNKNOWN = -1
"""Stands for the kind of a piece that its set does not have."""


class Placements(Sequence[Placement]):
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
        twin = in_use()
        found = cls(pieces, twin.rows(placed), twin.rows([p for _, _, ring in placements for p in ring]))
        vars(found)["_listed"] = tuple(placements)
        return found

    @cached_property
    def _listed(self) -> tuple[Placement, ...]:
        names, corners = self.pieces.names, [(u0, u1, u2, u3) for u0, u1, u2, u3 in PLAIN.rows(self.points)]
        found: list[Placement] = []
        first = 0
        for kind, end in PLAIN.rows(self.placed):
            ring = tuple(corners[first:end])
            found.append(Placement(names[kind], bounds(ring), ring))
            first = end
        return tuple(found)

    @overload
    def __getitem__(self, place: int) -> Placement: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Placement, ...]: ...

    def __getitem__(self, place: int | slice) -> Placement | tuple[Placement, ...]:
        return self._listed[place]

    def __iter__(self) -> Iterator[Placement]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self.placed)

    def __eq__(self, other: object) -> bool:
        return self._listed == (other._listed if isinstance(other, Placements) else other)

    def __hash__(self) -> int:
        return hash(self._listed)

    def __repr__(self) -> str:
        return repr(self._listed)

"""Rings and loops as tables for kernels; tuples are made of them on first use."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import TypeVar

from heuristan.common.kernels import PLAIN, Matrix, TableSequence, current
from heuristan.tangram.boundary.loops import Loop, vertices_of
from heuristan.tangram.boundary.segments import Ring

V = TypeVar("V")


class RingTable(TableSequence[Ring]):
    """Rings, one after the other."""

    def __init__(self, points: Matrix, ends: Sequence[int]) -> None:
        self.points = points
        """A table with a row for each point: its four projections, and what else is known of it."""
        self.ends = ends
        """For each ring, the number of points up to its end."""

    @classmethod
    def of(cls, rings: "Iterable[Ring] | RingTable") -> "RingTable":
        """Return rings as a table; a table is returned as it is."""
        if isinstance(rings, RingTable):
            return rings
        backend, listed = current(), tuple(rings)
        return cls(backend.rows([*chain.from_iterable(listed)]), backend.integers([*accumulate(map(len, listed))]))

    @cached_property
    def listed(self) -> tuple[Ring, ...]:
        return self._cut([(row[0], row[1], row[2], row[3]) for row in PLAIN.rows(self.points)])

    def __len__(self) -> int:
        return len(self.ends)

    def _cut(self, values: Sequence[V]) -> tuple[tuple[V, ...], ...]:
        stretches = pairwise((0, *PLAIN.integers(self.ends)))
        return tuple([tuple(values[first:end]) for first, end in stretches])


class LoopTable(RingTable):
    """The rings of loops; the row of each vertex also has its opening and its angle."""

    @classmethod
    def of_loops(cls, loops: Iterable[Loop]) -> "LoopTable":
        """Return loops as a table."""
        backend, listed = current(), tuple(loops)
        rows = [[*point, opening, angle] for point, opening, angle in chain.from_iterable(listed)]
        return cls(backend.rows(rows), backend.integers([*accumulate(map(len, listed))]))

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The loops as tuples of vertices."""
        return self._cut(vertices_of(PLAIN.rows(self.points)))

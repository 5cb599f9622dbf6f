"""Rings and loops as tables, which kernels take: tuples are made of them where somebody looks at one."""

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
        """A table with a row a point: its four projections, and what else is known of it."""
        self.ends = ends
        """A table: for each ring how many points there are up to its end."""

    @classmethod
    def of(cls, rings: "Iterable[Ring] | RingTable") -> "RingTable":
        """Rings as a table; they may be one already."""
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
    """The rings of loops: in the row of each vertex stand the opening and the angle too."""

    @classmethod
    def of_loops(cls, loops: Iterable[Loop]) -> "LoopTable":
        backend, listed = current(), tuple(loops)
        rows = [[*point, opening, angle] for point, opening, angle in chain.from_iterable(listed)]
        return cls(backend.rows(rows), backend.integers([*accumulate(map(len, listed))]))

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        return self._cut(vertices_of(PLAIN.rows(self.points)))

"""Loops as tables, which kernels take: tuples are made of them where somebody looks at one."""

from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate, pairwise

from heuristan.boundary.loops import Loop, vertices_of
from heuristan.boundary.segments import Ring
from heuristan.twins import PLAIN, Matrix, in_use


class LoopTable:
    """Loops, one after the other."""

    def __init__(self, vertices: Matrix, ends: list[int]) -> None:
        self.vertices = vertices
        """A table with a row a vertex: its four projections, the opening, the angle."""
        self.ends = ends
        """A table: for each loop how many vertices there are up to its end."""

    @classmethod
    def of(cls, loops: Iterable[Loop]) -> "LoopTable":
        twin, listed = in_use(), tuple(loops)
        rows = [[*point, opening, angle] for loop in listed for point, opening, angle in loop]
        return cls(twin.rows(rows), twin.integers([*accumulate(map(len, listed))]))

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        found = vertices_of(PLAIN.rows(self.vertices))
        return tuple([tuple(found[first:end]) for first, end in self._stretches])

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """The corners of the loops."""
        corners = [(u0, u1, u2, u3) for u0, u1, u2, u3, _, _ in PLAIN.rows(self.vertices)]
        return tuple([tuple(corners[first:end]) for first, end in self._stretches])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopTable) and self.loops == other.loops

    def __hash__(self) -> int:
        return hash(self.loops)

    @property
    def _stretches(self) -> Iterable[tuple[int, int]]:
        return pairwise((0, *PLAIN.integers(self.ends)))

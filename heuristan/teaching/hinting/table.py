"""The pieces on the table, and searches for their completions."""

from collections import Counter
from collections.abc import Container
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from math import inf
from time import perf_counter

from heuristan.tangram.boundary import Boundary, contains, ring_of
from heuristan.tangram.exact.region import Region, Solution
from heuristan.tangram.exact.search import Search
from heuristan.tangram.lattice.points import add
from heuristan.tangram.pieces.sets import Placement, Stock, scaled
from heuristan.tangram.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Table:
    """A puzzle with pieces placed in it, which lie inside and do not overlap."""

    puzzle: Puzzle
    placed: tuple[Placement, ...] = ()

    @cached_property
    def boundary(self) -> Boundary:
        """The boundary of what is left to fill."""
        boundary = self.puzzle.boundary
        for placement in self.placed:
            boundary = boundary.without(placement.ring)
        return boundary

    @cached_property
    def stock(self) -> Stock:
        """The pieces that are left."""
        return self.puzzle.stock - Counter(placement.name for placement in self.placed)

    @property
    def region(self) -> Region:
        """What is left to fill, for the exact solver."""
        return Region(self.boundary, self.stock, self.puzzle.pieces, self.puzzle.denominator)

    def with_piece(self, placement: Placement) -> "Table":
        """Return the table with one more piece."""
        return replace(self, placed=(*self.placed, placement))

    def without(self, taken_back: Container[int]) -> "Table":
        """Return the table without some of the placed pieces, by their numbers from 0."""
        return replace(self, placed=tuple(p for i, p in enumerate(self.placed) if i not in taken_back))

    def has_room_for(self, placement: Placement) -> bool:
        """Return whether a piece of the stock lies within what is left."""
        return bool(self.stock[placement.name]) and self.boundary.fits(placement.bounds) and self._surrounds(placement)

    def _surrounds(self, placement: Placement) -> bool:
        """Return whether the middle of a piece that no boundary crosses is inside: within an odd number of loops."""
        # everything is scaled, so that the mean of the vertices is a sum
        middle = reduce(add, placement.ring)
        loops = (tuple(scaled(p, len(placement.ring)) for p in ring_of(loop)) for loop in self.boundary.loops)
        return sum(contains(loop, middle) for loop in loops) % 2 == 1


class OutOfTime(Exception):
    """The time limit was reached."""


class Completions:
    """Searches for completions, all within one time limit."""

    def __init__(self, limit: float | None) -> None:
        self._end = inf if limit is None else perf_counter() + limit

    def check(self) -> None:
        """Raise OutOfTime if the time limit is reached."""
        if perf_counter() > self._end:
            raise OutOfTime

    def of(self, table: Table) -> Solution | None:
        """Return the pieces that complete what is placed; None if there is no completion.

        Raises:
            OutOfTime: if the time limit was reached first.
        """
        return self.filling(table.region) if table.boundary else ()

    def filling(self, region: Region) -> Solution | None:
        """Return pieces that fill a region; None if none do.

        Raises:
            OutOfTime: if the time limit was reached first.
        """
        self.check()
        run = Search(region, None if self._end == inf else self._end - perf_counter())
        with closing(run.solutions()) as solutions:
            found = next(solutions, None)
        if found is None and not run.is_exhausted:
            raise OutOfTime
        return found

"""What lies on the table, and whether it can be completed."""

from collections import Counter
from collections.abc import Container
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from time import perf_counter

from heuristan.tangram.boundary import Boundary, contains, ring_of
from heuristan.tangram.exact.outcome import Solution
from heuristan.tangram.exact.region import Region
from heuristan.tangram.exact.search import Search
from heuristan.tangram.pieces.sets import Placement, Stock, scaled
from heuristan.tangram.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Table:
    """A puzzle with pieces placed in it, which lie inside and do not overlap."""

    puzzle: Puzzle
    placed: tuple[Placement, ...] = ()

    @cached_property
    def boundary(self) -> Boundary:
        """Of what is left to fill."""
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
        return Region(self.boundary, self.stock, self.puzzle.pieces, self.puzzle.denominator)

    def with_piece(self, placement: Placement) -> "Table":
        return replace(self, placed=(*self.placed, placement))

    def without(self, taken_back: Container[int]) -> "Table":
        """Some of the placed pieces taken back, by their places from 0."""
        return replace(self, placed=tuple(p for i, p in enumerate(self.placed) if i not in taken_back))

    def has_room_for(self, placement: Placement) -> bool:
        """Whether a piece of the stock lies within what is left."""
        return bool(self.stock[placement.name]) and self.boundary.fits(placement.bounds) and self._surrounds(placement)

    def _surrounds(self, placement: Placement) -> bool:
        """Whether the middle of a piece that no boundary passes through lies inside: within an odd number of loops."""
        corners = placement.ring
        # all is scaled, so that the mean of the corners is a sum
        middle = (
            sum(p[0] for p in corners),
            sum(p[1] for p in corners),
            sum(p[2] for p in corners),
            sum(p[3] for p in corners),
        )
        loops = (tuple(scaled(p, len(corners)) for p in ring_of(loop)) for loop in self.boundary.loops)
        return sum(contains(loop, middle) for loop in loops) % 2 == 1


class OutOfTime(Exception):
    """The time for searching is over."""


class Completions:
    """Searches for completions, all within one time."""

    def __init__(self, limit: float | None) -> None:
        self._end = inf if limit is None else perf_counter() + limit

    def check(self) -> None:
        """Raise OutOfTime if the time is over."""
        if perf_counter() > self._end:
            raise OutOfTime

    def of(self, table: Table) -> Solution | None:
        """The pieces that complete what is placed; None if there is no way.

        Raises:
            OutOfTime: that could not be found out in the time that was left.
        """
        if not table.boundary:
            return ()
        self.check()
        run = Search(table.region, None if self._end == inf else self._end - perf_counter())
        with closing(run.solutions()) as solutions:
            found = next(solutions, None)
        if found is None and not run.is_exhausted:
            raise OutOfTime
        return found

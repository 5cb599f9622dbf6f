"""The plain twin of Algorithm 2: exhaustive search, corner by corner.

The lowest point of what is left to be filled (the leftmost of these) is a corner of it, and the piece that covers it
has its own lowest point there. So each piece is tried there in turn, and taken back.
"""

from collections.abc import Iterator, Sequence
from math import hypot
from time import perf_counter, process_time
from typing import Literal

import shapely

from heuristan.edgematching.polygons.judge import Judge, Owner
from heuristan.edgematching.polygons.overlay import difference, is_wider
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Ring, Spot, groups_of_same
from heuristan.edgematching.polygons.results import Result

ROUGH = 10.0
"""Corners of what is left are off by some nearnesses, as pieces are grown by one before they are taken away."""

HAIR = 2.0
"""Nearnesses: strips less than twice as wide are not yet outside. The judge bears half of it, and a grown piece adds to
that."""


class _OutOfTimeError(Exception):
    pass


def search(puzzle: PolygonPuzzle, limit: float | None = None) -> Result:
    """The first solution, or that there is none.

    Args:
        puzzle: the puzzle.
        limit: the most seconds it may take.
    """
    start = process_time()
    run = _Search(puzzle, None if limit is None else perf_counter() + limit)
    try:
        places = next(run.solutions(), None)
    except _OutOfTimeError:
        words = f"out of time after {run.laid} placements"
        return Result(puzzle.id, "limit", process_time() - start, words, method="backtracking")
    words = f"solved after {run.laid} placements" if places else f"no solution; {run.laid} placements tried"
    status: Literal["solved", "unsolvable"] = "solved" if places else "unsolvable"
    return Result(puzzle.id, status, process_time() - start, words, places or (), method="backtracking")


class _Search:
    """A search, and how often it laid a piece."""

    def __init__(self, puzzle: PolygonPuzzle, end: float | None) -> None:
        self.puzzle = puzzle
        self.end = end
        self.laid = 0
        self.judge = Judge(puzzle)
        self.same = {number: group for group in groups_of_same(puzzle) for number in group}
        self.lowest = [_lowest(piece.ring, puzzle.near) for piece in puzzle.pieces]
        # largest first: they have the fewest places
        self.order = sorted(range(len(puzzle.pieces)), key=lambda number: -puzzle.pieces[number].area)

    def solutions(self) -> Iterator[tuple[Spot, ...]]:
        """All of them, one by one; equal pieces are not told apart.

        Raises:
            _OutOfTimeError: the time is over.
        """
        if self.judge.impossible is None:
            yield from self._filled(self.judge.frame, {}, (self.judge.frame_owner,))

    def _filled(
        self, rest: shapely.Geometry, places: dict[int, Spot], board: tuple[Owner, ...]
    ) -> Iterator[tuple[Spot, ...]]:
        if len(places) == len(self.puzzle.pieces):
            found = tuple(places[number] for number in range(len(places)))
            if self.judge.is_right(found):
                yield found
            return
        corner = self._corner(rest, board)
        for number in self.order:
            if number in places or any(other < number and other not in places for other in self.same[number]):
                continue
            if self.end is not None and perf_counter() > self.end:
                raise _OutOfTimeError
            low = self.lowest[number]
            place = corner[0] - low[0], corner[1] - low[1]
            ring = self.puzzle.pieces[number].moved(place)
            polygon, owner = shapely.Polygon(ring), self.judge.owner(number, ring)
            self.laid += 1
            outside = difference(polygon, rest, self.puzzle.size)
            if not is_wider(outside, HAIR * self.puzzle.near) and not self._clashes(owner, board):
                # grown a little, it leaves no hairs beside it
                left = difference(rest, polygon.buffer(self.puzzle.near, join_style="mitre"), self.puzzle.size)
                yield from self._filled(left, {**places, number: place}, (*board, owner))

    def _corner(self, rest: shapely.Geometry, board: tuple[Owner, ...]) -> Spot:
        """The lowest corner of what is left: a corner of the frame or of a piece that lies there."""
        spots = [(float(x), float(y)) for x, y in shapely.get_coordinates(rest)]
        x, y = _lowest(spots, ROUGH * self.puzzle.near)
        corners = (side.start for owner in board for side in owner.sides)
        return min(corners, key=lambda corner: hypot(corner[0] - x, corner[1] - y))

    def _clashes(self, owner: Owner, board: tuple[Owner, ...]) -> bool:
        """Whether a piece lies along sides of another colour."""
        return self.puzzle.is_coloured and any(any(self.judge.clashes(owner, other)) for other in board)


def _lowest(spots: Sequence[Spot] | Ring, near: float) -> Spot:
    """The lowest of some spots; of those no more than near above it the leftmost."""
    low = min(y for _, y in spots)
    return min(spot for spot in spots if spot[1] < low + near)

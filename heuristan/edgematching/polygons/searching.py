"""Exhaustive search, corner by corner: the yardstick of Algorithm 2.

The lowest point of the region that is still empty (the leftmost of several) is a corner of it, and the piece that
covers it has its own lowest point there. So each piece is tried there in turn, and taken back.
"""

from collections.abc import Iterator, Sequence
from math import hypot
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import shapely

from heuristan.common.plane import Ring, Spot
from heuristan.edgematching.deadline import Deadline, LimitReached
from heuristan.edgematching.polygons.judge import Judge, Owner
from heuristan.edgematching.polygons.overlay import difference, is_wider
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, groups_of_same
from heuristan.edgematching.polygons.results import PolygonResult

if TYPE_CHECKING:
    from heuristan.common.results import Status

ROUGH = 10.0
"""Error of the corners of the empty region in nearnesses, because pieces are grown by one before they are taken
away."""

MIN_STRIP = 2.0
"""Half the minimum width, in nearnesses, of a strip that counts as outside. The judge accepts half of it, and a grown
piece adds to that."""


def search(puzzle: PolygonPuzzle, limit: float | None = None) -> PolygonResult:
    """Find the first solution, or prove that there is none.

    Args:
        puzzle: the puzzle.
        limit: the time limit in seconds.
    """
    begun, processor_begun = perf_counter(), process_time()
    run = _Search(puzzle, Deadline.after(limit))
    status: Status
    places: tuple[Spot, ...] | None = None
    try:
        places = next(run.solutions(), None)
    except LimitReached:
        status, words = "limit", f"out of time after {run.laid} placements"
    else:
        status = "solved" if places else "unsolvable"
        words = f"solved after {run.laid} placements" if places else f"no solution; {run.laid} placements tried"
    seconds, processor_seconds = perf_counter() - begun, process_time() - processor_begun
    return PolygonResult(puzzle.id, "polygons", status, "backtracking", seconds, words, processor_seconds, places or ())


class _Search:
    """A search, and the number of times that it laid a piece."""

    def __init__(self, puzzle: PolygonPuzzle, deadline: Deadline) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.laid = 0
        self.judge = Judge(puzzle)
        self.same = {number: group for group in groups_of_same(puzzle) for number in group}
        self.lowest = [_lowest(piece.ring, puzzle.near) for piece in puzzle.pieces]
        # largest first: they have the fewest places
        self.order = sorted(range(len(puzzle.pieces)), key=lambda number: -puzzle.pieces[number].area)

    def solutions(self) -> Iterator[tuple[Spot, ...]]:
        """Yield all solutions, up to equal pieces.

        Raises:
            LimitReached: if the time is over.
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
            self.deadline.check()
            low = self.lowest[number]
            place = corner[0] - low[0], corner[1] - low[1]
            ring = self.puzzle.pieces[number].moved(place)
            polygon, owner = shapely.Polygon(ring), self.judge.owner(number, ring)
            self.laid += 1
            outside = difference(polygon, rest, self.puzzle.size)
            if not is_wider(outside, MIN_STRIP * self.puzzle.near) and not self._clashes(owner, board):
                # a piece that is grown a little leaves no thin strips beside it
                left = difference(rest, polygon.buffer(self.puzzle.near, join_style="mitre"), self.puzzle.size)
                yield from self._filled(left, {**places, number: place}, (*board, owner))

    def _corner(self, rest: shapely.Geometry, board: tuple[Owner, ...]) -> Spot:
        """Return the lowest corner of the empty region: exactly, as a corner of the frame or of a piece."""
        spots = [(float(x), float(y)) for x, y in shapely.get_coordinates(rest)]
        x, y = _lowest(spots, ROUGH * self.puzzle.near)
        corners = (side.start for owner in board for side in owner.sides)
        return min(corners, key=lambda corner: hypot(corner[0] - x, corner[1] - y))

    def _clashes(self, owner: Owner, board: tuple[Owner, ...]) -> bool:
        """Return whether a piece lies along sides of another colour."""
        return self.puzzle.is_coloured and any(any(self.judge.clashes(owner, other)) for other in board)


def _lowest(spots: Sequence[Spot] | Ring, near: float) -> Spot:
    """Return the leftmost of the spots that are at most `near` above the lowest one."""
    low = min(y for _, y in spots)
    return min(spot for spot in spots if spot[1] < low + near)

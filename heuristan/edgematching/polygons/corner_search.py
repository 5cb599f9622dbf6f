"""Exhaustive search, corner by corner: the yardstick of Algorithm 2.

The lowest point of the region that is still empty (the leftmost of several) is a corner of it, and the piece that
covers it has its own lowest point there. So each piece is tried there in turn, and taken back.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

import shapely

from heuristan.common.overlay import difference
from heuristan.common.plane import Ring, Spot
from heuristan.edgematching.deadline import Deadline, LimitReached
from heuristan.edgematching.polygons.area_judge import Judge, Owner
from heuristan.edgematching.polygons.model import PolygonPuzzle, groups_of_same, is_wider
from heuristan.edgematching.polygons.outcome import PolygonResult

if TYPE_CHECKING:
    from heuristan.common.results import Status

ROUGH = 10.0
"""Error of the corners of the empty region in nearnesses, because pieces are grown by one before they are taken
away."""

MIN_STRIP = 2.0
"""Half the minimum width, in nearnesses, of a strip that counts as outside. The judge accepts half of it, and a grown
piece adds to that."""


class Fit(NamedTuple):
    """A piece that covers the lowest corner of the empty region with its own lowest corner."""

    number: int
    corner: Spot
    place: Spot
    """By how much the piece is moved."""
    owner: Owner
    ways: int = 0
    """The number of kinds of pieces that fit there."""


class _State(NamedTuple):
    """A board in the course of a search."""

    rest: shapely.Geometry
    """The empty region."""
    places: Mapping[int, Spot]
    board: tuple[Owner, ...]


def search(
    puzzle: PolygonPuzzle, limit: float | None = None, placed: Mapping[int, Spot] | None = None
) -> PolygonResult:
    """Find the first solution, or prove that there is none.

    Args:
        puzzle: the puzzle.
        limit: the time limit in seconds.
        placed: the places of pieces that lie already, without overlaps inside the frame.
    """
    begun, processor_begun = perf_counter(), process_time()
    run = _Search(puzzle, Deadline(limit))
    status: Status
    places: tuple[Spot, ...] | None = None
    try:
        places = next(run.solutions(placed or {}), None)
    except LimitReached:
        status, words = "limit", f"out of time after {run.laid} placements"
    else:
        status = "solved" if places else "unsolvable"
        words = f"solved after {run.laid} placements" if places else f"no solution; {run.laid} placements tried"
    seconds, processor_seconds = perf_counter() - begun, process_time() - processor_begun
    return PolygonResult(puzzle.id, "polygons", status, "backtracking", seconds, words, processor_seconds, places or ())


def laid_in_turn(
    puzzle: PolygonPuzzle, places: Sequence[Spot], placed: Mapping[int, Spot] | None = None
) -> Iterator[Fit]:
    """Yield the pieces of a solution that a search found, in the order in which it laid them."""
    run = _Search(puzzle, Deadline(None))
    state = run.with_placed(placed or {})
    while len(state.places) < len(places):
        fits = [*run.fitting(state)]
        found = next(fit for fit in fits if run.is_there(fit, places))
        yield found._replace(ways=len(fits))
        state = run.after(state, found)


def overlapping(puzzle: PolygonPuzzle, placed: Mapping[int, Spot]) -> int | None:
    """Return the first of some placed pieces that does not fit beside those before it."""
    run = _Search(puzzle, Deadline(None))
    state = run.with_placed({})
    for number, place in placed.items():
        laid = run.laid_at(number, place)
        if not run.fits(state, laid):
            return number
        state = run.after(state, laid)
    return None


class _Search:
    """A search, and the number of times that it laid a piece."""

    def __init__(self, puzzle: PolygonPuzzle, deadline: Deadline) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.laid = 0
        self.judge = Judge(puzzle)
        self.same = {number: group for group in groups_of_same(puzzle) for number in group}
        self.lowest = [lowest(piece.ring, puzzle.near) for piece in puzzle.pieces]
        # largest first: they have the fewest places
        self.order = sorted(range(len(puzzle.pieces)), key=lambda number: -puzzle.pieces[number].area)

    def solutions(self, placed: Mapping[int, Spot]) -> Iterator[tuple[Spot, ...]]:
        """Yield all solutions, up to equal pieces.

        Raises:
            LimitReached: if the time is over.
        """
        if self.judge.impossible is None:
            yield from self._filled(self.with_placed(placed))

    def with_placed(self, placed: Mapping[int, Spot]) -> _State:
        """Return the board on which some pieces lie."""
        state = _State(self.judge.frame, {}, (self.judge.frame_owner,))
        for number, place in placed.items():
            state = self.after(state, self.laid_at(number, place))
        return state

    def laid_at(self, number: int, place: Spot) -> Fit:
        ring = self.puzzle.pieces[number].moved(place)
        low = self.lowest[number]
        return Fit(number, (low[0] + place[0], low[1] + place[1]), place, self.judge.owner(number, ring))

    def fitting(self, state: _State) -> Iterator[Fit]:
        """Yield the pieces that fit at the lowest corner of the empty region, one of each kind."""
        corner = self._corner(state.rest, state.board)
        for number in self.order:
            if number in state.places or any(
                other < number and other not in state.places for other in self.same[number]
            ):
                continue
            self.deadline.check()
            low = self.lowest[number]
            laid = self.laid_at(number, (corner[0] - low[0], corner[1] - low[1]))
            self.laid += 1
            if self.fits(state, laid):
                yield laid

    def fits(self, state: _State, laid: Fit) -> bool:
        """Return whether a piece lies in the empty region, and along no sides of another colour."""
        outside = difference(self._polygon(laid), state.rest)
        return not is_wider(outside, MIN_STRIP * self.puzzle.near) and not self._clashes(laid.owner, state.board)

    def after(self, state: _State, laid: Fit) -> _State:
        """Return the board with one more piece."""
        # a piece that is grown a little leaves no thin strips beside it
        grown = self._polygon(laid).buffer(self.puzzle.near, join_style="mitre")
        left = difference(state.rest, grown)
        return _State(left, {**state.places, laid.number: laid.place}, (*state.board, laid.owner))

    def is_there(self, laid: Fit, places: Sequence[Spot]) -> bool:
        """Return whether a solution has a piece, or an equal one, where it is laid."""
        return any(
            hypot(
                self.lowest[same][0] + places[same][0] - laid.corner[0],
                self.lowest[same][1] + places[same][1] - laid.corner[1],
            )
            < ROUGH * self.puzzle.near
            for same in self.same[laid.number]
        )

    def _polygon(self, laid: Fit) -> shapely.Polygon:
        return shapely.Polygon(self.puzzle.pieces[laid.number].moved(laid.place))

    def _filled(self, state: _State) -> Iterator[tuple[Spot, ...]]:
        if len(state.places) == len(self.puzzle.pieces):
            found = tuple(state.places[number] for number in range(len(state.places)))
            if self.judge.is_right(found):
                yield found
            return
        for laid in self.fitting(state):
            yield from self._filled(self.after(state, laid))

    def _corner(self, rest: shapely.Geometry, board: tuple[Owner, ...]) -> Spot:
        """Return the lowest corner of the empty region: exactly, as a corner of the frame or of a piece."""
        spots = [(float(x), float(y)) for x, y in shapely.get_coordinates(rest)]
        x, y = lowest(spots, ROUGH * self.puzzle.near)
        corners = (side.start for owner in board for side in owner.sides)
        return min(corners, key=lambda corner: hypot(corner[0] - x, corner[1] - y))

    def _clashes(self, owner: Owner, board: tuple[Owner, ...]) -> bool:
        """Return whether a piece lies along sides of another colour."""
        return self.puzzle.is_coloured and any(any(self.judge.clashes(owner, other)) for other in board)


def lowest(spots: Sequence[Spot] | Ring, near: float) -> Spot:
    """Return the leftmost of the spots that are at most `near` above the lowest one."""
    low = min(y for _, y in spots)
    return min(spot for spot in spots if spot[1] < low + near)

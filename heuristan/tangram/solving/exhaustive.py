"""One reading of a puzzle solved by exhaustive search, or by Ford's, and the trace of that.

The trace has the first solution piece by piece, and all solutions if they are wanted.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import factorial, prod
from time import perf_counter
from typing import TYPE_CHECKING

from heuristan.common import plane
from heuristan.common.rooms import provided
from heuristan.tangram.boundary import Boundary, Ring
from heuristan.tangram.boundary.symmetry import symmetries_of
from heuristan.tangram.exact.backends import PLAIN, fastest
from heuristan.tangram.exact.region import Outcome, Solution
from heuristan.tangram.exact.search import Tally, Tiling, representative_of, search, warm_up
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.pieces.sets import Placements
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import Options, Want
from heuristan.tangram.solving.result import Result, ResultPieces, Searched, Solver, checked, own_pieces
from heuristan.tangram.trace import events as trace
from heuristan.tangram.trace.events import Event, SolutionsCounted, Way

if TYPE_CHECKING:
    from heuristan.tangram.solving.contacts import Contacts


def run_search(reading: Puzzle, contacts: "Contacts | None", options: Options, limit: float | None) -> Result:
    """Search one reading of a puzzle; every solution is verified as it comes.

    Args:
        reading: the reading of a drawing, or an exact outline.
        contacts: where the pieces of a drawing truly lie; its gate decides which finds are solutions.
        options: the search and what is wanted of it.
        limit: the maximum number of seconds.
    """
    watcher = _Watcher(reading, options.want, contacts)
    every, accepts = options.want != "first", contacts.accepts if contacts else None
    solver: Solver = "ford" if options.solver == "ford" else "exact"
    outcome: Outcome
    if solver == "ford":
        search_as_ford = provided("search_as_ford", "Ford's search")
        start = perf_counter()
        outcome = search_as_ford(reading, pre_test=options.pre_test, limit=limit, every=every, accepts=accepts)
    else:
        backend = PLAIN if options.by == "plain" else fastest() if options.by == "compiled" else None
        if backend is not None:
            warm_up(backend)
        visit = watcher.see if options.want == "count" else None
        start = perf_counter()
        outcome = search(reading, every=every, visit=visit, accepts=accepts, limit=limit, backend=backend)
    seconds = perf_counter() - start
    if not watcher.seen:
        for solution in outcome.solutions:
            watcher.see(solution)
    owned = [watcher.own(solution, solver) for solution in outcome.solutions]
    count = watcher.count(outcome)
    return Result(
        id=reading.id,
        status=outcome.status,
        solver=solver,
        ranking=None,
        seconds=seconds,
        entry_point=None,
        extractions=outcome.nodes - 1,
        backtracks=put_back(reading, outcome, count),
        message=outcome.message,
        pieces=owned[0] if owned else (),
        trace=_trace(reading, outcome, solver, watcher, count) if options.traced else (),
        searched=Searched(outcome.nodes, outcome.depth, count, tuple(owned) if options.want == "all" else ()),
    )


class _Watcher:
    """Verifies every solution, and counts them if asked for."""

    def __init__(self, puzzle: Puzzle, want: Want, contacts: "Contacts | None") -> None:
        self.want = want
        self.seen = 0
        self.contacts = contacts
        self._puzzle = puzzle

    def see(self, solution: Solution) -> None:
        """Verify and count a solution."""
        if self.contacts is None:
            checked(self._puzzle, solution)
        self.seen += 1
        if self.want != "first" and not self._is_drawn:
            self._tally.add(solution)

    def count(self, outcome: Outcome) -> SolutionsCounted | None:
        """Return the number of solutions, if it is wanted."""
        if self.want == "first":
            return None
        exchanges = prod(factorial(count) for count in self._puzzle.stock.values())
        distinct = self.seen if self._is_drawn else self._tally.distinct
        return SolutionsCounted(self.seen, self.seen * exchanges, distinct, outcome.is_complete)

    def likes(self, outcome: Outcome) -> tuple[int, ...]:
        """Return for each solution, if all are wanted, the number of the first one that a symmetry takes to it."""
        if self.want != "all":
            return ()
        if self._is_drawn:
            return tuple(range(1, len(outcome.solutions) + 1))
        symmetries, first = symmetries_of(self._puzzle.boundary), dict[Tiling, int]()
        same = (representative_of(found, symmetries) for found in outcome.solutions)
        return tuple(first.setdefault(each, number) for number, each in enumerate(same, 1))

    @property
    def _is_drawn(self) -> bool:
        """Whether the outline is a drawing that was read nearly, so that nothing is exactly symmetric."""
        return self._puzzle.nearness > 0

    def own(self, solution: Solution, solver: Solver) -> ResultPieces:
        """Return the pieces of a solution in the outline's own coordinates."""
        how = [(step, solver) for step in range(1, len(solution) + 1)]
        if self.contacts is not None:
            return self.contacts.own(solution, how)
        return own_pieces(self._puzzle, Placements.of(self._puzzle.pieces, solution), how)

    @cached_property
    def _tally(self) -> Tally:
        return Tally(symmetries_of(self._puzzle.boundary))


def _trace(
    puzzle: Puzzle, outcome: Outcome, solver: Solver, watcher: _Watcher, count: SolutionsCounted | None
) -> tuple[Event, ...]:
    way: Way = "as Ford searches" if solver == "ford" else "exhaustively"
    events = events_of(puzzle, outcome, way, likes=watcher.likes(outcome), count=count)
    return tuple(watcher.contacts.corrected(events) if watcher.contacts else events)


def events_of(
    puzzle: Puzzle,
    outcome: Outcome,
    way: trace.Way,
    *,
    likes: Sequence[int] = (),
    count: trace.SolutionsCounted | None = None,
) -> Iterator[trace.Event]:
    """Yield the events of a search, positions in legs.

    Args:
        puzzle: the outline.
        outcome: the outcome of the search.
        way: how the puzzle was searched.
        likes: if all solutions are wanted, for each the number of the first one that is the same up to symmetry.
        count: the number of solutions, if they were counted.
    """
    yield trace.PuzzleRead(
        id=puzzle.id,
        outline=tuple(_ring(puzzle, ring) for ring in puzzle.rings),
        sets=puzzle.sets,
        stock=tuple(puzzle.stock.items()),
        ranking="",
        rules=(),
        way=way,
        frame=puzzle.position,
    )
    yield from _placed(puzzle, outcome)
    for number, (like, solution) in enumerate(zip(likes, outcome.solutions, strict=bool(likes)), 1):
        pieces = tuple(trace.PlacedPiece(placement.name, _ring(puzzle, placement.ring)) for placement in solution)
        yield trace.SolutionFound(number, like, pieces)
    if count is not None:
        yield count
    yield trace.Ended(outcome.status, None, outcome.nodes - 1, put_back(puzzle, outcome, count), outcome.message)


def put_back(puzzle: Puzzle, outcome: Outcome, count: trace.SolutionsCounted | None) -> int:
    """Return the number of pieces that were put back; a search that counts puts the last one back as well."""
    return outcome.nodes - 1 - (puzzle.stock.total() if outcome.solutions and count is None else 0)


def _placed(puzzle: Puzzle, outcome: Outcome) -> Iterator[trace.PiecePlaced]:
    """Yield the pieces of the first solution."""
    left = _whole(puzzle)
    for step, placement in enumerate(outcome.solutions[0] if outcome.solutions else (), 1):
        vertices = {vertex.point for vertex in left.vertices} if left else set()
        left = left and _without(left, placement.ring)
        yield trace.PiecePlaced(
            step=step,
            name=placement.name,
            vertices=_ring(puzzle, placement.ring),
            # Ford's rings begin anywhere, but one of their vertices lies on a vertex (nearly, in a drawing)
            vertex=puzzle.in_legs(next((p for p in placement.ring if p in vertices), placement.ring[0])),
            fits=outcome.choices[step - 1] if outcome.choices else 0,
            remaining=tuple(
                _ring(puzzle, (vertex.point for vertex in loop))
                for part in (left.parts if left else ())
                for loop in part.loops
            ),
        )


def _whole(puzzle: Puzzle) -> Boundary | None:
    """Return the boundary to begin with; None where that of a drawing cannot be followed."""
    try:
        return puzzle.boundary if puzzle.boundary.parts else None
    except ValueError:
        if not puzzle.nearness:
            raise
        return None


def _without(left: Boundary, ring: Ring) -> Boundary | None:
    """Return what is left when a piece is taken out; None where the rest of a drawing cannot be followed."""
    try:
        after = left.without(left.fitted(ring) or ring)
        return after if not after or after.parts else None
    except ValueError:  # a TangledBoundary, or an edge that would have to bend
        if not left.nearness:
            raise
        return None


def _ring(puzzle: Puzzle, ring: Iterable[Point]) -> plane.Ring:
    return tuple(puzzle.in_legs(p) for p in ring)

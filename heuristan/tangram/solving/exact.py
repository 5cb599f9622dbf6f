"""Puzzles solved by exhaustive search."""

from collections.abc import Callable
from functools import cached_property, partial
from itertools import chain
from math import factorial, prod
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from heuristan.tangram.boundary.symmetry import symmetries_of
from heuristan.tangram.exact.backends import PLAIN, SearchBackend, fastest
from heuristan.tangram.exact.counting import Classes, Tally, Tiling
from heuristan.tangram.exact.outcome import Outcome, Solution
from heuristan.tangram.exact.search import search, warm_up
from heuristan.tangram.exact.tracing import events_of, put_back
from heuristan.tangram.pieces.placements import Placements
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.approximate import Contacts
from heuristan.tangram.solving.readings import Tried, by_each, by_readings, readings_from
from heuristan.tangram.solving.result import Result, ResultPieces, Searched, Solver, checked, own_pieces, refused
from heuristan.tangram.trace.events import Event, SolutionsCounted, Way

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging.drawn_case import Gate

Want = Literal["first", "count", "all"]
"""The first solution, the number of solutions, or all of them."""


NOT_FOR_FORD = (
    "Ford's search needs exact lengths, and no reading of the drawing has them; take --solver exact or --solver expert"
)


By = Literal["plain", "compiled", "either"]
"""The search in plain Python; the compiled one where numba is installed; or plain, and compiled if that takes long."""


def solve_exactly(
    puzzle: Puzzle, *, want: Want = "first", limit: float | None = None, by: By = "either", traced: bool = True
) -> Result:
    """Solve a puzzle by exhaustive search.

    Args:
        puzzle: the outline.
        want: the first solution, the count of all, or all.
        limit: the maximum number of seconds.
        by: the search to use.
        traced: whether the result has a trace.
    """
    return try_readings(puzzle, want=want, limit=limit, by=by, traced=traced).confirmed()


def try_readings(puzzle: Puzzle, *, want: Want, limit: float | None, by: By, traced: bool) -> Tried:
    """Search the readings of a puzzle until one has a solution; the arguments are those of `solve_exactly`."""
    backend = PLAIN if by == "plain" else fastest() if by == "compiled" else None
    if backend is not None:
        warm_up(backend)
    way: Way | None = "exhaustively" if traced else None
    return by_readings(puzzle, partial(_solve_one, want, backend, way), limit)


def _solve_one(
    want: Want,
    backend: SearchBackend | None,
    way: Way | None,
    puzzle: Puzzle,
    gate: "Gate | None",
    limit: float | None,
) -> Result:
    watcher = _Watcher(puzzle, want, gate)
    visit = watcher.see if want == "count" else None
    accepts = watcher.contacts.accepts if watcher.contacts else None
    run = partial(search, puzzle, every=want != "first", visit=visit, accepts=accepts, limit=limit, backend=backend)
    return _solved(puzzle, run, watcher, "exact", way)


def solve_as_ford(
    puzzle: Puzzle, *, want: Want = "first", limit: float | None = None, pre_test: bool = True, traced: bool = True
) -> Result:
    """Solve a puzzle by Ford's search (2022).

    Args:
        puzzle: the outline.
        want: the first solution, the count of all, or all.
        limit: the maximum number of seconds.
        pre_test: test first whether all vertices of a piece lie in one part of the puzzle (his section 12).
        traced: whether the result has a trace.
    """
    way: Way | None = "as Ford searches" if traced else None
    exact = (reading for reading in readings_from(puzzle) if not reading.nearness)
    first = next(exact, None)
    if first is None:
        return refused(puzzle.id, NOT_FOR_FORD, "ford", None, puzzle.drawing)
    run = partial(_solve_one_as_ford, want, pre_test, way)
    return by_each(puzzle, chain((first,), exact), run, limit).confirmed()


def _solve_one_as_ford(
    want: Want, pre_test: bool, way: Way | None, puzzle: Puzzle, gate: "Gate | None", limit: float | None
) -> Result:
    from heuristan.tangram.exact.ford import search as search_as_ford

    watcher = _Watcher(puzzle, want, gate)
    accepts = watcher.contacts.accepts if watcher.contacts else None
    run = partial(search_as_ford, puzzle, pre_test=pre_test, limit=limit, every=want != "first", accepts=accepts)
    return _solved(puzzle, run, watcher, "ford", way)


class _Watcher:
    """Verifies every solution, and counts them if asked for."""

    def __init__(self, puzzle: Puzzle, want: Want, gate: "Gate | None") -> None:
        self.want = want
        self.seen = 0
        self.contacts = Contacts(puzzle, gate) if puzzle.reading else None
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
        classes = Classes(symmetries_of(self._puzzle.boundary))
        first: dict[Tiling, int] = {}
        return tuple(first.setdefault(classes.of(found), number) for number, found in enumerate(outcome.solutions, 1))

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


def _solved(puzzle: Puzzle, run: Callable[[], Outcome], watcher: _Watcher, solver: Solver, way: Way | None) -> Result:
    start = perf_counter()
    outcome = run()
    seconds = perf_counter() - start
    if not watcher.seen:
        for solution in outcome.solutions:
            watcher.see(solution)
    owned = [watcher.own(solution, solver) for solution in outcome.solutions]
    count = watcher.count(outcome)
    return Result(
        id=puzzle.id,
        status=outcome.status,
        solver=solver,
        ranking=None,
        seconds=seconds,
        entry_point=None,
        extractions=outcome.nodes - 1,
        backtracks=put_back(puzzle, outcome, count),
        message=outcome.message,
        pieces=owned[0] if owned else (),
        trace=_trace(puzzle, outcome, way, watcher, count) if way else (),
        searched=Searched(outcome.nodes, outcome.depth, count, tuple(owned) if watcher.want == "all" else ()),
    )


def _trace(
    puzzle: Puzzle, outcome: Outcome, way: Way, watcher: _Watcher, count: SolutionsCounted | None
) -> tuple[Event, ...]:
    events = events_of(puzzle, outcome, way, likes=watcher.likes(outcome), count=count)
    return tuple(watcher.contacts.corrected(events) if watcher.contacts else events)

"""One reading of a puzzle solved by exhaustive search, or by Ford's."""

from functools import cached_property
from math import factorial, prod
from time import perf_counter
from typing import TYPE_CHECKING

from heuristan.tangram.boundary.symmetry import symmetries_of
from heuristan.tangram.exact.backends import PLAIN, fastest
from heuristan.tangram.exact.region import Outcome, Solution
from heuristan.tangram.exact.search import Classes, Tally, Tiling, search, warm_up
from heuristan.tangram.exact.search_events import events_of, put_back
from heuristan.tangram.pieces.sets import Placements
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import Options, Want
from heuristan.tangram.solving.result import Result, ResultPieces, Searched, Solver, checked, own_pieces
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
        from heuristan.tangram.exact.ford import search as search_as_ford

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


def _trace(
    puzzle: Puzzle, outcome: Outcome, solver: Solver, watcher: _Watcher, count: SolutionsCounted | None
) -> tuple[Event, ...]:
    way: Way = "as Ford searches" if solver == "ford" else "exhaustively"
    events = events_of(puzzle, outcome, way, likes=watcher.likes(outcome), count=count)
    return tuple(watcher.contacts.corrected(events) if watcher.contacts else events)

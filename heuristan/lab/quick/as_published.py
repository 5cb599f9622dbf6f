"""Rankings run as published by kernels: the result of the rules, with the extractions for its only events.

A trace is made when somebody asks for it, by running the ranking again with all its events; tests hold both together.
"""

from collections.abc import Iterator
from time import perf_counter

from heuristan.common.kernels import Backend
from heuristan.lab.quick.patience import backend_for_attempts
from heuristan.lab.quick.running import Attempts, run_published
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.pieces.sets import Placements
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result, checked, own_pieces
from heuristan.tangram.trace.events import AttemptStarted, CompositeHeld, Event, MatchTaken


def solve_quickly(
    puzzle: Puzzle,
    ranking: Ranking,
    *,
    with_extractions: bool = True,
    backend: Backend | None = None,
    limit: float | None = None,
) -> Result | None:
    """Run a ranking as published on an outline; None if it is left to the rules.

    Args:
        puzzle: the outline.
        ranking: the rules in order.
        with_extractions: whether the result has an event for each attempt, match taken and composite held: what the
            laboratory counts. Nothing else is in these events but rule, figure and place.
        backend: how kernels are run; if None, compiled ones where that is quicker than the loop.
        limit: the maximum number of seconds, once the kernels are loaded.
    """
    backend = backend or backend_for_attempts()
    if backend is None or puzzle.reading is not None:
        return None
    start = perf_counter()
    found = run_published(puzzle, ranking, backend, limit)
    if found is None:
        return None
    run, seconds = found.run, perf_counter() - start
    events = tuple(_events(puzzle, ranking, found)) if with_extractions else ()
    laid = Placements.of(puzzle.pieces, [piece.placement for piece in run.pieces])
    if run.status == "solved":
        checked(puzzle, laid)
    own = own_pieces(puzzle, laid, [(piece.step, piece.rule) for piece in run.pieces]) if run.pieces else ()
    name, end, done = ranking.name, run.entry_point, run.extractions
    return Result(puzzle.id, run.status, "expert", name, seconds, end, done, 0, run.message, own, events)


def _events(puzzle: Puzzle, ranking: Ranking, found: Attempts) -> Iterator[Event]:
    """Yield the attempts, and the matches taken, as far as a count of them needs to know."""
    taken = iter((*found.taken, None))
    here = next(taken)
    for number, line in zip(range(1, found.attempts + 1), ranking.entry_lines, strict=False):
        yield AttemptStarted(number, number, ranking.rules[line].name)
        while here is not None and here.entry_point == number:
            figure, ring = here.figure, tuple(map(puzzle.in_legs, here.placement.ring))
            rule = ranking.rules[here.line].name
            yield MatchTaken(here.step, rule, figure.kind, figure.name, ring, ring[0], (), (), ())
            if figure.kind == "composite":
                yield CompositeHeld(here.step, figure.name, here.sets)
            here = next(taken)

"""Solutions of a drawing, in any reading: of those that are found, the one that fits best to what lies on the table.

A drawing may have many, and none is certain: pieces can be slid along each other, and a nearer or a freer reading has
others.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from time import perf_counter
from typing import NamedTuple

from heuristan.tangram.exact.region import Region
from heuristan.tangram.exact.search import Search
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving import exact, expert
from heuristan.tangram.solving.approximate import Contacts
from heuristan.tangram.solving.readings import left_until, readings_from
from heuristan.tangram.solving.result import AsRead, ResultPieces, read_once
from heuristan.tangram.verification.gate import Gate


class Found(NamedTuple):
    """A solution, which the gate of the drawing has let pass."""

    pieces: ResultPieces
    reading: AsRead | None


class Best(NamedTuple):
    """The best of the solutions that were found."""

    found: Found | None
    """None if none was found."""
    score: int
    is_last: bool
    """Whether the others were looked at: the score was enough, or the time was."""


def best_solution(puzzle: Puzzle, score: Callable[[ResultPieces], int], enough: int, limit: float | None) -> Best:
    """Return the solution of a drawing with the highest score.

    Args:
        puzzle: the drawing as it was read first.
        score: says how well the pieces of a solution fit.
        enough: the score at which the search ends.
        limit: the maximum number of seconds.
    """
    end = None if limit is None else perf_counter() + limit
    best = Best(None, -1, is_last=False)
    for found in _solutions(puzzle, end):
        better = Best(found, score(found.pieces), is_last=True)
        best = max(best, better, key=lambda each: each.score)
        if best.score >= enough:
            return best
    return best._replace(is_last=left_until(end) != 0)


def _solutions(puzzle: Puzzle, end: float | None) -> Iterator[Found]:
    """Yield a solution by each of the solvers, the quicker one first, then all that the exhaustive search finds."""
    last = exact.solve_exactly(puzzle, limit=left_until(end), traced=False)
    if last.status == "solved":
        yield Found(last.pieces, last.reading)
    if left_until(end) == 0:
        return
    last = expert.solve(puzzle, limit=left_until(end), traced=False)
    if last.status == "solved":
        yield Found(last.pieces, last.reading)
    gate = Gate.of(puzzle)
    for reading in readings_from(puzzle):
        contacts = Contacts(reading, gate)
        left = left_until(end)
        if left == 0:
            return
        if contacts.is_valid:
            run = Search(Region.of(reading), left, accepts=contacts.accepts)
            with closing(run.solutions()) as solutions:
                for solution in solutions:
                    how = [(step, "exact") for step in range(1, len(solution) + 1)]
                    yield Found(contacts.own(solution, how), read_once(reading))

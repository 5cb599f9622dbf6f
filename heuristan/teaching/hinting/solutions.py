"""Solutions of a drawing, in any reading: of those that are found, the one that fits best to what lies on the table.

A drawing may have many, and none is certain: pieces can be slid along each other, and a nearer or a freer reading has
others.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from time import perf_counter
from typing import NamedTuple

from heuristan.tangram.exact.region import Region, Solution
from heuristan.tangram.exact.search import Search
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.readings import left_until, readings_from
from heuristan.tangram.solving.result import AsRead, ResultPiece, ResultPieces, read_once
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.verification.gate import Gate

PATIENCE = 3.0
"""Maximum number of seconds for looking at other solutions than those that the solvers find first: a person waits."""


class Found(NamedTuple):
    """A solution, which the gate of the drawing has let pass."""

    pieces: ResultPieces
    reading: AsRead | None


class Best(NamedTuple):
    """The best of the solutions that were found."""

    found: Found | None
    """None if none was found."""
    score: int
    is_sure: bool
    """Whether its score is enough, or all others were looked at in time."""


def best_solution(puzzle: Puzzle, score: Callable[[ResultPieces], int], enough: int, limit: float | None) -> Best:
    """Return the solution of a drawing with the highest score.

    Args:
        puzzle: the drawing as it was read first.
        score: says how well the pieces of a solution fit; one below 0 is none.
        enough: the score at which the search ends.
        limit: the maximum number of seconds.
    """
    end = None if limit is None else perf_counter() + limit
    best, until = Best(None, -1, is_sure=True), end

    def is_better(pieces: ResultPieces) -> bool:
        return score(pieces) > best.score

    def others() -> Iterator[Found]:
        nonlocal until
        until = perf_counter() + min(PATIENCE, PATIENCE if end is None else end - perf_counter())
        yield from _others(puzzle, until, is_better)

    for found in chain(_by_solvers(puzzle, end), others()):
        if is_better(found.pieces):
            best = Best(found, score(found.pieces), is_sure=True)
        if best.score >= enough:
            return best
    return best._replace(is_sure=left_until(until) != 0)


def _by_solvers(puzzle: Puzzle, end: float | None) -> Iterator[Found]:
    """Yield a solution by each of the solvers, the quicker one first."""
    for call in (solve_exactly, solve):
        left = left_until(end)
        result = call(puzzle, limit=left, traced=False) if left != 0 else None
        if result is not None and result.status == "solved":
            yield Found(result.pieces, result.reading)


def _others(puzzle: Puzzle, end: float, is_better: Callable[[ResultPieces], bool]) -> Iterator[Found]:
    """Yield better solutions, as the exhaustive search comes to them."""
    gate = Gate.of(puzzle)
    for reading in readings_from(puzzle):
        contacts, left = Contacts(reading, gate), left_until(end)
        if left == 0:
            return
        if contacts.is_valid:
            run = Search(Region.of(reading), left, accepts=partial(_accepts, contacts, is_better))
            with closing(run.solutions()) as solutions:
                for solution in solutions:
                    how = [(step, "exact") for step in range(1, len(solution) + 1)]
                    yield Found(contacts.own(solution, how), read_once(reading))


def _accepts(contacts: Contacts, is_better: Callable[[ResultPieces], bool], solution: Solution) -> bool:
    """Return whether pieces that a search laid nearly are a better solution: that they truly touch is tried last."""
    own = contacts.puzzle.own
    nearly = tuple(ResultPiece(each.name, 0, "", tuple(map(own, each.ring))) for each in solution)
    return is_better(nearly) and contacts.accepts(solution)

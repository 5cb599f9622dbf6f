"""By exhaustive search."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import factorial, prod
from time import perf_counter
from typing import Literal

from heuristan.exact.counting import Classes, Tiling, symmetries_of
from heuristan.exact.ford import search as search_as_ford
from heuristan.exact.outcome import Outcome, Solution
from heuristan.exact.search import search, warm_up
from heuristan.exact.telling import told
from heuristan.exact.twins import PLAIN, fastest
from heuristan.pipeline.result import Count, Result, ResultPieces, Searched, Solver, checked, own_pieces
from heuristan.puzzle import Puzzle
from heuristan.trace import Event, SolutionsCounted, Way

Want = Literal["first", "count", "all"]
"""The first solution; how many there are; or all of them."""


def solve_exactly(
    puzzle: Puzzle, *, want: Want = "first", limit: float | None = None, plain: bool = False, traced: bool = True
) -> Result:
    """Solve a puzzle by exhaustive search.

    Args:
        puzzle: the outline.
        want: the first solution, the count of all, or all.
        limit: the most seconds it may take.
        plain: search in plain Python even where numba is installed.
        traced: whether the result has a trace.
    """
    twin = PLAIN if plain else fastest()
    warm_up(twin)
    run = partial(search, puzzle, every=want != "first", limit=limit, twin=twin)
    return _solved(puzzle, run, "exact", want, "exhaustively" if traced else None)


def solve_as_ford(
    puzzle: Puzzle, *, want: Want = "first", limit: float | None = None, pre_test: bool = True, traced: bool = True
) -> Result:
    """Solve a puzzle by Ford's search (2022).

    Args:
        puzzle: the outline.
        want: the first solution, the count of all, or all.
        limit: the most seconds it may take.
        pre_test: look first whether all vertices of a piece lie in one part of the puzzle (his section 12).
        traced: whether the result has a trace.
    """
    run = partial(search_as_ford, puzzle, pre_test=pre_test, limit=limit, every=want != "first")
    return _solved(puzzle, run, "ford", want, "as Ford searches" if traced else None)


def _solved(puzzle: Puzzle, run: Callable[[], Outcome], solver: Solver, want: Want, way: Way | None) -> Result:
    start = perf_counter()
    outcome = run()
    seconds = perf_counter() - start
    for solution in outcome.solutions:
        checked(puzzle, solution)
    owned = [_own(puzzle, solution, solver) for solution in outcome.solutions[: None if want == "all" else 1]]
    likes = () if want == "first" else _likes(puzzle, outcome)
    count = None if want == "first" else _count(puzzle, outcome, likes)
    placed = outcome.nodes - 1
    lie_there = puzzle.stock.total() if outcome.solutions and want == "first" else 0
    return Result(
        id=puzzle.id,
        status=outcome.status,
        solver=solver,
        ranking=None,
        seconds=seconds,
        entry_point=None,
        extractions=placed,
        backtracks=placed - lie_there,
        message=outcome.message,
        pieces=owned[0] if owned else (),
        trace=tuple(_events(puzzle, outcome, way, likes if want == "all" else (), count)) if way else (),
        searched=Searched(outcome.nodes, outcome.depth, count, tuple(owned) if want == "all" else ()),
    )


def _own(puzzle: Puzzle, solution: Solution, solver: Solver) -> ResultPieces:
    return own_pieces(puzzle, ((placement, step, solver) for step, placement in enumerate(solution, 1)))


def _events(puzzle: Puzzle, outcome: Outcome, way: Way, likes: Sequence[int], count: Count | None) -> Iterator[Event]:
    counted = None if count is None else SolutionsCounted(**count.as_json())
    return told(puzzle, outcome, way, likes=likes, count=counted)


def _likes(puzzle: Puzzle, outcome: Outcome) -> tuple[int, ...]:
    """For each solution the number of the first one that is the same up to the symmetries of the outline."""
    classes = Classes(symmetries_of(puzzle.boundary))
    first: dict[Tiling, int] = {}
    return tuple(first.setdefault(classes.of(found), number) for number, found in enumerate(outcome.solutions, 1))


def _count(puzzle: Puzzle, outcome: Outcome, likes: Sequence[int]) -> Count:
    tilings = len(outcome.solutions)
    exchanges = prod(factorial(count) for count in puzzle.stock.values())
    return Count(tilings, tilings * exchanges, len(set(likes)), outcome.is_complete)

"""All solvers behind one function: the plan and searches; optimal and auto choose one."""

from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from heuristan.common.kernels import has_numba
from heuristan.common.words import plural
from heuristan.sliding.boards import Board, distance, homes, why_unsolvable
from heuristan.sliding.files import Puzzle
from heuristan.sliding.planner import plan
from heuristan.sliding.results import AUTO_LIMIT, NEAR, SHORT_LIMIT, Estimate, Result, Solver
from heuristan.sliding.searching.ida_star import NoDatabaseError, shortest
from heuristan.sliding.state_space import tree_of

TREE_CELLS = 9
"""Maximum size of a board whose path is read off the whole tree, which takes a twentieth of a second for 3 x 3."""
SEARCHED_CELLS = 16
"""Maximum size of a board that `auto` searches with numba: a larger one may take days."""


class Options(NamedTuple):
    """Options of the solvers."""

    limit: float | None = None
    """Time limit in seconds of a search, for each board; `auto` has one of its own if it is None."""
    estimate: Estimate | None = None
    """The estimate of a search; the fastest if it is None."""
    cache: Path | None = None
    """The folder of pattern databases."""


def solve(puzzle: Puzzle, solver: Solver = "auto", options: Options = Options()) -> Result:  # noqa: B008
    """Solve a board.

    `auto` returns a shortest solution if it is found within the limit, else the plan.
    """
    began = perf_counter()
    fault = why_unsolvable(puzzle.start, puzzle.goal)
    if fault is not None:
        result = Result(puzzle, "unsolvable", solver, 0.0, message=fault, estimate=options.estimate)
    elif solver == "auto":
        result = _auto(puzzle, options)
    elif solver == "plan":
        result = _planned(puzzle)
    else:
        result = _optimal(puzzle, options)
    return replace(result, seconds=perf_counter() - began)


def estimate_of_auto(puzzle: Puzzle, options: Options) -> Estimate | None:
    """Return the estimate of `auto`, which builds no database for a board that it only tries; None is the fastest."""
    return options.estimate or (None if _is_quick(puzzle.start) else "conflicts")


def _is_quick(start: Board) -> bool:
    """Return whether a shortest solution is usually found in seconds."""
    return start.cells <= TREE_CELLS or (start.cells <= SEARCHED_CELLS and has_numba())


def _is_near(puzzle: Puzzle) -> bool:
    """Return whether the tiles are so near to their homes that a search may end in seconds."""
    start, goal = puzzle.start, puzzle.goal
    ways = enumerate(homes(start, goal))
    away = (distance(cell, home, start.columns) for cell, home in ways if home != goal.blank)
    return sum(away) <= NEAR


def _auto_limit(puzzle: Puzzle, options: Options) -> float:
    """Return the time limit of the search of `auto` in seconds; 0 if it does not search."""
    if _is_quick(puzzle.start):
        return AUTO_LIMIT if options.limit is None else options.limit
    if not _is_near(puzzle):
        return 0.0
    return SHORT_LIMIT if options.limit is None else options.limit


def is_tree_enough(start: Board, options: Options) -> bool:
    """Return whether the shortest solution is read off the whole tree."""
    return start.cells <= TREE_CELLS and options.estimate is None


def _planned(puzzle: Puzzle) -> Result:
    stages = plan(puzzle.start, puzzle.goal)
    return Result(puzzle, "solved", "plan", 0.0, "".join(stage.moves for stage in stages), stages)


def _auto(puzzle: Puzzle, options: Options) -> Result:
    limit = _auto_limit(puzzle, options)
    if not limit:
        return _planned(puzzle)
    how = options._replace(limit=limit, estimate=estimate_of_auto(puzzle, options))
    result = _optimal(puzzle, how, "raise --limit for a shortest solution")
    if result.status == "solved":
        return result
    found = _planned(puzzle)
    if len(found.moves or "") == result.bound:
        return replace(found, is_optimal=True, bound=result.bound, nodes=result.nodes)
    return replace(found, bound=result.bound, nodes=result.nodes, message=result.message)


def _optimal(puzzle: Puzzle, options: Options, advice: str = "raise --limit, or take the plan") -> Result:
    if is_tree_enough(puzzle.start, options):
        tree = tree_of(puzzle.start.rows, puzzle.start.columns, puzzle.goal.blank)
        moves = tree.path(tree.node_of(puzzle.start, puzzle.goal))
        return Result(puzzle, "solved", "optimal", 0.0, moves, is_optimal=True, bound=len(moves), estimate="tree")
    try:
        found = shortest(puzzle.start, puzzle.goal, options.limit, options.estimate, cache=options.cache)
    except NoDatabaseError as fault:
        return Result(puzzle, "refused", "optimal", 0.0, message=str(fault), estimate=options.estimate)
    result = Result(
        puzzle, "solved", "optimal", 0.0, found.moves, (), found.moves is not None, found.nodes, found.bound,
        found.estimate,
    )  # fmt: skip
    if found.moves is not None:
        return result
    words = f"no solution of fewer than {plural(found.bound, 'move')} after {plural(found.nodes, 'state')}; {advice}"
    return replace(result, status="limit", message=words)

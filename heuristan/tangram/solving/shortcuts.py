"""Calls for one puzzle and one solver, its options given by name."""

from typing import TYPE_CHECKING

from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import By, Options, Want
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.result import Result

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Engine, Way


def solve(
    puzzle: Puzzle,
    ranking: "Ranking | str | None" = None,
    *,
    backtracking: bool = True,
    way: "Way | None" = None,
    engine: "Engine" = "compiled",
    limit: float | None = None,
    traced: bool = True,
) -> Result:
    """Solve a puzzle by ranked rules.

    Args:
        puzzle: the outline.
        ranking: the rules in order, or the name or file of a ranking; the one of 1972 if not given.
        backtracking: undo steps, so that the search is complete; otherwise as published, without undoing.
        way: the way to run the ranking, instead of `backtracking`: "published", "retry" or "backtracking".
        engine: "compiled" goes over the ranking in a loop, "production" runs it as the rules of an engine; the results
            are the same.
        limit: the maximum number of seconds.
        traced: whether the result has its trace.

    Raises:
        RankingError: if the ranking does not exist or cannot be used.
    """
    way = way or ("backtracking" if backtracking else "published")
    options = Options("expert", rankings_of(ranking), way, engine, limit=limit, traced=traced)
    return solve_puzzle(puzzle, options)


def rankings_of(*given: "Ranking | str | None") -> "tuple[Ranking, ...]":
    """Return rankings, read where their names or files are given; the one of 1972 for None.

    Raises:
        RankingError: if a ranking does not exist or cannot be used.
    """
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking

    named = (DEFAULT if each is None else each for each in given)
    return tuple(read_ranking(each) if isinstance(each, str) else each for each in named)


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
    return solve_puzzle(puzzle, Options("exact", want=want, limit=limit, by=by, traced=traced))


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
    return solve_puzzle(puzzle, Options("ford", want=want, limit=limit, pre_test=pre_test, traced=traced))

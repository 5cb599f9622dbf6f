"""Calls for one puzzle, with options by name: of one solver; and those of users, which are checked in words."""

from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.tangram.expert.ways import ENGINES, WAYS
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import By, Options, SolverName, Want
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


Rankings: TypeAlias = "Ranking | str | Sequence[Ranking | str]"
"""A ranking, or its name or file; or several, in the order in which they are asked."""


def check_arguments(
    solver: str, ranking: object, backtracking: bool, way: object, engine: object, want: str, limit: object
) -> None:
    """Refuse a solver that does not exist, and arguments that mean nothing to it.

    Raises:
        ValueError: if one cannot be used; the message says why.
    """
    if solver not in get_args(SolverName):
        raise ValueError(f"there is no solver {shown(solver)}; {nearest(str(solver), get_args(SolverName))}")
    has_rules = solver in ("auto", "expert")
    if not has_rules and (ranking is not None or not backtracking or way is not None or engine is not None):
        raise ValueError(
            f"ranking, backtracking, way and engine have no meaning for the solver '{solver}'; leave them out"
        )
    for each in () if ranking is None else _several(ranking):
        if not isinstance(each, str) and not hasattr(each, "rules"):
            raise ValueError(f"ranking is {ranking!r}; give the name or the file of a ranking, or a Ranking")
    if engine is not None and engine not in ENGINES:
        raise ValueError(f"there is no engine {shown(engine)}; {nearest(str(engine), ENGINES)}")
    if way is not None and way not in WAYS:
        raise ValueError(f"there is no way {shown(way)}; {nearest(str(way), WAYS)}")
    if not backtracking and way not in (None, "published"):
        raise ValueError(f"backtracking=False is the way 'published', and way is '{way}'; give one of them")
    if want not in ("first", "count", "all"):
        raise ValueError(f"want is {shown(want)}; it must be 'first', 'count' or 'all'")
    if has_rules and want != "first":
        raise ValueError(f"the solver '{solver}' looks for one solution; take solver='exact' for all of them")
    check_limit(limit)


def _several(rankings: Any) -> Sequence[Any]:
    return rankings if isinstance(rankings, Sequence) and not isinstance(rankings, str) else (rankings,)


def check_limit(limit: object) -> None:
    """Refuse a time limit that is not a number of seconds.

    Raises:
        ValueError: if it is not.
    """
    if limit is None:
        return
    if isinstance(limit, bool) or not isinstance(limit, Real) or not 0 < float(limit) < inf:
        raise ValueError(f"limit is {limit!r}; give a number of seconds above 0, like 2.5, or leave it out for none")


def options_of(
    solver: SolverName,
    ranking: "Rankings | None",
    way: "Way",
    engine: "Engine | None",
    want: Want,
    limit: float | None,
    *,
    traced: bool = True,
) -> Options:
    """Return the options of solving, rankings read.

    Raises:
        RankingError: if a ranking does not exist or cannot be used.
        ValueError: if there are no rankings, or several with backtracking.
    """
    if solver not in ("auto", "expert"):
        return Options(solver, want=want, limit=limit, traced=traced)
    return Options(solver, rankings_of(*_several(ranking)), way, engine or "compiled", limit=limit, traced=traced)

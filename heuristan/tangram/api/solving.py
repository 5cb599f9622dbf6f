"""Solving for `facade`: arguments checked in words, and made options."""

from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, TypeAlias, get_args

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.tangram.expert.ways import ENGINES, WAYS
from heuristan.tangram.solving.options import Options, SolverName

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Engine, Way
    from heuristan.tangram.solving.options import Want

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
    _check_rankings(ranking)
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


def _check_rankings(given: object) -> None:
    if given is None:
        return
    for ranking in given if isinstance(given, Sequence) and not isinstance(given, str) else (given,):
        if not isinstance(ranking, str) and not hasattr(ranking, "rules"):
            raise ValueError(f"ranking is {given!r}; give the name or the file of a ranking, or a Ranking")


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
    want: "Want",
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
    # the expert system takes long to import, and searches have no use for it
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.solving.shortcuts import rankings_of

    rankings = [ranking] if ranking is None or isinstance(ranking, (str, Ranking)) else ranking
    return Options(solver, rankings_of(*rankings), way, engine or "compiled", limit=limit, traced=traced)

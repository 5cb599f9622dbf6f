"""The solver and its settings, from the options of the command line; the compiled search is got ready, once."""

from functools import partial
from typing import TYPE_CHECKING, Any

from heuristan.cli.echoing import remark
from heuristan.cli.failing import fail
from heuristan.tangram.commands.rankings import warn_of_covered

if TYPE_CHECKING:
    from heuristan.tangram.expert.ways import Engine, Way
    from heuristan.tangram.solving.batch import Task
    from heuristan.tangram.solving.exact import By, Want


def make_search_ready() -> None:
    """Load the compiled search, or compile it with a note if this machine has not done so before."""
    from heuristan.tangram.exact.backends import fastest, must_compile
    from heuristan.tangram.exact.search import warm_up

    if must_compile():
        remark("heuristan: compiling the search, once; this takes half a minute")
    warm_up(fastest())


SOLVERS = ("auto", "expert", "exact", "ford")
OF_RULES = ("no_backtracking", "retry", "attempt")
"""Options of those who want to know how far the rules come: with one of them, auto is expert."""
OPTIONS = {
    "rankings": ("--ranking", ("auto", "expert")),
    "no_backtracking": ("--no-backtracking", ("expert",)),
    "retry": ("--retry", ("expert",)),
    "attempt": ("--attempt", ("expert",)),
    "every": ("--all", ("exact", "ford")),
    "engine": ("--engine", ("auto", "expert")),
    "count": ("--count", ("exact", "ford")),
    "plain": ("--plain", ("exact",)),
    "no_pre_test": ("--no-pre-test", ("ford",)),
}
"""Options that only some solvers have, by parameter."""


def task_for(solver: str, *, limit: float | None, many: bool, traced: bool, **options: Any) -> "Task":
    """Return the task that solves every outline, or fail where options do not fit the solver.

    Args:
        solver: one of SOLVERS.
        limit: the time limit per outline in seconds.
        many: whether there are several outlines, so that loading the compiled search is worth its time.
        traced: whether results keep their traces.
        options: the values of OPTIONS.
    """
    if solver == "auto" and any(options[name] for name in OF_RULES):
        solver = "expert"
    for name, (option, solvers) in OPTIONS.items():
        if options[name] and solver not in solvers:
            fail(f"{option} has no meaning for --solver {solver}; it is for --solver {' and '.join(solvers)}")
    if options["retry"] and options["no_backtracking"]:
        fail("--retry undoes a choice and --no-backtracking undoes nothing; give one of them")
    if options["every"] and options["count"]:
        fail("--all lists every solution and counts them too; leave --count out")
    if many and solver == "exact" and not options["plain"]:
        make_search_ready()
    make = {"auto": _expert, "expert": _expert, "exact": _exact, "ford": _ford}[solver]
    return make(limit, traced, options | {"solver": solver, "many": many})


def _expert(limit: float | None, traced: bool, options: dict[str, Any]) -> "Task":
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking, shipped_file
    from heuristan.tangram.solving.batch import Task
    from heuristan.tangram.solving.in_turn import solve_in_turn
    from heuristan.tangram.solving.portfolio import NEEDS_RESTARTS, solve_by_several

    rankings = tuple(read_ranking(each) for each in options["rankings"] or (DEFAULT,))
    for source, ranking in zip(options["rankings"], rankings, strict=False):
        if shipped_file(source) is None:  # of those that ship, their notes say it
            warn_of_covered(ranking)
    way: Way = "retry" if options["retry"] else "published" if options["no_backtracking"] else "backtracking"
    engine: Engine = options["engine"] or ("compiled" if options["many"] else "production")
    if len(rankings) > 1 and way == "backtracking":
        fail(f"{NEEDS_RESTARTS}; add --no-backtracking or --retry, or give one --ranking")
    alone, in_turn = partial(solve_by_several, rankings=rankings, way=way), partial(solve_in_turn, ranking=rankings[0])
    run = in_turn if options["solver"] == "auto" else alone
    return Task(partial(run, engine=engine, limit=limit, traced=traced), "expert", rankings[0].name, traced)


def _exact(limit: float | None, traced: bool, options: dict[str, Any]) -> "Task":
    from heuristan.tangram.solving.batch import Task
    from heuristan.tangram.solving.exact import solve_exactly

    by: By = "plain" if options["plain"] else "compiled" if options["many"] else "either"
    run = partial(solve_exactly, want=_want(options), limit=limit, by=by, traced=traced)
    return Task(run, "exact", None, traced)


def _ford(limit: float | None, traced: bool, options: dict[str, Any]) -> "Task":
    from heuristan.tangram.solving.batch import Task
    from heuristan.tangram.solving.exact import solve_as_ford

    run = partial(solve_as_ford, want=_want(options), limit=limit, pre_test=not options["no_pre_test"], traced=traced)
    return Task(run, "ford", None, traced)


def _want(options: dict[str, Any]) -> "Want":
    return "all" if options["every"] else "count" if options["count"] else "first"

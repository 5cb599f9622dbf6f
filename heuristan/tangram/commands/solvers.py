"""The solver and its settings, from the options of the command line; the compiled search is got ready, once."""

from typing import TYPE_CHECKING, Any

from heuristan.cli.echoing import remark
from heuristan.cli.failing import fail
from heuristan.tangram.commands.rankings import warn_of_covered

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Engine, Way
    from heuristan.tangram.solving.options import By, Options, SolverName, Want

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
    "watch": ("--watch", ("auto", "expert")),
    "count": ("--count", ("exact", "ford")),
    "plain": ("--plain", ("exact",)),
    "no_pre_test": ("--no-pre-test", ("ford",)),
}
"""Options that only some solvers have, by parameter."""


def make_search_ready() -> None:
    """Load the compiled search, or compile it with a note if this machine has not done so before."""
    from heuristan.tangram.exact.backends import fastest, must_compile
    from heuristan.tangram.exact.search import warm_up

    if must_compile():
        remark("heuristan: compiling the search, once; this takes half a minute")
    warm_up(fastest())


def options_for(solver: "SolverName", *, limit: float | None, many: bool, traced: bool, **options: Any) -> "Options":
    """Return how every outline is solved, or fail where options do not fit the solver.

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
    from heuristan.tangram.solving.options import Options

    if solver in ("auto", "expert"):
        rankings, way = _rankings(options), _way(options)
        engine: Engine = options["engine"] or ("compiled" if many else "production")
        return Options(solver, rankings, way, engine, limit=limit, traced=traced)
    want: Want = "all" if options["every"] else "count" if options["count"] else "first"
    by: By = "plain" if options["plain"] else "compiled" if many else "either"
    return Options(solver, want=want, by=by, pre_test=not options["no_pre_test"], limit=limit, traced=traced)


def _way(options: dict[str, Any]) -> "Way":
    return "retry" if options["retry"] else "published" if options["no_backtracking"] else "backtracking"


def _rankings(options: dict[str, Any]) -> "tuple[Ranking, ...]":
    """Return the rankings, or fail where there are several that cannot take turns."""
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking, shipped_file
    from heuristan.tangram.solving.options import NEEDS_RESTARTS

    rankings = tuple(read_ranking(each) for each in options["rankings"] or (DEFAULT,))
    for source, ranking in zip(options["rankings"], rankings, strict=False):
        if shipped_file(source) is None:  # of those that ship, their notes say it
            warn_of_covered(ranking)
    if len(rankings) > 1 and _way(options) == "backtracking":
        fail(f"{NEEDS_RESTARTS}; add --no-backtracking or --retry, or give one --ranking")
    return rankings

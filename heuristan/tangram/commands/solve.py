"""``heuristan solve``."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, remark
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.options import file_option, limit_option, several
from heuristan.cli.outputs import (
    IN_CHARACTERS,
    PICTURES,
    PLAY,
    PLAYER,
    TEXTS,
    Outputs,
    check_one,
    output_options,
    paths_of,
    refuse_reading_from,
)
from heuristan.cli.running import write_results
from heuristan.cli.sources import peek
from heuristan.tangram.commands.outline_options import (
    OUTLINE,
    RANKING,
    advise,
    attempt_option,
    check_attempt,
    check_wording,
    chosen,
    explain_option,
    figure_option,
    functions_option,
    outlines_of,
    set_option,
    sheet_option,
)
from heuristan.tangram.commands.outputs import Latest, TraceFile, is_of_pages, pages_of
from heuristan.tangram.commands.rankings import warn_of_covered

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Engine, Way
    from heuristan.tangram.solving.options import By, Options, SolverName, Want
    from heuristan.tangram.trace.kept_path import AskedAttempt

SOLVERS = ("auto", "expert", "exact", "ford")
DEFAULT_RANKING = "deutsch-hayes-1972"
DEFAULT_LIMIT = 60
"""Seconds: almost all outlines take less than one, and nobody should wait for an answer without a word."""
FORMS = (*TEXTS, *PICTURES, *IN_CHARACTERS, PLAYER, PLAY)
ONE = "choose one with --figure N, or give a folder (a name that ends in /) for a picture of each"


@command(ok="all solved", otherwise="some not")
@click.argument("outlines", nargs=-1, required=True, type=OUTLINE, metavar="OUTLINE...")
@click.option(
    "--solver",
    type=click.Choice(SOLVERS),
    default="auto",
    help="Solver: ranked rules (expert), exhaustive search (exact), or Ford's search of 2022 (ford). auto takes the "
    "rules, and the search where they find no solution; with --no-backtracking, --retry or --attempt, the rules alone.",
)
@several(
    "--ranking",
    "rankings",
    type=RANKING,
    help="Name or file of a ranking, for the expert system; several, like A,B, take turns at restarts (with "
    f"--no-backtracking or --retry).  [default: {DEFAULT_RANKING}]",
)
@click.option(
    "--no-backtracking",
    is_flag=True,
    help="Solve as published: nothing is undone, fresh attempts begin at the entry points (expert).",
)
@click.option(
    "--retry",
    is_flag=True,
    help="Solve as published, but where an attempt sticks, take another match of the same rule (expert).",
)
@click.option(
    "--engine",
    type=click.Choice(["production", "clips", "compiled"]),
    help="Engine that runs the ranking: production rules (experta), the rules as a text in real CLIPS (extra: clips), "
    "or a loop that does the same faster (expert).  "
    "[default: production for one outline, compiled for many]",
)
@click.option(
    "--watch",
    type=click.Choice(["rules", "facts", "activations", "all"]),
    help="Print what happens in the production engine, as CLIPS does (expert).",
)
@functions_option
@click.option("--all", "every", is_flag=True, help="List every solution (exact, ford).")
@click.option("--count", is_flag=True, help="Count the solutions without listing them (exact, ford).")
@click.option("--plain", is_flag=True, help="Search in plain Python, even where numba is installed (exact).")
@click.option("--no-pre-test", is_flag=True, help="Search without Ford's test of vertices (ford).")
@figure_option
@set_option
@limit_option("outline", DEFAULT_LIMIT, "none lifts it.", is_lifted=True)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Number of processes.")
@attempt_option
@explain_option
@click.option("--brief", is_flag=True, help="Write one line for a single outline too, as for each of several.")
@output_options(FORMS, with_folders=True)
@file_option("--trace", "File for the trace, which 'show' draws and explains; it may hold several.")
@sheet_option
def solve(
    outlines: tuple[str, ...],
    limit: float | None,
    jobs: int,
    attempt: "AskedAttempt",
    explain: bool,
    brief: bool,
    outputs: Outputs,
    trace: Path | None,
    sheet: Path | None,
    watch: str | None,
    figure: int | None,
    pieces: str | None,
    rankings: tuple[str, ...],
    **how: Any,
) -> None:
    """Solve outlines: by ranked rules, or by exhaustive search where these find no solution.

    OUTLINE is the name of a shape ('heuristan shapes' lists them), or a file with one outline or many, recognised by
    its content: a shape in YAML, GeoJSON, WKT, SVG, a walk like 'E 10, SE 7, ...', figures of gTans or Peces, a
    picture (PNG, JPEG, WebP, TIFF, BMP, PDF). It may also be a folder of such files, a quoted pattern, or - for
    standard input.
    An outline that cannot be used is refused with the reason, and the others are solved.

    The picture of a solution shows the order of extraction; for a picture it is the page with the pieces laid over it,
    of several pages one each: solved-1.png, solved-2.png.

    \b
    heuristan solve convex-square                        # the pieces in the order of extraction
    heuristan solve convex-square --explain              # ... why each is taken, and what the words mean
    heuristan solve convex-square --output square.png    # ... and as a picture
    heuristan solve swan --output swan.json --output swan.filmstrip.svg
    heuristan solve digit-9 --output digit.html          # a page that plays it step by step
    heuristan solve cat --output play.html               # a page to play it on, with hints; play/ for several
    heuristan solve digit-9 --no-backtracking --attempt all
    heuristan solve many.geojsonl --no-backtracking --ranking heuristan,most-room
    heuristan solve many.geojsonl 'drawings/*.svg' --jobs 2 --output results.jsonl
    heuristan solve page.jpg --output solved.png         # a page, with the pieces laid over it
    heuristan solve page.jpg --output figures/           # ... and a picture of each figure alone
    heuristan solve page.jpg --figure 3 --sheet sheet.png    # its third figure, and what was recognised
    heuristan solve 'book.pdf#3-7' --output solved.svg       # the figures of these pages
    heuristan solve cat --solver exact --count           # the number of solutions
    heuristan convert swan - --format wkt | heuristan solve -
    """  # noqa: D301
    reads = (*outlines, *rankings, pieces or "")
    refuse_overwriting(reads=reads, writes=(*paths_of(outputs), trace, sheet))
    refuse_reading_from(outputs, reads)
    traces = TraceFile(trace) if trace is not None else None
    from heuristan.tangram.commands.outputs import manner_of
    from heuristan.tangram.solving.program import solve_all

    found, many = peek(chosen(outlines_of(outlines, pieces, sheet=sheet), outlines, figure))
    pages = None if attempt else pages_of(outlines, outputs, figure)
    check_one(tuple(output for output in outputs if not (pages and is_of_pages(output))), advice=ONE, many=many)
    check_attempt(attempt, outputs, many=many)
    check_watch(watch, how, outputs, many=many)
    in_files = any(output.is_folder and output.form == "text" for output in outputs)
    wording = check_wording(outputs, explain=explain, brief=brief, many=many and not in_files)
    options = options_for(
        limit=limit,
        many=many,
        attempt=attempt,
        traced=_is_traced(outputs, trace, many=many),
        rankings=rankings,
        watch=watch,
        **how,
    )

    latest = Latest(found)
    of_pages = [lambda result: pages.add(latest.outline, result)] if pages else []
    also = (latest.take, *of_pages, *([traces.add] if traces else []))
    results = solve_all(latest, options, jobs)
    with traces or nullcontext(), watched(watch):
        manner = manner_of(attempt, wording, pages, rankings[0] if len(rankings) == 1 else None, latest)
        status = write_results(results, outputs, manner, many=many, also=also)
    if latest.result and not many and not any(output.path is None and output.form != "text" for output in outputs):
        advise(latest.result.status, wording)
    raise SystemExit(status)


def _is_traced(outputs: Outputs, trace: Path | None, *, many: bool) -> bool:
    """Return whether results must keep their traces: words and pictures of single outlines are made of them."""
    single = [output for output in outputs if output.is_folder or not many]
    return trace is not None or any(output.is_picture or output.form == "text" for output in single)


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
        remark("heuristan: compiling the search, once; this takes some seconds")
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
        rankings = _rankings(options)
        way = rankings[0].whole.way if rankings[0].whole and _way(options) == "backtracking" else _way(options)
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
    from heuristan.tangram.expert.ranking_entries import shipped_file
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.solving.options import NEEDS_RESTARTS

    rankings = tuple(read_ranking(each) for each in options["rankings"] or (DEFAULT,))
    for source, ranking in zip(options["rankings"], rankings, strict=False):
        if shipped_file(source) is None:  # the notes of rankings that ship say it
            warn_of_covered(ranking)
    if len(rankings) > 1 and _way(options) == "backtracking":
        fail(f"{NEEDS_RESTARTS}; add --no-backtracking or --retry, or give one --ranking")
    return rankings


def check_watch(watch: str | None, options: Mapping[str, Any], outputs: Outputs, *, many: bool) -> None:
    """Fail where nothing could be watched, or where it would stand among other output."""
    if watch is None:
        return
    if (options["engine"] or "production") != "production" or (many and options["engine"] is None):
        fail("--watch prints what the production engine does: give one outline, or add --engine production")
    if any(output.path is None and output.form != "text" for output in outputs):
        fail("--watch prints on standard output; write the result to a file with --output FILE")


@contextmanager
def watched(watch: str | None) -> Iterator[None]:
    """Print what happens in the production engine meanwhile, as CLIPS prints it."""
    if watch is None:
        yield
        return
    from heuristan.tangram.expert.production.system import watching
    from heuristan.tangram.expert.production.watching import WATCHED, Watching

    kinds = WATCHED if watch == "all" else (watch,)
    token = watching.set(lambda system: Watching(system.name_of, kinds, echo))
    try:
        yield
    finally:
        watching.reset(token)

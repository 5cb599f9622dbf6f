"""``heuristan compare``."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import isnan
from os import W_OK, access
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.kit.failing import INTERRUPTED, fail, plain_failures, refuse_overwriting, write

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.lab.comparing.rows import Row
    from heuristan.tangram.lab.comparing.runs import Run

FORMS = ("text", "json", "csv", "svg", "png")
BY_SUFFIX = {".txt": "text", ".json": "json", ".csv": "csv", ".svg": "svg", ".png": "png"}
NOT_ALL_WELL = 1


@click.command(
    epilog="Exit status: 0 no solvers contradict each other, 1 some do, a run failed or an outline was refused, 2 the "
    "command or a file could not be used, 130 interrupted."
)
@click.argument("outlines", nargs=-1, required=True, metavar="OUTLINE...")
@click.option(
    "--solvers",
    metavar="NAME,...",
    help="Out of expert, published, exact, plain, ford, ford-no-pre-test.  [default: all but the last]",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    metavar="SECONDS",
    help="Most time a run; Ford's method without the pre-test may take minutes.  [default: 10]",
)
@click.option("--repeat", type=click.IntRange(1, 1000), default=1, show_default=True, help="Runs; the median counts.")
@click.option("--ranking", help="Name or file of a ranking, for expert and published.")
@click.option("--set", "pieces", metavar="NAME|FILE", help="The set of pieces.  [default: as the outline says]")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the rows or the plot.")
@click.option(
    "--format", "form", type=click.Choice(FORMS), help="What to write; guessed from the output's ending, else text."
)
def compare(
    outlines: tuple[str, ...],
    solvers: str | None,
    limit: float,
    repeat: int,
    ranking: str | None,
    pieces: str | None,
    output: Path | None,
    form: str | None,
) -> None:
    """Set the solvers side by side: status, effort, seconds, memory.

    OUTLINE is what 'heuristan solve' takes. Every solver has a fresh process for every outline, which is warm before
    the time is taken. Up to six outlines have a table each; more have one summary.

    \b
    expert              ranked rules with backtracking
    published           ranked rules as published, without undoing
    exact               exhaustive search, compiled where numba is installed
    plain               exhaustive search in plain Python
    ford                Ford's search (2022)
    ford-no-pre-test    ... without his test of vertices

    \b
    heuristan compare cat swan
    heuristan compare cat --solvers exact,plain --repeat 9
    heuristan compare many.geojsonl --output rows.csv
    heuristan compare cat swan --output plot.png
    """  # noqa: D301
    form = _format_for(output, form)
    refuse_overwriting(reads=(*outlines, ranking or "", pieces or ""), writes=(output,))
    if isnan(limit):
        raise click.BadParameter("nan is no number of seconds", param_hint="--limit")
    from heuristan.tangram.lab.comparing.alone import uninterrupted
    from heuristan.tangram.lab.comparing.runs import runs
    from heuristan.tangram.lab.comparing.solvers import SolversError, default_solvers, solvers_named

    try:
        names = solvers_named(solvers.split(",")) if solvers is not None else default_solvers()
    except SolversError as fault:
        fail(f"--solvers: {fault}")
    with plain_failures():
        from heuristan.tangram.outlines.piece_sets import read_piece_set
        from heuristan.tangram.outlines.reading import read_outlines

        used = read_piece_set(pieces) if pieces else None
        found = [outline for source in outlines for outline in read_outlines(source, used)]
        plan = runs(found, names, _ranking(ranking, names), limit=limit, repeat=repeat)
    if not plan:
        fail(f"{', '.join(outlines)}: there is no outline to compare the solvers on")
    _prepare(names)
    rows, is_whole = _rows_of(plan)
    with uninterrupted():  # a second Ctrl-C must not lose what the first one kept
        _report(rows, form, output, limit, repeat)
    if not is_whole:
        click.echo(f"heuristan: interrupted after {len(rows)} of {len(plan)} runs", err=True)
        raise SystemExit(INTERRUPTED)
    raise SystemExit(NOT_ALL_WELL if _is_wrong(rows) else 0)


def _format_for(output: Path | None, form: str | None) -> str:
    """The format asked for, else the one that the output's ending stands for, else text."""
    ending = output.suffix.lower() if output is not None else ""
    if form is None and ending not in ("", *BY_SUFFIX):
        fail(f"{output}: no format ends in {ending}; use {', '.join(BY_SUFFIX)}, or say which with --format")
    chosen = form or BY_SUFFIX.get(ending, "text")
    if output is None and chosen == "png":
        fail("a PNG picture needs a file; add --output FILE.png")
    # known before runs of an hour, not after them
    if output is not None and not (output.parent.is_dir() and access(output.parent, W_OK)):
        fail(f"{output}: cannot be written (there is no such folder, or it is locked); choose another with --output")
    return chosen


def _ranking(name: str | None, solvers: Sequence[str]) -> "Ranking | None":
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.lab.comparing.solvers import BY_RULES

    if not set(solvers) & set(BY_RULES):
        if name is not None:
            fail(f"--ranking has a say in {' and '.join(BY_RULES)} alone; name one of them with --solvers")
        return None
    return read_ranking(name or DEFAULT)


def _prepare(solvers: Sequence[str]) -> None:
    """Compile what is to be compiled, once, before the first process needs it; or say that it cannot be."""
    from heuristan.cli.tangram.compiling import make_search_ready
    from heuristan.tangram.lab.comparing.solvers import has_numba

    if "exact" not in solvers:
        return
    if has_numba():
        make_search_ready()
    else:
        click.echo("heuristan: numba is not installed, so 'exact' searches in plain Python", err=True)


def _rows_of(plan: "Sequence[Run]") -> "tuple[list[Row], bool]":
    """The rows of all runs, or those until an interruption; and whether they are all."""
    rows: list[Row] = []
    try:
        with _progress(len(plan)) as tick:
            for run in plan:
                tick(f"{run.of.id}, {run.solver}", len(rows))
                rows.append(run.row())
    except KeyboardInterrupt:
        return rows, False
    return rows, True


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str, int], None]]:
    """Says what is run and how much is done, on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda words, done: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("runs: {task.description}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=total)
        yield lambda words, done: progress.update(bar, description=words, completed=done)


def _report(rows: "Sequence[Row]", form: str, output: Path | None, limit: float, repeat: int) -> None:
    """The words on the terminal, and what was asked for in its file, or alone on standard output."""
    from heuristan.cli.tangram.comparison import in_words
    from heuristan.tangram.lab.comparing.rows import contradictions

    if not rows:
        return
    if output is not None:
        click.echo("\n".join(in_words(rows)))
    for each in contradictions(rows):
        click.echo(
            f"heuristan: CONTRADICTION on {each.id}: {' and '.join(each.solved)} solved it, and the solution was "
            f"verified; {' and '.join(each.unsolvable)} says it is unsolvable. This is a bug: please report it",
            err=True,
        )
    made = _made(rows, form, limit, repeat)
    if output is not None:
        write(output, made)
        click.echo(f"\nwritten to {output}")
    else:
        click.echo(made, nl=False)


def _made(rows: "Sequence[Row]", form: str, limit: float, repeat: int) -> str | bytes:
    from heuristan.cli.tangram.comparison import as_csv, as_json, in_words, picture

    if form == "csv":
        return as_csv(rows)
    if form == "json":
        return as_json(rows, limit, repeat)
    return "\n".join(in_words(rows)) + "\n" if form == "text" else picture(rows, form, limit, repeat)


def _is_wrong(rows: "Iterable[Row]") -> bool:
    from heuristan.tangram.lab.comparing.rows import contradictions

    listed = list(rows)
    return bool(contradictions(listed)) or any(row.status in ("refused", "failed") for row in listed)

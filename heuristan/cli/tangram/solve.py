"""``heuristan solve``."""

from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from itertools import chain, islice
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from heuristan.cli.kit.failing import INTERRUPTED, fail, plain_failures, refuse_overwriting, write, writing
from heuristan.cli.tangram.sheets import SHEET_HELP, check_sheet, write_sheet
from heuristan.cli.tangram.writers import PICTURES, TEXTS, format_for, writer_for

if TYPE_CHECKING:
    from heuristan.cli.tangram.writers import Writer
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle
    from heuristan.tangram.solving.batch import Task

DEFAULT_RANKING = "deutsch-hayes-1972"
NOT_ALL_SOLVED = 1


@click.command(
    epilog="Exit status: 0 all solved, 1 some not, 2 the command or a file could not be used, 130 interrupted."
)
@click.argument("outlines", nargs=-1, required=True, metavar="OUTLINE...")
@click.option(
    "--solver",
    type=click.Choice(["expert", "exact", "ford"]),
    default="expert",
    show_default=True,
    help="Ranked rules, exhaustive search, or Ford's search (2022).",
)
@click.option("--ranking", help=f"Name or file of a ranking, for the expert system.  [default: {DEFAULT_RANKING}]")
@click.option(
    "--no-backtracking", is_flag=True, help="As published: nothing is undone, fresh attempts at the entry points."
)
@click.option("--all", "every", is_flag=True, help="Every solution (exact, ford).")
@click.option("--count", is_flag=True, help="How many solutions there are, without listing them (exact, ford).")
@click.option("--plain", is_flag=True, help="Search in plain Python, even where numba is installed (exact).")
@click.option("--no-pre-test", is_flag=True, help="Without Ford's test of vertices (ford).")
@click.option("--set", "pieces", metavar="NAME|FILE", help="The set of pieces.  [default: as the outline says]")
@click.option("--limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Most time an outline.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to work with.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the result or picture.")
@click.option(
    "--format",
    "form",
    type=click.Choice(TEXTS + PICTURES),
    help="What to write; guessed from the output's ending, else text.",
)
@click.option("--trace", type=click.Path(path_type=Path, dir_okay=False), help="File for the trace, for 'show'.")
@click.option("--sheet", type=click.Path(path_type=Path, dir_okay=False), help=SHEET_HELP)
def solve(
    outlines: tuple[str, ...],
    limit: float | None,
    jobs: int,
    output: Path | None,
    form: str | None,
    trace: Path | None,
    sheet: Path | None,
    pieces: str | None,
    **how: Any,
) -> None:
    """Solve outlines: by ranked rules, or by exhaustive search.

    OUTLINE is the name of a shape ('heuristan shapes' lists them) or a file with one outline or many, recognised by
    what it holds: a shape in YAML, GeoJSON, WKT, SVG, a walk like 'E 10, SE 7, ...', figures of gTans or Peces, a
    picture (PNG, JPEG, WebP, PDF).

    \b
    heuristan solve convex-square                        the order of extraction, in words
    heuristan solve convex-square --output square.png    ... and as a picture
    heuristan solve my.yaml --format filmstrip-svg --output strip.svg
    heuristan solve many.geojsonl --jobs 2 --output results.jsonl
    heuristan solve page.png --sheet recognised.png      a puzzle from a picture, and what was seen on it
    heuristan solve cat --solver exact --count           how many solutions there are
    """  # noqa: D301
    form = format_for(output, form)
    reads = (*outlines, how["ranking"] or "", pieces or "")
    refuse_overwriting(reads=reads, writes=(output, trace))
    check_sheet(sheet, reads, (output, trace))
    if limit is not None and isnan(limit):
        raise click.BadParameter("nan is no number of seconds", param_hint="--limit")
    with plain_failures():
        from heuristan.cli.tangram.solvers import task_for
        from heuristan.tangram.outlines.piece_sets import read_piece_set
        from heuristan.tangram.outlines.reading import read_outlines

        is_one = form in PICTURES or trace is not None
        write_sheet(sheet, outlines)
        used = read_piece_set(pieces) if pieces else None
        found: Iterator[Puzzle | Refusal] = (outline for source in outlines for outline in read_outlines(source, used))
        first = list(islice(found, 2))
        many = len(first) > 1
        if is_one and many:
            fail("a picture or a trace is of one outline; give one, or take --format jsonl for many")
        task = task_for(limit=limit, many=many, traced=is_one or (form == "text" and not many), **how)
        run = _Run(form, output, trace, many)
        raise SystemExit(run.over(chain(first, found), task, jobs))


class _Run:
    """Writes results as they come, and counts them."""

    def __init__(self, form: str, output: Path | None, trace: Path | None, many: bool) -> None:
        self.form = form
        self.output = output
        self.trace = trace
        self.many = many
        self.unsolved = 0
        self.written = 0

    def over(self, outlines: "Iterable[Puzzle | Refusal]", task: "Task", jobs: int) -> int:
        """Solve and write all outlines; the exit status."""
        try:
            with writing(None if self.form in PICTURES else self.output) as stream:
                writer = writer_for(self.form, stream, self.output, many=self.many)
                try:
                    self.all(outlines, task, jobs, writer, stream)
                finally:
                    writer.end()
        except KeyboardInterrupt:
            click.echo(f"heuristan: interrupted {self.so_far}", err=True)
            return INTERRUPTED
        except BrokenExecutor:
            fail(f"a process was ended from outside, for want of memory perhaps, {self.so_far}; take fewer --jobs")
        if self.many:
            click.echo(f"{self.written - self.unsolved} of {self.written} solved", err=True)
        return NOT_ALL_SOLVED if self.unsolved else 0

    @property
    def so_far(self) -> str:
        kept = f"; {self.written} results are kept in {self.output}" if self.output else ""
        return f"after {self.written} outlines{kept}"

    def all(
        self, outlines: "Iterable[Puzzle | Refusal]", task: "Task", jobs: int, writer: "Writer", stream: TextIO
    ) -> None:
        from heuristan.cli.kit.progress import counted, is_solved
        from heuristan.tangram.solving.batch import solve_all
        from heuristan.tangram.trace.lines import dumps

        for result in counted(solve_all(outlines, task, jobs), self.many, is_solved, "solved"):
            if self.trace is not None:
                write(self.trace, dumps(result.trace))
            writer.one(result)
            # counted before it can be seen, so that an interruption then tells the right number
            self.written += 1
            self.unsolved += result.status != "solved"
            stream.flush()

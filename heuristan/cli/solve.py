"""``heuristan solve``."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from heuristan.cli.failing import fail, plain_failures, write

if TYPE_CHECKING:
    from heuristan.batch import Task
    from heuristan.outlines.reading import Refusal
    from heuristan.puzzle import Puzzle
    from heuristan.solve import Result

LISTS = ("text", "json", "jsonl")
PICTURES = ("svg", "png", "filmstrip-svg", "filmstrip-png")
BY_SUFFIX = {".svg": "svg", ".png": "png", ".json": "json", ".jsonl": "jsonl", ".txt": "text"}
NOT_ALL_SOLVED = 1
INTERRUPTED = 130


@click.command(epilog="Exit status: 0 all solved, 1 some not, 2 the command or a file could not be used.")
@click.argument("outlines", nargs=-1, required=True, metavar="OUTLINE...")
@click.option("--ranking", default="deutsch-hayes-1972", show_default=True, help="Name or file of a ranking.")
@click.option(
    "--no-backtracking", is_flag=True, help="As published: nothing is undone, fresh attempts at the entry points."
)
@click.option("--limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Most time an outline.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to work with.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the result or picture.")
@click.option(
    "--format",
    "form",
    type=click.Choice(LISTS + PICTURES),
    help="What to write; guessed from the output's ending, else text.",
)
@click.option("--trace", type=click.Path(path_type=Path, dir_okay=False), help="File for the trace, for 'show'.")
@click.option("--solver", type=click.Choice(["expert"]), default="expert", show_default=True, help="Who solves.")
def solve(
    outlines: tuple[str, ...],
    ranking: str,
    no_backtracking: bool,
    limit: float | None,
    jobs: int,
    output: Path | None,
    form: str | None,
    trace: Path | None,
    solver: str,  # noqa: ARG001 - the expert system is the one solver so far
) -> None:
    r"""Solve outlines by ranked rules.

    OUTLINE is the name of a shape ('heuristan shapes' lists them) or a file: a shape in YAML, GeoJSON (.geojson), or
    many outlines, a GeoJSON feature a line (.geojsonl).

    \b
    heuristan solve convex-square                        the order of extraction, in words
    heuristan solve convex-square --output square.png    ... and as a picture
    heuristan solve my.yaml --format filmstrip-svg --output strip.svg
    heuristan solve many.geojsonl --jobs 2 --output results.jsonl
    """
    form = form or (BY_SUFFIX.get(output.suffix.lower(), "text") if output else "text")
    with plain_failures():
        from heuristan.batch import Task
        from heuristan.expert.ranking_file import read_ranking
        from heuristan.outlines.reading import read_outlines

        is_one = form in PICTURES or trace is not None
        task = Task(read_ranking(ranking), not no_backtracking, limit, keep_traces=is_one or form == "text")
        found: Iterator[Puzzle | Refusal] = (outline for source in outlines for outline in read_outlines(source))
        if is_one:
            found = iter([_the_only(found, "a picture" if form in PICTURES else "a trace")])
        results = _Results(form, output, trace)
        raise SystemExit(results.write(found, task, jobs))


def _the_only(found: "Iterator[Puzzle | Refusal]", what: str) -> "Puzzle | Refusal":
    first, second = next(found), next(found, None)
    if second is not None:
        fail(f"{what} is of one outline; give one, or take --format jsonl for many")
    return first


class _Results:
    """Writes results as they come."""

    def __init__(self, form: str, output: Path | None, trace: Path | None) -> None:
        self.form = form
        self.output = output
        self.trace = trace
        self.unsolved = 0
        self.written = 0

    def write(self, outlines: "Iterable[Puzzle | Refusal]", task: "Task", jobs: int) -> int:
        from heuristan.batch import solve_all
        from heuristan.cli.progress import counted

        stream = self._stream()
        try:
            for result in counted(solve_all(outlines, task, jobs), shown=self.output is not None or jobs > 1):
                self._one(result, stream)
                self.written += 1
                self.unsolved += result.status != "solved"
        except KeyboardInterrupt:
            kept = f"; {self.written} results are kept in {self.output}" if self.output else ""
            click.echo(f"heuristan: interrupted after {self.written} outlines{kept}", err=True)
            return INTERRUPTED
        finally:
            if stream is not sys.stdout:
                stream.close()
        if self.written > 1:
            click.echo(f"{self.written - self.unsolved} of {self.written} solved", err=True)
        return NOT_ALL_SOLVED if self.unsolved else 0

    def _stream(self) -> TextIO:
        if self.output is None or self.form in PICTURES:
            return sys.stdout
        try:
            return self.output.open("w", encoding="utf-8")
        except OSError as fault:
            fail(f"{self.output}: cannot be written ({fault.strerror}); choose another place with --output")

    def _one(self, result: "Result", stream: TextIO) -> None:
        from heuristan.trace import dumps

        if self.trace is not None:
            write(self.trace, dumps(result.trace))
        if self.form == "jsonl":
            stream.write(json.dumps(result.as_json(), ensure_ascii=False) + "\n")
        elif self.form == "json":
            stream.write(json.dumps(result.as_json(), ensure_ascii=False, indent=2) + "\n")
        else:
            stream.write(_words(result) + "\n")
        stream.flush()
        if self.form in PICTURES and result.trace:
            from heuristan.cli.pictures import picture

            drawn = picture(result.trace, self.form)
            if self.output is not None:
                write(self.output, drawn)
                click.echo(f"picture written to {self.output}")
            elif isinstance(drawn, str):
                stream.write(drawn)
            else:
                fail("a PNG picture needs a file; add --output FILE.png")


def _words(result: "Result") -> str:
    if result.status == "refused":
        return f"{result.id}: refused: {result.message}"
    from heuristan.explain import explain

    return explain(result.trace)

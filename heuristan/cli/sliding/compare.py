"""``heuristan sliding compare``."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.kit.failing import INTERRUPTED, refuse_overwriting, writing
from heuristan.cli.kit.json_lines import line_of
from heuristan.cli.sliding.sources import GOAL_HELP, format_of, puzzles_of, say_what_takes_time, seconds, with_bar
from heuristan.sliding.solvers import SOLVERS

if TYPE_CHECKING:
    from heuristan.sliding.files import Puzzle
    from heuristan.sliding.results import Result

FORMS = ("text", "json", "jsonl")
COLUMNS = ("method", "solved", "mean moves", "times the fewest", "states", "median s", "most s")


@click.command(
    epilog="Exit status: 0 compared, 2 the command or a file could not be used, 130 interrupted (what is done is kept)."
)
@click.argument("source")
@click.option("--goal", help=GOAL_HELP)
@click.option(
    "--methods",
    multiple=True,
    type=click.Choice(SOLVERS[1:]),
    help="Which, may be given several times.  [default: all, paper where all boards are 3 x 3]",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    callback=seconds,
    metavar="SECONDS",
    help="Of an optimal search, for each board.",
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of pattern databases.  [default: HEURISTAN_CACHE, else the user's cache]",
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the comparison.")
@click.option("--format", "form", type=click.Choice(FORMS), help="What to write; guessed from the output, else text.")
def compare(
    source: str,
    goal: str | None,
    methods: tuple[str, ...],
    limit: float,
    cache: Path | None,
    output: Path | None,
    form: str | None,
) -> None:
    """Set planner, optimal search and the printed strategies side by side.

    SOURCE is what 'solve' takes. The table has for each method the boards it solved, the mean length of its solutions,
    how many times the fewest moves that is (on the boards where the fewest are known), the states searched, and the
    seconds a board. As json or jsonl there is a result for each board and method.

    \b
    heuristan sliding compare boards.txt
    heuristan sliding compare korf --methods plan --methods optimal --output korf.jsonl
    """  # noqa: D301
    form = format_of(output, form, FORMS)
    refuse_overwriting(reads=(source,), writes=(output,))
    puzzles = puzzles_of(source, goal)
    chosen = tuple(dict.fromkeys(methods)) or _methods_for(puzzles)
    found: list[Result] = []
    status = 0
    try:
        _run(puzzles, chosen, limit, cache, found)
    except KeyboardInterrupt:
        click.echo(f"heuristan: interrupted after {len(found)} results", err=True)
        status = INTERRUPTED
    with writing(output) as stream:
        stream.write(_written(found, chosen, form))
    raise SystemExit(status)


def _methods_for(puzzles: "Sequence[Puzzle]") -> tuple[str, ...]:
    all_nine = all((puzzle.start.rows, puzzle.start.columns) == (3, 3) for puzzle in puzzles)
    return SOLVERS[1:] if all_nine else ("plan", "optimal")


def _run(
    puzzles: "Sequence[Puzzle]", methods: Sequence[Any], limit: float, cache: Path | None, found: "list[Result]"
) -> None:
    from heuristan.sliding.solving import Options, solve

    options = Options(limit, cache=cache)
    if "optimal" in methods:
        say_what_takes_time(puzzles, "optimal", options)
    for puzzle in with_bar(puzzles, "boards"):
        found.extend([solve(puzzle, method, options) for method in methods])


def _written(found: "Sequence[Result]", methods: Sequence[str], form: str) -> str:
    if form == "jsonl":
        return "".join(line_of(result.as_json()) + "\n" for result in found)
    if form == "json":
        return json.dumps([result.as_json() for result in found], ensure_ascii=False, indent=2) + "\n"
    rows = [COLUMNS, *(_row(method, found) for method in methods)]
    wide = [max(len(row[i]) for row in rows) for i in range(len(COLUMNS))]
    lines = (
        "  ".join(
            cell.ljust(width) if not i else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, wide, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _row(method: str, found: "Sequence[Result]") -> tuple[str, ...]:
    """A method's line of the table."""
    of_method = [result for result in found if result.method == method]
    solved = [result for result in of_method if result.moves is not None]
    known = fewest_known(found)
    judged = [result for result in solved if result.puzzle.id in known]
    fewest = sum(known[result.puzzle.id] for result in judged)
    seconds = [result.seconds for result in of_method]
    return (
        method,
        f"{len(solved)} of {len(of_method)}",
        f"{sum(len(result.moves or '') for result in solved) / len(solved):.2f}" if solved else "-",
        f"{sum(len(result.moves or '') for result in judged) / fewest:.3f}" if fewest else "-",
        f"{sum(result.nodes for result in of_method):,}",
        f"{median(seconds):.4f}" if seconds else "-",
        f"{max(seconds):.4f}" if seconds else "-",
    )


def fewest_known(found: "Iterable[Result]") -> dict[str, int]:
    """The fewest moves by the id of a board: as a search found them, or as the file has them."""
    known = {}
    for result in found:
        if result.is_optimal and result.moves is not None:
            known[result.puzzle.id] = len(result.moves)
        elif result.puzzle.fewest is not None:
            known.setdefault(result.puzzle.id, result.puzzle.fewest)
    return known

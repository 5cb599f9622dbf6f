"""``heuristan sliding solve``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.kit.failing import INTERRUPTED, fail, refuse_overwriting, write, writing
from heuristan.cli.kit.json_lines import line_of
from heuristan.cli.sliding.sources import (
    GOAL_HELP,
    format_of,
    is_given,
    puzzles_of,
    say_what_takes_time,
    seconds,
    watched,
    with_bar,
)
from heuristan.sliding.solvers import ESTIMATES, SOLVERS

if TYPE_CHECKING:
    from heuristan.sliding.files import Puzzle
    from heuristan.sliding.results import Result
    from heuristan.sliding.solving import Options

TEXTS = ("text", "json", "jsonl")
PICTURES = ("svg", "png")
READINGS = ("printed", "direct", "repaired")
NOT_ALL_SOLVED = 1


@click.command(
    epilog="Exit status: 0 all solved, 1 some not (unsolvable, limit, not solved by this method, refused), "
    "2 the command or a file could not be used, 130 interrupted (what is done is kept)."
)
@click.argument("source")
@click.option(
    "--method",
    type=click.Choice(SOLVERS),
    default="auto",
    show_default=True,
    help="plan: the planner, any size. optimal: the fewest moves. paper: the strategies as printed, 3 x 3. "
    "auto: optimal within --limit on up to 9 cells, with numba on up to 16, else the plan.",
)
@click.option("--goal", help=GOAL_HELP)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    callback=seconds,
    metavar="SECONDS",
    help="Of a search, for each board.",
)
@click.option(
    "--estimate",
    type=click.Choice(ESTIMATES),
    help="What an optimal search goes by: Manhattan distances, linear conflicts as well, or a pattern database.  "
    "[default: the tree up to 9 cells, patterns up to 16 with numba, else conflicts]",
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of pattern databases.  [default: HEURISTAN_CACHE, else the user's cache]",
)
@click.option(
    "--reading",
    type=click.Choice(READINGS),
    default="printed",
    show_default=True,
    help="How the paper's strategies are read: see the page on sliding tiles.",
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for results or picture.")
@click.option(
    "--format", "form", type=click.Choice(TEXTS + PICTURES), help="What to write; guessed from the output, else text."
)
@click.option(
    "--picture",
    type=click.Choice(("stages", "moves")),
    default="stages",
    show_default=True,
    help="What a picture shows: the board after each stage, or after each move.",
)
def solve(source: str, goal: str | None, output: Path | None, form: str | None, picture: str, **chosen: Any) -> None:
    """Solve boards: by plan, by the fewest moves, or as the paper is printed.

    SOURCE is a file of boards, - for standard input, a board itself, or korf for Korf's hundred instances of the
    15-puzzle (korf-17 for one of them). A board that cannot be solved is said to be so, with two tiles to swap.

    \b
    heuristan sliding solve 358102674 --method plan       the stages, each with its moves
    heuristan sliding solve boards.txt --output results.jsonl
    heuristan sliding solve korf-1 --method optimal
    heuristan sliding solve 358102674 --picture moves --output moves.svg
    heuristan sliding solve "5 1 2 3 / 4 0 7 6" --goal first
    """  # noqa: D301
    form = format_of(output, form, TEXTS + PICTURES)
    _refuse_what_does_nothing(chosen["method"], form)
    refuse_overwriting(reads=(source,), writes=(output,))
    puzzles = puzzles_of(source, goal)
    if form in PICTURES and len(puzzles) > 1:
        fail(f"{source}: a picture is of one board, and there are {len(puzzles)}; take --format text")
    method, options = chosen.pop("method"), _options(**chosen)
    say_what_takes_time(puzzles, method, options)
    results = _solved(puzzles, method, options)
    raise SystemExit(_drawn(next(results), form, picture, output) if form in PICTURES else _told(results, form, output))


def _refuse_what_does_nothing(method: str, form: str) -> None:
    """Options that the method or the format would leave aside unnoticed."""
    if is_given("reading") and method != "paper":
        fail("--reading is for the paper's strategies; add --method paper")
    if is_given("estimate") and method in ("plan", "paper"):
        fail(f"--estimate is for searches, and {method} is none; take --method optimal")
    if is_given("picture") and form not in PICTURES:
        fail("--picture is for pictures; add --output board.svg")


def _options(limit: float, estimate: Any, cache: Path | None, reading: str) -> "Options":
    from heuristan.sliding.paper.strategies import Reading
    from heuristan.sliding.solving import Options

    return Options(limit, estimate, cache, Reading(reading))


def _solved(puzzles: "list[Puzzle]", method: Any, options: "Options") -> "Iterator[Result]":
    from heuristan.sliding.solving import solve as solve_one

    for puzzle in with_bar(puzzles, "boards"):
        with watched(shown=len(puzzles) == 1) as watch:
            result = solve_one(puzzle, method, options._replace(watch=watch))
        yield result


def _drawn(result: "Result", form: str, picture: str, output: Path | None) -> int:
    """Draw a result; the exit status."""
    from heuristan.common.svg.png import to_png
    from heuristan.sliding.render.strips import TooManyMovesError, moves_svg, stages_svg

    if form == "png" and output is None:
        fail("a PNG picture needs a file; add --output FILE.png")
    try:
        drawn = stages_svg(result) if picture == "stages" else moves_svg(result)
        content = to_png(drawn) if form == "png" else drawn
    except (TooManyMovesError, ValueError) as fault:
        fail(str(fault))
    if output is None:
        click.echo(drawn, nl=False)
    else:
        write(output, content)
        click.echo("\n".join(in_words(result)))
        click.echo(f"The picture is in {output}.")
    return 0 if result.status == "solved" else NOT_ALL_SOLVED


def _told(results: "Iterator[Result]", form: str, output: Path | None) -> int:
    """Write results as they come; the exit status."""
    count = solved = 0
    status = 0
    with writing(output) as stream:
        if form == "json":
            stream.write("[")
        try:
            for result in results:
                before = ("," if count else "") + "\n" if form == "json" else ""
                stream.write(before + _said(result, form))
                # counted before it can be seen, so that an interruption then tells the right number
                count += 1
                solved += result.status == "solved"
                stream.flush()
        except KeyboardInterrupt:
            click.echo(f"heuristan: interrupted after {count} boards", err=True)
            status = INTERRUPTED
        stream.write("\n]\n" if form == "json" else "")
    if count > 1:
        click.echo(f"{solved} of {count} solved", err=True)
    return status or (0 if solved == count else NOT_ALL_SOLVED)


def _said(result: "Result", form: str) -> str:
    if form == "text":
        return "\n".join(in_words(result)) + "\n"
    if form == "json":
        return json.dumps(result.as_json(), ensure_ascii=False)
    return line_of(result.as_json()) + "\n"


def in_words(result: "Result") -> list[str]:
    """A line on how it ended, then the stages, or the moves."""
    if result.moves is None:
        return [f"{result.puzzle.id}: {result.status}: {result.message}"]
    kind = "a shortest solution" if result.is_optimal else result.method
    by = f", {result.nodes:,} states searched" if result.nodes else ""
    note = f"; {result.message}" if result.message else ""
    lines = [f"{result.puzzle.id}: solved in {_moves(result.moves)} ({kind}{by}){note}"]
    if not result.stages:
        return [*lines, f"  {result.moves}"] if result.moves else lines
    wide = max(len(stage.name) for stage in result.stages)
    return lines + [f"  {stage.name:<{wide}}  {stage.moves}" for stage in result.stages]


def _moves(moves: str) -> str:
    return f"{len(moves)} move{'s' * (len(moves) != 1)}"

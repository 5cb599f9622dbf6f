"""``heuristan edgematching compare``."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING

import click

from heuristan.cli.edgematching.attempts import SOLVERS, Attempt, How, SolverName, attempt, solvers_for
from heuristan.cli.edgematching.sources import puzzles_of
from heuristan.cli.kit.commands import command
from heuristan.cli.kit.failing import INTERRUPTED, NOT_ALL, note, refuse_overwriting, writing
from heuristan.cli.kit.options import puzzles_argument
from heuristan.cli.kit.outputs import TEXTS, Output, Outputs, drawn_as, output_options, paths_of
from heuristan.cli.kit.progress import track
from heuristan.cli.kit.seconds import limit_option
from heuristan.cli.kit.several import several
from heuristan.cli.kit.tables import rows_in
from heuristan.common.words import plural

if TYPE_CHECKING:
    from heuristan.edgematching.reading import AnyPuzzle, Refused

FORMS = (*TEXTS, "csv", "svg", "png")
KEYS = ("id", "solver", "status", "seconds", "processor_seconds", "message")
COUNTED = ("solved", "unsolvable", "stuck", "limit")
"""The statuses of runs, in the order of the table's columns."""


@command(
    ok="compared", otherwise="solvers contradict each other or a puzzle was refused", former={"--methods": "--solvers"}
)
@puzzles_argument
@several("--solvers", known=SOLVERS, help="Solvers to compare.  [default: all that are for the kind of puzzle]")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed of lp, sdp and cp-sat.")
@limit_option("run", 10)
@output_options(FORMS, "comparison")
def compare(
    puzzles: tuple[str, ...], solvers: tuple[SolverName, ...], seed: int, limit: float, outputs: Outputs
) -> None:
    """Compare solvers on the same puzzles.

    PUZZLE is what 'solve' takes. For squares and cubes there are lp, backtracking and cp-sat, for polygons and tangram
    outlines sdp and backtracking. The table has a line for each solver; json, jsonl and csv have each run, and a
    picture is a plot of the seconds. processor_seconds are those of all processes of a solver, with the loading of
    libraries.

    \b
    heuristan edgematching compare puzzles.jsonl
    heuristan edgematching compare puzzles.jsonl --solvers lp backtracking --limit 2 --output runs.csv
    heuristan edgematching compare puzzles.jsonl --output plot.svg
    heuristan edgematching compare cat swan
    """  # noqa: D301
    refuse_overwriting(reads=puzzles, writes=paths_of(outputs))
    if all(each.is_picture and each.path for each in outputs):
        outputs = (Output(None, "text"), *outputs)
    chosen = solvers or SOLVERS
    status, runs = 0, list[Attempt]()
    found = list(puzzles_of(puzzles, refuse=lambda puzzle: _no_solver(puzzle, chosen))[0])
    tasks = [task for puzzle in found for task in _tasks(puzzle, chosen, limit, seed)]
    try:
        for puzzle, how in track(tasks, "run", len(tasks)):
            runs.append(attempt(puzzle, how))
    except KeyboardInterrupt:
        note(f"interrupted after {len(runs)} of {plural(len(tasks), 'run')}")
        status = INTERRUPTED
    for each in outputs:
        _write(each, runs, limit)
    for run in runs:
        if run.status == "refused":
            note(f"{run.result.id}: refused: {run.result.message}")
    is_bad = contradictions(runs) or any(run.status == "refused" for run in runs)
    raise SystemExit(status or (NOT_ALL if is_bad else 0))


def _no_solver(puzzle: "AnyPuzzle", chosen: Sequence[SolverName]) -> str | None:
    """Return why a puzzle cannot be compared, if none of the solvers is for its kind."""
    known = solvers_for(puzzle)
    if set(chosen) & set(known):
        return None
    return f"--solvers has no solver for {puzzle.id}; there are {', '.join(known)}"


def _tasks(
    puzzle: "AnyPuzzle | Refused", chosen: Sequence[SolverName], limit: float, seed: int
) -> "Iterator[tuple[AnyPuzzle | Refused, How]]":
    from heuristan.edgematching.reading import Refused

    if isinstance(puzzle, Refused):
        yield puzzle, How()
        return
    for solver in chosen:
        if solver in solvers_for(puzzle):
            yield puzzle, How(solver, limit, seed)


def contradictions(runs: Sequence[Attempt]) -> list[str]:
    """Return the puzzles that one solver solves and another one calls unsolvable."""
    statuses: dict[str, set[str]] = {}
    for run in runs:
        statuses.setdefault(run.result.id, set()).add(run.status)
    return [name for name, found in statuses.items() if {"solved", "unsolvable"} <= found]


def _write(output: Output, runs: Sequence[Attempt], limit: float) -> None:
    if not output.is_picture:
        with writing(output.path) as stream:
            stream.write(_text(output.form, runs))
        return
    from heuristan.edgematching.render.runs import Run, runs_svg

    results = [run.result for run in runs if run.puzzle is not None]
    if not results:
        note("there is nothing to draw")
        return
    drawn = [Run(result.id, result.solver, result.status, result.seconds) for result in results]
    picture = runs_svg(drawn, limit)
    if output.path is None:
        click.echo(picture)
    else:
        output.write(drawn_as(output.form, picture))


def _text(form: str, runs: Sequence[Attempt]) -> str:
    if form == "text":
        return "".join(f"{line}\n" for line in _table(runs))
    found = [run.as_json() for run in runs]
    return rows_in(form, [{key: fields[key] for key in KEYS} for fields in found], KEYS)


def _table(runs: Sequence[Attempt]) -> Iterator[str]:
    names = ("solver", "puzzles", *COUNTED, "median s", "max s")
    widths = (14, 8, *(len(name) + 4 for name in COUNTED), 10, 10)
    yield _line(names, widths)
    compared = [run for run in runs if run.puzzle is not None]
    for solver in dict.fromkeys(run.result.solver for run in compared):
        of_solver = [run.result for run in compared if run.result.solver == solver]
        counts = [str(sum(result.status == status for result in of_solver)) for status in COUNTED]
        seconds = [result.seconds for result in of_solver]
        figures = (f"{median(seconds):.3f}", f"{max(seconds):.3f}")
        yield _line((solver, str(len(of_solver)), *counts, *figures), widths)
    for name in contradictions(runs):
        yield f"{name}: one solver solves it and another one calls it unsolvable"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return f"{first[0]:<{first[1]}}" + "".join(f"{cell:>{width}}" for cell, width in others)

"""``heuristan edgematching compare``."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any

import click

from heuristan.cli.commands import command
from heuristan.cli.comparing import FORMS, report, rows_in
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, note, refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument, several
from heuristan.cli.outputs import Outputs, kept_in, output_options, paths_of
from heuristan.cli.progress import track
from heuristan.common.comparing import Comparison, Quantity, Run
from heuristan.common.words import plural
from heuristan.edgematching.commands.attempts import COUNTS, SOLVERS, Attempt, How, SolverName, attempt, solvers_for
from heuristan.edgematching.commands.sources import puzzles_of, reading_options
from heuristan.edgematching.files import AnyPuzzle, Refused

KEYS = ("id", "solver", "status", "seconds", "processor_seconds", *COUNTS, "message")
COMPARISON = Comparison(
    "puzzle",
    {"lp": "programs", "sdp": "programs", "backtracking": "nodes", "cp-sat": "branches"},
    (Quantity("edges that match", "{:.1%}".format, mean),),
)


@command(ok="compared", otherwise="solvers contradict each other or a puzzle was refused")
@puzzles_argument
@several("--solvers", known=SOLVERS, help="Solvers to compare.  [default: all that are for the kind of puzzle]")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed of lp, sdp and cp-sat.")
@limit_option("run", 10)
@reading_options
@output_options(FORMS, "rows")
def compare(
    puzzles: tuple[str, ...],
    solvers: tuple[SolverName, ...],
    seed: int,
    limit: float,
    stated: Mapping[str, Any],
    outputs: Outputs,
) -> None:
    """Compare solvers on the same puzzles.

    PUZZLE is what 'solve' takes. For squares and cubes there are lp, backtracking and cp-sat, for polygons and tangram
    outlines sdp and backtracking. Up to six puzzles have a table each; more have one summary. processor_seconds are
    those of all processes of a solver, with the loading of libraries.

    \b
    heuristan edgematching compare puzzles.jsonl
    heuristan edgematching compare puzzles.jsonl --solvers lp backtracking --limit 2 --output runs.csv
    heuristan edgematching compare cat swan
    """  # noqa: D301
    refuse_overwriting(reads=puzzles, writes=paths_of(outputs))
    chosen = solvers or SOLVERS
    status, attempts, runs = 0, list[Attempt](), list[Run]()
    found = list(puzzles_of(puzzles, refuse=lambda puzzle: _no_solver(puzzle, chosen), stated=stated)[0])
    tasks = [(i, *task) for i, puzzle in enumerate(found, 1) for task in _tasks(puzzle, chosen, limit, seed)]
    try:
        for number, puzzle, how in track(tasks, "run", len(tasks)):
            attempts.append(attempt(puzzle, how))
            runs.append(_run(number, attempts[-1]))
    except KeyboardInterrupt:
        note(f"interrupted after {len(runs)} of {plural(len(tasks), 'run')}{kept_in(outputs) * bool(runs)}")
        status = INTERRUPTED
    is_wrong = report(COMPARISON, runs, outputs, lambda form: rows_in(form, _rows(attempts), KEYS))
    refused = [run for run in runs if run.status == "refused"]
    for run in refused:
        note(f"{run.id}: refused: {run.message}")
    raise SystemExit(status or (NOT_ALL if is_wrong or refused else 0))


def _no_solver(puzzle: AnyPuzzle, chosen: Sequence[SolverName]) -> str | None:
    """Return why a puzzle cannot be compared, if none of the solvers is for its kind."""
    known = solvers_for(puzzle)
    if set(chosen) & set(known):
        return None
    return f"--solvers has no solver for {puzzle.id}; there are {', '.join(known)}"


def _tasks(
    puzzle: AnyPuzzle | Refused, chosen: Sequence[SolverName], limit: float, seed: int
) -> Iterator[tuple[AnyPuzzle | Refused, How]]:
    if isinstance(puzzle, Refused):
        yield puzzle, How()
        return
    for solver in chosen:
        if solver in solvers_for(puzzle):
            yield puzzle, How(solver, limit, seed)


def _rows(attempts: Sequence[Attempt]) -> list[dict[str, Any]]:
    return [{key: fields.get(key) for key in KEYS} for fields in (found.as_json() for found in attempts)]


def _run(number: int, found: Attempt) -> Run:
    """Return a run in the form of all comparisons."""
    result = found.result
    if found.puzzle is None:
        return Run(number, result.id, "", "refused", message=result.message)
    steps = {"programs": len(getattr(result, "steps", ()))}  # of polygons, a semidefinite program for each
    efforts: dict[str, int] = getattr(result, "effort", steps)
    effort = efforts.get(COMPARISON.units[result.solver]) or None
    best = getattr(result, "best", None)
    matching = 1.0 if result.status == "solved" else best.matching / best.edges if best else None
    return Run(number, result.id, result.solver, result.status, result.seconds, effort, (matching,))

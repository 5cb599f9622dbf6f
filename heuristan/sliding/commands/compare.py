"""``heuristan sliding compare``."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, TypeAlias, cast

import click

from heuristan.cli.commands import command
from heuristan.cli.comparing import FORMS, report, rows_in
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, fail, note, refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument, several
from heuristan.cli.outputs import Outputs, kept_in, output_options, paths_of
from heuristan.cli.progress import track
from heuristan.common.comparing import Comparison, Quantity, Run
from heuristan.common.words import plural
from heuristan.sliding import solving
from heuristan.sliding.commands.sources import GOAL_HELP, cache_option, note_long_work, puzzles_of
from heuristan.sliding.files import Puzzle
from heuristan.sliding.results import ESTIMATES, ESTIMATING, SOLVERS, Refusal, Result
from heuristan.sliding.solving import Options

Compared: TypeAlias = Result | Refusal
Chosen: TypeAlias = tuple[str, str | None]
"""A solver and its estimate; None leaves it to the solver."""
COMPARED = SOLVERS[1:]
"""The solvers without `auto`, which only chooses one of them."""
OWN = (
    Quantity("moves", "{:,.0f}".format, mean, "mean moves", "{:,.2f}".format),
    Quantity("times the minimum", "{:.3f}".format, mean),
)
KEYS = ("id", "solver", "estimate", "status", "seconds", "nodes", "length", "bound", "optimal", "message")
"""The columns of CSV."""


@command(ok="compared", otherwise="solvers contradict each other or a board was refused")
@puzzles_argument
@click.option("--goal", help=GOAL_HELP)
@several(
    "--solvers",
    known=COMPARED,
    help="Solvers to compare.  [default: plan and optimal, and paper if all boards are 3 x 3]",
)
@several(
    "--estimates",
    known=ESTIMATES,
    help="Estimates to compare: each search that takes one is run with each.  [default: as 'solve' chooses]",
)
@limit_option("run", 10, "It limits searches.")
@cache_option
@output_options(FORMS, "rows")
def compare(
    puzzles: tuple[str, ...],
    goal: str | None,
    solvers: tuple[str, ...],
    estimates: tuple[str, ...],
    limit: float,
    cache: Path | None,
    outputs: Outputs,
) -> None:
    """Compare the planner, searches with their estimates, and the printed strategies.

    PUZZLE is what 'solve' takes. Up to six boards have a table each; more have one summary: the number solved, the
    seconds, the states searched, the mean length, and this length divided by the minimum where that is known. As json
    or jsonl there is a result for each board and solver, as 'verify' reads it.

    \b
    heuristan sliding compare boards.txt
    heuristan sliding compare korf --solvers plan,optimal --output korf.jsonl
    heuristan sliding compare 867254301 --solvers breadth-first greedy weighted-a-star a-star ida-star
    heuristan sliding compare boards.txt --solvers ida-star greedy --estimates distances conflicts patterns
    """  # noqa: D301
    refuse_overwriting(reads=puzzles, writes=paths_of(outputs))
    sources = list(puzzles_of(puzzles, goal, lambda name, message: Refusal(name, message, "")))
    boards = [source for source in sources if isinstance(source, Puzzle)]
    found: list[Compared] = [source for source in sources if isinstance(source, Refusal)]
    for refusal in found:
        note(f"{refusal.id}: refused: {refusal.message}")
    chosen = _with_estimates(solvers or _default_solvers(boards), estimates)
    if estimates and not any(estimate for _, estimate in chosen):
        fail("--estimates is for searches that estimate; add --solvers a-star, or leave it out")
    status = 0
    try:
        _run(boards, chosen, limit, cache, found)
    except KeyboardInterrupt:
        note(f"interrupted after {plural(len(found), 'result')}{kept_in(outputs) * bool(found)}")
        status = INTERRUPTED
    names = [_name(solver, estimate) for solver, estimate in chosen]
    comparison = Comparison("board", dict.fromkeys(names, "states"), OWN)
    is_wrong = report(
        comparison,
        [*_runs(found, is_by_estimate=bool(estimates))],
        outputs,
        lambda form: rows_in(form, _rows(found, form), KEYS),
    )
    for beaten in beaten_bounds(result for result in found if isinstance(result, Result)):
        note(beaten)
        is_wrong = True
    is_wrong |= any(result.status == "refused" for result in found)
    raise SystemExit(status or (NOT_ALL if is_wrong else 0))


def _default_solvers(puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    all_nine = all((puzzle.start.rows, puzzle.start.columns) == (3, 3) for puzzle in puzzles)
    return ("plan", "optimal", "paper") if all_nine else ("plan", "optimal")


def _with_estimates(solvers: Sequence[str], estimates: Sequence[str]) -> list[Chosen]:
    """Return what to run: each solver, with each estimate if it takes one."""
    return [
        (solver, estimate)
        for solver in solvers
        for estimate in (estimates if solver in ESTIMATING and estimates else (None,))
    ]


def _name(solver: str, estimate: str | None) -> str:
    return f"{solver}/{estimate}" if estimate else solver


def _run(
    puzzles: Sequence[Puzzle], chosen: Sequence[Chosen], limit: float, cache: Path | None, found: list[Compared]
) -> None:
    """Run each solver on each board, and append the results."""
    runs: list[tuple[Any, Options]] = [
        (solver, Options(limit, cast("Any", estimate), cache)) for solver, estimate in chosen
    ]
    for solver, options in runs:
        note_long_work(puzzles, solver, options)
    for puzzle in track(puzzles, "board", len(puzzles), shown=len(puzzles) > 1):
        of_board = []
        for solver, options in runs:
            solving.make_ready(puzzle, solver, options)
            of_board.append(solving.solve(puzzle, solver, options))
        found += of_board


def _rows(found: Sequence[Compared], form: str) -> list[dict[str, Any]]:
    """Return a result for each board and solver; in CSV without the moves."""
    rows = [result.as_json() for result in found]
    return [{key: fields.get(key) for key in KEYS} for fields in rows] if form == "csv" else rows


def _runs(found: Sequence[Compared], *, is_by_estimate: bool) -> Iterator[Run]:
    """Yield the results in the form of all comparisons."""
    known = known_minima(result for result in found if isinstance(result, Result))
    places: dict[int, int] = {}
    for place, result in enumerate(found):
        if isinstance(result, Refusal):
            yield Run(-1 - place, result.id, "", "refused", message=result.message)
            continue
        number = places.setdefault(id(result.puzzle), len(places) + 1)
        length = None if result.moves is None else len(result.moves)
        ratio = length / known[result.id] if length and known.get(result.id) else None
        own = (length, ratio)
        name = _name(result.solver, result.estimate if is_by_estimate else None)
        yield Run(number, result.id, name, result.status, result.seconds, result.nodes or None, own)


def known_minima(found: Iterable[Result]) -> dict[str, int]:
    """Return the minimum number of moves by the id of a board: as a search found it, or as the file has it."""
    known = {}
    for result in found:
        if result.is_optimal and result.moves is not None:
            known[result.id] = len(result.moves)
        elif result.puzzle.fewest is not None:
            known.setdefault(result.id, result.puzzle.fewest)
    return known


def beaten_bounds(found: Iterable[Result]) -> Iterator[str]:
    """Yield the boards that one solver solved in fewer moves than another one says are needed."""
    of_board: dict[str, list[Result]] = {}
    for result in found:
        of_board.setdefault(result.id, []).append(result)
    for id, answers in of_board.items():
        for one in (answer for answer in answers if answer.moves is not None):
            for other in (answer for answer in answers if len(one.moves or "") < answer.bound):
                yield (
                    f"{id}: {one.solver} solved it in {plural(len(one.moves or ''), 'move')}, and {other.solver} "
                    f"says that {other.bound} are needed"
                )

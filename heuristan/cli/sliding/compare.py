"""``heuristan sliding compare``."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import click

from heuristan.cli.kit.commands import command
from heuristan.cli.kit.failing import INTERRUPTED, NOT_ALL, note, refuse_overwriting, writing
from heuristan.cli.kit.options import puzzles_argument
from heuristan.cli.kit.outputs import TEXTS, Outputs, kept_in, output_options, paths_of
from heuristan.cli.kit.progress import track
from heuristan.cli.kit.seconds import limit_option
from heuristan.cli.kit.several import several
from heuristan.cli.kit.tables import aligned, rows_in
from heuristan.cli.sliding.sources import GOAL_HELP, cache_option, note_long_work, puzzles_of
from heuristan.common.words import plural
from heuristan.sliding.files import Puzzle
from heuristan.sliding.results import Refusal, Result
from heuristan.sliding.solvers import SOLVERS

Compared: TypeAlias = Result | Refusal
COLUMNS = ("solver", "solved", "mean moves", "times the minimum", "states", "median s", "max s")
COMPARED = SOLVERS[1:]
"""The solvers without `auto`, which only chooses one of them."""


@command(
    ok="compared", otherwise="solvers contradict each other or a board was refused", former={"--methods": "--solvers"}
)
@puzzles_argument
@click.option("--goal", help=GOAL_HELP)
@several("--solvers", known=COMPARED, help="Solvers to compare.  [default: all, paper if all boards are 3 x 3]")
@limit_option("run", 10, "It limits optimal searches.")
@cache_option
@output_options(TEXTS, "comparison")
def compare(
    puzzles: tuple[str, ...],
    goal: str | None,
    solvers: tuple[str, ...],
    limit: float,
    cache: Path | None,
    outputs: Outputs,
) -> None:
    """Compare the planner, the optimal search and the printed strategies.

    PUZZLE is what 'solve' takes. The table has for each solver the number of boards it solved, the mean length of its
    solutions, this length divided by the minimum (on boards whose minimum is known), the states searched, and the
    seconds a board. As json or jsonl there is a result for each board and solver.

    \b
    heuristan sliding compare boards.txt
    heuristan sliding compare korf --solvers plan,optimal --output korf.jsonl
    """  # noqa: D301
    refuse_overwriting(reads=puzzles, writes=paths_of(outputs))
    sources = list(puzzles_of(puzzles, goal, lambda name, message: Refusal(name, message, "")))
    boards = [source for source in sources if isinstance(source, Puzzle)]
    found: list[Compared] = [source for source in sources if isinstance(source, Refusal)]
    for refusal in found:
        note(f"{refusal.id}: refused: {refusal.message}")
    chosen = solvers or _default_solvers(boards)
    status = 0
    try:
        _run(boards, chosen, limit, cache, found)
    except KeyboardInterrupt:
        note(f"interrupted after {plural(len(found), 'result')}{kept_in(outputs)}")
        status = INTERRUPTED
    for each in outputs:
        with writing(each.path) as stream:
            stream.write(_written(found, chosen, each.form))
    results = [result for result in found if isinstance(result, Result)]
    contradictions = list(contradictions_of(results))
    for contradiction in contradictions:
        note(contradiction)
    is_refused = any(result.status == "refused" for result in found)
    raise SystemExit(status or (NOT_ALL if contradictions or is_refused else 0))


def _default_solvers(puzzles: "Sequence[Puzzle]") -> tuple[str, ...]:
    all_nine = all((puzzle.start.rows, puzzle.start.columns) == (3, 3) for puzzle in puzzles)
    return COMPARED if all_nine else ("plan", "optimal")


def _run(
    puzzles: "Sequence[Puzzle]", solvers: Sequence[Any], limit: float, cache: Path | None, found: list[Compared]
) -> None:
    """Run each solver on each board, and append the results."""
    from heuristan.sliding.solving import Options, solve

    options = Options(limit, cache=cache)
    if "optimal" in solvers:
        note_long_work(puzzles, "optimal", options)
    for puzzle in track(puzzles, "board", len(puzzles), shown=len(puzzles) > 1):
        found.extend([solve(puzzle, solver, options) for solver in solvers])


def _written(found: Sequence[Compared], solvers: Sequence[str], form: str) -> str:
    if form != "text":
        return rows_in(form, [result.as_json() for result in found])
    results = [result for result in found if isinstance(result, Result)]
    lines = aligned([COLUMNS, *(_row(solver, results) for solver in solvers)], "<>>>>>>")
    return "\n".join(lines) + "\n"


def _row(solver: str, found: "Sequence[Result]") -> tuple[str, ...]:
    """Return a solver's line of the table."""
    of_solver = [result for result in found if result.solver == solver]
    solved = [result for result in of_solver if result.moves is not None]
    known = known_minima(found)
    compared = [result for result in solved if result.id in known]
    minimum = sum(known[result.id] for result in compared)
    seconds = [result.seconds for result in of_solver]
    return (
        solver,
        f"{len(solved)} of {len(of_solver)}",
        f"{sum(len(result.moves or '') for result in solved) / len(solved):.2f}" if solved else "-",
        f"{sum(len(result.moves or '') for result in compared) / minimum:.3f}" if minimum else "-",
        f"{sum(result.nodes for result in of_solver):,}",
        f"{median(seconds):.4f}" if seconds else "-",
        f"{max(seconds):.4f}" if seconds else "-",
    )


def known_minima(found: "Iterable[Result]") -> dict[str, int]:
    """Return the minimum number of moves by the id of a board: as a search found it, or as the file has it."""
    known = {}
    for result in found:
        if result.is_optimal and result.moves is not None:
            known[result.id] = len(result.moves)
        elif result.puzzle.fewest is not None:
            known.setdefault(result.id, result.puzzle.fewest)
    return known


def contradictions_of(found: "Iterable[Result]") -> "Iterable[str]":
    """Yield the boards on which solvers contradict each other."""
    results = list(found)
    of_board: dict[str, list[Result]] = {result.id: [] for result in results}
    for result in results:
        of_board[result.id].append(result)
    for id, answers in of_board.items():
        solved = [answer for answer in answers if answer.moves is not None]
        unsolvable = [answer for answer in answers if answer.status == "unsolvable"]
        if solved and unsolvable:
            yield f"{id}: {solved[0].solver} solved it, and {unsolvable[0].solver} says that it is unsolvable"
        for one in solved:
            for other in answers:
                if len(one.moves or "") < other.bound:
                    yield (
                        f"{id}: {one.solver} solved it in {plural(len(one.moves or ''), 'move')}, and {other.solver} "
                        f"says that {other.bound} are needed"
                    )

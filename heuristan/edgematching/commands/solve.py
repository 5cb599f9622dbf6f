"""``heuristan edgematching solve``."""

from collections.abc import Mapping
from typing import Any

import click

from heuristan.cli.commands import command, is_given
from heuristan.cli.failing import refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument
from heuristan.cli.outputs import PICTURES, PLAYER, TEXTS, Outputs, check_one, output_options, paths_of
from heuristan.cli.running import check_explain, explain_option, write_results
from heuristan.edgematching.commands.attempts import MANNER, SOLVERS, How, attempt
from heuristan.edgematching.commands.sources import puzzles_of, reading_options
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.results import SolverName

FORMS = (*TEXTS, *PICTURES, PLAYER)


@command(ok="all solved", otherwise="some not")
@puzzles_argument
@click.option(
    "--solver",
    type=click.Choice(("auto", *SOLVERS)),
    default="auto",
    help="lp: iterated linear programs. backtracking: exhaustive search. auto: backtracking, then lp.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed of lp.")
@limit_option("puzzle", more="Without it, auto has 60 s.")
@reading_options
@explain_option
@output_options(FORMS)
def solve(
    puzzles: tuple[str, ...],
    solver: SolverName,
    seed: int,
    limit: float | None,
    explain: bool,
    stated: Mapping[str, Any],
    outputs: Outputs,
) -> None:
    """Solve puzzles by linear programs, or by search.

    PUZZLE is a file of puzzles, a folder of such files, a quoted pattern, or - for standard input. Solutions are
    checked edge by edge before they are called solved. Where a file does not say whether pieces may be turned, or in
    which order their edges are, the likeliest reading that has a solution is taken, and said. stuck: the solver gave
    up, which proves nothing. unsolvable: it is proven.

    \b
    heuristan edgematching solve puzzle.json
    heuristan edgematching solve puzzle.json --solver lp --output solution.svg --output iterates.filmstrip.svg
    heuristan edgematching solve puzzle.json --explain               # why each piece lies where it does
    heuristan edgematching solve puzzle.json --output played.html    # a page that plays it step by step
    heuristan edgematching solve puzzles.jsonl --solver backtracking --output results.jsonl
    heuristan edgematching solve tetravex.txt --no-turns --edge-order WNES
    """  # noqa: D301
    refuse_overwriting(reads=puzzles, writes=paths_of(outputs))
    is_strip = any(each.form.startswith("filmstrip") for each in outputs)
    is_told = explain or any(each.form == PLAYER for each in outputs)
    how = How(solver, limit, seed, is_strip or is_told)

    def refuse(puzzle: Puzzle) -> str | None:
        return _misused_option(puzzle, solver, is_strip=is_strip)

    found, many = puzzles_of(puzzles, refuse=refuse, stated=stated)
    check_one(outputs, "puzzle", many=many)
    check_explain(outputs, "puzzle", explain=explain, many=many)
    results = (attempt(puzzle, how) for puzzle in found)
    written = MANNER.explained() if explain else MANNER
    raise SystemExit(write_results(results, outputs, written, many=many, noun="puzzle"))


def _misused_option(puzzle: Puzzle, solver: SolverName, *, is_strip: bool) -> str | None:
    """Return why an option is not for a puzzle, and what to do; None if all are."""
    if is_given("seed") and solver == "backtracking":
        return "--seed is for lp; leave it out"
    if is_strip and solver != "lp":
        return f"a film strip of {puzzle.kind} shows what lp does; change --solver"
    return None

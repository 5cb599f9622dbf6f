"""``heuristan edgematching solve``."""

from collections.abc import Mapping
from typing import Any

import click

from heuristan.cli.commands import command, is_given, refuse_given
from heuristan.cli.failing import refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument
from heuristan.cli.outputs import PICTURES, PLAYER, TEXTS, Outputs, check_one, output_options, paths_of
from heuristan.cli.running import write_results
from heuristan.cli.telling import check_explain, explain_option
from heuristan.edgematching.commands.attempts import SOLVERS, How, SolverName, attempt, manner, solvers_for
from heuristan.edgematching.commands.sources import puzzles_of, reading_options
from heuristan.edgematching.files import AnyPuzzle
from heuristan.edgematching.puzzle import Puzzle

FORMS = (*TEXTS, *PICTURES, PLAYER)


@command(ok="all solved", otherwise="some not")
@puzzles_argument
@click.option(
    "--solver",
    type=click.Choice(("auto", *SOLVERS)),
    default="auto",
    help="lp: iterated linear programs, and where they stand still, pieces fixed in their order and undone. "
    "sdp: semidefinite programs, for polygons. backtracking: exhaustive search. cp-sat: OR-tools. "
    "auto: sdp for polygons; else backtracking, lp and cp-sat in turn.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed of lp, sdp and cp-sat.")
@click.option(
    "--as-published",
    is_flag=True,
    help="Run Algorithm 1 or 2 of the paper as printed: exponentials, from 0, no restarts, nothing struck, fixed or "
    "repaired.",
)
@limit_option("puzzle", more="Without it, auto has 60 s.")
@reading_options
@explain_option
@output_options(FORMS)
def solve(
    puzzles: tuple[str, ...],
    solver: SolverName,
    seed: int,
    as_published: bool,
    limit: float | None,
    explain: bool,
    stated: Mapping[str, Any],
    outputs: Outputs,
) -> None:
    """Solve puzzles by linear or semidefinite programs, or by search.

    PUZZLE is a file that 'generate' writes, a tangram outline in any format or the name of a shape, a folder of such
    files, a quoted pattern, or - for standard input. Solutions are checked edge by edge before they are called solved.
    Where a file does not say whether pieces may be turned, or in which order their edges are, the likeliest reading
    that has a solution is taken, and said. stuck: the solver gave up, which proves nothing. unsolvable: it is proven.

    \b
    heuristan edgematching solve puzzle.json
    heuristan edgematching solve puzzle.json --solver lp --output solution.svg --output iterates.filmstrip.svg
    heuristan edgematching solve puzzle.json --explain               # why each piece lies where it does
    heuristan edgematching solve puzzle.json --output played.html    # a page that plays it step by step
    heuristan edgematching solve puzzle.json cat --as-published
    heuristan edgematching solve puzzles.jsonl --solver backtracking --output results.jsonl
    heuristan edgematching solve tetravex.txt --no-turns --edge-order WNES
    heuristan edgematching solve cat 'drawings/*.svg' --limit 10
    """  # noqa: D301
    refuse_overwriting(reads=puzzles, writes=paths_of(outputs))
    is_strip = any(each.form.startswith("filmstrip") for each in outputs)
    is_told = explain or any(each.form == PLAYER for each in outputs)
    how = How(solver, limit, seed, is_strip or is_told, as_published)
    if as_published:
        refuse_given(("seed",), "is fixed by --as-published")

    def refuse(puzzle: AnyPuzzle) -> str | None:
        if as_published and solver not in ("auto", "lp" if isinstance(puzzle, Puzzle) else "sdp"):
            return f"--as-published is for lp and sdp; leave out --solver {solver}"
        return _misused_option(puzzle, solver, is_strip=is_strip, as_published=as_published)

    found, many = puzzles_of(puzzles, refuse=refuse, stated=stated)
    check_one(outputs, "puzzle", many=many)
    check_explain(outputs, "puzzle", explain=explain, many=many)
    results = (attempt(puzzle, how) for puzzle in found)
    written = manner(explain=explain)
    raise SystemExit(write_results(results, outputs, written, many=many, noun="puzzle"))


def _misused_option(puzzle: AnyPuzzle, solver: SolverName, *, is_strip: bool, as_published: bool) -> str | None:
    """Return why an option is not for a puzzle, and what to do; None if all are."""
    is_grid = isinstance(puzzle, Puzzle)
    cell = puzzle.board.cell if isinstance(puzzle, Puzzle) else None
    kinds = cell.kind if cell else "polygons"
    if solver not in ("auto", *solvers_for(puzzle)):
        return f"--solver {solver} is not for {kinds}; leave it out, or take {' or '.join(solvers_for(puzzle))}"
    if is_given("seed") and solver == "backtracking":
        return "--seed is for lp, sdp and cp-sat; leave it out"
    if as_published and cell and not cell.is_rectangular:
        return f"--as-published is for squares, cubes and polygons, not for {kinds}; leave it out"
    if is_strip and cell and not cell.has_two_sides:
        return f"a film strip shows what linear programs do, and they are not for {kinds}; take --output run.html"
    if is_strip and not is_given("as_published") and solver not in (("lp",) if is_grid else ("auto", "sdp")):
        return f"a film strip of {kinds} shows what {'lp' if is_grid else 'sdp'} does; change --solver"
    return None

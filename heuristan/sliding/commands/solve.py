"""``heuristan sliding solve``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from heuristan.cli.commands import command, refuse_given
from heuristan.cli.echoing import remark
from heuristan.cli.failing import refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument
from heuristan.cli.outputs import PICTURES, PLAYER, TEXTS, Outputs, check_one, drawn_as, output_options, paths_of
from heuristan.cli.running import check_explain, explain_option, solve_each, write_results
from heuristan.cli.writers import Manner
from heuristan.common.faults import installing
from heuristan.common.kernels import has_numba
from heuristan.common.results import Refused
from heuristan.common.words import plural
from heuristan.sliding.boards import goal_in_words
from heuristan.sliding.commands.sources import GOAL_HELP, cache_option, puzzles_of
from heuristan.sliding.files import Puzzle
from heuristan.sliding.results import AUTO_LIMIT, ESTIMATES, SHORT_LIMIT, SOLVERS, Refusal, Result

if TYPE_CHECKING:
    from heuristan.common.web.film import Film
    from heuristan.sliding.solving import Options

Solved: TypeAlias = Result | Refusal
FORMS = (*TEXTS, *PICTURES, PLAYER)


@command(ok="all solved", otherwise="some not")
@puzzles_argument
@click.option(
    "--solver",
    type=click.Choice(SOLVERS),
    default="auto",
    help="plan: the planner, any size. optimal: the minimum number of moves, by the whole tree on up to 9 cells, else "
    "by iterative deepening A*. "
    f"auto: optimal for {AUTO_LIMIT:g} seconds (or --limit); if "
    f"most boards of the size take days, for {SHORT_LIMIT:g}; else the plan.",
)
@click.option("--goal", help=GOAL_HELP)
@limit_option("board", None, "It limits searches; auto takes the plan then.")
@click.option(
    "--estimate",
    type=click.Choice(ESTIMATES),
    help="Estimate of a search: Manhattan distances, linear conflicts as well, or a pattern database.  [default: "
    "patterns up to 25 cells with numba; else conflicts]",
)
@cache_option
@explain_option
@output_options(FORMS)
def solve(
    puzzles: tuple[str, ...],
    goal: str | None,
    outputs: Outputs,
    solver: Any,
    explain: bool,
    limit: float | None,
    estimate: Any,
    cache: Path | None,
) -> None:
    """Solve boards: by a plan, or in the minimum number of moves.

    PUZZLE is a board, a file of boards, a folder of such files (.txt), a quoted pattern, - for standard input, or korf
    for Korf's hundred instances of the 15-puzzle (korf-17 for one of them). Boards may be lists too, and in files rows
    below a size or not. For an unsolvable board the reason is
    given, with two tiles to swap. A picture shows the board before and after all moves; a film strip each stage of a
    plan, and each move of another solution.

    \b
    heuristan sliding solve 358102674 --solver plan       # the stages, each with its moves
    heuristan sliding solve 358102674 --explain           # ... and why each move is made
    heuristan sliding solve boards.txt --output results.jsonl
    heuristan sliding solve korf-1 --solver optimal
    heuristan sliding solve korf-1 --solver optimal --estimate distances
    heuristan sliding solve 358102674 --solver plan --output stages.filmstrip.svg
    heuristan sliding solve 358102674 --output moves.html    # a page that plays it move by move
    heuristan sliding solve 358102674 --solver optimal --output moves.filmstrip.png
    heuristan sliding solve "5 1 2 3 / 4 0 7 6" --goal first
    """  # noqa: D301
    from heuristan.sliding import solving

    _refuse_ignored_options(solver, estimate)
    refuse_overwriting(reads=puzzles, writes=paths_of(outputs))
    found = list(puzzles_of(puzzles, goal))
    many = len(found) > 1
    check_one(outputs, "board", many=many)
    check_explain(outputs, "board", explain=explain, many=many)
    boards = [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]
    options = solving.Options(limit, estimate, cache)
    _note_slow_search(boards, solver, options)

    def solved(puzzle: Puzzle) -> Solved:
        return solving.solve(puzzle, solver, options)

    def refuse(puzzle: Puzzle | Refused | Solved, message: str) -> Refusal:
        return Refusal(puzzle.id, message, solver)

    results = solve_each(found, solved, refuse, many=many)
    manner: Manner[Solved] = Manner(_text, _text, _picture, _film, refuse=refuse)
    written = manner.explained() if explain else manner
    raise SystemExit(write_results(results, outputs, written, many=many, noun="board", total=len(found)))


def _refuse_ignored_options(solver: str, estimate: str | None) -> None:
    """Fail if the solver would ignore an option that was given."""
    if solver == "plan":
        refuse_given(("estimate", "cache", "limit"), "is for searches, and plan does not search")
    if estimate in ("distances", "conflicts"):
        refuse_given(("cache",), "is for pattern databases")


def _note_slow_search(boards: Sequence[Puzzle], solver: str, options: "Options") -> None:
    """Note that a search that was asked for is not compiled."""
    from heuristan.sliding.solving import is_tree_enough

    is_asked = solver == "optimal" and not all(is_tree_enough(each.start, options) for each in boards)
    if is_asked and not has_numba():
        advice = installing("sliding")
        remark(f"heuristan: numba is not installed, so the search is some hundred times slower; {advice}")


def _picture(result: Solved, form: str) -> str | bytes | None:
    """Draw a result, unless it is refused."""
    from heuristan.sliding.board_films import ends_svg, strip_svg

    if isinstance(result, Refusal):
        return None
    return drawn_as(form, strip_svg(result) if form.startswith("filmstrip") else ends_svg(result))


def _film(result: Solved) -> "Film | None":
    from heuristan.sliding.board_films import film_of

    return film_of(result) if isinstance(result, Result) else None


def _text(result: Solved) -> str:
    if isinstance(result, Result) and result.moves is not None:
        return "\n".join(in_words(result))
    return f"{result.id}: {result.status}: {result.message}"


def in_words(result: Result) -> list[str]:
    """Describe a solution: a line in all, then its stages, or its moves."""
    moves = result.moves or ""
    kind = "a shortest solution" if result.is_optimal else result.solver
    by = f", {plural(result.nodes, 'state')} searched" if result.nodes else ""
    remark = f"; {result.message}" if result.message else ""
    goal = goal_in_words(result.puzzle.goal)
    lines = [f"{result.id}: solved in {plural(len(moves), 'move')}, {goal} ({kind}{by}){remark}"]
    if not result.stages:
        return [*lines, f"  {moves}"] if moves else lines
    wide = max(len(stage.name) for stage in result.stages)
    return lines + [f"  {stage.name:<{wide}}  {stage.moves}" for stage in result.stages]

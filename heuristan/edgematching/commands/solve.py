"""``heuristan edgematching solve``: puzzles solved, and the results written in every format."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command, is_given
from heuristan.cli.failing import note, refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument
from heuristan.cli.outputs import PICTURES, PLAYER, TEXTS, Outputs, check_one, drawn_as, output_options, paths_of
from heuristan.cli.running import check_explain, explain_option, solve_each, write_results
from heuristan.cli.writers import Manner
from heuristan.common.words import counted
from heuristan.edgematching.commands.sources import puzzles_of, reading_options
from heuristan.edgematching.puzzle import HEXAGON, SQUARE, Arrangement, Board, Puzzle
from heuristan.edgematching.readings import solve_readings
from heuristan.edgematching.results import AUTO_LIMIT, Result, SolverName
from heuristan.edgematching.results import SOLVERS as ALL_SOLVERS

if TYPE_CHECKING:
    from heuristan.common.web.film import Film
    from heuristan.edgematching.relaxing import Iterate
    from heuristan.edgematching.render.films import Snapshot

SOLVERS = ALL_SOLVERS[1:]
"""The solvers without `auto`, which chooses one of them."""
NOTHING = "."
"""Mark of a cell outside the board."""


def _refused(id: str, solver: str, message: str) -> Result:
    return Result(id, None, "refused", solver, 0.0, message)


def _solved(puzzle: Puzzle, *, solver: SolverName, limit: float | None, seed: int, keeps_iterates: bool) -> Result:
    from heuristan.edgematching import solving
    from heuristan.edgematching.relaxing import Settings

    snapshots: list[Snapshot] = []

    def keep(iterate: "Iterate") -> None:
        from heuristan.edgematching.render.films import snapshot_of

        snapshots.append(snapshot_of(iterate))

    def solved(reading: Puzzle, seconds: float | None) -> Result:
        snapshots.clear()
        return solving.solve(reading, solver, Settings(seed=seed), seconds, keep if keeps_iterates else None)

    found = solve_readings(puzzle, solved, AUTO_LIMIT if solver == "auto" and limit is None else limit)
    return replace(found, iterates=tuple(snapshots))


def in_short(result: Result) -> str:
    """Return a result on one line."""
    words = f"{result.id or 'puzzle'}: {result.status}{': ' * bool(result.message)}{result.message}"
    if result.puzzle is None:
        return words
    score = [] if result.best is None else [f"best board: {result.best.in_words()}"]
    effort = [counted(count, name) for name, count in result.effort.items() if count]
    return "; ".join([f"{words} ({result.solver})", *effort, *score])


def in_words(result: Result) -> str:
    """Return a result with the numbers of the pieces, place by place."""
    if result.puzzle is None or result.shown is None:
        return in_short(result)
    return "\n".join([in_short(result), *_rows_of_numbers(result.puzzle.board, result.shown)])


def _rows_of_numbers(board: Board, arrangement: Arrangement) -> list[str]:
    ways = ["", *"rsl"] if board.cell is SQUARE else ["", *(f":{turn}" for turn in range(1, 24))]
    words = [str(laid.piece + 1) + ways[laid.turn] for laid in arrangement]
    shown = dict(zip(board.places, words, strict=True))
    cells = [shown.get(place, NOTHING) for place in product(*map(range, board.sizes))]
    wide, (rows, columns) = max(map(len, cells)), board.sizes[-2:]
    lines = []
    for number, at in enumerate(range(0, len(cells), columns)):
        if len(board.sizes) == 3 and number % rows == 0:
            lines.append(f"  layer {number // rows + 1}")
        shift = (wide + 1) // 2 * (number % 2) if board.cell is HEXAGON else 0
        lines.append(" " * (2 + shift) + " ".join(cell.rjust(wide) for cell in cells[at : at + columns]))
    return lines


def _draw(result: Result, form: str) -> str | bytes | None:
    """Return a picture in a format; None, with a note, if there is nothing to draw."""
    from heuristan.edgematching.render.films import iterates_svg, strip_of
    from heuristan.edgematching.render.grids import puzzle_svg

    puzzle, is_strip = result.puzzle, form.startswith("filmstrip")
    if puzzle is None or (is_strip and not result.iterates):
        why = "no program was solved" if puzzle is not None else result.message
        note(f"{result.id}: there is nothing to draw; {why}")
        return None
    if is_strip:
        return drawn_as(form, iterates_svg(puzzle, strip_of(result.iterates)))
    words = "The solution" if result.best is None else f"The best board: {result.best.in_words()}"
    return drawn_as(form, puzzle_svg(puzzle, result.shown, words))


def film_of(result: Result) -> "Film | None":
    """Return the film of a result; None if the puzzle is refused."""
    from heuristan.edgematching.render import films

    return None if result.puzzle is None else films.film_of(result.puzzle, result, result.iterates)


MANNER: Manner[Result] = Manner(
    words=in_words,
    line=in_short,
    draw=_draw,
    film=film_of,
    refuse=lambda result, message: _refused(result.id, result.solver, message),
)


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
    # a film needs the iterates of the linear programs
    how = partial(_solved, solver=solver, limit=limit, seed=seed, keeps_iterates=is_strip or is_told)
    misused = partial(_misused_option, solver=solver, is_strip=is_strip)
    found, many = puzzles_of(puzzles, refuse=misused, stated=stated)
    check_one(outputs, "puzzle", many=many)
    check_explain(outputs, "puzzle", explain=explain, many=many)
    results = solve_each(found, how, lambda each, message: _refused(each.id, solver, message), many=many)
    written = MANNER.explained() if explain else MANNER
    raise SystemExit(write_results(results, outputs, written, many=many, noun="puzzle"))


def _misused_option(puzzle: Puzzle, *, solver: SolverName, is_strip: bool) -> str | None:
    """Return why an option is not for a puzzle, and what to do; None if all are."""
    if is_given("seed") and solver == "backtracking":
        return "--seed is for lp; leave it out"
    if is_strip and not puzzle.board.cell.has_two_sides:
        return f"a film strip shows linear programs, and they are not for {puzzle.kind}; take --output run.html"
    if is_strip and solver != "lp":
        return f"a film strip of {puzzle.kind} shows what lp does; change --solver"
    return None

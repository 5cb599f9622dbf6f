"""Attempts at puzzles of all kinds: solving one by a solver for its kind, and writing the result in every format."""

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from heuristan.cli.failing import note
from heuristan.cli.outputs import PLAYER, drawn_as
from heuristan.cli.telling import explained
from heuristan.cli.writers import Manner
from heuristan.common.faults import or_refused
from heuristan.common.words import counted
from heuristan.edgematching.cells import HEXAGON, SQUARE
from heuristan.edgematching.puzzle import Puzzle

if TYPE_CHECKING:
    from heuristan.common.web.film import Film
    from heuristan.edgematching.polygons.puzzle import PolygonPuzzle
    from heuristan.edgematching.polygons.results import PolygonResult
    from heuristan.edgematching.puzzle import Arrangement
    from heuristan.edgematching.reading import AnyPuzzle, Refused
    from heuristan.edgematching.relaxing.iterating import Iterate
    from heuristan.edgematching.render.iterates import Still
    from heuristan.edgematching.results import GridResult, Result

SolverName: TypeAlias = Literal["auto", "lp", "sdp", "backtracking", "cp-sat"]
OF_GRIDS: tuple[SolverName, ...] = ("lp", "backtracking", "cp-sat")
OF_POLYGONS: tuple[SolverName, ...] = ("sdp", "backtracking")
SOLVERS: tuple[SolverName, ...] = ("lp", "sdp", "backtracking", "cp-sat")
"""The solvers without `auto`, which chooses one of them."""
NOTHING = "."
"""What stands where the board has no place."""
COUNTS = ("programs", "restarts", "nodes", "branches")
"""The names of the counts that solvers keep."""


@dataclass(frozen=True)
class How:
    """How puzzles are solved."""

    solver: SolverName = "auto"
    limit: float | None = None
    seed: int = 1
    basis: Literal["indicators", "exponentials"] = "indicators"
    restarts: int = 0
    keeps_iterates: bool = False
    """Whether the iterates of the linear programs are kept for a film."""
    as_published: bool = False
    """Whether the algorithms of the paper run as printed."""


@dataclass(frozen=True)
class Attempt:
    """A puzzle and its result."""

    puzzle: "AnyPuzzle | None"
    """None if it is refused."""
    result: "Result"
    stills: "tuple[Still, ...]" = ()
    """The iterates of the linear programs, if they are kept."""

    @property
    def status(self) -> str:
        return self.result.status

    def as_json(self) -> dict[str, Any]:
        return self.result.as_json()


def solvers_for(puzzle: "AnyPuzzle") -> tuple[SolverName, ...]:
    """Return the solvers for the kind of a puzzle."""
    if not isinstance(puzzle, Puzzle):
        return OF_POLYGONS
    return tuple(each for each in OF_GRIDS if each != "lp" or puzzle.board.cell.has_two_sides)


def attempt(puzzle: "AnyPuzzle | Refused", how: How) -> Attempt:
    """Solve a puzzle by a solver that is for its kind; a puzzle that cannot be used has the status refused.

    Raises:
        MissingExtraError: if the solver needs a library that is not installed.
    """
    from heuristan.edgematching.reading import Refused
    from heuristan.edgematching.searching.cp_sat import WorkerError

    def refused(puzzle: "AnyPuzzle | Refused", message: str) -> Attempt:
        return _refused(puzzle.id, how.solver, message)

    def solved(puzzle: "AnyPuzzle") -> Attempt:
        try:
            return _attempt_grid(puzzle, how) if isinstance(puzzle, Puzzle) else _attempt_polygons(puzzle, how)
        except WorkerError as fault:
            return refused(puzzle, str(fault))

    if isinstance(puzzle, Refused):
        return refused(puzzle, puzzle.message)
    return or_refused(solved, refused)(puzzle)


def _refused(id: str, solver: str, message: str) -> Attempt:
    from heuristan.edgematching.results import Result

    return Attempt(None, Result(id, "", "refused", solver, 0.0, message))


def _attempt_grid(puzzle: "Puzzle", how: How) -> Attempt:
    from heuristan.edgematching.relaxing.iterating import AS_PUBLISHED, Settings
    from heuristan.edgematching.render.iterates import still_of
    from heuristan.edgematching.solving import AUTO_LIMIT, solve
    from heuristan.edgematching.solving import SolverName as GridSolver
    from heuristan.edgematching.trying import solve_readings

    stills: list[Still] = []
    settings = Settings(basis=how.basis, restarts=how.restarts, seed=how.seed)
    settings, solver = (AS_PUBLISHED, "lp") if how.as_published else (settings, how.solver)

    def keep(iterate: "Iterate") -> None:
        stills.append(still_of(iterate))

    def solved(reading: "Puzzle", seconds: float | None) -> "GridResult":
        stills.clear()
        return solve(reading, cast("GridSolver", solver), settings, seconds, keep if how.keeps_iterates else None)

    limit = AUTO_LIMIT if solver == "auto" and how.limit is None else how.limit
    reading, result = solve_readings(puzzle, solved, limit)
    return Attempt(reading, result, tuple(stills))


def _attempt_polygons(puzzle: "PolygonPuzzle", how: How) -> Attempt:
    if how.solver == "backtracking":
        from heuristan.edgematching.polygons.searching import search

        return Attempt(puzzle, search(puzzle, how.limit))
    from heuristan.edgematching.polygons.solving import AS_PUBLISHED, Plan, solve
    from heuristan.edgematching.solving import AUTO_LIMIT

    limit = AUTO_LIMIT if how.solver == "auto" and how.limit is None else how.limit
    return Attempt(puzzle, solve(puzzle, AS_PUBLISHED if how.as_published else Plan(seed=how.seed), limit))


def manner(augmented: bool = False, *, explain: bool = False) -> "Manner[Attempt]":
    """Return how attempts are written.

    Args:
        augmented: whether pictures show a solution in the four turns of its box.
        explain: whether the whole run is told.
    """
    return Manner(
        words=_explained if explain else in_words,
        line=in_short,
        draw=lambda found, form: _draw(found, form, augmented),
        refuse=lambda found, message: _refused(found.result.id, found.result.solver, message),
    )


def in_short(found: Attempt) -> str:
    """Return a result on one line."""
    result = found.result
    words = f"{result.id or 'puzzle'}: {result.status}{': ' * bool(result.message)}{result.message}"
    if found.puzzle is None:
        return words
    best = getattr(result, "best", None)
    score = [] if best is None else [f"best board: {best.in_words()}"]
    return "; ".join([f"{words} ({result.solver})", *_effort(result), *score])


def _effort(result: "Result") -> list[str]:
    """Return the counts of a solver in words; those that are 0 are left out."""
    counts: dict[str, int] = getattr(result, "effort", {})
    return [counted(count, name) for name, count in counts.items() if count]


def in_words(found: Attempt) -> str:
    """Return a result with the numbers of the pieces of squares and cubes, place by place."""
    from heuristan.edgematching.results import GridResult

    result = found.result
    if not isinstance(result, GridResult) or result.shown is None:
        return in_short(found)
    return "\n".join([in_short(found), *_rows_of_numbers(result, result.shown)])


def _rows_of_numbers(result: "GridResult", arrangement: "Arrangement") -> list[str]:
    ways = ["", *"rsl"] if result.kind == SQUARE.kind else ["", *(f":{turn}" for turn in range(1, 24))]
    words = [str(laid.piece + 1) + ways[laid.turn] for laid in arrangement]
    shown = dict(zip(result.board.places, words, strict=True))
    cells = [shown.get(place, NOTHING) for place in product(*map(range, result.sizes))]
    wide, (rows, columns) = max(map(len, cells)), result.sizes[-2:]
    lines = []
    for number, at in enumerate(range(0, len(cells), columns)):
        if len(result.sizes) == 3 and number % rows == 0:
            lines.append(f"  layer {number // rows + 1}")
        shift = (wide + 1) // 2 * (number % 2) if result.kind == HEXAGON.kind else 0
        lines.append(" " * (2 + shift) + " ".join(cell.rjust(wide) for cell in cells[at : at + columns]))
    return lines


def _draw(found: Attempt, form: str, augmented: bool) -> str | bytes | None:
    """Return a picture in a format; None, with a note, if there is nothing to draw."""
    if form == PLAYER and (film := film_of(found)) is not None:
        from heuristan.common.web.film import player_page

        return player_page(film)
    drawn = _strip_svg(found) if form.startswith("filmstrip") else _solution_svg(found, augmented)
    if drawn is None:
        why = "no program was solved" if found.puzzle is not None else found.result.message
        note(f"{found.result.id}: there is nothing to draw; {why}")
        return None
    return drawn_as(form, drawn)


def film_of(found: Attempt) -> "Film | None":
    """Return the film of a result; None if the puzzle is refused."""
    from heuristan.edgematching import player
    from heuristan.edgematching.polygons import player as polygon_player

    if isinstance(found.puzzle, Puzzle):
        return player.film_of(found.puzzle, cast("GridResult", found.result), found.stills)
    if found.puzzle is None:
        return None
    return polygon_player.film_of(found.puzzle, cast("PolygonResult", found.result))


def _explained(found: Attempt) -> str:
    film = film_of(found)
    return in_short(found) if film is None else explained(film)


def _solution_svg(found: Attempt, augmented: bool) -> str | None:
    from heuristan.edgematching.polygons import render as polygon_render
    from heuristan.edgematching.render.augmented import augmented_svg
    from heuristan.edgematching.render.puzzle import puzzle_svg

    if found.puzzle is None:
        return None
    if not isinstance(found.puzzle, Puzzle):
        return polygon_render.solution_svg(found.puzzle, cast("PolygonResult", found.result))
    result = cast("GridResult", found.result)
    if augmented and result.arrangement is not None:
        return augmented_svg(found.puzzle, result.arrangement)
    words = "The solution" if result.best is None else f"The best board: {result.best.in_words()}"
    return puzzle_svg(found.puzzle, result.shown, words)


def _strip_svg(found: Attempt) -> str | None:
    from heuristan.edgematching.polygons import render as polygon_render
    from heuristan.edgematching.render.iterates import iterates_svg, strip_of

    if found.puzzle is None:
        return None
    if isinstance(found.puzzle, Puzzle):
        return iterates_svg(found.puzzle, strip_of(found.stills)) if found.stills else None
    result = cast("PolygonResult", found.result)
    return polygon_render.iterates_svg(found.puzzle, result) if result.steps else None

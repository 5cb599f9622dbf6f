"""Films of edge-matching: what the linear programs decide, or the pieces laid one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from heuristan.common.web.film import Film, Shape, Still, Titles, film_of_stills, upright
from heuristan.common.words import plural
from heuristan.edgematching.candidates import options_of
from heuristan.edgematching.hinting import Reasons
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.readings import said
from heuristan.edgematching.render.grids import Drawing
from heuristan.edgematching.render.iterates import Snapshot, mixed_edges
from heuristan.edgematching.results import Result

MIXED = (
    "An edge has the colours of the pieces that may still lie there, mixed as the program weighs them; a number says "
    "that it is decided."
)


def film_of(puzzle: Puzzle, result: Result, found: Sequence[Snapshot] = ()) -> Film:
    """Make the film of a result.

    Args:
        puzzle: the puzzle.
        result: its result.
        found: the iterates of all linear programs, if some were solved; without them the solution is laid piece by
            piece.
    """
    drawing = Drawing(puzzle)
    stills = [*_programs(drawing, found), *(_at_once if found else _piece_by_piece)(drawing, result)]
    how = f" Read with {said(puzzle)}." if puzzle.assumed else ""
    about = f"Edge-matching: {plural(len(puzzle.pieces), 'piece')}, solved by {result.solver}.{how}"
    brief = result.message or f"{result.status} by {result.solver}"
    return film_of_stills(Titles("edgematching", puzzle.id or "puzzle", about, result.status, brief), stills)


def _still(drawing: Drawing, heading: str, text: str, shapes: Sequence[Shape], *, begins: bool = False) -> Still:
    shown = [replace(shape, ring=upright(shape.ring)) for shape in (*shapes, *drawing.frame)]
    return Still(heading, text, shown, begins)


def _programs(drawing: Drawing, found: Sequence[Snapshot]) -> Iterator[Still]:
    """Yield P after each program: each edge in the mixture of the colours that P gives it."""
    options, start = options_of(drawing.puzzle), -1
    for each in found:
        again = f", after {plural(each.start, 'restart')}" if each.start else ""
        text = f"{each.decided} of {plural(len(drawing.rings), 'place')} are decided. {MIXED}"
        shapes = [*mixed_edges(drawing, options, each)]
        yield _still(drawing, f"Program {each.number}{again}", text, shapes, begins=each.start != start)
        start = each.start


def _at_once(drawing: Drawing, result: Result) -> Iterator[Still]:
    """Yield the solution or the best board, if there is one."""
    if result.shown is not None:
        name = "The solution" if result.best is None else "The best board"
        faces = map(drawing.puzzle.faces_of, result.shown)
        shapes = [shape for index, shown in enumerate(faces) for shape in drawing.piece(index, shown)]
        yield _still(drawing, name, _about_the_whole(drawing.puzzle, result), shapes)


def _piece_by_piece(drawing: Drawing, result: Result) -> Iterator[Still]:
    """Yield the empty board, and the board after each piece."""
    puzzle, laid = drawing.puzzle, result.shown or ()
    status = f"{result.status.capitalize()}: {result.message or 'there is no solution to show'}."
    places = range(len(drawing.rings))
    board = [*map(drawing.empty, places)]
    yield _still(drawing, "The board", "" if result.arrangement else status, board, begins=True)
    reasons, pieces = Reasons(puzzle, laid), list[Shape]()
    for index, each in enumerate(laid):
        pieces += drawing.piece(index, puzzle.faces_of(each))
        heading = f"Piece {each.piece + 1} at {puzzle.board.describe(puzzle.board.places[index])}"
        whole = _about_the_whole(puzzle, result) if index + 1 == len(laid) else ""
        shapes = [*pieces, *board[index + 1 :]]
        yield _still(drawing, heading, f"{reasons.why(index)} {whole}", shapes)


def _about_the_whole(puzzle: Puzzle, result: Result) -> str:
    if result.best is not None:
        return f"{result.best.in_words()}."
    return "Halves that touch make a picture." if puzzle.halves else "Edges that touch have the same colour."

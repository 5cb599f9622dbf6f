"""Pieces assembled to a whole puzzle, in the paper's way or with repair."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from heuristan.common.clock import Clock
from heuristan.jigsaw.assembly.board import Board, Place, fill, lay_border, ring_places
from heuristan.jigsaw.assembly.border import Border, Ring, border_of, border_of_the_paper, ring_of
from heuristan.jigsaw.assembly.dimensions import Dimensions, dimensions
from heuristan.jigsaw.assembly.repair import Repair, confidences
from heuristan.jigsaw.measures.costs import Measure, costs
from heuristan.jigsaw.measures.sides import FORBIDDEN, flats
from heuristan.jigsaw.piece import Floats, Indices, Piece

Solver: TypeAlias = Literal["repair", "paper"]
USUAL: dict[Solver, Measure] = {"repair": "learned", "paper": "filter"}
"""The default measure of each solver."""


class Assembly(NamedTuple):
    """An assembled puzzle."""

    size: Dimensions
    board: Board | None
    """The full board; None if not even the border could be laid."""
    steps: Indices
    """The step, from 1, at which each place was filled; shape (rows, columns)."""
    confidence: Floats
    """1 less the cost of the piece's joints divided by that of the best other piece there, 0 to 1; shape (rows,
    columns)."""
    forbidden: int
    """Number of impossible joints."""
    was_cut_short: bool
    """Whether the time was over before the repair was complete."""
    message: str


def assemble(
    pieces: Sequence[Piece], *, solver: Solver, measure: Measure, upright: bool, limit: float | None = None
) -> Assembly:
    """Lay all pieces.

    Args:
        pieces: all pieces of one puzzle.
        solver: 'paper' is sections 4.1 and 4.2 and nothing else; 'repair' counts rows and columns, and corrects its
            wrong choices.
        measure: the costs of joints.
        upright: whether the pieces are known to stand upright.
        limit: seconds after which repairing stops; the assembly is whole in any case.

    Raises:
        PuzzleError: if the pieces do not make a rectangle.
    """
    clock = Clock(limit)
    size = dimensions(pieces, upright=upright)
    table = costs(pieces, measure, upright=upright, is_over=clock.is_over)
    ring = ring_of(pieces, table)
    if solver == "repair":
        border = border_of(ring, size, _first_corners(pieces, ring, size, upright=upright), clock)
    else:
        border = border_of_the_paper(
            ring, lambda size: _first_corners(pieces, ring, size, upright=upright), upright=upright
        )
        if not _is_rectangle(ring, border, len(pieces)):
            return _without_border(size, border.size, len(pieces))
    board = Board(border.size, table)
    lay_border(board, pieces, ring, border.order)
    filled = fill(board, np.flatnonzero(~flats(pieces).any(axis=1)).tolist())
    if solver == "repair":
        Repair(pieces, board, ring, border.order, clock).run()
    laid = [(row, column) for row, column, _ in ring_places(board.size)]
    return assembly_of(board, [*laid, *filled], was_cut_short=clock.has_stopped)


def _first_corners(pieces: Sequence[Piece], ring: Ring, size: Dimensions, *, upright: bool) -> tuple[int, ...]:
    """Return the places on the ring where the first corner piece may lie; the whole may be turned unless upright."""
    places = size.corner_places()
    if upright:
        flat = flats([pieces[ring.pieces[ring.is_corner.argmax()]]])[0]
        # clockwise, the first flat side of a corner looks left at the top left, up at the top right, and so on
        return (places[(int((flat & ~np.roll(flat, 1)).argmax()) + 1) % 4],)
    return places[:1] if size.rows == size.columns else places[:2]


def _is_rectangle(ring: Ring, border: Border, count: int) -> bool:
    """Return whether the corners of a border make a rectangle of `count` pieces."""
    if border.size.rows * border.size.columns != count:
        return False
    return bool(ring.is_corner[[border.order[place] for place in border.size.corner_places()]].all())


def _without_border(size: Dimensions, seen: Dimensions, count: int) -> Assembly:
    """Return an empty assembly if the last strips do not make a border for `count` pieces."""
    nothing = np.zeros(size)
    border = f"{seen.rows} x {seen.columns}"
    message = f"the cheapest border of the last strips is {border}, and there are {count} pieces: a strip is wrong"
    return Assembly(size, None, nothing.astype(np.intp), nothing, 0, False, message)


def assembly_of(board: Board, order: Sequence[Place], *, was_cut_short: bool = False) -> Assembly:
    """Describe a full board, with the confidence of each piece.

    Args:
        board: a full board.
        order: its places, in the order in which they were filled.
        was_cut_short: whether the time was over.
    """
    steps = np.zeros(board.size, dtype=np.intp)
    for step, place in enumerate(order, start=1):
        steps[place] = step
    confidence = confidences(board)
    forbidden = sum(int((joints >= FORBIDDEN).sum()) for joints in board.joints())
    message = f"{forbidden} joints are impossible, by their kinds or by the measure" if forbidden else ""
    return Assembly(board.size, board, steps, confidence, forbidden, was_cut_short, message)

"""From pieces to a whole puzzle, in the paper's way or in ours."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.assembly.board import Board, lay_border, ring_places
from heuristan.jigsaw.assembly.border import Border, border_of, border_of_the_paper
from heuristan.jigsaw.assembly.clock import Clock
from heuristan.jigsaw.assembly.dimensions import Dimensions, dimensions
from heuristan.jigsaw.assembly.pockets import Place, fill
from heuristan.jigsaw.assembly.repair import Repair, rivals
from heuristan.jigsaw.assembly.ring import Ring, ring_of
from heuristan.jigsaw.measures.costs import Measure, costs
from heuristan.jigsaw.measures.frame import Floats
from heuristan.jigsaw.measures.joints import FORBIDDEN, flats
from heuristan.jigsaw.piece import Piece

Scheme: TypeAlias = Literal["repair", "paper"]
USUAL: dict[Scheme, Measure] = {"repair": "learned", "paper": "filter"}
"""The measure that a scheme takes where none is named."""


class Assembly(NamedTuple):
    """What came of it."""

    size: Dimensions
    board: Board | None
    """Full; None where not even the border could be laid."""
    steps: NDArray[np.intp]
    """Shape (rows, columns): when each place was filled, from 1."""
    strips: Mapping[int, int]
    """Of each border piece: the strip, from 1, that it was in when the last strips were arranged."""
    confidence: Floats
    """Shape (rows, columns): 1 less what the piece's joints cost beside those of the best other piece there, 0 to 1."""
    forbidden: int
    """Joints that cannot be."""
    was_cut_short: bool
    """Whether the time was over while there was something left to mend."""
    message: str


def assemble(
    pieces: Sequence[Piece], *, scheme: Scheme, measure: Measure, upright: bool, limit: float | None = None
) -> Assembly:
    """Lay all pieces.

    Args:
        pieces: of one whole puzzle.
        scheme: 'paper' is sections 4.1 and 4.2 and no more; 'repair' counts rows and columns, and takes back what it
            did wrongly.
        measure: what joints cost.
        upright: whether the pieces have their right orientation.
        limit: seconds after which no more is mended; the assembly is whole in any case.

    Raises:
        PuzzleError: the pieces make no rectangle.
    """
    clock = Clock(limit)
    size = dimensions(pieces, upright=upright)
    table = costs(pieces, measure, upright=upright)
    ring = ring_of(pieces, table)
    if scheme == "repair":
        border = border_of(ring, size, first_corners(pieces, ring, size, upright=upright), clock)
    else:
        border = border_of_the_paper(
            ring, lambda size: first_corners(pieces, ring, size, upright=upright), upright=upright
        )
        if not _is_rectangle(ring, border, len(pieces)):
            return _without_border(size, border.size, len(pieces))
    board = Board(border.size, table)
    lay_border(board, pieces, ring, border.order)
    filled = fill(board, np.flatnonzero(~flats(pieces).any(axis=1)).tolist())
    if scheme == "repair":
        Repair(pieces, board, ring, border.order, clock).run()
    strips = {int(ring.pieces[one]): number for number, strip in enumerate(border.strips, start=1) for one in strip}
    return _assembly(board, filled, strips, clock)


def first_corners(pieces: Sequence[Piece], ring: Ring, size: Dimensions, *, upright: bool) -> tuple[int, ...]:
    """Where on the ring the first corner piece may lie, when the whole may be turned unless it is upright."""
    places = size.corner_places()
    if upright:
        flat = flats([pieces[ring.pieces[ring.is_corner.argmax()]]])[0]
        # a corner's first flat side, clockwise, looks left above on the left, up above on the right, and so on
        return (places[(int((flat & ~np.roll(flat, 1)).argmax()) + 1) % 4],)
    return places[:1] if size.rows == size.columns else places[:2]


def _is_rectangle(ring: Ring, border: Border, count: int) -> bool:
    """Whether the corners of a border make a rectangle of so many pieces."""
    if border.size.rows * border.size.columns != count:
        return False
    return bool(ring.is_corner[[border.order[place] for place in border.size.corner_places()]].all())


def _without_border(size: Dimensions, seen: Dimensions, count: int) -> Assembly:
    """What is said when the last strips make no border for so many pieces."""
    nothing = np.zeros(size)
    border = f"{seen.rows} x {seen.columns}"
    message = f"the last strips make a border of {border} at best, and there are {count} pieces: a strip is wrong"
    return Assembly(size, None, nothing.astype(np.intp), {}, nothing, 0, False, message)


def _assembly(board: Board, filled: Sequence[Place], strips: Mapping[int, int], clock: Clock) -> Assembly:
    """A full board, and how sure each piece is."""
    steps = np.zeros(board.size, dtype=np.intp)
    border = [(row, column) for row, column, _ in ring_places(board.size)]
    for step, place in enumerate([*border, *filled], start=1):
        steps[place] = step
    own, other = rivals(board)
    confidence = 1 - np.clip(np.divide(own, other, out=np.ones(board.size), where=other > 0), 0, 1)
    forbidden = sum(int((joints >= FORBIDDEN).sum()) for joints in board.joints())
    message = f"{forbidden} joints cannot be, by their kinds or by the measure" if forbidden else ""
    return Assembly(board.size, board, steps, strips, confidence, forbidden, clock.has_stopped, message)

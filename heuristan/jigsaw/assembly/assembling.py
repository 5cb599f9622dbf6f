"""Pieces assembled to a whole puzzle in the paper's way: sections 4.1 and 4.2, and nothing else."""

from collections.abc import Sequence

import numpy as np

from heuristan.common.clock import Clock
from heuristan.jigsaw.assembly.board import Board, fill, lay_border, ring_places
from heuristan.jigsaw.assembly.border import Border, Ring, border_of_the_paper, ring_of
from heuristan.jigsaw.assembly.dimensions import Dimensions, dimensions
from heuristan.jigsaw.assembly.fragments import Lie, Partial
from heuristan.jigsaw.assembly.repair import Interior, confidences
from heuristan.jigsaw.measures.costs import Measure, costs
from heuristan.jigsaw.measures.sides import FORBIDDEN, flats
from heuristan.jigsaw.piece import Piece


def assemble(pieces: Sequence[Piece], measure: Measure, *, upright: bool, repairing: Clock | None = None) -> Partial:
    """Lay all pieces: the border, then the most confident pocket, and so on; nothing if no border can be laid.

    Args:
        pieces: all pieces of one puzzle.
        measure: the costs of joints.
        upright: whether the pieces are known to stand upright.
        repairing: says how long wrong choices in the interior are corrected; without it they are not, as in the paper.

    Raises:
        PuzzleError: if the pieces do not make a rectangle.
    """
    size = dimensions(pieces, upright=upright)
    table = costs(pieces, measure, upright=upright)
    ring = ring_of(pieces, table)
    border = border_of_the_paper(
        ring, lambda size: _first_corners(pieces, ring, size, upright=upright), upright=upright
    )
    if not _is_rectangle(ring, border, len(pieces)):
        seen = f"{border.size.rows} x {border.size.columns}"
        message = f"the cheapest border of the last strips is {seen}, and there are {len(pieces)} pieces"
        return Partial(size, {}, message=f"{message}: a strip is wrong")
    board = Board(border.size, table)
    lay_border(board, pieces, ring, border.order)
    filled = fill(board, np.flatnonzero(~flats(pieces).any(axis=1)).tolist())
    if repairing is not None:
        Interior(board, repairing).run()
    order = [*((row, column) for row, column, _ in ring_places(board.size)), *filled]
    sure = confidences(board)
    forbidden = sum(int((joints >= FORBIDDEN).sum()) for joints in board.joints())
    return Partial(
        board.size,
        {int(board.piece[place]): Lie(*place, int(board.turn[place])) for place in order},
        confidence={int(board.piece[place]): float(sure[place]) for place in order},
        message=f"{forbidden} joints are impossible, by their kinds or by the measure" if forbidden else "",
    )


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

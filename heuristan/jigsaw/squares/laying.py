"""Square pieces laid to a rectangle: the largest block is cut to size, what is left fills the gaps."""

from collections.abc import Iterator, Sequence

import numpy as np

from heuristan.common.clock import Clock
from heuristan.common.words import plural
from heuristan.jigsaw.assembly.assembling import Assembly, assembly_of
from heuristan.jigsaw.assembly.board import EMPTY, Board
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.pockets import fill
from heuristan.jigsaw.assembly.repair import reassign
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.squares.colours import square_costs
from heuristan.jigsaw.squares.tree import Block, blocks_of

MOST = 1200
"""Maximum number of square pieces: the table of costs takes a gigabyte."""
GAIN = 1e-6
"""Minimum gain of a step of repair."""


def lay_squares(
    pieces: Sequence[Piece], *, upright: bool, stated: tuple[int, int] | None, limit: float | None = None
) -> Assembly:
    """Lay square pieces.

    Args:
        pieces: all pieces of one puzzle, without tabs.
        upright: whether the pieces are known to stand upright.
        stated: rows and columns, if they are known.
        limit: seconds after which repairing stops; the assembly is whole in any case.

    Raises:
        PuzzleError: if there are too many pieces, or no grid has as many.
    """
    clock = Clock(limit)
    if len(pieces) > MOST:
        raise PuzzleError(f"{len(pieces)} pieces without tabs were read; at most {MOST} are assembled")
    grids = [stated] if stated else _grids(len(pieces))
    if not upright:
        grids = sorted({grid for rows, columns in grids for grid in ((rows, columns), (columns, rows))})
    costs = square_costs(pieces, upright=upright)
    block = blocks_of(costs)[0]
    size, top, left = max(
        ((Dimensions(*grid), *corner) for grid in grids for corner in _corners(block, grid)),
        key=lambda found: _inside(block, *found),
    )
    board = Board(size, costs)
    for piece, (row, column, turn) in block.items():
        if 0 <= row - top < size.rows and 0 <= column - left < size.columns:
            board.lay((row - top, column - left), piece, turn)
    laid = [(int(row), int(column)) for row, column in np.argwhere(board.piece != EMPTY)]
    order = laid + fill(board, sorted({*range(len(pieces))} - {*board.piece.ravel().tolist()}))
    _repair(board, clock)
    return assembly_of(board, order, was_cut_short=clock.has_stopped)


def _grids(count: int) -> list[tuple[int, int]]:
    """Return all grids of this number of pieces.

    Raises:
        PuzzleError: if there are only rows.
    """
    found = [(rows, count // rows) for rows in range(2, count // 2 + 1) if count % rows == 0]
    if not found:
        raise PuzzleError(
            f"{plural(count, 'square piece')} make no rectangle of two rows or more; is one missing, or one too many?"
        )
    return found


def _corners(block: Block, grid: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the places of the top left corner at which a grid may lie over a block."""
    rows, columns = ([spot[axis] for spot in block.values()] for axis in (0, 1))
    for top in _starts(min(rows), max(rows), grid[0]):
        for left in _starts(min(columns), max(columns), grid[1]):
            yield top, left


def _starts(low: int, high: int, length: int) -> range:
    """Return the starts of a stretch that lies in another one, or the other way round."""
    first, last = low, high - length + 1
    return range(min(first, last), max(first, last) + 1)


def _inside(block: Block, size: Dimensions, top: int, left: int) -> int:
    return sum(0 <= row - top < size.rows and 0 <= column - left < size.columns for row, column, _ in block.values())


def _repair(board: Board, clock: Clock) -> None:
    """Lay the pieces of each colour of a chessboard again, as long as the board gets cheaper and there is time."""
    while True:
        before = board.cost()
        for colour in (0, 1):
            if clock.is_over():
                return
            reassign(board, [place for place in np.ndindex(*board.size) if sum(place) % 2 == colour])
        if board.cost() >= before - GAIN:
            return

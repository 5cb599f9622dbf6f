"""Drawing a board: squares with their numbers, without the blank."""

from collections.abc import Collection, Iterator

import svg

from heuristan.common.svg.page import box
from heuristan.common.svg.palette import FAINT, LIGHT, LINE, PAPER, RULE
from heuristan.common.svg.text import label
from heuristan.sliding.boards import BLANK, Board

MOVING = "#56b4e9"
"""Colour of the tiles that a frame is about; they have a thick edge and bold numbers as well."""
_SMALLEST_NUMBER = 5.0


def board_parts(
    board: Board, left: float, top: float, cell: float, *, moving: Collection[int] = (), placed: Collection[int] = ()
) -> Iterator[svg.Element]:
    """Draw a board.

    Args:
        board: the board.
        left: x of its upper left corner, in pixels.
        top: y of its upper left corner.
        cell: width and height of a cell.
        moving: tiles to highlight.
        placed: tiles that are home to stay, which are grey.
    """
    wide, high = cell * board.columns, cell * board.rows
    yield box(left, top, wide, high, "board", fill=FAINT)
    for number, tile in enumerate(board.tiles):
        if tile == BLANK:
            continue
        x, y = left + cell * (number % board.columns), top + cell * (number // board.columns)
        fill = MOVING if tile in moving else LIGHT if tile in placed else PAPER
        yield box(x, y, cell, cell, "tile", fill=fill, stroke=RULE)
        size = cell * (0.5 if tile < 100 else 0.38)
        if size >= _SMALLEST_NUMBER:
            words, bold = str(tile), tile in moving
            middle, base = x + cell / 2, y + cell / 2 + 0.36 * size
            yield label(middle, base, words, size=size, bold=bold, anchor="middle", kind="number")
    for number, tile in enumerate(board.tiles):
        if tile in moving and tile != BLANK:
            x, y = left + cell * (number % board.columns), top + cell * (number // board.columns)
            yield box(x + 1, y + 1, cell - 2, cell - 2, "moving", fill="none", stroke=LINE, width=2)
    yield box(left, top, wide, high, "rim", fill="none", stroke=LINE, width=1.5)

"""Boards as text: the paper's strings, and numbers for boards of any size.

`358102674` is a board of 3 x 3. Slashes separate the rows of a board that is not square, as in `5 1 2 4 / ...`. Up to
16 cells a tile is one hexadecimal digit, as in the paper's Figure 1, or a number; on larger boards it is a number.
"""

import re
from math import isqrt

from heuristan.common.plain_yaml import shown
from heuristan.sliding.boards import LARGEST_SIDE, Board, BoardError

_DIGITS = "0123456789abcdef"
_MOST_DIGITS = 6
"""Maximum number of digits of a tile; longer numbers fit no board, and Python refuses to read thousands of digits."""
LONGEST = 8 * LARGEST_SIDE * LARGEST_SIDE
"""Maximum number of characters of a board."""


def read_board(text: str) -> Board:
    """Read a board.

    Raises:
        BoardError: if the text is not a board.
    """
    if len(text) > LONGEST:
        raise BoardError(
            f"{len(text)} characters are too many for a board; the largest has {LARGEST_SIDE} x {LARGEST_SIDE} cells"
        )
    lines = [_tiles(line) for line in text.strip().split("/")]
    if len(lines) > 1:
        return _of_lines(lines)
    tiles = lines[0]
    side = isqrt(len(tiles))
    if not tiles or side * side != len(tiles):
        raise BoardError(
            f"{shown(text.strip())} has {len(tiles)} tiles, which do not make a square; separate the rows of another "
            "board by slashes, like 123/450"
        )
    return Board(side, side, tuple(tiles))


def _of_lines(lines: list[list[int]]) -> Board:
    width = len(lines[0])
    for number, line in enumerate(lines, 1):
        if len(line) != width:
            raise BoardError(f"row {number} has {len(line)} tiles, and row 1 has {width}; make the rows equally long")
    return Board(len(lines), width, tuple(tile for line in lines for tile in line))


def _tiles(line: str) -> list[int]:
    words = line.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 1:
        words = list(words[0].lower())
        wrong = next((letter for letter in words if letter not in _DIGITS), None)
        if wrong is not None:
            raise BoardError(
                f"{shown(wrong)} is not a tile; tiles are the digits 0 to 9 and a to f, or numbers separated by spaces"
            )
        return [_DIGITS.index(letter) for letter in words]
    return [_number(word) for word in words]


def _number(word: str) -> int:
    if re.fullmatch(rf"[0-9]{{1,{_MOST_DIGITS}}}", word):
        return int(word)
    if len(word) == 1 and word.lower() in _DIGITS:
        return _DIGITS.index(word.lower())
    raise BoardError(f"{shown(word)} is not the number of a tile; the blank is 0")


def text_of(board: Board) -> str:
    """Write a board as the shortest text that is read back as the same board."""
    if board.cells <= len(_DIGITS):
        lines = ["".join(_DIGITS[tile] for tile in line) for line in board.lines()]
        return ("" if board.rows == board.columns else "/").join(lines)
    lines = [" ".join(map(str, line)) for line in board.lines()]
    return " ".join(lines) if board.rows == board.columns else " / ".join(lines)

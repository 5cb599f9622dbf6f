"""Texts in which puzzles of squares are passed around, as the fields of our JSON.

- Rows of numbers, a piece a line: its colours north, east, south, west, or its number before them. A first line with
  two numbers has the rows and columns; without it the board is a square. Colour 0 is the border.
- An address of a viewer with ``board_w``, ``board_h`` and ``board_edges``: four letters a place, ``a`` the border.
"""

import re
from math import isqrt
from typing import Any
from urllib.parse import parse_qs

from heuristan.edgematching.faults import PuzzleError

_MARK = "board_edges="
_NUMBERS = re.compile(r"(?:[ \t]*\d{1,4}){4,5}[ \t]*(?:\r?\n|$)", re.ASCII)
_SIZE = re.compile(r"[ \t]*\d{1,4}[ \t]+\d{1,4}[ \t]*\r?\n", re.ASCII)
_EMPTY = [0, 0, 0, 0]


def is_text_of_puzzle(head: str) -> bool:
    """Return whether a text begins like a puzzle."""
    size = _SIZE.match(head.lstrip())
    return _MARK in head or _NUMBERS.match(head.lstrip()[size.end() if size else 0 :]) is not None


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of a text's puzzle.

    Pieces with a border lie in a frame of colour 0 and may be turned; without one they have no frame and are not
    turned.

    Raises:
        PuzzleError: if it cannot be read; the message names the line.
    """
    if not text.strip():
        raise PuzzleError("the file is empty")
    rows, columns, pieces = _of_address(text) if _MARK in text else _of_rows(text)
    has_border = sum(piece.count(0) for piece in pieces) == 2 * (rows + columns)
    frame = 0 if has_border else None
    return {"rows": rows, "columns": columns, "turns": has_border, "frame": frame, "pieces": pieces}


def _of_rows(text: str) -> tuple[int, int, list[list[int]]]:
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    size = [int(word) for word in lines.pop(0)[1]] if len(lines[0][1]) == 2 else []
    width = len(lines[0][1]) if lines else 4
    for number, words in lines:
        if len(words) != width or not all(re.fullmatch(r"\d{1,4}", word, re.ASCII) for word in words):
            raise PuzzleError(f"line {number}: write {width} whole numbers, like the lines before")
    found = [list(map(int, words)) for _, words in lines]
    if width == 5:
        found.sort()
        if [row[0] for row in found] != list(range(1, len(found) + 1)):
            raise PuzzleError(f"the first number of a line is that of the piece; they must be 1 to {len(found)}")
    rows, columns = size or [isqrt(len(found))] * 2
    if not size and rows * columns != len(found):
        raise PuzzleError(f"{len(found)} pieces are no square; write the rows and columns in a first line")
    return rows, columns, [row[-4:] for row in found]


def _of_address(text: str) -> tuple[int, int, list[list[int]]]:
    fields = parse_qs(re.split(r"[#?]", text.strip())[-1], keep_blank_values=True)
    edges = fields["board_edges"][0].strip()
    try:
        rows, columns = (int(fields[key][0]) for key in ("board_h", "board_w"))
    except (KeyError, ValueError):
        raise PuzzleError("the address needs numbers in board_w and board_h") from None
    if not re.fullmatch("[a-z]+", edges) or len(edges) != 4 * rows * columns:
        raise PuzzleError(f"'board_edges' must have {4 * rows * columns} letters from a to z, four a place")
    pieces = [_colours(edges[at : at + 4]) for at in range(0, len(edges), 4)]
    if empty := pieces.count(_EMPTY):
        raise PuzzleError(f"{empty} places of the board are empty, so their pieces are not known")
    return rows, columns, pieces


def _colours(letters: str) -> list[int]:
    return [ord(letter) - ord("a") for letter in letters]

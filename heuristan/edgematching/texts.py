"""Texts in which puzzles of squares are passed around, as the fields of our JSON.

- Rows of numbers, a piece a line: its colours north, east, south, west, or its number before them. Colour 0 is the
  border. A first line may have the rows and columns, or one number for both; otherwise they follow from the border, or
  the board is a square. ``#`` and a line that begins with ``c`` are comments.
- Rows of four digits without spaces: north, west, east, south. A piece with ``@`` behind it lies in its place. A first
  line may have the rows and columns.
- An address of a viewer with ``board_edges``: four letters a place, ``a`` the border, and ``board_w`` and ``board_h``,
  or ``puzzle_size``.
"""

import re
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.placing import SQUARE_TURNS, in_rows_and_columns, turn_of

_MARK = "board_edges="
_SIZE = re.compile(r"(?:p tile )?(\d{1,2})(?:[\s,;]+(\d{1,2}))?", re.ASCII)
_PIECE = re.compile(r"\d{1,4}(?:[\s,;]+\d{1,4}){3,4}[,;]?", re.ASCII)
_TIGHT = re.compile(r"(\d{4})(\s*@)?", re.ASCII)
_EMPTY = [0, 0, 0, 0]
_SMALLEST_TIGHT = 4
"""The number of lines from which four digits a line are a puzzle."""


class _Line(NamedTuple):
    number: int
    text: str


def is_text_of_puzzle(head: str) -> bool:
    """Return whether a text begins like a puzzle."""
    _, lines = _split(_lines(head))
    if _MARK in head or _are_tight(lines):
        return True
    first = next((line.text for line in lines if not in_rows_and_columns(line.text)), "")
    return _PIECE.fullmatch(first) is not None


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of a text's puzzle.

    Pieces with a border lie in a frame of colour 0 and may be turned; without one they have no frame and are not
    turned.

    Raises:
        PuzzleError: if it cannot be read; the message names the line.
    """
    if not text.strip():
        raise PuzzleError("the file is empty")
    if _MARK in text:
        return _framed(*_of_address(text))
    size, lines = _split(_lines(text))
    return _of_digits(size, lines) if _are_tight(lines) else _of_rows(size, lines)


def _framed(rows: int, columns: int, pieces: list[list[int]]) -> dict[str, Any]:
    has_border = sum(piece.count(0) for piece in pieces) == 2 * (rows + columns)
    if has_border and min(rows, columns) > 1:
        _check_order(pieces)
    frame = 0 if has_border else None
    return {"rows": rows, "columns": columns, "turns": has_border, "frame": frame, "pieces": pieces}


def _check_order(pieces: list[list[int]]) -> None:
    """Refuse a piece with the border on opposite sides: then the edges are written in another order."""
    for number, (north, east, south, west) in enumerate(pieces, 1):
        if north == south == 0 or east == west == 0:
            raise PuzzleError(f"piece {number} has the border on opposite sides; write its edges clockwise from north")


def _lines(text: str) -> list[_Line]:
    """Return the lines without comments and empty ones."""
    lines = (_Line(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [line for line in lines if line.text and not re.match(r"c\b(?!:)", line.text)]


def _split(lines: list[_Line]) -> tuple[list[int], list[_Line]]:
    """Return the numbers of the first line if it states the size, else an empty list; and the other lines."""
    header = _SIZE.fullmatch(lines[0].text) if lines else None
    return ([int(word) for word in header.groups() if word], lines[1:]) if header else ([], lines)


def _are_tight(lines: list[_Line]) -> bool:
    return len(lines) >= _SMALLEST_TIGHT and all(_TIGHT.fullmatch(line.text) for line in lines)


def _of_digits(size: list[int], lines: list[_Line]) -> dict[str, Any]:
    found = [match for line in lines if (match := _TIGHT.fullmatch(line.text))]
    rows, columns = _sizes(size, len(found), 0)
    given = [
        {"piece": place + 1, "row": place // columns + 1, "column": place % columns + 1}
        for place, match in enumerate(found)
        if match[2]
    ]
    pieces = [[int(match[1][at]) for at in (0, 2, 3, 1)] for match in found]
    return {"rows": rows, "columns": columns, "frame": None, "pieces": pieces, "given": given}


def _of_rows(size: list[int], lines: list[_Line]) -> dict[str, Any]:
    given = [(line.number, match) for line in lines if (match := in_rows_and_columns(line.text))]
    pieces = _pieces([line for line in lines if not in_rows_and_columns(line.text)])
    fields = _framed(*_sizes(size, len(pieces), sum(piece.count(0) for piece in pieces)), pieces)
    return fields | {"given": [_given(number, match, fields) for number, match in given]}


def _pieces(lines: list[_Line]) -> list[list[int]]:
    words = [re.split(r"[\s,;]+", line.text.rstrip(",;")) for line in lines]
    width = 5 if words and len(words[0]) == 5 else 4
    for line, each in zip(lines, words, strict=True):
        if len(each) != width or not all(re.fullmatch(r"\d{1,4}", word, re.ASCII) for word in each):
            raise PuzzleError(f"line {line.number}: write {width} whole numbers, like the lines before")
    found = [list(map(int, each)) for each in words]
    if width == 5:
        found.sort()
        if [row[0] for row in found] != list(range(1, len(found) + 1)):
            raise PuzzleError(f"the first number of a line is that of the piece; they must be 1 to {len(found)}")
    return [row[-4:] for row in found]


def _sizes(size: list[int], count: int, borders: int) -> tuple[int, int]:
    """Return the rows and columns: those that are written (0 is none), or those of a frame with so many edges."""
    if any(size):
        if not all(size):
            raise PuzzleError("the first line has no rows or no columns; write both, or leave it out")
        return size[0], size[-1]
    for rows in range(1, isqrt(count) + 1):
        if rows * (columns := count // rows) == count and 2 * (rows + columns) == borders:
            return rows, columns
    if isqrt(count) ** 2 != count:
        raise PuzzleError(f"{count} pieces are no square; write the rows and columns in a first line")
    return isqrt(count), isqrt(count)


def _given(number: int, match: re.Match[str], fields: dict[str, Any]) -> dict[str, int]:
    """Return a piece whose place is given, from a line like those of `placing`."""
    rows, columns, turn = fields["rows"], fields["columns"], turn_of(match)
    if turn and not fields["turns"]:
        raise PuzzleError(f"line {number}: pieces without a border are not turned; leave out {match['turn']}")
    if turn >= len(SQUARE_TURNS):
        raise PuzzleError(f"line {number}: a piece is turned 0 to {len(SQUARE_TURNS) - 1} times, not {turn}")
    piece = int(match["piece"])
    if not 1 <= piece <= rows * columns:
        raise PuzzleError(f"line {number}: piece {piece} does not exist; pieces are numbered 1 to {rows * columns}")
    row, column = map(int, match["place"].split(","))
    if not (1 <= row <= rows and 1 <= column <= columns):
        raise PuzzleError(f"line {number}: place {match['place']} is outside the board of {rows} x {columns}")
    return {"piece": piece, "row": row, "column": column} | ({"turn": turn} if turn else {})


def _of_address(text: str) -> tuple[int, int, list[list[int]]]:
    [address] = [line for line in text.splitlines() if _MARK in line][:1]
    fields = parse_qs(re.split(r"[#?]", address.strip())[-1], keep_blank_values=True)
    edges = fields.get("board_edges", [""])[0].strip()
    try:
        rows, columns = (int(fields.get(key, fields.get("puzzle_size", [""]))[0]) for key in ("board_h", "board_w"))
    except ValueError:
        raise PuzzleError("the address needs numbers in board_w and board_h, or in puzzle_size") from None
    if not re.fullmatch("[a-z]+", edges) or len(edges) != 4 * rows * columns:
        raise PuzzleError(f"'board_edges' must have {4 * rows * columns} letters from a to z, four a place")
    pieces = [_colours(edges[at : at + 4]) for at in range(0, len(edges), 4)]
    if empty := pieces.count(_EMPTY):
        raise PuzzleError(f"{empty} places of the board are empty, so their pieces are not known")
    return rows, columns, pieces


def _colours(letters: str) -> list[int]:
    return [ord(letter) - ord("a") for letter in letters]

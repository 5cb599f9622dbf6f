"""Boards as people lay them out on lines: all tiles on one, or rows one below the other, perhaps below their size.

The valid board has every tile once, so the readings of a text are tried in turn, the usual ones first.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from math import isqrt
from typing import NamedTuple, TypeAlias, TypeVar

from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.sliding.boards import BLANK, DIGITS, LARGEST_SIDE, Board, BoardError

_NUMBER = re.compile(r"[0-9]{1,6}")
"""A number of a tile; longer ones fit no board, and Python refuses to read thousands of digits."""
_MARKS = ("_", ".", "*", "-", "x", "X")
"""Marks for the blank where no tile is 0, the clearest first."""
_SIZE = re.compile(r"([0-9]{1,2})(?:\s*[ x,]\s*([0-9]{1,2}))?")
"""A size like `3`, `3 3` or `3x3`."""
LONGEST = 16 * LARGEST_SIDE * LARGEST_SIDE
"""Maximum number of characters of a board on one line."""
_BETWEEN_TILES = re.compile(r"[\s,;|]+")
_WORD_OF_DIGITS = re.compile(r"[0-9a-fxA-FX_.*-]+")

T = TypeVar("T")
R = TypeVar("R")


class Line(NamedTuple):
    """A line of a text."""

    number: int
    """The number in the text, counted from 1."""
    text: str


class Entry(NamedTuple):
    """A board as it stands in a text."""

    line: int
    """The line at which it begins."""
    start: Board
    id: str | None = None
    fewest: int | None = None


class _Row(NamedTuple):
    """A line and its words."""

    line: Line
    words: Sequence[str]


Layout: TypeAlias = Callable[[Sequence[_Row]], list[Entry]]
"""Reads the boards of some rows; it may raise BoardError."""


def numbers_of(words: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of the tiles of a board, the blank as 0.

    Raises:
        BoardError: if one of them is not a tile.
    """
    has_blank = any(_NUMBER.fullmatch(word) and not int(word) for word in words)
    mark = None if has_blank else next((mark for mark in _MARKS if mark in words), None)
    return tuple(BLANK if word == mark else _number(word) for word in words)


def _number(word: str) -> int:
    if _NUMBER.fullmatch(word):
        return int(word)
    if len(word) == 1 and word.lower() in DIGITS:
        return DIGITS.index(word.lower())
    words = ", a name ends with a colon, and # begins a comment" if word.isalpha() and len(word) > 1 else ""
    raise BoardError(f"{shown(word)} is not the number of a tile; the blank is 0{words}")


def board_of_line(text: str) -> Board:
    """Read a board that is written on one line.

    Raises:
        BoardError: if the line is not a board.
    """
    if len(text) > LONGEST:
        raise BoardError(
            f"{len(text)} characters are too many for a board; the largest has {LARGEST_SIDE} x {LARGEST_SIDE} cells"
        )
    return _first_valid(_readings(text.strip()), lambda rows: _board(rows, shown(text.strip())))


def _first_valid(readings: Iterable[T], read: Callable[[T], R]) -> R:
    """Return the first reading that is valid.

    Raises:
        BoardError: if none is: the fault of the first.
    """
    first: BoardError | None = None
    for reading in readings:
        try:
            return read(reading)
        except BoardError as fault:
            first = first or fault
    raise first or BoardError("there is no board")


def _readings(text: str) -> Iterator[Sequence[Sequence[str]]]:
    """Yield the rows that a line may mean: rows between slashes, a single row to be divided, rows of digits."""
    if "/" in text:
        yield [_digits(_words(part)) for part in text.split("/")]
        return
    words = _words(text)
    yield [_digits(words)]
    if len(words) > 1 and len(words[0]) > 1 and all(len(word) == len(words[0]) for word in words):
        yield words


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN_TILES.split(text) if word]


def _digits(words: list[str]) -> Sequence[str]:
    """Return the digits of a single word that may have such; other words as they are."""
    return words[0] if len(words) == 1 and _WORD_OF_DIGITS.fullmatch(words[0]) else words


def _board(rows: Sequence[Sequence[str]], what: str) -> Board:
    """Return the board of some rows; a single one is divided, as that of a square.

    Args:
        rows: the rows.
        what: what they are, in messages.
    """
    numbers = numbers_of([word for row in rows for word in row])
    if len(rows) == 1:
        width = isqrt(len(numbers))
        if len(numbers) == 1:
            raise BoardError(f"{what} is one number; write the tiles below it or after it, the blank as 0")
        if not numbers or width * width != len(numbers):
            raise BoardError(
                f"{what} has {len(numbers)} tiles, which do not make a square; separate the rows of another board by "
                "slashes, like 123/450"
            )
        return Board(width, width, numbers)
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise BoardError(
                f"row {number} has {plural(len(row), 'tile')}, and row 1 has {width}; make the rows equally long, the "
                "blank as 0"
            )
    return Board(len(rows), width, numbers)


def boards_of(lines: Sequence[Line], read: Callable[[Line], Entry]) -> list[Entry]:
    """Read the boards of some lines: one on each, or in rows. Empty lines part boards.

    Args:
        lines: the lines.
        read: reads a line that is a board; it may raise BoardError.

    Raises:
        BoardError: if a part is no board; it has the line.
    """
    blocks = [list(block) for is_full, block in groupby(lines, lambda line: bool(line.text.strip())) if is_full]
    return [board for block in blocks for board in _of_block(block, read)] or [read(Line(1, ""))]


def _of_block(lines: Sequence[Line], read: Callable[[Line], Entry]) -> list[Entry]:
    """Read the boards of lines without an empty one between them; arguments and errors as of `boards_of`."""
    found: list[Entry] = []
    try:
        for line in lines:
            found.append(read(line))
    except BoardError as fault:
        rows = [_Row(line, _words(line.text)) for line in lines]
        try:
            return _first_valid(_layouts(rows), lambda read_rows: read_rows(rows))
        except BoardError as other:
            # the fault of a line is that of a board if a line beside it is one
            is_own = found or len(lines) == 1 or _is_read(lines[1], read)
            raise (fault.at(line.number) if is_own else other) from None
    return found


def _is_read(line: Line, read: Callable[[Line], Entry]) -> bool:
    try:
        read(line)
    except BoardError:
        return False
    return True


def _layouts(rows: Sequence[_Row]) -> list[Layout]:
    """Return the layouts of boards, the likeliest first: its fault is told if none fits."""
    layouts: list[Layout] = [_squares, _whole]
    size = _SIZE.fullmatch(rows[0].line.text.strip()) if len(rows) > 1 else None
    if size is not None:
        is_likely = len(rows[1].words) != len(rows[0].words) and all(int(side) > 1 for side in size.groups() if side)
        layouts.insert(0 if is_likely else 2, _of_size)
    return layouts


def _of_size(rows: Sequence[_Row]) -> list[Entry]:
    """Read a board below its size, however its tiles are divided into lines."""
    line, text = rows[0].line
    sides = [int(side) for side in re.findall("[0-9]+", text)]
    try:
        return [Entry(line, Board(sides[0], sides[-1], numbers_of([word for row in rows[1:] for word in row.words])))]
    except BoardError as fault:
        raise fault.at(line) from None


def _of_digits(rows: Sequence[_Row]) -> Sequence[_Row]:
    """Return rows of single words as rows of their digits."""
    if any(len(row.words) != 1 for row in rows) or len(rows[-1].words[0]) == 1:
        return rows
    return [row._replace(words=row.words[0]) for row in rows]


def _squares(rows: Sequence[_Row]) -> list[Entry]:
    """Read squares, one below the other."""
    found, start, rows = [], 0, _of_digits(rows)
    while start < len(rows):
        height = max(1, len(rows[start].words))
        found += _whole(rows[start : start + height])
        start += height
    return found


def _whole(rows: Sequence[_Row]) -> list[Entry]:
    """Read the rows of one board."""
    line = rows[0].line.number
    try:
        return [Entry(line, _board([row.words for row in _of_digits(rows)], "what begins here"))]
    except BoardError as fault:
        raise fault.at(line) from None

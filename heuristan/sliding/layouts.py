"""Boards as people lay them out on lines: all tiles on one, rows one below the other, a size before them.

The valid board has every tile once, so the readings of a text are tried in turn, the usual ones first.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, chain, groupby, takewhile
from math import isqrt
from string import ascii_lowercase
from typing import NamedTuple, TypeAlias, TypeVar

from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.sliding.boards import BLANK, DIGITS, LARGEST_SIDE, Board, BoardError

_NUMBER = re.compile(r"[0-9]{1,6}(\.0*)?")
"""A number of a tile; longer ones fit no board, and Python refuses to read thousands of digits. NumPy writes 1. or
1.0."""
_MARKS = (
    ("",), ("_", "__"), (".",), ("*",), ("-", "--", "-1"), ("□", "▢"), ("none", "null", "nan", "blank", "empty"),
    ("x",), ("b",),
)  # fmt: skip
"""Marks for the blank where no tile is 0, the clearest first. The letter b is a digit on 12 cells and more."""


def numbers_of(words: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of the tiles of a board, the blank as 0.

    Raises:
        BoardError: if one of them is not a tile.
    """
    lower = [word.lower() for word in words]
    mark = _mark(lower)
    others = [word for word in lower if word not in mark]
    if 0 < len(others) < len(words) and all(len(word) == 1 and word in ascii_lowercase for word in others):
        raise BoardError(_as_numbers(lower, mark))
    return tuple(BLANK if word.lower() in mark else _number(word) for word in words)


def _mark(words: Sequence[str]) -> tuple[str, ...]:
    """Return the mark of the blank, in all its forms; none if a tile is 0."""
    if any(_NUMBER.fullmatch(word) and not float(word) for word in words):
        return ()
    usable = _MARKS if len(words) < DIGITS.index("b") + 1 else _MARKS[:-1]
    return next((mark for mark in usable if any(word in mark for word in words)), ())


def _number(word: str) -> int:
    if _NUMBER.fullmatch(word):
        return int(word.partition(".")[0])
    if len(word) == 1 and word.lower() in DIGITS:
        return DIGITS.index(word.lower())
    words = ", a name ends with a colon, and # begins a comment" if word.isalpha() and len(word) > 1 else ""
    raise BoardError(f"{shown(word)} is not the number of a tile; the blank is 0{words}")


def _as_numbers(words: Sequence[str], mark: Sequence[str]) -> str:
    """Say how a board of letters is written in numbers."""
    numbers = (0 if word in mark else ascii_lowercase.index(word) + 1 for word in words)
    return f"letters are no tiles; write numbers, 1 for A: {' '.join(map(str, numbers))}"


LONGEST = 16 * LARGEST_SIDE * LARGEST_SIDE
"""Maximum number of characters of a board on one line."""
_BETWEEN_TILES = re.compile(r"[,;|/\t]")
_WORD_OF_DIGITS = re.compile(r"[0-9a-fxA-FX_.*□-]+")
_SIZE = re.compile(r"([0-9]{1,2})(?:\s*[ x,]\s*([0-9]{1,2}))?")
"""A size like `3`, `3 3` or `3x3`."""
_MOST_ROWS = 1 + LARGEST_SIDE * LARGEST_SIDE
"""Maximum number of lines of a board: its size, and a line for each tile."""
_COUNT = re.compile(r"[0-9]{1,7}")
"""A number of boards."""

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


def board_of_line(text: str) -> Board:
    """Read a board that is written on one line.

    Raises:
        BoardError: if the line is not a board.
    """
    check_length(text)
    return _first_valid(_readings(text.strip()), lambda rows: _board(rows, shown(text.strip())))


def check_length(text: str) -> None:
    """Check that a line is not too long for a board.

    Raises:
        BoardError: if it is.
    """
    if len(text) > LONGEST:
        raise BoardError(
            f"{len(text)} characters are too many for a board; the largest has {LARGEST_SIDE} x {LARGEST_SIDE} cells"
        )


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
    """Yield the rows that a line may mean: rows between separators, a single row to be divided, rows of digits."""
    if "/" in text:
        yield [_digits(_words(part)) for part in text.split("/")]
    for separator in ";|,":
        rows = [_words(part) for part in text.strip(separator).split(separator)]
        if len(rows) > 1 and all(len(row) > 1 for row in rows):
            yield rows
    words = _words(text)
    yield [_digits(words)]
    if _are_digits(words):
        yield words


def _words(text: str) -> list[str]:
    """Return the words of a line. An empty one between separators is kept: it may be the blank."""
    text = text.strip()
    if not _BETWEEN_TILES.search(text):
        return text.split()
    parts = [part.split() for part in _BETWEEN_TILES.split(text.removeprefix("|").removesuffix("|"))]
    # after the last comma nothing follows, but in a table each cell counts
    while parts and not parts[-1] and not text.startswith("|"):
        parts.pop()
    return [word for part in parts for word in part or [""]]


def _digits(words: list[str]) -> Sequence[str]:
    """Return the digits of a single word that may have such; other words as they are."""
    return words[0] if len(words) == 1 and _WORD_OF_DIGITS.fullmatch(words[0]) else words


def _are_digits(words: Sequence[str]) -> bool:
    """Return whether each word may be a row of digits."""
    return len(words) > 1 and len(words[0]) > 1 and all(len(word) == len(words[0]) for word in words)


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
    """Read the boards of some lines: one on each, or in rows. Empty lines may part boards, or rows.

    Args:
        lines: the lines.
        read: reads a line that is a board; it may raise BoardError.

    Raises:
        BoardError: if a part is no board; it has the line.
    """
    blocks = [list(block) for is_full, block in groupby(lines, lambda line: bool(line.text.strip())) if is_full]
    if not blocks:
        return [read(Line(1, ""))]
    try:
        return [board for block in blocks for board in _of_block(block, read)]
    except BoardError:
        if len(blocks) > 1:
            with suppress(BoardError):
                return _in_rows(chain(*blocks))
        raise


def _of_block(lines: Sequence[Line], read: Callable[[Line], Entry]) -> list[Entry]:
    """Read the boards of lines without an empty one between them; arguments and errors as of `boards_of`."""
    found: list[Entry] = []
    try:
        for line in lines:
            found.append(read(line))
    except BoardError as fault:
        try:
            return _in_rows(lines)
        except BoardError as other:
            # a faulty line is reported as a board if a line beside it is one
            is_own = found or len(lines) == 1 or _is_read(lines[1], read)
            raise (fault.at(line.number) if is_own else other) from None
    return found


def _is_read(line: Line, read: Callable[[Line], Entry]) -> bool:
    try:
        read(line)
    except BoardError:
        return False
    return True


def _in_rows(lines: Iterable[Line]) -> list[Entry]:
    """Read boards that are in rows, one below the other, with a size before each or their number before all."""
    rows = [_Row(line, words) for line in lines if (words := _words(line.text))]
    if not rows:
        raise BoardError("there is no tile")
    readings = [rows, list(_with_gaps(rows))]
    if all(len(row.words) == 1 for row in rows) and len(rows[-1].words[0]) > 1:
        readings.insert(0, [row._replace(words=row.words[0]) for row in rows])
    return _first_valid(readings, lambda rows: _first_valid(_layouts(rows), lambda layout: _counted(rows, layout)))


def _with_gaps(rows: Sequence[_Row]) -> Iterator[_Row]:
    """Yield the rows; one that has a tile less than the row beside it gets an empty word where the columns say so."""
    for place, row in enumerate(rows):
        full = [other for other in rows[max(0, place - 1) : place + 2] if len(other.words) == len(row.words) + 1]
        gaps = _gaps(row, full[0]) if full else set()
        yield row._replace(words=[*row.words[: min(gaps)], "", *row.words[min(gaps) :]]) if len(gaps) == 1 else row


def _gaps(row: _Row, full: _Row) -> set[int]:
    """Return the columns of a full row that a row may leave empty: the words of the others begin or end alike."""
    ends = [each.line.text.rstrip(" ")[-1:] in ",;\t" for each in (row, full)]
    if ends == [True, False]:
        return {len(row.words)}
    own, columns = ([word.span() for word in re.finditer(r"[^\s,;|]+", each.line.text)] for each in (row, full))
    return {
        gap
        for gap in range(len(columns))
        for end in (0, 1)
        if [span[end] for span in own] == [span[end] for span in (*columns[:gap], *columns[gap + 1 :])]
    }


_Layout: TypeAlias = Callable[[Sequence[_Row]], tuple[int, Board]]
"""Reads the first board of some rows, and returns the number of its rows with it; it may raise BoardError."""


def _layouts(rows: Sequence[_Row]) -> list[_Layout]:
    """Return the layouts of boards, the likeliest first: its fault is told if none fits."""
    layouts: list[_Layout] = [_of_rows, _of_all_rows, _of_line, _of_all_tiles]
    is_above = len(rows) > 1 and len(rows[1].words) != len(rows[0].words)
    size = _SIZE.fullmatch(rows[0].line.text.strip()) if is_above else None
    is_size = size is not None and all(int(side) > 1 for side in size.groups() if side)
    layouts.insert(0 if is_size else len(layouts), _of_size)
    return layouts


def _counted(rows: Sequence[_Row], layout: _Layout) -> list[Entry]:
    """Read boards one below the other, with their number before them if need be."""
    try:
        return list(_stacked(rows, layout))
    except BoardError:
        number = "".join(rows[0].words)
        try:
            found = list(_stacked(rows[1:], layout))
        except BoardError:
            found = []
        if found and _COUNT.fullmatch(number) and len(found) == int(number):
            return found
        raise


def _stacked(rows: Sequence[_Row], layout: _Layout) -> Iterator[Entry]:
    start = 0
    while start < len(rows):
        line = rows[start].line.number
        try:
            used, board = layout(rows[start : start + _MOST_ROWS])
        except BoardError as fault:
            raise fault.at(line) from None
        yield Entry(line, board)
        start += used


def _of_size(rows: Sequence[_Row]) -> tuple[int, Board]:
    """Read a size, and the tiles after it, however they are divided into lines."""
    size = _SIZE.fullmatch(rows[0].line.text.strip())
    if size is None:
        raise BoardError(f"{shown(rows[0].line.text.strip())} is not a size; write 3, or 3 4")
    height, width = int(size[1]), int(size[2] or size[1])
    counts = accumulate(len(row.words) for row in rows[1:])
    used = 2 + len(list(takewhile(lambda count: count < height * width, counts)))
    return used, Board(height, width, numbers_of([word for row in rows[1:used] for word in row.words]))


def _of_rows(rows: Sequence[_Row]) -> tuple[int, Board]:
    """Read the rows of a square."""
    height = len(rows[0].words)
    return height, _board([row.words for row in rows[:height]], _HERE)


def _of_all_rows(rows: Sequence[_Row]) -> tuple[int, Board]:
    return len(rows), _board([row.words for row in rows], _HERE)


def _of_all_tiles(rows: Sequence[_Row]) -> tuple[int, Board]:
    """Read the tiles of a square, however they are divided into lines."""
    return len(rows), _board([[word for row in rows for word in row.words]], _HERE)


def _of_line(rows: Sequence[_Row]) -> tuple[int, Board]:
    return 1, board_of_line(rows[0].line.text)


_HERE = "what begins here"

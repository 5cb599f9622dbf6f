"""Boards as people and programs lay them out: on a line, in rows below one another, below a size, or as lists.

Whatever it is becomes lines of text: a list of lists is a line with slashes between its rows, like `1 2 3 / 4 0 5`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.sliding.boards import BLANK, DIGITS, LARGEST_SIDE, Board, BoardError

LONGEST = 16 * LARGEST_SIDE * LARGEST_SIDE
"""Maximum number of characters of a board on one line."""
_NUMBER = re.compile(r"[0-9]{1,6}(\.0*)?")
"""A number of a tile; longer ones fit no board, and Python refuses to read thousands of digits. NumPy writes 1. or
1.0."""
_SIZE = re.compile(r"\s*([2-9]|[1-9][0-9])(?:\s*[ x,]\s*([2-9]|[1-9][0-9]))?\s*")
"""A size like `3`, `3 3` or `3x3`."""
_LIST = re.compile(r"[\[({][^\[\](){}]*[0-9][^\[\](){}]*[\s,;][^\[\](){}]*[\])}]")
_PART = re.compile(r"[\[({]|[\])}]|[^\[\](){}]+")
_DIMENSIONS = re.compile(r"\b([A-Za-z_]\w*+)(\s*\[\s*\w*\s*\])+")
"""A name with its dimensions, like `int[][]` or `tiles[3][3]`."""
_NAMED = re.compile(r"""(?:^|[\s"'])(?P<name>[A-Za-z][\w-]*)["']?\s*+[:=]\s*+[A-Za-z_. ]*+$""")
"""A name before a list, perhaps with what makes the list: `board = np.array`."""
_STRAY = re.compile(r"(?<!\w)[0-9][^\s,;]*")
_OBJECT = re.compile(r'\s*(\[\s*)?\{\s*"[^"]*"\s*:')


class Line(NamedTuple):
    """A line of a text."""

    number: int
    """The number in the text, counted from 1."""
    text: str


def lines_in(text: str) -> Iterator[Line]:
    """Yield the lines of a text without comments; a list is a line, with its name before it as in `name: 1 2 / 0 3`.

    Raises:
        BoardError: if brackets do not pair, or a number stands beside a list; it has the line.
    """
    if _OBJECT.match(text):
        raise BoardError("this is a JSON object; write the board alone, like [[1, 2, 3], [4, 0, 5], [7, 8, 6]]").at(1)
    lines = [line.partition("#")[0].rstrip(" \r") for line in text.split("\n")]
    plain = "\n".join(lines)
    return _lists_in(_DIMENSIONS.sub(r"\1", plain)) if has_list(plain) else map(Line, range(1, len(lines) + 1), lines)


def has_list(text: str) -> bool:
    """Return whether a text has a list: numbers between brackets."""
    return _LIST.search(text) is not None


class _List:
    """A list that is being read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.text = ""
        self.rows: list[str] = []
        self.has_lists = False


def _lists_in(text: str) -> Iterator[Line]:
    """Yield a line for each list of lists, and for each list that is in no other; other words are passed over."""
    number, name = 1, ""
    around: list[_List] = []
    for part in _PART.findall(text):
        if part in "[({":
            if around:
                around[-1].has_lists = True
                _check_beside(around[-1].text, around[-1].line)
            around.append(_List(number))
        elif part not in "])}":
            named = _NAMED.search(part)
            name = f"{named['name']}: " if named else name
            if around and not around[-1].has_lists:
                around[-1].text = part
            else:
                _check_beside(part, number)
        elif not around:
            raise BoardError(f"{part} closes a list that does not begin; take it away").at(number)
        else:
            done = around.pop()
            row = "" if done.has_lists else re.sub(r"""["'`,\s]+""", " ", done.text).strip()
            if row and around:
                around[-1].rows.append(row)
            elif row or done.rows:
                yield Line(done.line, name + " / ".join(done.rows or [row]))
                name = ""
        number += part.count("\n")
    if around:
        raise BoardError("the list that begins here does not end; close its bracket").at(around[-1].line)


def _check_beside(text: str, number: int) -> None:
    """Refuse a number that stands beside a list: it may be a tile."""
    stray = _STRAY.search(text)
    if stray:
        fault = BoardError(f"{shown(stray[0])} stands beside a list; write a list for each row")
        raise fault.at(number + text.count("\n", 0, stray.start()))


def board_of_line(text: str) -> Board:
    """Read a board that is written on one line, its rows separated by slashes or semicolons if it has several.

    Raises:
        BoardError: if the line is not a board.
    """
    if len(text) > LONGEST:
        raise BoardError(
            f"{len(text)} characters are too many for a board; the largest has {LARGEST_SIDE} x {LARGEST_SIDE} cells"
        )
    rows = re.split("[/;]", text.strip().rstrip(";"))
    if len(rows) > 1:
        return _board(rows)
    tiles = _numbers_of(_words(text))
    width = isqrt(len(tiles))
    if len(tiles) == 1:
        raise BoardError(f"{shown(text.strip())} is one number; write the tiles below it or after it, the blank as 0")
    if not tiles or width * width != len(tiles):
        raise BoardError(
            f"{shown(text.strip())} has {len(tiles)} tiles, which do not make a square; separate the rows of another "
            "board by slashes, like 123/450"
        )
    return Board(width, width, tiles)


def board_in_rows(lines: Sequence[Line]) -> Board:
    """Read a board whose rows stand below one another, or its tiles below its size.

    Raises:
        BoardError: if the lines are not a board.
    """
    size = _SIZE.fullmatch(lines[0].text)
    if size is not None and len(lines) > 1:
        height, width = int(size[1]), int(size[2] or size[1])
        tiles = [word for line in lines[1:] for word in _split(line.text)]
        if len(tiles) == height * width or len(_split(lines[0].text)) != len(_split(lines[1].text)):
            return Board(height, width, _numbers_of(tiles))
    return _board([line.text for line in lines])


def _board(lines: Iterable[str]) -> Board:
    rows = [_words(line) for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BoardError(
                f"row {number} has {plural(len(row), 'tile')}, and row 1 has {len(rows[0])}; make the rows equally "
                "long, the blank as 0"
            )
    return Board(len(rows), len(rows[0]), _numbers_of([word for row in rows for word in row]))


def _split(text: str) -> list[str]:
    return re.split(r"[\s,|]+", text.strip(" \t,|\r"))


def _words(text: str) -> Sequence[str]:
    """Return the tiles of a row as texts: words, or the digits of a single word."""
    words = _split(text)
    return words[0] if len(words) == 1 and re.fullmatch(r"[0-9a-fA-F_.x*-]*", words[0]) else words


def _numbers_of(words: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of tiles, with 0 for the blank. If no tile is 0, one word may stand for the blank.

    Raises:
        BoardError: if another word is not a tile.
    """
    numbers = [_number(word) for word in words]
    others = [word for word, number in zip(words, numbers, strict=True) if number is None]
    is_mark = others and (len(others[0]) == 1 or others[0].lower() in ("none", "null"))
    is_blank = len(others) == 1 and is_mark and BLANK not in numbers
    if others and not is_blank:
        advice = ", a name ends with a colon, and # begins a comment" if others[0].isalpha() else ""
        raise BoardError(f"{shown(others[0])} is not the number of a tile; the blank is 0{advice}")
    return tuple(BLANK if number is None else number for number in numbers)


def _number(word: str) -> int | None:
    if _NUMBER.fullmatch(word):
        return int(word.partition(".")[0])
    return DIGITS.index(word.lower()) if len(word) == 1 and word.lower() in DIGITS else None


class Entry(NamedTuple):
    """A board or a goal as it stands in a text."""

    line: int
    """The line at which it begins."""
    board: Board | str
    """The board; of a goal it may be a word."""
    id: str | None = None
    fewest: int | None = None

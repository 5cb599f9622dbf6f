"""Tiles as people write them: numbers, hexadecimal digits, and marks for the blank."""

import re
from collections.abc import Sequence
from string import ascii_lowercase

from heuristan.common.quoting import shown
from heuristan.sliding.boards import BLANK, BoardError

DIGITS = "0123456789abcdef"
"""Hexadecimal digits, the tiles of boards of up to 16 cells."""
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

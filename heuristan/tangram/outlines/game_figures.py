"""Figure files of tangram games in general: lines of numbers, each piece by its place and turn."""

import re
from collections.abc import Iterator, Sequence
from math import cos, sin
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.files import opened, records_of
from heuristan.common.plain_yaml import shown
from heuristan.tangram.puzzle.drawing import AUTHORS, DrawnPiece, Origin, Vector

LONGEST_LINE = 64 * 1024
"""Maximum length of a line, in bytes."""

AUTHORS_PIECES = Origin(AUTHORS)

FARTHEST = 1e9
"""Maximum absolute value of a coordinate or angle."""

_NUMBER = re.compile(r"[-+]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][-+]?\d{1,3})?", re.ASCII)


class FigureError(ValueError):
    """A fault of one figure, with the smallest fix."""


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, with their numbers; lines that are not UTF-8 are read as Latin-1.

    Raises:
        InputError: if a line is too long for any figure.
    """
    with opened(path) as file:
        for number, line in records_of(file, LONGEST_LINE):
            if line is None:
                raise InputError(f"{path}:{number}: the line is longer than {LONGEST_LINE // 1024} KiB")
            if line.strip():
                yield number, decoded(line).strip()


def decoded(line: bytes) -> str:
    """Decode a line of UTF-8, else of Latin-1."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def is_number(token: str) -> bool:
    return _NUMBER.fullmatch(token) is not None


def number_of(token: str, what: str) -> float:
    """Parse a number.

    Raises:
        FigureError: if the token is not a number, or is above FARTHEST.
    """
    if not is_number(token):
        raise FigureError(f"{what} is {shown(token)}; write a number")
    found = float(token)
    if abs(found) > FARTHEST:
        raise FigureError(f"{what} is {shown(token)}; write a number below {FARTHEST:g}")
    return found


def flag_of(token: str, what: str) -> bool:
    """Parse a flag, 0 or 1.

    Raises:
        FigureError: if the token is neither 0 nor 1.
    """
    if token not in ("0", "1"):
        raise FigureError(f"{what} is {shown(token)}; write 0 or 1")
    return token == "1"


def laid_piece(
    name: str, vertices: Sequence[Vector], place: Vector, turn: float, *, mirrored: bool, scale: float = 1.0
) -> DrawnPiece:
    """Return a piece that is mirrored left to right or not, then turned about its handle, then put in its place.

    Args:
        name: the name of the piece.
        vertices: its vertices before that, the handle at the origin, in small legs, y down.
        place: where the handle goes, in the file's unit.
        turn: in radians, clockwise on the screen.
        mirrored: whether it is mirrored.
        scale: small legs to the file's unit.
    """
    c, s = scale * cos(turn), scale * sin(turn)
    flipped = [(-u if mirrored else u, v) for u, v in vertices]
    return DrawnPiece(name, tuple((place[0] + u * c - v * s, place[1] + u * s + v * c) for u, v in flipped))

"""Figure files of two games, gTans and Peces (docs/formats/games.md): solved figures, each piece by its place and turn.

Those of gTans have no names; those of Peces have, and may be of several sets of tans.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import opened, read_head, records_of
from heuristan.common.quoting import shown
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import AUTHORS, Drawing, LaidPiece, Origin, Refusal, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS

LONGEST_LINE = 64 * 1024
"""Maximum length of a line, in bytes."""

AUTHORS_PIECES = Origin(AUTHORS)

FARTHEST = 1e9
"""Maximum absolute value of a coordinate or angle."""

_NUMBER = re.compile(r"[-+]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][-+]?\d{1,3})?", re.ASCII)


class FigureError(ValueError):
    """A fault of one figure, with the smallest fix."""


class Placed(NamedTuple):
    """A piece as a game places it."""

    name: str
    place: complex
    angle: float
    """In the file's unit."""
    is_flipped: bool
    line: int
    """Its line in the file."""


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
) -> LaidPiece:
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
    return LaidPiece(name, tuple((place[0] + u * c - v * s, place[1] + u * s + v * c) for u, v in flipped))


def recognises(head: bytes) -> bool:
    """Return whether a file starts like those of gTans, or of Peces."""
    return _is_of_gtans(head) or _is_of_peces(head)


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the figures of a file of gTans or Peces, one after the other.

    Raises:
        InputError: if the file does not start as it should, or is of another of the many puzzles that Peces has.
    """
    return (_read_gtans if _is_of_gtans(read_head(path)) else _read_peces)(path)


FULL_TURN = 65536
MAGIC = b"gTans"


class _Kind(NamedTuple):
    name: str
    vertices: tuple[Vector, ...]
    handle: Vector

    @property
    def about_handle(self) -> list[Vector]:
        x, y = self.handle
        return [(u - x, v - y) for u, v in self.vertices]


def _gtans_triangle(name: str, leg: float) -> _Kind:
    return _Kind(name, ((0, 0), (leg, 0), (0, leg)), (leg / 3, leg / 3))


_ROOT, _HALF = sqrt(2), sqrt(0.5)
_GTANS = {
    "0": _gtans_triangle("large-triangle", 2),
    "1": _gtans_triangle("medium-triangle", _ROOT),
    "2": _Kind("square", ((0, 0), (1, 0), (1, 1), (0, 1)), (0.5, 0.5)),
    "3": _Kind(
        "parallelogram", ((0, _HALF), (_HALF, 0), (_HALF, _ROOT), (0, _HALF + _ROOT)), (_HALF / 2, (_HALF + _ROOT) / 2)
    ),
    "4": _gtans_triangle("small-triangle", 1),
}


@dataclass
class _GtansFigure:
    """The words of a figure: a few more than a good one has, so that no file fills the memory."""

    line: int
    header: list[str] = field(default_factory=list)
    pieces: list[tuple[int, list[str]]] = field(default_factory=list)
    """The line of each piece, and its words."""


def _is_of_gtans(head: bytes) -> bool:
    """Return whether a file starts like those of gTans."""
    return head.lstrip().startswith(MAGIC)


def _read_gtans(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the figures of a file of gTans.

    A figure has the name of the file and its number, from 001. Its unit is the small leg, y runs down.

    Raises:
        InputError: if the file does not start as it should.
    """
    words = ((number, word) for number, line in lines_of(path) for word in line.split())
    opening = [word for _, word in (next(words, (1, "")) for _ in range(3))]
    if opening[0] != MAGIC.decode() or not opening[1].startswith("v1.") or not is_number(opening[2]):
        raise InputError(
            f"{path}:1: the file starts with {shown(' '.join(opening))}; a file of gTans starts like 'gTans v1.0 12'"
        )
    for number, figure in enumerate(_gtans_figures(words), 1):
        id = f"{path.stem}-{number:03}"
        try:
            laid = tuple(_gtans_pieces(figure))
            yield Drawing(id, (), laid, y_down=True, sets=1, pieces=TANGRAM, leg=1.0, origin=AUTHORS_PIECES)
        except FigureError as fault:
            yield Refusal(id, f"{path}:{figure.line}: figure {number}: {fault}")


def _gtans_figures(words: Iterator[tuple[int, str]]) -> Iterator[_GtansFigure]:
    """Yield the words by figure: a word after a whole piece that does not begin a piece begins the next figure."""
    figure: _GtansFigure | None = None
    for line, word in words:
        if figure is not None and word != "p" and figure.pieces and len(figure.pieces[-1][1]) == 5:
            yield figure
            figure = None
        figure = figure or _GtansFigure(line)
        if word == "p":
            figure.pieces[8:] = [(line, [])]
        elif figure.pieces:
            figure.pieces[-1][1].append(word)
        else:
            figure.header[4:] = [word]
    if figure is not None:
        yield figure


def _gtans_pieces(figure: _GtansFigure) -> Iterator[LaidPiece]:
    if len(figure.header) != 3:
        raise FigureError("the figure should start with three numbers, like '1 1 1024', and then have its pieces")
    stock = Counter(_GTANS[words[0]].name for _, words in figure.pieces if words and words[0] in _GTANS)
    for line, words in figure.pieces:
        try:
            yield _gtans_piece(words)
        except FigureError as fault:
            raise FigureError(f"{fault} (line {line})") from None
    if stock != TANGRAM.stock(1):
        raise FigureError("these are not the seven tans; the types are 0 0 1 2 3 4 4, in any order")


def _gtans_piece(words: list[str]) -> LaidPiece:
    if len(words) != 5:
        raise FigureError(f"a piece has {len(words)} numbers; write type, flip, x, y and turn after its 'p'")
    if words[0] not in _GTANS:
        raise FigureError(f"a piece has the type {shown(words[0])}; the types are 0 to 4")
    kind, mirrored = _GTANS[words[0]], flag_of(words[1], "the flip of a piece")
    x, y, turn = (
        number_of(word, f"the {what} of a piece") for word, what in zip(words[2:], ("x", "y", "turn"), strict=True)
    )
    # the file turns counter-clockwise
    return laid_piece(kind.name, kind.about_handle, (x, y), -turn * 2 * pi / FULL_TURN, mirrored=mirrored)


LOOKED_AT = 20
"""Number of figures at the start of a file that show of which puzzle it is."""

LONGEST_NAME = 60
"""Maximum length of a figure's own name in its id, in characters."""


def _peces_triangle(leg: float) -> tuple[Vector, ...]:
    return ((leg * 2 / 3, leg / 3), (-leg / 3, leg / 3), (-leg / 3, -leg * 2 / 3))


_PECES: dict[str, tuple[str, tuple[Vector, ...]]] = {
    "1": ("square", ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))),
    "2": ("small-triangle", _peces_triangle(1)),
    "3": ("medium-triangle", _peces_triangle(sqrt(2))),
    "4": ("large-triangle", _peces_triangle(2)),
    "5": ("parallelogram", ((0, 0.5), (-1, 0.5), (0, -0.5), (1, -0.5))),
}
"""The pieces of the classic set by type: name, and vertices in small legs, y down, with the handle at the origin."""


class _PecesFigure(NamedTuple):
    line: int
    name: str
    words: list[str]
    """The scale, then five numbers a piece; empty if they are missing."""


class _OtherPiecesError(FigureError):
    """The pieces are those of another puzzle."""


def _is_of_peces(head: bytes) -> bool:
    """Return whether one of the first lines has pieces as Peces writes them, and the next one its level."""
    lines = [decoded(line).split() for line in head.split(b"\n", 40)[:40]]
    return any(
        len(words) >= 6 and len(words) % 5 == 1 and all(map(is_number, words)) and _is_level(after)
        for words, after in pairwise(lines)
    )


def _read_peces(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the figures of a file of Peces.

    A figure's id is the name of the file, its number from 0001 and its own name, which others may share. The unit is
    the file's own, pixels, and y runs down.

    Raises:
        InputError: if the first figures are of another of the many puzzles that Peces has.
    """
    found = (_peces_drawing(path, number, figure) for number, figure in enumerate(_peces_figures(lines_of(path)), 1))
    first = list(islice(found, LOOKED_AT))
    if first and all(is_other for _, is_other in first):
        refusal = first[0][0]
        assert isinstance(refusal, Refusal)
        raise InputError(refusal.message)
    yield from (one for one, _ in chain(first, found))


def _peces_figures(lines: Iterable[tuple[int, str]]) -> Iterator[_PecesFigure]:
    """Yield the lines by figure: the name, the pieces, and the level, which is not used."""
    name: tuple[int, str] | None = None
    for line, text in lines:
        words = text.split()
        if len(words) > 4 and sum(map(is_number, words)) * 2 > len(words):
            yield _PecesFigure(line, name[1] if name else "", words)
            name = None
        elif not _is_level(words):
            if name is not None:
                yield _PecesFigure(*name, [])
            name = line, text
    if name is not None:
        yield _PecesFigure(*name, [])


def _is_level(words: list[str]) -> bool:
    return len(words) in (2, 3) and all(word.isdecimal() for word in words)


def _peces_drawing(path: Path, number: int, figure: _PecesFigure) -> tuple[Drawing | Refusal, bool]:
    """Return the figure or its refusal, and whether it is refused because it is of another puzzle."""
    name = "".join(filter(str.isprintable, figure.name))[:LONGEST_NAME].strip()
    id = f"{path.stem}-{number:04}" + (f"-{name}" if name else "")
    try:
        sets = _sets_of(figure.words)
        scale = number_of(figure.words[0], "the scale")
        if scale <= 0:
            raise FigureError("the scale is not above zero; write the pixels of a small leg, like 58")
        pieces = tuple(_peces_piece(figure.words[i : i + 5], scale) for i in range(1, len(figure.words), 5))
        drawing = Drawing(id, (), pieces, True, sets, TANGRAM, leg=scale, origin=AUTHORS_PIECES)
        return drawing, False
    except FigureError as fault:
        return Refusal(id, f"{path}:{figure.line}: {fault}"), isinstance(fault, _OtherPiecesError)


def _sets_of(words: list[str]) -> int:
    """Return the number of sets of tans that the pieces are.

    Raises:
        FigureError: if they are not a whole number of sets.
    """
    if not words:
        raise FigureError("the figure has a name but no pieces; add the line with them, or remove the name")
    if len(words) % 5 != 1:
        raise FigureError(f"the line has {len(words)} numbers; it should have the scale, and five for each piece")
    types = Counter(words[1::5])
    sets = min(types["1"], MOST_SETS)
    stock = TANGRAM.stock(sets)
    if sets and types == Counter({kind: stock[name] for kind, (name, _) in _PECES.items()}):
        return sets
    listed = " ".join(sorted(filter(str.isprintable, types), key=lambda kind: (len(kind), kind))[:12])
    raise _OtherPiecesError(
        f"these are not the seven tans but pieces of another puzzle (types {listed[:80]}); "
        "the tans are types 1 to 5, as in the files t7.fig and t14.fig"
    )


def _peces_piece(words: list[str], scale: float) -> LaidPiece:
    name, vertices = _PECES[words[0]]
    x, y, turn = (
        number_of(word, f"the {what} of a piece") for word, what in zip(words[1:4], ("x", "y", "turn"), strict=True)
    )
    mirrored = flag_of(words[4], "the mirroring of a piece")
    return laid_piece(name, vertices, (x, y), turn, mirrored=mirrored, scale=scale)

"""Figure files of two games, gTans and Peces (docs/formats/games.md): solved figures, each piece by its place and turn.

Those of gTans have no names; those of Peces have, and may be of several sets of tans.
"""

import re
from cmath import rect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from math import pi, sqrt
from pathlib import Path
from typing import NamedTuple, TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.files import opened, read_head, records_of
from heuristan.common.quoting import shown
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import AUTHORS, Drawing, LaidPiece, Origin, Refusal
from heuristan.tangram.puzzle.puzzle import MOST_SETS

LONGEST_LINE = 64 * 1024
"""Maximum length of a line, in bytes."""

AUTHORS_PIECES = Origin(AUTHORS)

Form: TypeAlias = tuple[complex, ...]
"""Vertices."""

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


FULL_TURN = 65536
MAGIC = b"gTans"
LOOKED_AT = 20
"""Number of figures at the start of a file that show of which puzzle it is."""

LONGEST_NAME = 60
"""Maximum length of a figure's own name in its id, in characters."""

_ROOT, _HALF = sqrt(2), sqrt(0.5)


class Game(NamedTuple):
    """The pieces of a game: their types, places and turns. Some games mirror a piece before they turn it."""

    forms: dict[str, tuple[str, Form]]
    """The name of each type, and its vertices about the centre in small legs, y down."""
    turn: float
    """Its unit of turns in radians; clockwise on the screen is positive."""
    order: tuple[int, ...]
    """Where type, x, y, turn and flip stand among the words of a piece."""
    flip: str
    """The word for the flip."""


def _forms(types: str, triangle: Form, parallelogram: Form) -> dict[str, tuple[str, Form]]:
    """Return the pieces by their types, about their centres.

    Args:
        types: the names of the pieces, those of triangles without that word, in the order of their types.
        triangle: the vertices of the small one.
        parallelogram: its vertices.
    """
    sizes = {"large": 2.0, "medium": _ROOT, "small": 1.0}
    found = {}
    for type, name in enumerate(types.split(), int(types.startswith("square"))):
        form = tuple(sizes[name] * z for z in triangle) if name in sizes else parallelogram
        form = (1 + 1j, 1j, 0, 1) if name == "square" else form
        middle = sum(form) / len(form)
        found[str(type)] = f"{name}-triangle" if name in sizes else name, tuple(z - middle for z in form)
    return found


GTANS = Game(
    _forms(
        "large medium square parallelogram small", (0, 1, 1j), (_HALF * 1j, _HALF, _HALF + _ROOT * 1j, 3 * _HALF * 1j)
    ),
    -2 * pi / FULL_TURN,
    (0, 2, 3, 4, 1),
    "flip",
)
PECES = Game(
    _forms("square small medium large parallelogram", (1, 0, -1j), (0.5j, -1 + 0.5j, -0.5j, 1 - 0.5j)),
    1.0,
    (0, 1, 2, 3, 4),
    "mirroring",
)


def laid_piece(name: str, form: Form, place: complex, turn: complex, *, is_mirrored: bool) -> LaidPiece:
    """Return a piece that is mirrored left to right or not, then turned about its centre, then put in its place.

    Args:
        name: the name of the piece.
        form: its vertices about the centre, in small legs, y down.
        place: where the centre goes, in the file's unit.
        turn: as a complex number, as long as a small leg in the file's unit.
        is_mirrored: whether it is mirrored.
    """
    vertices = (place + turn * (-z.conjugate() if is_mirrored else z) for z in map(complex, form))
    return LaidPiece(name, tuple((z.real, z.imag) for z in vertices))


def _laid(game: Game, words: Sequence[str], leg: float = 1.0) -> LaidPiece:
    """Return the piece that words describe.

    Raises:
        FigureError: if they describe none.
    """
    if len(words) != len(game.order):
        raise FigureError(f"a piece has {len(words)} numbers; write type, flip, x, y and turn after its 'p'")
    type, x, y, turn, flip = (words[i] for i in game.order)
    if type not in game.forms:
        raise FigureError(f"a piece has the type {shown(type)}; the types are 0 to 4")
    if flip not in ("0", "1"):
        raise FigureError(f"the {game.flip} of a piece is {shown(flip)}; write 0 or 1")
    place = complex(number_of(x, "the x of a piece"), number_of(y, "the y of a piece"))
    turned = rect(leg, game.turn * number_of(turn, "the turn of a piece"))
    return laid_piece(*game.forms[type], place, turned, is_mirrored=flip == "1")


def recognises(head: bytes) -> bool:
    """Return whether a file starts like those of gTans, or has pieces in an early line as Peces writes them."""
    if head.lstrip().startswith(MAGIC):
        return True
    lines = [decoded(line).split() for line in head.split(b"\n", 40)[:40]]
    return any(
        len(words) >= 6 and len(words) % 5 == 1 and all(map(is_number, words)) and _is_level(after)
        for words, after in pairwise(lines)
    )


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the figures of a file of gTans or Peces, one after the other.

    The id of one of gTans is the name of the file and its number, from 001; its unit is the small leg. That of one of
    Peces has its own name too, which others may share; the unit is the file's own, pixels. y runs down.

    Raises:
        InputError: if the file does not start as it should, or is of another of the many puzzles that Peces has.
    """
    return (_read_gtans if read_head(path).lstrip().startswith(MAGIC) else _read_peces)(path)


def _read_gtans(path: Path) -> Iterator[Drawing | Refusal]:
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


@dataclass
class _GtansFigure:
    """The words of a figure: a few more than a good one has, so that no file fills the memory."""

    line: int
    header: list[str] = field(default_factory=list)
    pieces: list[tuple[int, list[str]]] = field(default_factory=list)
    """The line of each piece, and its words."""


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
    stock = Counter[str | None]()
    for line, words in figure.pieces:
        try:
            piece = _laid(GTANS, words)
        except FigureError as fault:
            raise FigureError(f"{fault} (line {line})") from None
        stock[piece.name] += 1
        yield piece
    if stock != TANGRAM.stock(1):
        raise FigureError("these are not the seven tans; the types are 0 0 1 2 3 4 4, in any order")


class _PecesFigure(NamedTuple):
    line: int
    name: str
    words: list[str]
    """The scale, then five numbers a piece; empty if they are missing."""


class _OtherPiecesError(FigureError):
    """The pieces are those of another puzzle."""


def _read_peces(path: Path) -> Iterator[Drawing | Refusal]:
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
        pieces = tuple(_laid(PECES, figure.words[i : i + 5], scale) for i in range(1, len(figure.words), 5))
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
    if sets and types == Counter({kind: stock[name] for kind, (name, _) in PECES.forms.items()}):
        return sets
    listed = " ".join(sorted(filter(str.isprintable, types), key=lambda kind: (len(kind), kind))[:12])
    raise _OtherPiecesError(
        f"these are not the seven tans but pieces of another puzzle (types {listed[:80]}); "
        "the tans are types 1 to 5, as in the files t7.fig and t14.fig"
    )

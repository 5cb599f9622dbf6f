"""Figure files of the game gTans (docs/formats/games.md): solved figures, without names."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import pi, sqrt
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.plain_yaml import shown
from heuristan.tangram.outlines.game_figures import (
    AUTHORS_PIECES,
    FigureError,
    flag_of,
    is_number,
    laid_piece,
    lines_of,
    number_of,
)
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, DrawnPiece, Refusal, Vector

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


def _triangle(name: str, leg: float) -> _Kind:
    return _Kind(name, ((0, 0), (leg, 0), (0, leg)), (leg / 3, leg / 3))


_ROOT, _HALF = sqrt(2), sqrt(0.5)
_KINDS = {
    "0": _triangle("large-triangle", 2),
    "1": _triangle("medium-triangle", _ROOT),
    "2": _Kind("square", ((0, 0), (1, 0), (1, 1), (0, 1)), (0.5, 0.5)),
    "3": _Kind(
        "parallelogram", ((0, _HALF), (_HALF, 0), (_HALF, _ROOT), (0, _HALF + _ROOT)), (_HALF / 2, (_HALF + _ROOT) / 2)
    ),
    "4": _triangle("small-triangle", 1),
}


@dataclass
class _Figure:
    """The words of a figure: a few more than a good one has, so that no file fills the memory."""

    line: int
    header: list[str] = field(default_factory=list)
    pieces: list[tuple[int, list[str]]] = field(default_factory=list)
    """The line of each piece, and its words."""


def recognises(head: bytes) -> bool:
    """Return whether a file starts like those of gTans."""
    return head.lstrip().startswith(MAGIC)


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the figures of a file of gTans, one after the other.

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
    for number, figure in enumerate(_figures(words), 1):
        id = f"{path.stem}-{number:03}"
        try:
            laid = tuple(_pieces(figure))
            yield Drawing(id, (), laid, y_down=True, sets=1, pieces=TANGRAM, leg=1.0, origin=AUTHORS_PIECES)
        except FigureError as fault:
            yield Refusal(id, f"{path}:{figure.line}: figure {number}: {fault}")


def _figures(words: Iterator[tuple[int, str]]) -> Iterator[_Figure]:
    """Yield the words by figure: a word after a whole piece that does not begin a piece begins the next figure."""
    figure: _Figure | None = None
    for line, word in words:
        if figure is not None and word != "p" and figure.pieces and len(figure.pieces[-1][1]) == 5:
            yield figure
            figure = None
        figure = figure or _Figure(line)
        if word == "p":
            figure.pieces[8:] = [(line, [])]
        elif figure.pieces:
            figure.pieces[-1][1].append(word)
        else:
            figure.header[4:] = [word]
    if figure is not None:
        yield figure


def _pieces(figure: _Figure) -> Iterator[DrawnPiece]:
    if len(figure.header) != 3:
        raise FigureError("the figure should start with three numbers, like '1 1 1024', and then have its pieces")
    stock = Counter(_KINDS[words[0]].name for _, words in figure.pieces if words and words[0] in _KINDS)
    for line, words in figure.pieces:
        try:
            yield _piece(words)
        except FigureError as fault:
            raise FigureError(f"{fault} (line {line})") from None
    if stock != TANGRAM.stock(1):
        raise FigureError("these are not the seven tans; the types are 0 0 1 2 3 4 4, in any order")


def _piece(words: list[str]) -> DrawnPiece:
    if len(words) != 5:
        raise FigureError(f"a piece has {len(words)} numbers; write type, flip, x, y and turn after its 'p'")
    if words[0] not in _KINDS:
        raise FigureError(f"a piece has the type {shown(words[0])}; the types are 0 to 4")
    kind, mirrored = _KINDS[words[0]], flag_of(words[1], "the flip of a piece")
    x, y, turn = (
        number_of(word, f"the {what} of a piece") for word, what in zip(words[2:], ("x", "y", "turn"), strict=True)
    )
    # the file turns counter-clockwise
    return laid_piece(kind.name, kind.about_handle, (x, y), -turn * 2 * pi / FULL_TURN, mirrored=mirrored)

"""Figure files of the game Peces (docs/formats/games.md): solved figures with a name, of one set of tans or several."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.game_figures import (
    AUTHORS_PIECES,
    FigureError,
    decoded,
    flag_of,
    is_number,
    laid_piece,
    lines_of,
    number_of,
)
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, DrawnPiece, Refusal, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS

LOOKED_AT = 20
"""Number of figures at the start of a file that show of which puzzle it is."""

LONGEST_NAME = 60
"""Maximum length of a figure's own name in its id, in characters."""


def _triangle(leg: float) -> tuple[Vector, ...]:
    return ((leg * 2 / 3, leg / 3), (-leg / 3, leg / 3), (-leg / 3, -leg * 2 / 3))


_KINDS: dict[str, tuple[str, tuple[Vector, ...]]] = {
    "1": ("square", ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))),
    "2": ("small-triangle", _triangle(1)),
    "3": ("medium-triangle", _triangle(sqrt(2))),
    "4": ("large-triangle", _triangle(2)),
    "5": ("parallelogram", ((0, 0.5), (-1, 0.5), (0, -0.5), (1, -0.5))),
}
"""The pieces of the classic set by type: name, and vertices in small legs, y down, with the handle at the origin."""


class _Figure(NamedTuple):
    line: int
    name: str
    words: list[str]
    """The scale, then five numbers a piece; empty if they are missing."""


class _OtherPiecesError(FigureError):
    """The pieces are those of another puzzle."""


def recognises(head: bytes) -> bool:
    """Return whether one of the first lines has pieces as Peces writes them, and the next one its level."""
    lines = [decoded(line).split() for line in head.split(b"\n", 40)[:40]]
    return any(
        len(words) >= 6 and len(words) % 5 == 1 and all(map(is_number, words)) and _is_level(after)
        for words, after in pairwise(lines)
    )


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the figures of a file of Peces, one after the other.

    A figure's id is the name of the file, its number from 0001 and its own name, which others may share. The unit is
    the file's own, pixels, and y runs down.

    Raises:
        InputError: if the first figures are of another of the many puzzles that Peces has.
    """
    found = (_drawing(path, number, figure) for number, figure in enumerate(_figures(lines_of(path)), 1))
    first = list(islice(found, LOOKED_AT))
    if first and all(is_other for _, is_other in first):
        refusal = first[0][0]
        assert isinstance(refusal, Refusal)
        raise InputError(refusal.message)
    yield from (one for one, _ in chain(first, found))


def _figures(lines: Iterable[tuple[int, str]]) -> Iterator[_Figure]:
    """Yield the lines by figure: the name, the pieces, and the level, which is not used."""
    name: tuple[int, str] | None = None
    for line, text in lines:
        words = text.split()
        if len(words) > 4 and sum(map(is_number, words)) * 2 > len(words):
            yield _Figure(line, name[1] if name else "", words)
            name = None
        elif not _is_level(words):
            if name is not None:
                yield _Figure(*name, [])
            name = line, text
    if name is not None:
        yield _Figure(*name, [])


def _is_level(words: list[str]) -> bool:
    return len(words) in (2, 3) and all(word.isdecimal() for word in words)


def _drawing(path: Path, number: int, figure: _Figure) -> tuple[Drawing | Refusal, bool]:
    """Return the figure or its refusal, and whether it is refused because it is of another puzzle."""
    name = "".join(filter(str.isprintable, figure.name))[:LONGEST_NAME].strip()
    id = f"{path.stem}-{number:04}" + (f"-{name}" if name else "")
    try:
        sets = _sets_of(figure.words)
        scale = number_of(figure.words[0], "the scale")
        if scale <= 0:
            raise FigureError("the scale is not above zero; write the pixels of a small leg, like 58")
        pieces = tuple(_piece(figure.words[i : i + 5], scale) for i in range(1, len(figure.words), 5))
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
    if sets and types == Counter({kind: stock[name] for kind, (name, _) in _KINDS.items()}):
        return sets
    listed = " ".join(sorted(filter(str.isprintable, types), key=lambda kind: (len(kind), kind))[:12])
    raise _OtherPiecesError(
        f"these are not the seven tans but pieces of another puzzle (types {listed[:80]}); "
        "the tans are types 1 to 5, as in the files t7.fig and t14.fig"
    )


def _piece(words: list[str], scale: float) -> DrawnPiece:
    name, vertices = _KINDS[words[0]]
    x, y, turn = (
        number_of(word, f"the {what} of a piece") for word, what in zip(words[1:4], ("x", "y", "turn"), strict=True)
    )
    mirrored = flag_of(words[4], "the mirroring of a piece")
    return laid_piece(name, vertices, (x, y), turn, mirrored=mirrored, scale=scale)

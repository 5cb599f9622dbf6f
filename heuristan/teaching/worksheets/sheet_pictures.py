"""The pictures of a worksheet, in SVG: outlines, and pieces to cut out, to scale; solutions small.

Everything is drawn in units of UNIT millimetres, so that line widths and hatching look as in other pictures. Each
picture has a border of BORDER round what it shows, so that no line is cut.
"""

from collections.abc import Callable, Iterable, Sequence
from math import atan2
from typing import NamedTuple, TypeAlias

import svg

from heuristan.common.plane import Ring, turned
from heuristan.common.svg.geometry import View, size_of, tidy
from heuristan.common.svg.page import region
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, mixed
from heuristan.common.svg.text import FONT
from heuristan.tangram.pieces.sets import PieceSet, Shape, in_legs
from heuristan.tangram.render.solution import filled, solution_parts
from heuristan.teaching.worksheets.sheet_puzzles import SheetPuzzle

UNIT = 0.25
"""Length of an SVG unit, in millimetres."""
BORDER = 1.0
"""In millimetres."""
SILHOUETTE = mixed(LINE, PAPER, 0.72)
"""Pale enough to see a piece on it and to save ink, dark enough to be a figure."""
_EDGE = 1.4
_CUT = 1.0
_NUMBER = 15.0


Parts: TypeAlias = Callable[[View], Iterable[svg.Element]]
"""Draws what a picture shows."""


class Picture(NamedTuple):
    """A picture and its size on paper, the border included, in millimetres."""

    svg: str
    width: float
    height: float


def outline_picture(puzzle: SheetPuzzle, leg: float, *, hint: bool = False) -> Picture:
    """Return the silhouette of a puzzle to scale.

    Args:
        puzzle: the puzzle.
        leg: length of the small leg, in millimetres.
        hint: whether the first piece of the solution lies in its place.
    """

    def parts(view: View) -> Iterable[svg.Element]:
        yield region(puzzle.outline, view, "outline", fill=SILHOUETTE, stroke=LINE, width=_EDGE)
        if hint:
            yield from (filled(tile, view, edge=_EDGE) for tile in puzzle.story.steps[0].tiles)

    return _picture(puzzle.outline, puzzle.angle, leg, parts)


def solution_picture(puzzle: SheetPuzzle, leg: float) -> Picture:
    """Return the solution of a puzzle; the numbers of the pieces are their order in the run."""
    return _picture(
        puzzle.outline,
        puzzle.angle,
        leg,
        lambda view: solution_parts(puzzle.story, view, edge=1.2, largest=_NUMBER),
    )


def piece_picture(ring: Ring, leg: float) -> Picture:
    """Return a piece to cut out, to scale."""
    return _picture([ring], 0.0, leg, lambda view: [region([ring], view, "piece", fill=LIGHT, stroke=LINE, width=_CUT)])


def _picture(rings: Sequence[Ring], angle: float, leg: float, parts: Parts) -> Picture:
    wide, high = (leg * length + 2 * BORDER for length in size_of(rings, angle))
    view = View.centred(rings, angle, leg / UNIT, (wide / UNIT / 2, high / UNIT / 2))
    picture = svg.SVG(
        width=svg.Length(tidy(wide), "mm"),
        height=svg.Length(tidy(high), "mm"),
        viewBox=svg.ViewBoxSpec(0, 0, wide / UNIT, high / UNIT),
        elements=[svg.G(elements=[*parts(view)], extra={"font-family": FONT})],
    )
    return Picture(picture.as_str(), wide, high)


def pieces_for(puzzles: Iterable[SheetPuzzle]) -> list[tuple[str, Ring]]:
    """Return the pieces that every puzzle of a worksheet can be laid with, as names and rings in legs.

    Of each set of pieces, as many sets as the puzzle has that needs the most.
    """
    needed: dict[PieceSet, int] = {}
    for puzzle in puzzles:
        needed[puzzle.pieces] = max(needed.get(puzzle.pieces, 0), puzzle.sets)
    found: list[tuple[str, Ring]] = []
    for pieces, sets in needed.items():
        shapes = sorted(pieces.shapes, key=lambda shape: -_area(shape))
        stock = pieces.stock(sets)
        found += [(shape.name, resting(shape)) for shape in shapes for _ in range(stock[shape.name])]
    return found


def resting(shape: Shape) -> Ring:
    """Return a piece, in legs, turned so that it is as low as a side on the ground makes it."""
    ring = tuple(map(in_legs, shape.ring))
    ways = [
        tuple(turned(spot, -atan2(q[1] - p[1], q[0] - p[0])) for spot in ring)
        for p, q in zip(ring, (*ring[1:], *ring[:1]), strict=True)
    ]
    return min(ways, key=lambda way: round(size_of([way], 0.0)[1], 6))


def _area(shape: Shape) -> float:
    whole, root = shape.area
    return whole + root / 2**0.5

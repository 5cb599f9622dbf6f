"""A worksheet as a PDF: puzzles, pieces, solutions and words are put on pages, and typst sets `sheet.typ` with them.

It needs no network and no clock: the same worksheet gives the same bytes.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import svg

from heuristan.common.faults import require
from heuristan.common.plane import Ring, turned
from heuristan.common.quoting import all_readable
from heuristan.common.svg.geometry import View, size_of, tidy
from heuristan.common.svg.page import COVERED, FOLDER, FONT, region
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, mixed
from heuristan.common.words import listed, plural
from heuristan.lab.difficulty import LEVELS, WORDS
from heuristan.tangram.pieces.sets import PieceSet, Shape, in_legs
from heuristan.tangram.render.solution import filled, solution_parts
from heuristan.teaching.worksheets import paging
from heuristan.teaching.worksheets.paging import Paper
from heuristan.teaching.worksheets.sheet_puzzles import SheetPuzzle

if TYPE_CHECKING:
    from types import ModuleType


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


COLUMNS, ROWS = 3, 4
"""Solutions beside and below each other on a page."""
LARGEST_SOLUTION_LEG = 8.0
NARROWEST = 60.0
"""Minimum width of a puzzle, for its caption, in millimetres."""
BETWEEN = 2.0
"""Distance between a solution and its caption, in millimetres."""
HEADING = 28.0
"""Height of what stands over the solutions, in millimetres."""
FIRST_PAGE_HEAD = 84.0
"""Height of what stands over the pieces on the first page, in millimetres."""


TEMPLATE = Path(__file__).with_name("sheet.typ")

LAY = (
    "Cut out the pieces below. Lay all of them on a figure so that they fill it, without overlap. Pieces may be turned "
    "and turned over."
)
SCALE = "Every figure is drawn to the scale of the pieces, so they can be laid on the paper."
HINT = "One piece is in its place already, to begin with."
RULER = "Print at 100 %, on one side of the paper: this line is 5 cm long."
ORDER = (
    "Drawn smaller. The numbers are the order in which the rules take the pieces. Most puzzles have other solutions "
    "too."
)


@dataclass(frozen=True)
class Worksheet:
    """A worksheet before it is set."""

    puzzles: Sequence[SheetPuzzle]
    """In the order of their numbers."""
    title: str
    source: str
    """Where the puzzles come from, for the foot of each page."""
    paper: Paper
    leg: int
    """Length of the small leg, in millimetres."""
    hints: bool = False
    """Whether the first piece of each solution is shown in its place."""

    def pdf(self) -> bytes:
        """Return the worksheet as a PDF.

        Raises:
            MissingExtraError: if typst is not installed.
        """
        return pdf_of(self._data())

    def _data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "source": self.source,
            "paper": self.paper.name,
            "margin": paging.MARGIN,
            "head": paging.HEAD,
            "foot": paging.FOOT,
            "gap": paging.GAP,
            "caption": paging.CAPTION,
            "narrowest": NARROWEST,
            "levels": len(LEVELS),
            "columns": COLUMNS,
            "cell": self._cell,
            "between": BETWEEN,
            **_words_for(len(self.puzzles), hints=self.hints),
            "pieces": self._pieces(),
            "puzzles": self._outlines(),
            "solutions": self._solutions(),
        }

    @property
    def _cell(self) -> float:
        """The height of a solution, in millimetres."""
        return (self.paper.room[1] - HEADING) / ROWS - paging.CAPTION - BETWEEN

    def _pieces(self) -> list[list[list[dict[str, Any]]]]:
        """Return the pictures of the pieces by page and row."""
        named = [(name, piece_picture(ring, self.leg)) for name, ring in pieces_for(self.puzzles)]
        drawn = [_fields(picture, name.replace("-", " ")) for name, picture in named]
        sizes = [(picture.width, picture.height) for _, picture in named]
        width, height = self.paper.room
        rows = paging.packed_rows(sizes, width)
        return _arranged(drawn, paging.pages_of(rows, sizes, height, used_up=FIRST_PAGE_HEAD))

    def _outlines(self) -> list[list[list[dict[str, Any]]]]:
        """Return the pictures of the puzzles by page and row."""
        drawn = []
        for number, puzzle in enumerate(self.puzzles, 1):
            picture = outline_picture(puzzle, self.leg, hint=self.hints)
            drawn.append(_fields(picture, f"Outline {number}, {puzzle.name}") | _caption(number, puzzle))
        sizes = [(max(each["width"], NARROWEST), each["height"]) for each in drawn]
        width, height = self.paper.room
        return _arranged(drawn, paging.pages_of(paging.rows_of(sizes, width), sizes, height, paging.CAPTION))

    def _solutions(self) -> list[list[dict[str, Any]]]:
        """Return the pictures of the solutions by page."""
        wide, high = self.paper.room[0] / COLUMNS - paging.GAP, self._cell - 2
        drawn = []
        for number, puzzle in enumerate(self.puzzles, 1):
            leg = min(LARGEST_SOLUTION_LEG, wide / puzzle.size[0], high / puzzle.size[1])
            words = f"Solution of {number}: {_in_words(puzzle)}"
            drawn.append(_fields(solution_picture(puzzle, leg), words) | _caption(number, puzzle))
        page = COLUMNS * ROWS
        return [drawn[start : start + page] for start in range(0, len(drawn), page)]


def _words_for(count: int, *, hints: bool) -> dict[str, Any]:
    """Return everything that a worksheet says.

    Args:
        count: number of puzzles.
        hints: whether it is the version with first hints.
    """
    order = f"{plural(count, 'puzzle')}, from easy to hard. The solutions are on the last pages."
    return {
        "version": "with first hints" if hints else "",
        "how": [LAY, SCALE, *([HINT] if hints else []), order],
        "legend": [
            {"level": level, "words": word if levels[0] == level else f"{word}, the harder half"}
            for word, levels in WORDS.items()
            for level in levels
        ],
        "ruler": RULER,
        "cut": "Pieces to cut out",
        "list": "Puzzles to tick off",
        "answers": "Solutions",
        "order": ORDER,
    }


def leg_for(puzzles: Sequence[SheetPuzzle], paper: Paper) -> int:
    """Return the longest leg, in whole millimetres, at which every outline and every piece fits a page."""
    pieces = (size_of([ring], 0.0) for _, ring in pieces_for(puzzles))
    return min(paging.largest_leg(size, paper) for size in (*(puzzle.size for puzzle in puzzles), *pieces))


def _arranged(drawn: Sequence[dict[str, Any]], pages: Sequence[Sequence[Sequence[int]]]) -> list[list[list[Any]]]:
    """Return pictures by page and row."""
    return [[[drawn[number] for number in row] for row in page] for page in pages]


def _fields(picture: Picture, words: str) -> dict[str, Any]:
    return {"svg": picture.svg, "width": round(picture.width, 4), "height": round(picture.height, 4), "alt": words}


def _caption(number: int, puzzle: SheetPuzzle) -> dict[str, Any]:
    return {"number": number, "name": puzzle.name, "level": puzzle.difficulty.level}


def _in_words(puzzle: SheetPuzzle) -> str:
    return listed(f"{tile.label} {tile.name.replace('-', ' ')}" for tile in puzzle.story.tiles)


def require_typst() -> "ModuleType":
    """Return typst.

    Raises:
        MissingExtraError: if it is not installed.
    """
    return require("typst", "typst", "worksheet")


def pdf_of(sheet: Mapping[str, Any]) -> bytes:
    """Return a worksheet as a PDF; the same data gives the same bytes.

    Fonts of the system are looked at only where words have letters that the fonts that come along do not have.

    Args:
        sheet: the data that `sheet.typ` sets.

    Raises:
        MissingExtraError: if typst is not installed.
    """
    typst = require_typst()
    text = json.dumps(all_readable(sheet), ensure_ascii=False, sort_keys=True)
    made = typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        font_paths=[str(FOLDER)],
        ignore_system_fonts=COVERED.fullmatch(text) is not None,
        sys_inputs={"sheet": text},
    )
    assert isinstance(made, bytes)
    return made

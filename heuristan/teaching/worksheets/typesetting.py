"""A worksheet as a PDF: puzzles, pieces, solutions and words are put on pages, and typst sets `sheet.typ` with them.

It needs no network and no clock: the same worksheet gives the same bytes.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile
from math import atan2
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from heuristan.common.faults import require
from heuristan.common.plane import Ring, sides_of, turned
from heuristan.common.quoting import all_readable
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, size_of, tidy
from heuristan.common.svg.page import COVERED, FOLDER, FONT, region
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, mixed
from heuristan.lab.difficulty import LEVELS, WORDS
from heuristan.tangram.pieces.sets import PieceSet, Shape, in_legs
from heuristan.tangram.render.solution import filled, solution_parts
from heuristan.teaching.texts.translating import Translator
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
        width=f"{tidy(wide)}mm",
        height=f"{tidy(high)}mm",
        viewBox=(0, 0, wide / UNIT, high / UNIT),
        elements=[svg.G(elements=[*parts(view)], font_family=FONT)],
    )
    return Picture(picture, wide, high)


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
    ways = [tuple(turned(spot, -atan2(q[1] - p[1], q[0] - p[0])) for spot in ring) for p, q in sides_of(ring)]
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
PIECES_HEAD = 32.0
"""Height of what stands over the pieces, in millimetres."""
MOST_COPIES = 6
"""Maximum number of times that the pieces are there to fill their page."""


TEMPLATE = Path(__file__).with_name("sheet.typ")

FONTS = ("Libertinus Serif", "DejaVu Sans")
"""Fonts that come along."""
CHINESE_FONTS = (
    *(f"Noto {kind} SC" for kind in ("Sans CJK", "Serif CJK", "Sans", "Serif")),
    *("Source Han Sans SC", "Source Han Serif SC", "Source Han Sans CN", "Source Han Serif CN"),
    *("PingFang SC", "Songti SC", "Heiti SC", "STSong", "Microsoft YaHei", "SimSun", "SimHei", "KaiTi"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "AR PL UMing CN", "AR PL UKai CN", "Droid Sans Fallback"),
)
"""Fonts of systems with the letters of Simplified Chinese, the best first."""
_CHINESE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Letters and marks that only such fonts have."""


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
    has_solutions: bool = True
    """Whether the solutions stand on the last pages."""
    language: str = "en"

    def pdf(self) -> bytes:
        """Return the worksheet as a PDF.

        Raises:
            MissingExtraError: if typst is not installed.
            FontError: if no font of this system has letters that the words have.
        """
        return pdf_of(self._data())

    def solutions_pdf(self) -> bytes:
        """Return the solutions alone as a PDF, under the same numbers.

        Raises:
            MissingExtraError: if typst is not installed.
            FontError: if no font of this system has letters that the words have.
        """
        return pdf_of(self._data() | {"puzzles": [], "pieces": [], "solutions": self._solutions()})

    @cached_property
    def _t(self) -> Translator:
        return Translator(self.language)

    def _data(self) -> dict[str, Any]:
        return {
            "lang": self.language,
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
            **_words_for(len(self.puzzles), self._t, hints=self.hints, has_solutions=self.has_solutions),
            "pieces": self._pieces(),
            "puzzles": self._outlines(),
            "solutions": self._solutions() if self.has_solutions else [],
        }

    @property
    def _cell(self) -> float:
        """The height of a solution, in millimetres."""
        return (self.paper.room[1] - HEADING) / ROWS - paging.CAPTION - BETWEEN

    def _pieces(self) -> list[list[list[dict[str, Any]]]]:
        """Return the pictures of the pieces by page and row, as often as they fill their last page."""
        named = [(name, piece_picture(ring, self.leg)) for name, ring in pieces_for(self.puzzles)]
        drawn = [_fields(picture, self._t(name.replace("-", " "))) for name, picture in named]
        sizes = [(picture.width, picture.height) for _, picture in named]
        once, *others = (self._on_pages(copies * sizes) for copies in range(1, MOST_COPIES + 1))
        fullest = [once, *takewhile(lambda more: len(more) == len(once), others)][-1]
        return _arranged(MOST_COPIES * drawn, fullest)

    def _on_pages(self, sizes: Sequence[paging.Size]) -> list[list[list[int]]]:
        """Return where pieces of some sizes stand by page and row."""
        width, height = self.paper.room
        return paging.pages_of(paging.packed_rows(sizes, width), sizes, height, used_up=PIECES_HEAD)

    def _outlines(self) -> list[list[list[dict[str, Any]]]]:
        """Return the pictures of the puzzles by page and row."""
        drawn = []
        for number, puzzle in enumerate(self.puzzles, 1):
            picture = outline_picture(puzzle, self.leg, hint=self.hints)
            words = self._t("Outline {number}, {name}", number=number, name=self._name(puzzle))
            drawn.append(_fields(picture, words) | self._caption(number, puzzle))
        sizes = [(max(each["width"], NARROWEST), each["height"]) for each in drawn]
        width, height = self.paper.room
        return _arranged(drawn, paging.pages_of(paging.rows_of(sizes, width), sizes, height, paging.CAPTION))

    def _solutions(self) -> list[list[dict[str, Any]]]:
        """Return the pictures of the solutions by page."""
        wide, high = self.paper.room[0] / COLUMNS - paging.GAP, self._cell - 2
        drawn = []
        for number, puzzle in enumerate(self.puzzles, 1):
            leg = min(LARGEST_SOLUTION_LEG, wide / puzzle.size[0], high / puzzle.size[1])
            words = self._t("Solution of {number}: {pieces}", number=number, pieces=self._in_words(puzzle))
            drawn.append(_fields(solution_picture(puzzle, leg), words) | self._caption(number, puzzle))
        page = COLUMNS * ROWS
        return [drawn[start : start + page] for start in range(0, len(drawn), page)]

    def _name(self, puzzle: SheetPuzzle) -> str:
        return self._t.again(self._t(puzzle.name))

    def _caption(self, number: int, puzzle: SheetPuzzle) -> dict[str, Any]:
        return {"number": number, "name": self._name(puzzle), "level": puzzle.difficulty.level}

    def _in_words(self, puzzle: SheetPuzzle) -> str:
        return self._t.listed(f"{tile.label} {self._t(tile.name.replace('-', ' '))}" for tile in puzzle.story.tiles)


def _words_for(count: int, t: Translator, *, hints: bool, has_solutions: bool) -> dict[str, Any]:
    """Return everything that a worksheet says.

    Args:
        count: number of puzzles.
        t: says it in a language.
        hints: whether it is the version with first hints.
        has_solutions: whether the solutions are part of it.
    """
    lay = t(
        "Cut out the pieces. Lay all of them on a figure so that they fill it, without overlap. Pieces may be "
        "turned and turned over."
    )
    scale = t("Every figure is drawn to the scale of the pieces, so they can be laid on the paper.")
    hint = [t("One piece is in its place already, to begin with.")] if hints else []
    order = t("{count} puzzles, from easy to hard.", count=count)
    solutions = [t("The solutions are on the last pages.")] if has_solutions else []
    return {
        "version": t("with first hints") if hints else "",
        "lines": [t("Name"), t("Date")],
        "how": [lay, scale, *hint, " ".join([order, *solutions])],
        "legend": [
            {"level": level, "words": t(word) if levels[0] == level else t("{level}, the harder half", level=t(word))}
            for word, levels in WORDS.items()
            for level in levels
        ],
        "ruler": t("Print at 100 %, on one side of the paper: this line is 5 cm long."),
        "cut": t("Pieces to cut out"),
        "list": t("Puzzles to tick off"),
        "answers": t("Solutions"),
        "order": t(
            "Drawn smaller. The numbers are the order in which the rules take the pieces. Most puzzles have other "
            "solutions too."
        ),
    }


def in_page_order(puzzles: Sequence[SheetPuzzle], leg: float, paper: Paper) -> list[SheetPuzzle]:
    """Return puzzles from easy to hard; those of one level so that they fill rows and pages.

    Args:
        puzzles: the puzzles, from easy to hard.
        leg: length of the small leg, in millimetres.
        paper: what they are printed on.
    """
    found: list[SheetPuzzle] = []
    for _, group in groupby(puzzles, key=lambda puzzle: puzzle.difficulty.level):
        alike = list(group)
        sizes = [
            (max(leg * wide + 2 * BORDER, NARROWEST), leg * high + 2 * BORDER) for wide, high in (p.size for p in alike)
        ]
        rows = paging.packed_rows(sizes, paper.room[0])
        heights = [(paging.CAPTION + max(sizes[number][1] for number in row), 0.0) for row in rows]
        pages = paging.packed_rows(heights, paper.room[1])
        found += [alike[number] for page in pages for row in page for number in rows[row]]
    return found


def leg_for(puzzles: Sequence[SheetPuzzle], paper: Paper) -> int:
    """Return the longest leg, in whole millimetres, at which every outline and every piece fits a page."""
    pieces = (size_of([ring], 0.0) for _, ring in pieces_for(puzzles))
    return min(paging.largest_leg(size, paper) for size in (*(puzzle.size for puzzle in puzzles), *pieces))


def _arranged(drawn: Sequence[dict[str, Any]], pages: Sequence[Sequence[Sequence[int]]]) -> list[list[list[Any]]]:
    """Return pictures by page and row."""
    return [[[drawn[number] for number in row] for row in page] for page in pages]


def _fields(picture: Picture, words: str) -> dict[str, Any]:
    return {"svg": picture.svg, "width": round(picture.width, 4), "height": round(picture.height, 4), "alt": words}


def require_typst() -> "ModuleType":
    """Return typst.

    Raises:
        MissingExtraError: if it is not installed.
    """
    return require("typst", "typst", "worksheet")


class FontError(ValueError):
    """Words have letters that no font of this system has; the message says which one would do."""


def _chinese_font(typst: "ModuleType") -> str:
    """Return the name of a font with Chinese letters."""
    there = set(typst.Fonts(include_system_fonts=True).families())
    for name in CHINESE_FONTS:
        if name in there:
            return name
    raise FontError(
        "no font of this system has Chinese letters; install one, like Noto Sans CJK SC (Debian: fonts-noto-cjk)"
    )


def pdf_of(sheet: Mapping[str, Any]) -> bytes:
    """Return a worksheet as a PDF; the same data gives the same bytes.

    Fonts of the system are looked at only where words have letters that the fonts that come along do not have.

    Args:
        sheet: the data that `sheet.typ` sets.

    Raises:
        MissingExtraError: if typst is not installed.
        FontError: if no font of this system has letters that the words have.
    """
    typst = require_typst()
    words = json.dumps(all_readable(sheet), ensure_ascii=False, sort_keys=True)
    fonts = [*FONTS, *([_chinese_font(typst)] if _CHINESE.search(words) else [])]
    text = json.dumps({**all_readable(sheet), "fonts": fonts}, ensure_ascii=False, sort_keys=True)
    made = typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        font_paths=[str(FOLDER)],
        ignore_system_fonts=COVERED.fullmatch(text) is not None,
        sys_inputs={"sheet": text},
    )
    assert isinstance(made, bytes)
    return made

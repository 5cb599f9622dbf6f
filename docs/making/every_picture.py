"""Every picture of the README and of the pages.

Pictures say what they show, never how long it took, so they come out the same on every machine.
"""

import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

import architecture_page
import atlas_page
import book_page
import composites_page
import drawings_page
import edge_matching_page
import engine_page
import exact_page
import jigsaw_page
import sliding_page
import ways_page
from marked import EXAMPLES, IMAGES

from heuristan.common.plane import Ring, Stretch
from heuristan.common.svg.geometry import View
from heuristan.common.svg.page import page, region
from heuristan.common.svg.palette import LIGHT, LINE
from heuristan.common.svg.png import to_png
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.contact_sheet import contact_sheet_svg
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import attempts_svg, filled, solution_svg
from heuristan.tangram.render.story import Tile, tone_of
from heuristan.tangram.render.strokes import extension_lines, graded
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import ExtensionLinesDrawn, Grade, Side, Trace
from heuristan.teaching.stepping import Consultation

if TYPE_CHECKING:
    from heuristan.common.svg import elements as svg

MY_RANKING = str(EXAMPLES / "my-ranking.yaml")


@cache
def puzzle(outline: str) -> Puzzle:
    """A shape, or one of the examples."""
    example = EXAMPLES / f"{outline}.yaml"
    found = next(read_outlines(example if example.is_file() else outline))
    assert isinstance(found, Puzzle)
    return found


@cache
def trace(outline: str, ranking: str, backtracking: bool) -> Trace:
    return solve(puzzle(outline), ranking, backtracking=backtracking).trace


@dataclass(frozen=True)
class Run:
    """A picture of a run."""

    outline: str
    draw: Callable[[Trace], str]
    backtracking: bool = True
    ranking: str = "deutsch-hayes-1972"

    def __call__(self) -> str:
        return self.draw(trace(self.outline, self.ranking, self.backtracking))


def shapes(pieces: str = "tangram") -> str:
    """The contact sheet of all shapes of a set."""
    outlines = [(name, puzzle(name)) for name in shape_names(pieces)]
    return contact_sheet_svg([(name, [tuple(map(p.in_legs, ring)) for ring in p.rings]) for name, p in outlines])


LEG = 62.0
SQUARE: Ring = ((0, 0), (1, 0), (1, 1), (0, 1))
CORNER, TOP, MIDDLE = (1.0, 0.0), (1.0, 1.0), (1.0, 0.55)
GRADES: Mapping[Grade, tuple[Ring, tuple[Stretch, ...], tuple[Stretch, ...], str]] = {
    "E": (SQUARE, (Stretch(CORNER, TOP),), (), "The side is edge from end to end"),
    "M": (
        ((0, 0), (1.9, 0), (1.9, 0.55), MIDDLE, TOP, (0, 1)),
        (Stretch(MIDDLE, TOP),),
        (Stretch(CORNER, MIDDLE),),
        "The side is edge above, and extension line below",
    ),
    "X": (
        ((0, 0), CORNER, (1, -0.45), (1.9, -0.45), (1.9, 1), (0, 1)),
        (),
        (Stretch(CORNER, TOP),),
        "The side is extension line from end to end",
    ),
    "O": (((0, 0), (1.9, 0), (1.9, 1), (0, 1)), (), (), "Nothing lies along the side"),
}
"""For each grade an outline with a square in it, and what lies along the square's right side."""


def grade(letter: Grade) -> str:
    """A square whose right side has a grade."""
    outline, edges, lines, words = GRADES[letter]
    high = max(y for _, y in outline) - min(y for _, y in outline)
    width, height = 2.0 * LEG, (high + 0.1) * LEG
    view = View.centred([outline], 0, LEG, (width / 2, height / 2))
    drawn = ExtensionLinesDrawn(lines, (), ())
    parts: list[svg.Element] = [
        region([outline], view, "outline", fill=LIGHT, stroke=LINE, width=1.2),
        filled(Tile("", "square", SQUARE, tone_of("square", 0)), view, edge=0.8),
        *extension_lines(drawn, (), view),
        *graded([Side(CORNER, TOP, letter, edges, lines)], view),
    ]
    return page(width, height, f"Grade {letter}", words, parts, "grade")


def why_not() -> str:
    """Why a rule does not take a square."""
    return Consultation.begun(puzzle("cat")).why_not(5, "square", 6).svg


PICTURES: Mapping[str, Callable[[], str]] = {
    "cat.png": Run("cat", solution_svg),
    "cat-filmstrip.svg": Run("cat", filmstrip_svg),
    "shapes.svg": shapes,
    "bunting.svg": Run("bunting", solution_svg, backtracking=False),
    "runner-filmstrip.svg": Run("runner", filmstrip_svg, backtracking=False),
    "crown-filmstrip.svg": Run("crown", filmstrip_svg, backtracking=False),
    "goose-filmstrip.svg": Run("goose", filmstrip_svg, backtracking=False),
    "digit-9-stuck.svg": Run("digit-9", solution_svg, backtracking=False),
    "digit-9.svg": Run("digit-9", solution_svg),
    "house-attempts.svg": Run("house", attempts_svg, backtracking=False),
    "wizard-stuck.svg": Run("wizard", solution_svg, backtracking=False),
    "wizard-my-ranking.svg": Run("wizard", filmstrip_svg, backtracking=False, ranking=MY_RANKING),
    "sei-shonagon.svg": lambda: shapes("sei-shonagon"),
    "banquet-tables.svg": lambda: shapes("banquet-tables"),
    "shonagon-window.svg": Run("shonagon-window", solution_svg),
    "why-not.svg": why_not,
    "grade-e.svg": lambda: grade("E"),
    "grade-m.svg": lambda: grade("M"),
    "grade-x.svg": lambda: grade("X"),
    "grade-o.svg": lambda: grade("O"),
    "sectors.svg": exact_page.sectors,
    "lamp-solutions.svg": lambda: exact_page.all_solutions("lamp"),
    "paradoxes.svg": lambda: exact_page.pairs(solved=False),
    "paradoxes-solved.svg": lambda: exact_page.pairs(solved=True),
    "impossible.svg": exact_page.impossible_sheet,
    "drawing-steps.svg": drawings_page.steps,
    **architecture_page.PICTURES,
    **atlas_page.PICTURES,
    **composites_page.PICTURES,
    **engine_page.PICTURES,
    **dict.fromkeys(book_page.JPEGS, book_page.page),
    **edge_matching_page.PICTURES,
    **sliding_page.PICTURES,
    **jigsaw_page.PICTURES,
    **ways_page.PICTURES,
}


def png_from(drawn: str) -> bytes:
    """A PNG that carries a mark of the SVG it was made from: pixels may change with resvg, marks do not."""
    png = to_png(drawn)
    text = b"tEXtSource\x00" + mark_of(drawn)
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    end_of_header = 33
    return png[:end_of_header] + chunk + png[end_of_header:]


def mark_of(drawn: str) -> bytes:
    return sha256(drawn.encode()).hexdigest().encode()


def is_up_to_date(name: str) -> bool:
    """Return whether a committed picture is the one that would be made now."""
    path, drawn = IMAGES / name, PICTURES[name]()
    if not path.is_file():
        return False
    if path.suffix in (".png", ".jpg"):
        return mark_of(drawn) in path.read_bytes()
    return path.read_text(encoding="utf-8") == drawn


def make(name: str) -> None:
    drawn = PICTURES[name]()
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / name).write_bytes(data_of(name, drawn))


def data_of(name: str, drawn: str) -> bytes:
    if name in book_page.JPEGS:
        return book_page.jpeg_from(name, drawn, mark_of(drawn))
    return png_from(drawn) if name.endswith(".png") else drawn.encode()


def stale() -> list[str]:
    """Return the names of the pictures that are not up to date."""
    return [name for name in PICTURES if not is_up_to_date(name)]


def make_all() -> None:
    """Make the pictures again that are not up to date."""
    for name in stale():
        make(name)

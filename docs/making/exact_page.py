"""The pictures and tables of the exact solver in `exact.md` and `shapes.md`, made from what it computes.

The search in plain Python is asked, so that numba is not needed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.plane import Ring
from heuristan.common.svg.geometry import View, size_of
from heuristan.common.svg.page import label, outline_path, page, region
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, RULE
from heuristan.tangram.boundary import Boundary
from heuristan.tangram.outlines.reading import shape_files, shape_names
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.tangram.pieces.sets import Stock, lay, pieces_at_vertices
from heuristan.tangram.pieces.tiling import fits_at
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.solution import filled, solutions_svg
from heuristan.tangram.render.story import story_of, tone_of
from heuristan.tangram.solving.options import Want
from heuristan.tangram.solving.result import Result, Searched
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.trace.events import SolutionsCounted

if TYPE_CHECKING:
    from heuristan.common.svg import elements as svg

PAIRS = (
    ("paradox-gentleman", "paradox-gentleman-foot"),
    ("paradox-shed", "paradox-shed-window"),
    ("paradox-bowl", "paradox-bowl-nick"),
    ("convex-square", "paradox-square-bite"),
    ("convex-parallelogram", "paradox-parallelogram-window"),
    ("convex-right-triangle", "paradox-tent"),
)
"""The whole figure, and the one from which a piece seems to be missing (or where one is left over)."""

TURNS = {"convex-square": pi / 4, "convex-right-triangle": 3 * pi / 4}
"""So that the figures of a pair stand in the same way."""


@cache
def shape(name: str) -> ShapeFile:
    """A shape of the seven tans, or one of those that they do not make."""
    return read_shape({**shape_files("tangram"), **shape_files("impossible")}[name])


@cache
def searched(name: str, want: Want) -> Result:
    return solve_exactly(shape(name).puzzle, want=want, by="plain")


def seen_of(name: str) -> tuple[Searched, SolutionsCounted]:
    """Return what a search for all solutions saw, and how many there are."""
    seen = searched(name, "count").searched
    assert seen is not None
    assert seen.count is not None
    assert seen.count.complete
    return seen, seen.count


def solutions_of(name: str) -> str:
    """For `shapes.md`: how many solutions up to symmetry. Two sets have too many to count here."""
    return str(seen_of(name)[1].distinct) if shape(name).puzzle.sets == 1 else ""


def paradoxes() -> Iterator[tuple[str, ...]]:
    """Yield the pairs: names, vertices, solutions up to symmetry, and states searched."""
    for pair in PAIRS:
        for name in pair:
            seen, count = seen_of(name)
            vertices = len(shape(name).puzzle.boundary.vertices)
            yield f"`{name}`", str(vertices), str(count.distinct), str(seen.nodes)


def impossible() -> Iterator[tuple[str, ...]]:
    """Yield the shapes that have no solution: names, states, depth, and the reason."""
    for name in shape_names("impossible"):
        result = searched(name, "first")
        assert result.searched is not None
        *_, reason = result.message.split("; ")
        simple = "" if reason.endswith("placed") else reason
        yield f"`{name}`", str(result.searched.nodes), str(result.searched.depth), simple


COMPARED = ("convex-square", "cat")


def savings() -> Iterator[tuple[str, ...]]:
    """Yield the states of a search for all solutions: at any vertex, at the one with the fewest fits, and ours."""
    plainly = ("the first vertex", False), ("the vertex with the fewest fits", True)
    for words, fewest in plainly:
        yield words, *(str(states(shape(name).puzzle, fewest=fewest)) for name in COMPARED)
    yield "the exact solver", *(str(seen_of(name)[0].nodes) for name in COMPARED)


def states(puzzle: Puzzle, *, fewest: bool) -> int:
    """Return the number of states of the plainest search: nothing is remembered and nothing is ruled out."""
    table = pieces_at_vertices(puzzle.pieces, puzzle.denominator)

    def below(rest: Boundary, stock: Stock) -> int:
        names = frozenset(+stock)
        found = ((vertex, fits_at(rest, vertex, names, table)) for vertex in rest.vertices if vertex.convex)
        vertex, fits = (min(found, key=lambda at: len(at[1])) if fewest else next(found)) if rest else (None, [])
        laid = [lay(each, vertex.point) for each in fits] if vertex else []
        return 1 + sum(below(rest.without(piece.ring), stock - Counter([piece.name])) for piece in laid)

    return below(puzzle.boundary, puzzle.stock)


def all_solutions(name: str) -> str:
    """Return the sheet of all solutions of a shape."""
    return solutions_svg(searched(name, "all").trace)


MARGIN, CELL, GAP, FLOOR = 24.0, 150.0, 14.0, 44.0
LEG, SIZE = 24.0, 12.0


class Figure(NamedTuple):
    """A shape to be drawn, in legs."""

    name: str
    rings: Sequence[Ring]
    angle: float

    @property
    def high(self) -> float:
        return LEG * size_of(self.rings, self.angle)[1]

    def view(self, middle: float, floor: float) -> View:
        """The view in which it stands on a floor, on the scale of all figures."""
        return View.centred(self.rings, self.angle, LEG, (middle, floor - self.high / 2))


def figure(name: str) -> Figure:
    puzzle = shape(name).puzzle
    return Figure(name, [tuple(map(puzzle.in_legs, ring)) for ring in puzzle.rings], TURNS.get(name, 0.0))


def pairs(*, solved: bool) -> str:
    """The pairs side by side, three in a row, as silhouettes or solved."""
    parts: list[svg.Element] = []
    top = MARGIN
    for row in (PAIRS[:3], PAIRS[3:]):
        figures = [figure(name) for pair in row for name in pair]
        floor = top + max(each.high for each in figures)
        for place, each in enumerate(figures):
            middle = MARGIN + CELL / 2 + place * (CELL + GAP)
            view = each.view(middle, floor)
            parts += tiles(each.name, view) if solved else [region(each.rings, view, "silhouette", fill=LINE)]
            words = each.name.removeprefix("paradox-")
            parts.append(label(middle, floor + 20, words, size=SIZE, anchor="middle", kind="caption"))
        top = floor + FLOOR
    words = "; ".join(f"{whole} and {less}" for whole, less in PAIRS)
    title = "Tangram paradoxes, solved" if solved else "Tangram paradoxes"
    return page(2 * MARGIN + 6 * (CELL + GAP) - GAP, top - GAP, title, words, parts, "paradoxes")


def tiles(name: str, view: View) -> Iterable["svg.Element"]:
    """The first solution of a shape."""
    return [filled(tile, view, edge=1) for tile in story_of(searched(name, "first").trace).tiles]


def impossible_sheet() -> str:
    """The impossible shapes that are not convex, as silhouettes in a row."""
    figures = [figure(name) for name in shape_names("impossible") if "convex" not in name]
    floor = MARGIN + max(each.high for each in figures)
    parts: list[svg.Element] = []
    for place, each in enumerate(figures):
        middle = MARGIN + CELL / 2 + place * (CELL + GAP)
        parts.append(region(each.rings, each.view(middle, floor), "silhouette", fill=LINE))
        words = each.name.removeprefix("impossible-")
        parts.append(label(middle, floor + 20, words, size=SIZE, anchor="middle", kind="caption"))
    wide = 2 * MARGIN + len(figures) * (CELL + GAP) - GAP
    words = ", ".join(each.name for each in figures)
    return page(wide, floor + FLOOR, "Outlines that no tangram fills", words, parts, "impossible")


RADIUS, PANEL = 74.0, 236.0
OUTSIDE, TO_FILL, COVERED = "outside", "to fill", "covered"
PANELS: Sequence[tuple[str, set[int], set[int]]] = (
    ("A vertex of the outline", {0, 1, 2}, set()),
    ("... a triangle laid in it", {1, 2}, {0}),
    ("A point on an edge", {0, 1, 2, 3}, set()),
    ("... beside a vertex of a square", {2, 3}, {0, 1}),
)
"""Words, the sectors that are still to be filled, and those that a piece covers."""


def sectors() -> str:
    """Return a picture of the eight sectors round a point in four situations."""
    parts: list[svg.Element] = []
    for place, (words, to_fill, covered) in enumerate(PANELS):
        x, y = MARGIN + PANEL * (place + 0.5), MARGIN + RADIUS
        for sector in range(8):
            what = TO_FILL if sector in to_fill else COVERED if sector in covered else OUTSIDE
            parts += wedge(sector, what, x, y)
        bits = "".join("1" if sector in to_fill else "0" for sector in reversed(range(8)))
        parts.append(label(x, y + RADIUS + 22, words, size=SIZE, anchor="middle", kind="caption"))
        parts.append(label(x, y + RADIUS + 40, bits, size=SIZE, bold=True, anchor="middle", kind="bits"))
    words = "Sectors to be filled are grey, those that a piece covers are coloured; below, the byte of the point"
    return page(2 * MARGIN + 4 * PANEL, 2 * RADIUS + MARGIN + 56, "Sectors round a point", words, parts, "sectors")


def wedge(sector: int, what: str, x: float, y: float) -> list["svg.Element"]:
    """Return a sector with its number, filled as what it is."""
    from heuristan.common.svg import elements as svg

    first, last = pi / 4 * sector, pi / 4 * (sector + 1)
    ring = (
        (x, y),
        (x + RADIUS * cos(first), y - RADIUS * sin(first)),
        (x + RADIUS * cos(last), y - RADIUS * sin(last)),
    )
    fill = {OUTSIDE: PAPER, TO_FILL: LIGHT, COVERED: tone_of("small-triangle", 0).fill}[what]
    edge = RULE if what == OUTSIDE else LINE
    middle = (first + last) / 2
    spot = (x + 0.68 * RADIUS * cos(middle), y - 0.68 * RADIUS * sin(middle) + 0.36 * SIZE)
    return [
        svg.Path(class_=[what.replace(" ", "-")], d=outline_path([ring]), fill=fill, stroke=edge),
        label(*spot, str(sector), size=SIZE, anchor="middle", kind="number"),
    ]

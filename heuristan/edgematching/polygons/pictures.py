"""Pictures and films of polygon puzzles: pieces, a solution, the iterates of Algorithm 2 (figures 5.2 and 5.3)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from math import ceil

import shapely
import svg

from heuristan.common.plane import Ring, Spot
from heuristan.common.svg.geometry import View, middle_of, size_of
from heuristan.common.svg.page import box, number_at, outline_path, page, region, segments_path
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, RULE, Tone, colour_of, tone_in
from heuristan.common.svg.text import GREY, label, shortened
from heuristan.common.web.film import Film, Shape, Still, Titles, film_of_stills
from heuristan.common.words import plural
from heuristan.edgematching.polygons.corner_hints import why
from heuristan.edgematching.polygons.corner_search import laid_in_turn
from heuristan.edgematching.polygons.model import NEARNESS, PLAIN, PolygonPuzzle, sides_of
from heuristan.edgematching.polygons.outcome import PolygonResult, Step

MARGIN = 26.0
GAP = 14.0
CELL = 176.0
FIGURE = 148.0
"""Length of the larger side of the frame in a cell of a strip."""
WHOLE = 420.0
"""Length of the larger side of the frame in a picture of one puzzle."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES: tuple[list[Decimal | float | int] | None, ...] = (None, [7, 3], [2, 3], [9, 3, 2, 3], [4, 2], [1, 2])
"""Dashes of the colours, so that colour is never the only sign."""


def puzzle_svg(puzzle: PolygonPuzzle) -> str:
    """Return a picture of the pieces beside the frame."""
    return _beside_frame(puzzle, f"{len(puzzle.pieces)} pieces, as they are turned", [])


def solution_svg(puzzle: PolygonPuzzle, result: PolygonResult) -> str:
    """Return a picture of the pieces beside the frame, and in their places if the puzzle is solved."""
    return _beside_frame(puzzle, result.message, result.rings(puzzle) if result.places else [])


def _beside_frame(puzzle: PolygonPuzzle, words: str, laid: Sequence[Ring]) -> str:
    beside = [piece.ring for piece in puzzle.pieces]
    scale = WHOLE / puzzle.size
    shown = [*puzzle.frame, *beside]
    wide, high = (u * scale for u in size_of(shown, 0))
    view = View.centred(shown, 0, scale, (MARGIN + wide / 2, MARGIN + 34 + high / 2))
    parts = _heading(puzzle.id, words, wide)
    parts += _frame_and_pieces(puzzle, beside, view, faint=bool(laid))
    parts += _draw_pieces(puzzle, laid, view)
    return page(wide + 2 * MARGIN, high + 2 * MARGIN + 34, puzzle.id, words, parts, "edge-matching-polygons")


def _heading(title: str, words: str, wide: float) -> list[svg.Element]:
    return [
        label(MARGIN, 36, shortened(title, wide, 18, bold=True), size=18, bold=True, kind="title"),
        label(MARGIN, 54, shortened(words, wide, 12), size=12, fill=GREY, kind="status"),
    ]


def iterates_svg(puzzle: PolygonPuzzle, result: PolygonResult) -> str:
    """Return a picture of the pieces in each iterate with its objective, and of the solution."""
    strip = _Strip(puzzle, len(result.steps) + 1)
    wide = strip.columns * (CELL + GAP) - GAP
    parts = _heading(puzzle.id, result.message, wide)
    for number, step in enumerate(result.steps):
        rings = [piece.moved(place) for piece, place in zip(puzzle.pieces, step.places, strict=True)]
        parts.append(strip.cell(number, rings, _caption(step, number), opacity=0.75))
    if result.places:
        last = len(result.steps)
        parts.append(strip.cell(last, result.rings(puzzle), ("solution", "accepted by the judge")))
    bottom = strip.top + ceil(strip.count / strip.columns) * (strip.height + GAP)
    steps = "; ".join(f"{a}, {b}" for a, b in (_caption(step, i) for i, step in enumerate(result.steps)))
    return page(wide + 2 * MARGIN, bottom + MARGIN - GAP, puzzle.id, f"{result.message}. {steps}", parts, "iterates")


def _caption(step: Step, number: int) -> tuple[str, str]:
    again = f", round {step.attempt + 1}" if step.attempt else ""
    return f"{number + 1}: degree {step.degree}{again}", f"objective {step.objective:.2g}"


class _Strip:
    """A film strip: cells in rows, all with one scale."""

    def __init__(self, puzzle: PolygonPuzzle, count: int) -> None:
        self.puzzle = puzzle
        self.count = count
        self.columns = min(5, max(count, 3))
        self.scale = FIGURE / puzzle.size
        self.figure = size_of(puzzle.frame, 0)[1] * self.scale
        self.height = self.figure + 66
        self.top = 70.0

    def cell(self, number: int, rings: Sequence[Ring], caption: tuple[str, str], opacity: float = 1.0) -> svg.G:
        row, column = divmod(number, self.columns)
        left, top = MARGIN + column * (CELL + GAP), self.top + row * (self.height + GAP)
        view = View.centred(self.puzzle.frame, 0, self.scale, (left + CELL / 2, top + 14 + self.figure / 2))
        border = box(left, top, CELL, self.height, fill=PAPER, stroke=RULE, radius=7)
        parts: list[svg.Element] = [border, *_frame_and_pieces(self.puzzle, [], view, faint=False)]
        parts += _draw_pieces(self.puzzle, rings, view, opacity=opacity)
        parts += [
            label(left + 12, top + self.height - 28 + 16 * i, line, size=12, bold=i == 0, kind="caption")
            for i, line in enumerate(caption)
        ]
        return svg.G(class_=["iterate"], elements=parts)


def _frame_and_pieces(
    puzzle: PolygonPuzzle, rings: Sequence[Ring], view: View, *, faint: bool
) -> Iterator[svg.Element]:
    yield region(puzzle.frame, view, "frame", fill=LIGHT, stroke=LINE, width=1.6)
    if faint:
        yield from (region([ring], view, "beside", fill=PAPER, stroke=RULE) for ring in rings)
    else:
        yield from _draw_pieces(puzzle, rings, view)
    yield from _colour_sides([*zip(puzzle.frame, puzzle.frame_colours, strict=True)], puzzle, view)


def _draw_pieces(
    puzzle: PolygonPuzzle, rings: Sequence[Ring], view: View, *, opacity: float = 1.0
) -> Iterator[svg.Element]:
    """Draw pieces in their places, with their numbers."""
    seen: Counter[str] = Counter()
    for number, (piece, ring) in enumerate(zip(puzzle.pieces, rings, strict=False), 1):
        tone = tone_in(colour_of(piece.name), seen[piece.name])
        seen[piece.name] += 1
        yield svg.Path(
            class_=["piece"],
            d=outline_path([view.ring(ring)]),
            fill=tone.fill,
            fill_opacity=opacity if opacity < 1 else None,
            stroke=LINE,
            stroke_width=1,
            stroke_linejoin="round",
        )
        yield from _colour_sides([(ring, piece.colours)], puzzle, view)
        yield _number(str(number), view.ring(ring), tone)


def _number(words: str, ring: Ring, tone: Tone) -> svg.Text:
    """Write a number where the piece has room."""
    (x, y), radius = _inner_circle(ring)
    size = min(20.0, max(8.0, 0.9 * radius))
    return number_at(x, y + 0.365 * size, words, tone, size)


def _inner_circle(ring: Ring) -> tuple[Spot, float]:
    """Return a circle in a polygon: the largest one if it is convex, else one about some point inside."""
    polygon = shapely.Polygon(ring)
    if polygon.convex_hull.area - polygon.area < NEARNESS * polygon.area:
        return middle_of(ring)
    spot = polygon.representative_point()
    return (spot.x, spot.y), spot.distance(polygon.exterior)


def _colour_sides(
    rings: Sequence[tuple[Ring, Sequence[str]]], puzzle: PolygonPuzzle, view: View
) -> Iterator[svg.Element]:
    """Draw lines in the colours of the sides that have one."""
    if not puzzle.is_coloured:
        return
    of_pieces = (side.colour for piece in puzzle.pieces for side in piece.sides)
    names = sorted({*of_pieces, *(side.colour for side in puzzle.sides)} - {PLAIN})
    for ring, colours in rings:
        for side in sides_of(ring, tuple(colours)):
            if side.colour in names:
                number = names.index(side.colour) % len(COLOURS)
                yield svg.Path(
                    class_=["side"],
                    d=segments_path([(view.spot(side.start), view.spot(side.end))]),
                    stroke=COLOURS[number],
                    stroke_width=3.4,
                    stroke_dasharray=DASHES[number],
                    fill="none",
                )


def film_of(puzzle: PolygonPuzzle, result: PolygonResult) -> Film:
    """Make the film of a result; the solution of a search, which has no iterates, is laid piece by piece."""
    stills = [_empty(puzzle, result), *_iterates(puzzle, result), *_solution(puzzle, result)]
    about = f"Edge-matching of {plural(len(puzzle.pieces), 'polygon')}, solved by {result.solver}."
    return film_of_stills(Titles("edgematching", puzzle.id, about, result.status, result.message), stills)


def _empty(puzzle: PolygonPuzzle, result: PolygonResult) -> Still:
    words = "" if result.steps or result.places else f"{result.status.capitalize()}: {result.message}."
    return Still("The frame", words, _shapes(puzzle, {}), begins=True)


def _iterates(puzzle: PolygonPuzzle, result: PolygonResult) -> Iterator[Still]:
    before: tuple[int, int] | None = None
    for number, step in enumerate(result.steps, 1):
        moved = (piece.moved(place) for piece, place in zip(puzzle.pieces, step.places, strict=True))
        rings = dict(enumerate(moved))
        again = f" In round {step.attempt + 1}." if step.attempt else ""
        text = (
            "Each piece lies where the program's mixture has it in the mean. How far it is from a decision (the sum of "
            f"the eigenvalues that should vanish): {step.objective:.2g}; 0 is decided.{again}"
        )
        heading = f"Iterate {number}, of degree {step.degree}"
        yield Still(heading, text, _shapes(puzzle, rings), begins=before not in (None, step[:2]))
        before = step[:2]


def _solution(puzzle: PolygonPuzzle, result: PolygonResult) -> Iterator[Still]:
    if not result.places:
        return
    rings = dict(enumerate(result.rings(puzzle)))
    if result.steps:
        yield Still("The solution", "The judge accepts it.", _shapes(puzzle, rings))
        return
    shown: dict[int, Ring] = {}
    for laid in laid_in_turn(puzzle, result.places):
        number, name = laid.number, puzzle.pieces[laid.number].name
        shown[number] = puzzle.pieces[number].moved(laid.place)
        heading = f"Piece {number + 1}: {name}, its lowest corner at ({laid.corner[0]:.4g}, {laid.corner[1]:.4g})"
        judged = " The judge accepts the whole." if len(shown) == len(rings) else ""
        yield Still(heading, f"{why(laid).capitalize()}.{judged}", _shapes(puzzle, shown))


def _shapes(puzzle: PolygonPuzzle, rings: Mapping[int, Ring]) -> list[Shape]:
    seen: Counter[str] = Counter()
    shapes = [Shape(ring, Tone(LIGHT), title="the frame") for ring in puzzle.frame[:1]]
    shapes += [Shape(ring, Tone("#ffffff"), title="a hole") for ring in puzzle.frame[1:]]
    for number, piece in enumerate(puzzle.pieces):
        if number in rings:
            tone = tone_in(colour_of(piece.name), seen[piece.name])
            shapes.append(Shape(rings[number], tone, str(number + 1), piece.name))
        seen[piece.name] += 1
    return shapes

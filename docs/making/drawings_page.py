"""The picture of `drawings.md`: a figure as somebody drew it, and how it is read."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin
from typing import NamedTuple

import shapely

from heuristan import Puzzle, Solution
from heuristan.common.plane import Ring, Spot, box_of
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, tidy
from heuristan.common.svg.page import label, page, region, wrapped
from heuristan.common.svg.palette import BLUE, LIGHT, LINE
from heuristan.tangram.render.solution import filled
from heuristan.tangram.render.story import Tile, tone_of

BODY = (
    *((0, 42), (13, 42), (34, 21), (23, 10), (25, 10), (9, -6), (25, -6), (41, 10), (68, 10)),
    *((45, 33), (61, 49), (45, 49), (45, 42), (23, 65)),
)
"""The body of a runner in pixels of a small screen, 16 to a leg; the foot is slid along the leg."""

HEAD = ((23, 65), (38, 71), (31, 86), (16, 80))
"""The head of the runner, which stands on a vertex at another angle."""


@cache
def runner() -> Puzzle:
    """Return the runner as it is read first."""
    return Puzzle.from_shapely(shapely.MultiPolygon([shapely.Polygon(BODY), shapely.Polygon(HEAD)]), id="runner")


@cache
def solution() -> Solution:
    """Return the solution of the exact solver; the expert system finds the same pieces in another order."""
    return runner().solve("exact")


class Panel(NamedTuple):
    title: str
    words: str
    parts: Sequence[svg.Element]


WIDTH, HIGH, GAP, MARGIN = 176.0, 236.0, 20.0, 14.0
LEG = 2.25
"""Pixels of the picture to a pixel of the drawing."""


def steps() -> str:
    """Return the runner drawn, read and solved, in four panels."""
    panels = [
        Panel("1. As it was drawn", "No edge is quite straight, and vertices miss each other.", [*_drawn()]),
        Panel("2. Parts and turns", "Each part has its own eight directions.", [*_directions()]),
        Panel(
            "3. Common lines", "Edges on nearly one line are put on one; vertices lie where lines meet.", [*_lines()]
        ),
        Panel("4. Solved", "The pieces are congruent to the tans, and touch.", [*_pieces()]),
    ]
    parts: list[svg.Element] = []
    for number, panel in enumerate(panels):
        left = MARGIN + number * (WIDTH + GAP)
        parts.append(svg.G(elements=[*panel.parts], transform=f"translate({left} {MARGIN + 8})"))
        parts.append(label(left, HIGH + 24, panel.title, size=13, bold=True))
        parts += [
            label(left, HIGH + 42 + 15 * line, words, size=11.5)
            for line, words in enumerate(wrapped(panel.words, WIDTH, 11.5, lines=3))
        ]
    wide = 2 * MARGIN + len(panels) * (WIDTH + GAP) - GAP
    return page(wide, HIGH + 94, "How a drawing is read", " ".join(panel.words for panel in panels), parts, "drawing")


def _view() -> View:
    return View.centred([BODY, HEAD], 0, LEG, (WIDTH / 2, (HIGH - 20) / 2))


def _drawn() -> Iterator[svg.Element]:
    yield region([BODY, HEAD], _view(), "drawn", fill="#a8a8a8")
    yield from _dots(spot for ring in (BODY, HEAD) for spot in ring)


def _dots(spots: Iterator[Spot]) -> Iterator[svg.Element]:
    for x, y in map(_view().spot, spots):
        yield svg.Circle(cx=tidy(x), cy=tidy(y), r=2.2, fill=LINE)


def _read() -> list[Ring]:
    """Return the outline as it was read, in pixels of the drawing."""
    core = runner()
    return [tuple(map(core.own, ring)) for ring in core.rings]


def _directions() -> Iterator[svg.Element]:
    """Yield the parts, each with a rose of its directions."""
    view = _view()
    yield region(_read(), view, "read", fill=LIGHT, stroke=LINE, width=1.2)
    for ring, place in zip(_read(), runner().places, strict=True):
        x0, y0, x1, y1 = box_of(ring)
        middle = view.spot(((x0 + x1) / 2, (y0 + y1) / 2))
        yield _rose(middle, place.turn)


def _rose(middle: Spot, turn: float) -> svg.Element:
    size = 15
    rays = [(size * cos(turn + k * pi / 4), size * sin(turn + k * pi / 4)) for k in range(4)]
    return svg.Path(
        class_=["rose"],
        d=[
            command
            for u, v in rays
            for command in (
                svg.to("M", tidy(middle[0] - u), tidy(middle[1] + v)),
                svg.to("L", tidy(middle[0] + u), tidy(middle[1] - v)),
            )
        ],
        stroke=BLUE,
        stroke_width=1.6,
    )


def _lines() -> Iterator[svg.Element]:
    """Yield the lines that edges lie on, beyond their ends, and the vertices where they meet."""
    view = _view()
    yield region(_read(), view, "read", fill=LIGHT)
    drawn: list[svg.PathData] = []
    for ring in _read():
        for (x, y), (u, v) in zip(ring, (*ring[1:], ring[0]), strict=True):
            length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
            more = 7 / length
            start, end = (x - more * (u - x), y - more * (v - y)), (u + more * (u - x), v + more * (v - y))
            drawn += [svg.to("M", *map(tidy, view.spot(start))), svg.to("L", *map(tidy, view.spot(end)))]
    yield svg.Path(class_=["lines"], d=drawn, stroke=BLUE, stroke_width=1.2)
    yield from _dots(spot for ring in _read() for spot in ring)


def _pieces() -> Iterator[svg.Element]:
    view = _view()
    seen: dict[str, int] = {}
    for piece in solution().pieces:
        number = seen.setdefault(piece.piece, 0)
        seen[piece.piece] += 1
        tile = Tile(str(piece.step), piece.piece, piece.vertices, tone_of(piece.piece, number))
        yield filled(tile, view, edge=1.0)

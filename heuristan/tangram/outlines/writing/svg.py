"""Puzzles as SVG: the outline as one filled silhouette, or the pieces of the author's solution where it is known."""

from collections.abc import Iterable, Iterator, Sequence

import svg

from heuristan.tangram.outlines.writing.coordinates import Coordinates, plain_name
from heuristan.tangram.puzzle.drawing import DrawnPiece, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle

LEG = 100.0
"""Default length of a small leg, in pixels."""

_MARGIN = 0.25
"""Margin around the figure, in small legs."""

_DECIMALS = 6
_PAINT = "#1a1a1a"
_PIECE = "#ececec"
_LINE = 0.02
"""Width of the line around a piece, in small legs."""


def text(puzzle: Puzzle, leg: float | None = None) -> str:
    """Return the picture of a puzzle, y down: a path filled by the even-odd rule, or a polygon a piece with its name.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg in pixels; LEG if not given.
    """
    leg = leg or LEG
    coordinates = Coordinates(puzzle, leg, y_down=True)
    laid = coordinates.laid
    rings: list[Sequence[Vector]] = [piece.vertices for piece in laid]
    rings = rings or [ring for polygon in coordinates.polygons for ring in polygon]
    box = _box(rings, _MARGIN * leg)
    picture = svg.SVG(
        width=box.width,
        height=box.height,
        viewBox=box,
        elements=[
            svg.Title(text=svg.escape(plain_name(puzzle.id))),
            *(_piece(piece, leg) for piece in laid),
            *([] if laid else [svg.Path(d=list(_path(rings)), fill=_PAINT, fill_rule="evenodd")]),
        ],
    )
    return f"{picture.as_str()}\n"


def _path(rings: Iterable[Iterable[Vector]]) -> Iterator[svg.PathData]:
    for ring in rings:
        for number, (x, y) in enumerate(ring):
            yield svg.L(_tidy(x), _tidy(y)) if number else svg.M(_tidy(x), _tidy(y))
        yield svg.Z()


def _piece(piece: DrawnPiece, leg: float) -> svg.Polygon:
    return svg.Polygon(
        points=[svg.Point(_tidy(x), _tidy(y)) for x, y in piece.vertices],
        data={"piece": svg.escape(piece.name)} if piece.name else None,
        fill=_PIECE,
        stroke=_PAINT,
        stroke_width=_tidy(_LINE * leg),
        stroke_linejoin="round",
    )


def _box(rings: Iterable[Iterable[Vector]], margin: float) -> svg.ViewBoxSpec:
    xs, ys = zip(*(vertex for ring in rings for vertex in ring), strict=True)
    left, top = min(xs) - margin, min(ys) - margin
    width, height = max(xs) - left + margin, max(ys) - top + margin
    return svg.ViewBoxSpec(_tidy(left), _tidy(top), _tidy(width), _tidy(height))


def _tidy(number: float) -> float:
    return round(number, _DECIMALS) + 0.0

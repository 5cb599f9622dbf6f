"""Puzzles as SVG: the outline as a filled silhouette, or the pieces of the author's solution where it is known."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from math import isclose
from typing import Any, TypeAlias

from heuristan.common.plane import box_of
from heuristan.common.quoting import as_markup
from heuristan.common.svg import elements as svg
from heuristan.tangram.outlines.kept import fields_of
from heuristan.tangram.outlines.writing.texts import Coordinates, named_set, plain_name
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Polygon, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

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
    """Return the picture of a puzzle, y down: a path a part, filled by the even-odd rule, or a polygon a piece.

    A drawing keeps its own coordinates, which the viewBox shows at a fitting size, and the root element says what it
    was read from. If y grows upwards in it, the picture has -y.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg in the coordinates; if not given, that of the drawing, else LEG.
    """
    is_read = puzzle.drawing is not None
    asked = leg or (None if is_read else LEG)
    coordinates = Coordinates(puzzle, asked, y_down=True)
    drawing, leg = coordinates.drawing, coordinates.own_leg
    digits = None if is_read else _DECIMALS
    left, top, wide, high = _page_of(drawing) or _around(_vertices_of(drawing), _MARGIN * leg)
    # a drawing comes back in its own coordinates, any other puzzle in those of the picture
    kept = fields_of(Coordinates(puzzle, asked).drawing if is_read else drawing)
    picture = svg.SVG(
        width=_rounded(wide * LEG / leg if is_read else wide, _DECIMALS),
        height=_rounded(high * LEG / leg if is_read else high, _DECIMALS),
        viewBox=[_rounded(number, digits) for number in (left, top, wide, high)],
        data_heuristan=_data(drawing.sets, named_set(puzzle), kept),
        elements=[
            svg.Title(text=as_markup(plain_name(puzzle.id))),
            *(svg.Path(d=list(_path(each, digits)), fill=_PAINT, fill_rule="evenodd") for each in drawing.polygons),
            *(_piece(piece, leg, digits) for piece in drawing.laid),
        ],
    )
    return f"{picture}\n"


def _data(sets: int | None, name: str | None, kept: dict[str, Any]) -> str:
    """Return the attribute of the root that says what a picture cannot show."""
    own = {"sets": sets, "set": name}
    fields = {key: value for key, value in own.items() if value} | {"y": "up", **kept}
    shown = {key: value for key, value in fields.items() if key not in ("pieces", "outline")}
    return as_markup(json.dumps(shown, ensure_ascii=False))


def _page_of(drawing: Drawing) -> Box | None:
    """Return the page that a drawing was read from, if its coordinates are the page's pixels."""
    spot = drawing.origin.spot
    if spot is None or spot.size is None or not all(map(isclose, spot.to_pixels, _AS_IT_IS)):
        return None
    return 0.0, 0.0, float(spot.size[0]), float(spot.size[1])


def _vertices_of(drawing: Drawing) -> Iterator[Vector]:
    rings = (ring for polygon in drawing.polygons for ring in polygon)
    return chain.from_iterable((*(piece.vertices for piece in drawing.laid), *rings))


_AS_IT_IS = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def _path(polygon: Polygon, digits: int | None) -> Iterator[svg.PathData]:
    for ring in polygon:
        for number, (x, y) in enumerate(ring):
            yield svg.to("L" if number else "M", _rounded(x, digits), _rounded(y, digits))
        yield svg.to("Z")


def _piece(piece: LaidPiece, leg: float, digits: int | None) -> svg.Polygon:
    return svg.Polygon(
        points=[f"{_rounded(x, digits)},{_rounded(y, digits)}" for x, y in piece.vertices],
        data_piece=as_markup(piece.name) if piece.name else None,
        fill=_PIECE,
        stroke=_PAINT,
        stroke_width=_rounded(_LINE * leg, digits),
        stroke_linejoin="round",
    )


def _around(spots: Iterable[Vector], margin: float) -> Box:
    left, top, right, bottom = box_of(spots)
    left, top = left - margin, top - margin
    return left, top, right - left + margin, bottom - top + margin


def _rounded(number: float, digits: int | None) -> float:
    return number if digits is None else round(number, digits) + 0.0

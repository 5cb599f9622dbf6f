"""Puzzles and pieces as a page lays and names them: in legs, rounded."""

from collections.abc import Iterable, Mapping
from typing import Any

from heuristan.common.plane import Spot
from heuristan.common.web.film import DECIMALS
from heuristan.tangram.explain.words import spoken
from heuristan.tangram.lattice.points import Point, xy
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.story import tone_of


def ring_in_legs(puzzle: Puzzle, ring: Iterable[Spot]) -> list[Spot]:
    """Return a ring of the puzzle's own coordinates in legs."""
    position = puzzle.position
    return [rounded(position.legs(spot)) for spot in ring]


def rounded(spot: Spot) -> Spot:
    """Round a point as films do."""
    return round(spot[0], DECIMALS) + 0.0, round(spot[1], DECIMALS) + 0.0


def rings_of(puzzle: Puzzle) -> list[list[Spot]]:
    """Return the rings of an outline in legs, as films have them."""
    return [[rounded(puzzle.in_legs(point)) for point in ring] for ring in puzzle.rings]


def title_of(id: str) -> str | None:
    """Return the title of a shape that ships; None for another puzzle."""
    path = shape_files().get(id)
    return read_shape(path).title if path else None


def stock_of(pieces: PieceSet, stock: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the kinds of pieces of a stock, each at the origin, with its colour."""
    return [
        {
            "piece": name,
            "name": spoken(name),
            "count": count,
            "ring": [rounded(_in_legs(point)) for point in pieces.by_name[name].ring],
            "fill": tone_of(name, 0).fill,
        }
        for name, count in stock.items()
    ]


def _in_legs(point: Point) -> tuple[float, float]:
    """Return a point of a piece in legs."""
    x, y = xy(point)
    return x / UNITS_A_LEG, y / UNITS_A_LEG

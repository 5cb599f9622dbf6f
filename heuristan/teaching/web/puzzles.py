"""The puzzle of a request."""

import json
from functools import lru_cache
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.tangram.api import Puzzle
from heuristan.tangram.explain.words import spoken
from heuristan.tangram.lattice.points import Point, xy
from heuristan.tangram.outlines.geojson import outlines_of
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.ring_lists import nested_polygons
from heuristan.tangram.outlines.writing.writers import FORMS
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, DrawnPiece
from heuristan.tangram.puzzle.puzzle import OutlineError
from heuristan.tangram.puzzle.puzzle import Puzzle as Core
from heuristan.tangram.render.story import tone_of
from heuristan.tangram.solving.result import read_once
from heuristan.tangram.verification.judging.placing import Position
from heuristan.teaching.web.models import Laid, PuzzleGiven, PuzzleRequest

MOST_KEPT = 100
"""Maximum number of puzzles that a worker keeps."""
DECIMALS = 5
"""Decimals of a coordinate in legs, as in films."""


def puzzle_given(given: PuzzleGiven) -> Puzzle:
    """Return the puzzle of a request.

    Raises:
        InputError: if there is no such shape, or its outline is not one of a puzzle.
        OutlineError: if an outline is not one of a puzzle.
    """
    return _puzzle(given.model_dump_json())


@lru_cache(MOST_KEPT)
def _puzzle(text: str) -> Puzzle:
    given = PuzzleGiven.model_validate_json(text)
    if given.shape is not None:
        return Puzzle.from_name(given.shape)
    pieces = set_named(given.pieces)
    if given.feature is not None:
        outline = next(outlines_of({**given.feature, "type": "Feature"}, given.name))
        return Puzzle.of(outline.puzzle(pieces))
    polygons = nested_polygons(given.rings) if given.rings is not None else ()
    laid = tuple(DrawnPiece(each.piece, each.vertices) for each in given.laid or ())
    drawing = Drawing(given.name, polygons, laid, given.y_down, given.sets)
    return Puzzle.of(puzzle_of(drawing, pieces))


def set_named(name: str | None) -> PieceSet | None:
    """Return a set of pieces that ships; None if no name is given.

    Raises:
        OutlineError: if there is none of that name.
    """
    if name is None:
        return None
    names = piece_set_names()
    if name not in names:  # `read_piece_set` would look for a file
        raise OutlineError(f"there is no set of pieces {shown(name)}; {nearest(name, names)}")
    return read_piece_set(name)


def in_own_coordinates(puzzle: Puzzle, laid: tuple[Laid, ...]) -> list[tuple[str | None, list[tuple[float, float]]]]:
    """Return pieces of a request, which are in legs, as the puzzle's own coordinates have them."""
    position = Position.of(puzzle)
    return [(each.piece, [position.own(spot) for spot in each.vertices]) for each in laid]


def ring_in_legs(puzzle: Puzzle, ring: Any) -> list[tuple[float, float]]:
    """Return a ring of the puzzle's own coordinates in legs."""
    position = Position.of(puzzle)
    return [rounded(position.legs(spot)) for spot in ring]


def rounded(spot: tuple[float, float]) -> tuple[float, float]:
    """Return a point as films have it."""
    return round(spot[0], DECIMALS) + 0.0, round(spot[1], DECIMALS) + 0.0


def rings_of(puzzle: Core) -> list[list[tuple[float, float]]]:
    """Return the rings of an outline in legs, as films have them."""
    return [[rounded(puzzle.in_legs(point)) for point in ring] for ring in puzzle.rings]


def describe(puzzle: Puzzle) -> dict[str, Any]:
    """Return what a page needs of a puzzle to show it, to lay it, and to put it into a link."""
    read = read_once(puzzle)
    return {
        "id": puzzle.id,
        "rings": rings_of(puzzle),
        "turn": puzzle.frame.angle,
        "sets": puzzle.sets,
        "set": puzzle.pieces.name,
        "reading": read.words if read is not None else None,
        "drawn": puzzle.reading is not None,
        "pieces": _stock(puzzle),
        "feature": json.loads(FORMS["geojson"].text(puzzle)),
    }


def _stock(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the kinds of pieces of a puzzle, each at the origin, with the tones of the first, the second ..."""
    return [
        {
            "piece": name,
            "name": spoken(name),
            "count": count,
            "ring": [rounded(_in_legs(point)) for point in puzzle.pieces.by_name[name].ring],
            "tones": [[tone.fill, tone.hatch, tone.ink] for tone in (tone_of(name, n) for n in range(4))],
        }
        for name, count in puzzle.stock.items()
    ]


def _in_legs(point: Point) -> tuple[float, float]:
    """Return a point of a piece in legs."""
    x, y = xy(point)
    return x / UNITS_A_LEG, y / UNITS_A_LEG


def shown_puzzle(request: PuzzleRequest) -> dict[str, Any]:
    """Answer what puzzle a request means."""
    return describe(puzzle_given(request.puzzle))

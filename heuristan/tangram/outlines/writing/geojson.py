"""Puzzles as GeoJSON features (RFC 7946)."""

import json
from typing import Any

from heuristan.tangram.outlines.piece_sets import piece_set_names
from heuristan.tangram.outlines.writing.coordinates import Coordinates, plain_name
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Puzzle


def text(puzzle: Puzzle, leg: float | None = None) -> str:
    """Return the feature of a puzzle on one line: its id, its number of sets, and its polygons, y up.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg; as the puzzle came if not given.
    """
    properties: dict[str, Any] = {"sets": puzzle.sets}
    if puzzle.pieces != TANGRAM and puzzle.pieces.name in piece_set_names():
        properties["set"] = puzzle.pieces.name
    polygons = [[_closed(ring) for ring in polygon] for polygon in Coordinates(puzzle, leg).polygons]
    geometry = (
        {"type": "Polygon", "coordinates": polygons[0]}
        if len(polygons) == 1
        else {"type": "MultiPolygon", "coordinates": polygons}
    )
    feature = {"type": "Feature", "id": plain_name(puzzle.id), "properties": properties, "geometry": geometry}
    return json.dumps(feature, ensure_ascii=False)


def _closed(ring: list[Vector]) -> list[Vector]:
    return [*ring, ring[0]]

"""Puzzles as GeoJSON features (RFC 7946)."""

import json
from collections.abc import Sequence
from typing import Any

from heuristan.tangram.outlines.kept import fields_of
from heuristan.tangram.outlines.writing.coordinates import Coordinates, named_set, plain_name
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Puzzle


def text(puzzle: Puzzle, leg: float | None = None) -> str:
    """Return the feature of a puzzle on one line: its id, its properties, and its polygons as they were read.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg; as the puzzle came if not given.
    """
    coordinates = Coordinates(puzzle, leg)
    polygons = [[_closed(ring) for ring in polygon] for polygon in coordinates.polygons]
    geometry = (
        {"type": "Polygon", "coordinates": polygons[0]}
        if len(polygons) == 1
        else {"type": "MultiPolygon", "coordinates": polygons}
    )
    feature = {
        "type": "Feature",
        "id": plain_name(puzzle.id),
        "properties": _properties(coordinates),
        "geometry": geometry,
    }
    return json.dumps(feature, ensure_ascii=False)


def _properties(coordinates: Coordinates) -> dict[str, Any]:
    drawing, puzzle = coordinates.drawing, coordinates.puzzle
    own = {"sets": drawing.sets, "set": named_set(puzzle), "heuristan": fields_of(drawing)}
    others = {key: value for key, value in puzzle.properties.items() if key not in own}
    return {**{key: value for key, value in own.items() if value}, **others}


def _closed(ring: Sequence[Vector]) -> list[Vector]:
    return [*ring, ring[0]]

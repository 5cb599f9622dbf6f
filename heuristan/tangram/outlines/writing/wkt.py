"""Puzzles as WKT."""

import json
from collections.abc import Sequence

from heuristan.tangram.outlines.kept import KEPT, fields_of
from heuristan.tangram.outlines.writing.coordinates import Coordinates, decimal, named_set, plain_name
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Puzzle


def text(puzzle: Puzzle, leg: float | None = None) -> str:
    """Return the POLYGON or MULTIPOLYGON of a puzzle on one line, after a comment with what WKT has no place for.

    There is no comment if one set of the seven tans fills the outline, and nothing but its coordinates was read.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg; as the puzzle came if not given.
    """
    coordinates = Coordinates(puzzle, leg)
    polygons = [f"({', '.join(map(_ring, polygon))})" for polygon in coordinates.polygons]
    geometry = f"POLYGON {polygons[0]}" if len(polygons) == 1 else f"MULTIPOLYGON ({', '.join(polygons)})"
    drawing, name = coordinates.drawing, named_set(puzzle)
    kept = {**({"set": name} if name else {}), **fields_of(drawing)}
    # in an exact outline one set is found; in a drawing two may be tried as well
    if not kept and drawing.sets in ((None, 1) if puzzle.reading is None else (None,)):
        return geometry
    sets = {"sets": drawing.sets} if drawing.sets else {}
    return f"{KEPT}{json.dumps({'id': plain_name(puzzle.id), **sets, **kept}, ensure_ascii=False)}\n{geometry}"


def _ring(ring: Sequence[Vector]) -> str:
    return f"({', '.join(f'{decimal(x)} {decimal(y)}' for x, y in [*ring, ring[0]])})"

"""Puzzles as WKT."""

from heuristan.tangram.outlines.writing.coordinates import Coordinates, decimal
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Puzzle


def text(puzzle: Puzzle, leg: float | None = None) -> str:
    """Return the POLYGON or MULTIPOLYGON of a puzzle on one line, y up. WKT has no ids and no number of sets.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg; as the puzzle came if not given.
    """
    polygons = [f"({', '.join(map(_ring, polygon))})" for polygon in Coordinates(puzzle, leg).polygons]
    return f"POLYGON {polygons[0]}" if len(polygons) == 1 else f"MULTIPOLYGON ({', '.join(polygons)})"


def _ring(ring: list[Vector]) -> str:
    return f"({', '.join(f'{decimal(x)} {decimal(y)}' for x, y in [*ring, ring[0]])})"

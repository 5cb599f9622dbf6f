"""Puzzles as WKT."""

from heuristan.tangram.outlines.writing.coordinates import Coordinates, decimal
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Puzzle


def wkt_text(puzzle: Puzzle, leg: float | None = None) -> str:
    """The POLYGON or MULTIPOLYGON of a puzzle on one line, y up. Its id and how many sets it has cannot be said in WKT.

    Args:
        puzzle: any.
        leg: the length of a small leg; as the puzzle came if not given.
    """
    polygons = [f"({', '.join(map(_ring, polygon))})" for polygon in Coordinates(puzzle, leg).polygons]
    return f"POLYGON {polygons[0]}" if len(polygons) == 1 else f"MULTIPOLYGON ({', '.join(polygons)})"


def _ring(ring: list[Vector]) -> str:
    return f"({', '.join(f'{decimal(x)} {decimal(y)}' for x, y in [*ring, ring[0]])})"

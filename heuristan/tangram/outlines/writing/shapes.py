"""Puzzles as shapes in YAML: exact lengths."""

import json
import re
from fractions import Fraction
from functools import cmp_to_key

from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import Code, parts
from heuristan.tangram.outlines.exact_readings import exact_lengths
from heuristan.tangram.outlines.kept import fields_of
from heuristan.tangram.outlines.writing.coordinates import Coordinates, named_set, plain_name
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

_PLAIN = re.compile(r"[A-Za-z0-9]([\w. -]*\w)?", re.ASCII)


def text(puzzle: Puzzle, leg: float | None = None) -> str:  # noqa: ARG001 - a shape's leg is always 1
    """Return the shape file of a puzzle: its name, its number of sets, and its vertices in small legs.

    The vertices lie to the right of and above the origin. A puzzle that was read from floats has the table ``drawing``
    too, with what was read; that alone if it has no exact lengths.

    Args:
        puzzle: the puzzle.
        leg: not used: the small leg of a shape is always 1.

    Raises:
        OutlineError: if the puzzle has no exact lengths, and no drawing either.
    """
    exact = exact_lengths(puzzle)
    if exact is None and puzzle.drawing is None:
        raise OutlineError("the outline has no exact lengths, which a shape in YAML needs; write GeoJSON, WKT or SVG")
    name, drawing = plain_name(puzzle.id), Coordinates(puzzle).drawing
    lines = (
        [f"name: {name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)}"] if name.strip() else []
    )
    lines += [f"{key}: {value}" for key, value in (("set", named_set(puzzle)), ("sets", drawing.sets)) if value]
    lines += [] if exact is None else _vertices(exact)
    lines += [] if puzzle.drawing is None else ["# the outline as it was read", "drawing:", *_drawing(drawing)]
    return "\n".join(lines) + "\n"


def _vertices(puzzle: Puzzle) -> list[str]:
    rings = _rings(puzzle)
    return [f"vertices: {rings[0]}"] if len(rings) == 1 else ["vertices:", *(f"  - {ring}" for ring in rings)]


def _drawing(drawing: Drawing) -> list[str]:
    """Return the lines of a drawing; JSON on one line is YAML."""
    fields = [f"  {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields_of(drawing).items()]
    polygons = [f"    - {json.dumps(polygon)}" for polygon in drawing.polygons]
    return [*fields, *(["  polygons:"] if polygons else []), *polygons]


def _rings(puzzle: Puzzle) -> list[str]:
    rings = [[tuple(_length(p[k], puzzle.denominator) for k in (0, 2)) for p in ring] for ring in puzzle.rings]
    left, low = (min((vertex[k] for ring in rings for vertex in ring), key=_by_size) for k in (0, 1))
    return ["[" + ", ".join(f"[{x.minus(left)}, {y.minus(low)}]" for x, y in ring) + "]" for ring in rings]


def _length(number: Code, denominator: int) -> Length:
    a, b = parts(number)
    units = UNITS_A_LEG * denominator
    return Length(Fraction(a, units), Fraction(b, 2 * units))


_by_size = cmp_to_key(lambda a, b: a.minus(b).sign)  # type: ignore[attr-defined]

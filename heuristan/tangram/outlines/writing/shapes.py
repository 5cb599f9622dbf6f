"""Puzzles as shapes in YAML: exact lengths."""

import json
import re
from fractions import Fraction
from functools import cmp_to_key

from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import Code, parts
from heuristan.tangram.outlines.piece_sets import piece_set_names
from heuristan.tangram.outlines.writing.coordinates import plain_name
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

_PLAIN = re.compile(r"[A-Za-z0-9]([\w. -]*\w)?", re.ASCII)


def text(puzzle: Puzzle, leg: float | None = None) -> str:  # noqa: ARG001 - a shape's leg is always 1
    """Return the shape file of a puzzle on the lattice: its name, its number of sets, and its vertices in small legs.

    The shape is moved to the right of and above the origin. The place, size and turn that it came with are not kept.

    Args:
        puzzle: the puzzle.
        leg: not used: the small leg of a shape is always 1.

    Raises:
        OutlineError: if the puzzle is not on the lattice, and so has no exact lengths.
    """
    if puzzle.nearness or puzzle.places:
        raise OutlineError("the outline has no exact lengths, which a shape in YAML needs; write GeoJSON, WKT or SVG")
    name = plain_name(puzzle.id)
    lines = (
        [f"name: {name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)}"] if name.strip() else []
    )
    if puzzle.pieces != TANGRAM and puzzle.pieces.name in piece_set_names():
        lines.append(f"set: {puzzle.pieces.name}")
    lines.append(f"sets: {puzzle.sets}")
    rings = _rings(puzzle)
    if len(rings) == 1:
        lines.append(f"vertices: {rings[0]}")
    else:
        lines += ["vertices:", *(f"  - {ring}" for ring in rings)]
    return "\n".join(lines) + "\n"


def _rings(puzzle: Puzzle) -> list[str]:
    rings = [[tuple(_length(p[k], puzzle.denominator) for k in (0, 2)) for p in ring] for ring in puzzle.rings]
    left, low = (min((vertex[k] for ring in rings for vertex in ring), key=_by_size) for k in (0, 1))
    return ["[" + ", ".join(f"[{x.minus(left)}, {y.minus(low)}]" for x, y in ring) + "]" for ring in rings]


def _length(number: Code, denominator: int) -> Length:
    a, b = parts(number)
    units = UNITS_A_LEG * denominator
    return Length(Fraction(a, units), Fraction(b, 2 * units))


_by_size = cmp_to_key(lambda a, b: a.minus(b).sign)  # type: ignore[attr-defined]

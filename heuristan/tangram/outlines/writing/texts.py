"""Puzzles as texts: GeoJSON features, shapes in YAML, WKT; and the coordinates in which any file holds them.

A file holds the drawing that a puzzle was read from, or its outline on the lattice, as floats.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, cmp_to_key
from math import ceil, log10
from typing import Any

from heuristan.common.plane import signed_area
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import Code, parts
from heuristan.tangram.outlines.kept import KEPT, fields_of
from heuristan.tangram.outlines.piece_sets import piece_set_names
from heuristan.tangram.outlines.puzzle_of import exact_lengths
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Origin, Polygon, Vector
from heuristan.tangram.puzzle.puzzle import DIGITS, OutlineError, Puzzle

_PLAIN = re.compile(r"[A-Za-z0-9]([\w. -]*\w)?", re.ASCII)
"""Names that YAML has without quotes."""


@dataclass(frozen=True)
class Coordinates:
    """A puzzle in the coordinates of a file."""

    puzzle: Puzzle
    leg: float | None = None
    """Length of a small leg in the file; as the puzzle came if None."""
    y_down: bool | None = None
    """Whether y grows downwards in the file; None keeps the puzzle's own direction."""

    @property
    def polygons(self) -> tuple[Polygon, ...]:
        """The parts, each an outer ring and its holes."""
        return self.drawing.polygons or self._outline

    @property
    def laid(self) -> tuple[LaidPiece, ...]:
        """The pieces of the author's solution; none where it is not known."""
        return self.drawing.laid

    @property
    def own_leg(self) -> float:
        """The length of a small leg in the file."""
        return self.leg or self.puzzle.frame.scale / self.puzzle.unit

    @cached_property
    def drawing(self) -> Drawing:
        """The drawing that the puzzle was read from, as the file holds it; of other puzzles, that of their outline."""
        read = self.puzzle.drawing
        if read is None:
            return Drawing(self.puzzle.id, self._outline, y_down=self._is_down, sets=self.puzzle.sets)
        return replace(
            read,
            polygons=tuple([[*map(self._written, ring)] for ring in polygon] for polygon in read.polygons),
            laid=tuple(LaidPiece(piece.name, tuple(map(self._written, piece.vertices))) for piece in read.laid),
            y_down=self._is_down,
            # if a drawing has an unknown unit, another number of sets may be right
            sets=read.sets if self.puzzle.reading is not None else self.puzzle.sets,
            leg=None if read.leg is None else read.leg * self._factor,
            origin=self._origin(read.origin),
        )

    @cached_property
    def _outline(self) -> tuple[Polygon, ...]:
        """The parts of the outline as it was read; outer rings run counter-clockwise as seen in the file."""
        found: list[list[list[Vector]]] = []
        for ring in self.puzzle.rings:
            written = [self._written(self.puzzle.own(p)) for p in ring]
            is_outer = (signed_area(written) > 0) != self._is_down
            if is_outer or not found:
                found.append([])
            found[-1].append(written)
        return tuple(found)

    @property
    def _is_down(self) -> bool:
        return self.puzzle.frame.y_down if self.y_down is None else self.y_down

    @property
    def _factor(self) -> float:
        """The file's units in one of the puzzle's own."""
        return 1.0 if self.leg is None else self.leg * self.puzzle.unit / self.puzzle.frame.scale

    def _written(self, place: Vector) -> Vector:
        x, y = place
        if self._is_down != self.puzzle.frame.y_down:
            y = -y
        if self.leg is not None:
            digits = DIGITS - ceil(log10(self.leg))
            x, y = round(x * self._factor, digits), round(y * self._factor, digits)
        return x + 0.0, y + 0.0  # write 0 instead of -0.0

    def _origin(self, origin: Origin) -> Origin:
        """Return an origin whose map to pixels takes the file's coordinates."""
        if origin.spot is None:
            return origin
        x = 1 / self._factor
        y = -x if self._is_down != self.puzzle.frame.y_down else x
        rows = (number * factor for number, factor in zip(origin.spot.to_pixels, (x, y, 1.0) * 3, strict=True))
        return origin._replace(spot=origin.spot._replace(to_pixels=tuple(rows)))


def decimal(number: float) -> str:
    """Return a float as text, a whole number without its ``.0``; it reads back to the same float."""
    return str(number).removesuffix(".0")


def plain_name(id: str) -> str:
    """Return a puzzle's id as any file can hold it: on one line, without characters that cannot be printed."""
    return "".join(c if c.isprintable() else "?" for c in id)


def named_set(puzzle: Puzzle) -> str | None:
    """Return the name of the set of a puzzle, where it is one that ships and not the seven tans."""
    pieces = puzzle.pieces
    return pieces.name if pieces != TANGRAM and pieces.name in piece_set_names() else None


def geojson(puzzle: Puzzle, leg: float | None = None) -> str:
    """Return the feature of a puzzle on one line: its id, its properties, and its polygons as they were read.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg; as the puzzle came if not given.
    """
    coordinates = Coordinates(puzzle, leg)
    polygons = [[[*ring, ring[0]] for ring in polygon] for polygon in coordinates.polygons]
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


def shape(puzzle: Puzzle, leg: float | None = None) -> str:  # noqa: ARG001 - a shape's leg is always 1
    """Return the shape file of a puzzle: its name, its number of sets, and its vertices in small legs.

    The vertices lie to the right of and above the origin.

    Args:
        puzzle: the puzzle.
        leg: not used: the small leg of a shape is always 1.

    Raises:
        OutlineError: if the puzzle has no exact lengths.
    """
    exact = exact_lengths(puzzle)
    if exact is None:
        raise OutlineError("the outline has no exact lengths, which a shape in YAML needs; write GeoJSON, WKT or SVG")
    name = plain_name(puzzle.id)
    lines = (
        [f"name: {name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)}"] if name.strip() else []
    )
    lines += [f"{key}: {value}" for key, value in (("set", named_set(puzzle)), ("sets", exact.sets)) if value]
    lines += _vertex_lines(exact)
    return "\n".join(lines) + "\n"


def _vertex_lines(puzzle: Puzzle) -> list[str]:
    rings = _exact_rings(puzzle)
    return [f"vertices: {rings[0]}"] if len(rings) == 1 else ["vertices:", *(f"  - {ring}" for ring in rings)]


def _exact_rings(puzzle: Puzzle) -> list[str]:
    rings = [[tuple(_length(p[k], puzzle.denominator) for k in (0, 2)) for p in ring] for ring in puzzle.rings]
    left, low = (min((vertex[k] for ring in rings for vertex in ring), key=_by_size) for k in (0, 1))
    return ["[" + ", ".join(f"[{x.minus(left)}, {y.minus(low)}]" for x, y in ring) + "]" for ring in rings]


def _length(number: Code, denominator: int) -> Length:
    a, b = parts(number)
    units = UNITS_A_LEG * denominator
    return Length(Fraction(a, units), Fraction(b, 2 * units))


_by_size = cmp_to_key(lambda a, b: a.minus(b).sign)  # type: ignore[attr-defined]


def wkt(puzzle: Puzzle, leg: float | None = None) -> str:
    """Return the POLYGON or MULTIPOLYGON of a puzzle on one line, after a comment with what WKT has no place for.

    There is no comment if one set of the seven tans fills the outline, and nothing but its coordinates was read.

    Args:
        puzzle: the puzzle.
        leg: the length of a small leg; as the puzzle came if not given.
    """
    coordinates = Coordinates(puzzle, leg)
    polygons = [f"({', '.join(map(_wkt_ring, polygon))})" for polygon in coordinates.polygons]
    geometry = f"POLYGON {polygons[0]}" if len(polygons) == 1 else f"MULTIPOLYGON ({', '.join(polygons)})"
    drawing, name = coordinates.drawing, named_set(puzzle)
    kept = {**({"set": name} if name else {}), **fields_of(drawing)}
    # in an exact outline one set is found; in a drawing two may be tried as well
    if not kept and drawing.sets in ((None, 1) if puzzle.reading is None else (None,)):
        return geometry
    sets = {"sets": drawing.sets} if drawing.sets else {}
    return f"{KEPT}{json.dumps({'id': plain_name(puzzle.id), **sets, **kept}, ensure_ascii=False)}\n{geometry}"


def _wkt_ring(ring: Sequence[Vector]) -> str:
    return f"({', '.join(f'{decimal(x)} {decimal(y)}' for x, y in [*ring, ring[0]])})"

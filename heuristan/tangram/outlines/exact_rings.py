"""Rings of exact lengths put on the lattice, their points in YAML, and the ways to put a drawing exactly there."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from heuristan.common.plain_yaml import Items, Node, as_text, located
from heuristan.common.plane import signed_area
from heuristan.tangram.boundary import Ring, direction_of, sign_of_area
from heuristan.tangram.boundary.loops import winding_beside
from heuristan.tangram.lattice.lengths import Length, parse_length
from heuristan.tangram.lattice.points import Point, doubled_area, point
from heuristan.tangram.outlines.snapping import snap
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, items_of
from heuristan.tangram.pieces.tiling import infeasible_edges
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import (
    MOST_SETS,
    MOST_VERTICES,
    Frame,
    OffLatticeError,
    OutlineError,
    Puzzle,
    Reading,
    make_puzzle,
    orient,
)

ExactPoint: TypeAlias = tuple[Length, Length]
"""A point as exact lengths, in small legs."""

ZERO = Length(Fraction(0), Fraction(0))

MAX_DENOMINATOR = 64
"""Maximum denominator of a lattice."""


def puzzle_from(name: str, rings: Sequence[Sequence[ExactPoint]], sets: int | None, pieces: PieceSet) -> Puzzle:
    """Return the puzzle of rings that run either way; which are holes follows from nesting.

    Raises:
        OutlineError: if the rings are not an outline of this number of sets.
    """
    lattice, denominator, frame = as_lattice(rings)
    return make_puzzle(name, nested(lattice), denominator=denominator, sets=sets, frame=frame, pieces=pieces)


def as_lattice(rings: Sequence[Sequence[ExactPoint]]) -> tuple[list[Ring], int, Frame]:
    """Return the rings on the lattice, its denominator, and the frame that takes them back to small legs.

    The origin of the lattice is the first vertex. A vertex that repeats the one before, or the first, is left out.

    Raises:
        OutlineError: if an edge is off the eight directions, a ring has fewer than three vertices, or they
            need too fine a lattice.
    """
    if sum(map(len, rings)) > MOST_VERTICES:
        raise OutlineError(f"the outline has {sum(map(len, rings))} vertices; more than {MOST_VERTICES} are not read")
    distinct = [_without_repeats(ring) for ring in rings]
    for ring in distinct:
        _check_directions(ring)
    origin = distinct[0][0]
    denominator = denominator_of(vertex for ring in distinct for vertex in ring)
    lattice = [tuple(lattice_point(vertex, origin, denominator) for vertex in ring) for ring in distinct]
    return lattice, denominator, frame_at(origin, denominator)


def denominator_of(vertices: Iterable[ExactPoint]) -> int:
    """Return the minimum denominator of a lattice, with its origin at the first vertex, on which all vertices lie.

    Raises:
        OutlineError: if it is larger than MAX_DENOMINATOR.
    """
    origin: ExactPoint | None = None
    denominator = 1
    for vertex in vertices:
        origin = origin or vertex
        denominator = lcm(denominator, *(c.denominator for c in _coefficients(vertex, origin)))
        if denominator > MAX_DENOMINATOR:
            raise OutlineError(
                f"the vertex {named(vertex)} needs a lattice of more than {MAX_DENOMINATOR} points a leg; "
                "use fractions with a small common denominator"
            )
    return denominator


def lattice_point(vertex: ExactPoint, origin: ExactPoint, denominator: int) -> Point:
    """Return the lattice point of a vertex, in units.

    Raises:
        OutlineError: if it is too far from the origin for exact numbers.
    """
    try:
        return point(*(int(UNITS_A_LEG * denominator * c) for c in _coefficients(vertex, origin)))
    except OverflowError:
        raise OutlineError(
            f"{named(vertex)} is too far from {named(origin)} for exact numbers; check the lengths"
        ) from None


def frame_at(origin: ExactPoint, denominator: int) -> Frame:
    """Return the frame from a lattice with this origin to small legs."""
    return Frame(1 / (UNITS_A_LEG * denominator), 0.0, (float(origin[0]), float(origin[1])))


def _coefficients(vertex: ExactPoint, origin: ExactPoint) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the four coefficients of a point in legs: x = c0 + (c1 - c3)/sqrt2, y = c2 + (c1 + c3)/sqrt2."""
    x, y = (u.minus(v) for u, v in zip(vertex, origin, strict=True))
    return x.whole, x.root + y.root, y.whole, y.root - x.root


def named(vertex: ExactPoint) -> str:
    """Return a point as users write it."""
    return f"[{vertex[0]}, {vertex[1]}]"


def _without_repeats(ring: Sequence[ExactPoint]) -> list[ExactPoint]:
    distinct = [q for p, q in pairwise((ring[-1], *ring)) if p != q]
    if len(distinct) < 3:
        raise OutlineError(f"a ring has {len(distinct)} distinct vertices; an outline needs at least three")
    return distinct


def _check_directions(ring: Sequence[ExactPoint]) -> None:
    for p, q in pairwise((*ring, ring[0])):
        dx, dy = (v.minus(u) for u, v in zip(p, q, strict=True))
        if dx.sign and dy.sign and dx != dy and dx != ZERO.minus(dy):
            raise OutlineError(
                f"the edge from {named(p)} to {named(q)} is off the 45 degree directions; "
                "it must run level, upright or along a diagonal"
            )


def nested(rings: Sequence[Ring]) -> list[Ring]:
    """Return rings as the boundary wants them: counter-clockwise within an even number of others, else clockwise.

    Raises:
        OutlineError: if a ring encloses no area.
    """
    if any(sign_of_area(doubled_area(ring)) == 0 for ring in rings):
        raise OutlineError("a ring encloses no area; list its vertices in the order of the outline")
    outer = [orient(ring, 1) for ring in rings]
    return [orient(ring, 1 if _depth(ring, outer) % 2 == 0 else -1) for ring in outer]


def _depth(ring: Ring, rings: Sequence[Ring]) -> int:
    heading = direction_of(ring[0], ring[1])
    return sum(winding_beside(other, ring[0], heading) != 0 for other in rings if other is not ring)


def exact_point_of(node: Node, what: str) -> ExactPoint:
    """Return a point of two exact lengths.

    Raises:
        PlainYamlError: if the node is not two lengths.
    """
    if not isinstance(node, Items) or len(node.items) != 2:
        raise node.fault(f"{what} must be two lengths, like [2, 1+r2]")
    x, y = (_length(item) for item in node.items)
    return x, y


def _length(node: Node) -> Length:
    text = as_text(node, "a coordinate")
    return located(node, lambda: parse_length(text))


FEW = 12
"""Maximum number of sets in whole legs that is likelier than one set drawn less exactly.

A vertex that is rounded to whole numbers is up to 0.7 units off, and a drawing may be 0.2 legs off. So one set in such
a drawing has a leg of 3.5 units or more, and the area of more than 12 sets whose leg is a unit.
"""

ROUNDED = 1e-3
"""Maximum error of an area, in square legs, whose number of sets is whole."""


def exact_ways(drawing: Drawing, pieces: PieceSet) -> list[Puzzle]:
    """Return the exact puzzles that an outline may be, the fewest sets first; none if it does not lie on the lattice.

    Where the file says no number of sets, that is one set, and as many as the area in whole legs has; but many sets are
    not looked for where one fits. Ways with an edge that no pieces have are left out, unless there is no other. If
    there is a choice, each way is a reading; else it is certain.

    Raises:
        OutlineError: if the outline cannot be a puzzle, however its lengths are read.
    """
    said = sets_said(drawing, pieces)
    one = snapped(drawing, said, pieces)
    several = sets_of_legs(drawing, pieces) if said is None else None
    if several is None or (one is not None and several > FEW):
        return [one] if one is not None else []
    found = [way for way in (one, snapped(drawing, several, pieces)) if way is not None]
    likely = [way for way in found if has_feasible_edges(way)] or found
    if [way.sets for way in found] == [1]:
        return found
    return [replace(way, reading=Reading(i, 0.0, 0.0, way.own(way.rings[0][0]))) for i, way in enumerate(likely)]


def snapped(drawing: Drawing, sets: int | None, pieces: PieceSet) -> Puzzle | None:
    """Return the exact puzzle that an outline is with a number of sets, which is one if not given; None if it is none.

    Raises:
        OutlineError: if the outline cannot be a puzzle, however its lengths are read.
    """
    try:
        puzzle = snap(drawing.id, drawing.polygons, sets, drawing.y_down, pieces)
    except OffLatticeError:
        return None
    return replace(puzzle, drawing=drawing, properties=drawing.properties)


def sets_said(drawing: Drawing, pieces: PieceSet) -> int | None:
    """Return the number of sets that a file says, by itself, by its author's pieces or by its leg."""
    if drawing.sets is not None:
        return drawing.sets
    if drawing.laid and len(drawing.laid) % pieces.size == 0:
        return len(drawing.laid) // pieces.size
    if drawing.leg is not None and drawing.leg > 0:
        return round(min(max(1.0, _area(drawing) / drawing.leg / drawing.leg / pieces.legs_squared), MOST_SETS))
    return None


def sets_of_legs(drawing: Drawing, pieces: PieceSet) -> int | None:
    """Return the number of sets, 2 or more, that has the area of an outline if its unit is the small leg."""
    area, one = _area(drawing), pieces.legs_squared
    sets = round(area / one) if area < one * (MOST_SETS + 1) else 0
    return sets if 1 < sets <= MOST_SETS and abs(area - one * sets) < ROUNDED else None


def has_feasible_edges(puzzle: Puzzle) -> bool:
    """Return whether sides of pieces add up to every edge of a puzzle whose length they decide."""
    try:
        boundary = puzzle.boundary
    except ValueError:
        return False
    items = items_of(puzzle.pieces, puzzle.stock)
    return not any(infeasible_edges(boundary, puzzle.pieces, items, puzzle.denominator))


def _area(drawing: Drawing) -> float:
    """Return the area of the outer rings less that of the holes; of pieces alone, that of all of them."""
    polygons = drawing.polygons or [[piece.vertices] for piece in drawing.laid]
    sizes = ([abs(signed_area(ring)) for ring in polygon] for polygon in polygons)
    return sum(2 * outer - sum((outer, *holes)) for outer, *holes in sizes)

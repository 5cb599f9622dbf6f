"""Sets of pieces, the seven tans first, and any figure laid at a vertex.

A `Shape` is a figure without a place: a piece, or a composite of several. A `PieceSet` is the pieces that a puzzle is
laid with. A `ShapeAtVertex` is a shape turned, and mirrored where that makes a difference, so that one of its vertices
opens in a given direction: it can be laid at a convex vertex.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.kernels import PLAIN, Matrix, TableSequence, current
from heuristan.tangram.boundary import Area, Ring, sides
from heuristan.tangram.lattice.points import (
    HALF_ROOT,
    ONE,
    ORIGIN,
    ROOT_HALF,
    Code,
    Direction,
    Point,
    add,
    bounds,
    doubled_area,
    mirror,
    point,
    projection,
    subtract,
    turn,
    xy,
)

UNITS_A_LEG = 2
"""Number of units in a small leg, for a puzzle of denominator 1 (half units: see `lattice.points`)."""

Stock: TypeAlias = Counter[str]
"""The number of each piece that is left."""


@dataclass(frozen=True)
class Shape:
    """A figure without a place, in half legs."""

    name: str
    ring: Ring
    """Its vertices, counter-clockwise."""

    @cached_property
    def area(self) -> Area:
        """Twice its area, in square half legs."""
        return doubled_area(self.ring)


@dataclass(frozen=True, repr=False)
class PieceSet:
    """The pieces that a puzzle is laid with, some of them several times."""

    name: str
    title: str
    shapes: tuple[Shape, ...]
    """Its kinds of piece, all convex, in the order in which they are tried (the largest first, as a rule)."""
    counts: tuple[int, ...]
    """The number of pieces of each kind in one set."""

    def __hash__(self) -> int:
        # tables are looked up by the set all the time, and its name nearly always distinguishes sets
        return hash((self.name, self.counts))

    def __repr__(self) -> str:
        return f"<PieceSet {self.name!r}: {self.size} pieces>"

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.name, self.title, self.shapes, self.counts)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of its kinds of piece, in order."""
        return tuple(shape.name for shape in self.shapes)

    @cached_property
    def by_name(self) -> Mapping[str, Shape]:
        """Its kinds of piece by name, in order."""
        return {shape.name: shape for shape in self.shapes}

    @cached_property
    def size(self) -> int:
        """The number of pieces in one set."""
        return sum(self.counts)

    @cached_property
    def vertices(self) -> int:
        """The number of vertices of all pieces in one set."""
        return sum(count * len(shape.ring) for shape, count in zip(self.shapes, self.counts, strict=True))

    @cached_property
    def area(self) -> Area:
        """Twice the area of one set, in square half legs."""
        areas = [shape.area for shape in self.shapes]
        return (
            sum(count * whole for count, (whole, _) in zip(self.counts, areas, strict=True)),
            sum(count * root for count, (_, root) in zip(self.counts, areas, strict=True)),
        )

    @cached_property
    def legs_squared(self) -> float:
        """The area of one set, in squares of the small leg."""
        whole, root = self.area
        return (whole + root * ROOT_HALF) / 2 / UNITS_A_LEG**2

    def stock(self, sets: int) -> Stock:
        """Return the pieces of a number of sets."""
        return Counter({name: sets * count for name, count in zip(self.names, self.counts, strict=True)})


class ShapeAtVertex(NamedTuple):
    """A convex shape laid with one of its vertices at the origin."""

    name: str
    ring: Ring
    bounds: tuple[Code, ...]
    opening: Direction
    """Direction of the side that leaves the vertex, the shape to its left."""
    angle: int
    """Angle of the vertex in steps of 45 degrees."""
    leaving: Code
    """Length of the side that leaves the vertex."""
    arriving: Code
    """Length of the side that arrives at it."""


class Placement(NamedTuple):
    """A convex shape in a place. Its name and bounds determine it; the ring is kept for convenience."""

    name: str
    bounds: tuple[Code, ...]
    ring: Ring


def size_of(area: Area) -> int:
    """Return an area as one number that orders areas (the code of `lattice.points`, here of any size)."""
    return area[0] * ONE + area[1] * HALF_ROOT


def in_legs(p: Point) -> tuple[float, float]:
    """Return a point in half legs as floats in legs."""
    x, y = xy(p)
    return x / UNITS_A_LEG, y / UNITS_A_LEG


def scaled(p: Point, factor: int) -> Point:
    return (p[0] * factor, p[1] * factor, p[2] * factor, p[3] * factor)


def ring_from(start: Point, steps: Iterable[Point]) -> Ring:
    """Return the ring that starts at a point and goes by displacements; the last one leads back to the start."""
    ring = [start]
    for displacement in steps:
        ring.append(add(ring[-1], displacement))
    if ring.pop() != start:
        raise ValueError("the ring does not close")
    return tuple(ring)


def along(direction: Direction, legs: int, roots: int = 0) -> Point:
    """Return the displacement of ``legs + roots sqrt2`` small legs along a direction (denominator 1)."""
    straight, slant = UNITS_A_LEG * legs, UNITS_A_LEG * roots
    return turn(point(straight, slant, 0, -slant), direction)


def _right_triangle(name: str, legs: int, roots: int) -> Shape:
    """Return a right triangle with two legs of ``legs + roots sqrt2``; its hypotenuse is sqrt2 times as long."""
    return Shape(name, ring_from(ORIGIN, (along(0, legs, roots), along(3, 2 * roots, legs), along(6, legs, roots))))


TANGRAM = PieceSet(
    "tangram",
    "The seven tans",
    (
        _right_triangle("large-triangle", 2, 0),
        _right_triangle("medium-triangle", 0, 1),
        _right_triangle("small-triangle", 1, 0),
        Shape("square", ring_from(ORIGIN, (along(0, 1), along(2, 1), along(4, 1), along(6, 1)))),
        Shape("parallelogram", ring_from(ORIGIN, (along(0, 0, 1), along(1, 1), along(4, 0, 1), along(5, 1)))),
    ),
    (2, 1, 2, 1, 1),
)
"""The set of a puzzle that names no other."""


@cache
def _unpickled(*fields: Any) -> PieceSet:
    """Return one object however often a set reaches a process, so that tables are found by identity."""
    found = PieceSet(*fields)
    return TANGRAM if found == TANGRAM else found


Items: TypeAlias = tuple[tuple[str, int], ...]
"""Kinds of piece, and the number of each: a stock as a hashable value."""


def items_of(pieces: PieceSet, stock: Stock) -> Items:
    """Return the kinds of a set that a stock still has, in order."""
    return tuple([(name, stock[name]) for name in pieces.names if stock[name] > 0])


@lru_cache(maxsize=4096)
def areas_made(pieces: PieceSet, items: Items) -> frozenset[Area]:
    """Return all areas, twice in square half legs, that selections of the pieces have, the empty one included."""
    sums = {(0, 0)}
    for name, count in items:
        whole, root = pieces.by_name[name].area
        sums = {(a + whole * n, b + root * n) for a, b in sums for n in range(count + 1)}
    return frozenset(sums)


@lru_cache(maxsize=4096)
def lengths_made(pieces: PieceSet, items: Items) -> frozenset[Code]:
    """Return all lengths, in half legs, that selections of the pieces make with one side each, the empty one included.

    A code is additive, and a length times the denominator has that multiple of its code.
    """
    sums: set[Code] = {0}
    for name, count in items:
        ring = pieces.by_name[name].ring
        lengths = {projection(q, direction) - projection(p, direction) for direction, p, q in sides(ring)}
        new = sums
        for _ in range(count):
            # the sums of fewer pieces have been extended already
            new = {total + length for total in new for length in lengths} - sums
            sums |= new
    return frozenset(sums)


def orientations(shape: Shape) -> tuple[Ring, ...]:
    """Return the distinct rings of a shape turned by eighths and mirrored, their vertices in a standard order."""
    mirrored = tuple(mirror(p) for p in reversed(shape.ring))
    found: dict[Ring, None] = {}
    for ring in (shape.ring, mirrored):
        for eighths in range(8):
            found[_standard(tuple(turn(p, eighths) for p in ring))] = None
    return tuple(found)


def _standard(ring: Ring) -> Ring:
    """Return a ring moved and renumbered so that its leftmost, then lowest vertex is first and at the origin."""
    first = min(range(len(ring)), key=lambda i: (ring[i][0], ring[i][2]))
    return tuple(subtract(p, ring[first]) for p in ring[first:] + ring[:first])


VertexTable: TypeAlias = Mapping[Direction, tuple[ShapeAtVertex, ...]]
"""Shapes at a vertex, by the direction in which the vertex opens."""


def vertex_table(shapes: Iterable[Shape], denominator: int) -> VertexTable:
    """Return every way to lay convex shapes with a vertex at the origin, in units of a puzzle with that denominator."""
    table: dict[Direction, list[ShapeAtVertex]] = defaultdict(list)
    for shape in shapes:
        for orientation in orientations(shape):
            ring = tuple(scaled(p, denominator) for p in orientation)
            directions = [direction for direction, _, _ in sides(ring)]
            for i, opening in enumerate(directions):
                moved = tuple(subtract(p, ring[i]) for p in ring)
                angle = 4 - (opening - directions[i - 1]) % 8
                leaving = projection(ring[(i + 1) % len(ring)], opening) - projection(ring[i], opening)
                arriving = projection(ring[i], directions[i - 1]) - projection(ring[i - 1], directions[i - 1])
                table[opening].append(
                    ShapeAtVertex(shape.name, moved, bounds(moved), opening, angle, leaving, arriving)
                )
    return {opening: tuple(laid) for opening, laid in table.items()}


@lru_cache
def pieces_at_vertices(pieces: PieceSet, denominator: int) -> VertexTable:
    """Return every way to lay a piece of a set with a vertex at the origin, in units for that denominator."""
    return vertex_table(pieces.shapes, denominator)


def bounds_at(shape: ShapeAtVertex, p: Point) -> tuple[Code, ...]:
    """Return the bounds of the shape with its vertex at a point."""
    (lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3), (u0, u1, u2, u3) = shape.bounds, p
    return lo0 + u0, hi0 + u0, lo1 + u1, hi1 + u1, lo2 + u2, hi2 + u2, lo3 + u3, hi3 + u3


def lay(shape: ShapeAtVertex, p: Point) -> Placement:
    """Return the shape with its vertex at a point."""
    u0, u1, u2, u3 = p
    ring = tuple([(q0 + u0, q1 + u1, q2 + u2, q3 + u3) for q0, q1, q2, q3 in shape.ring])
    return Placement(shape.name, bounds_at(shape, p), ring)


UNKNOWN = -1
"""The kind of a piece that is not in its set."""


class Placements(TableSequence[Placement]):
    """Pieces of a set in their places, in order."""

    def __init__(
        self, pieces: PieceSet, placed: Matrix, points: Matrix, given: Sequence[Placement] | None = None
    ) -> None:
        self.pieces = pieces
        self.placed = placed
        """A table with a row for each piece: the number of its kind in the set, and where its vertices end in
        `points`."""
        self.points = points
        """A table of the vertices of all pieces, one piece after the other."""
        self._given = given

    @classmethod
    def of(cls, pieces: PieceSet, placements: Sequence[Placement]) -> "Placements":
        """Return placements as tables; tables are returned as they are."""
        if isinstance(placements, Placements):
            return placements
        kinds = {name: kind for kind, name in enumerate(pieces.names)}
        ends = accumulate(len(placement.ring) for placement in placements)
        placed = [(kinds.get(name, UNKNOWN), end) for (name, _, _), end in zip(placements, ends, strict=True)]
        backend = current()
        points = [p for _, _, ring in placements for p in ring]
        return cls(pieces, backend.rows(placed), backend.rows(points), tuple(placements))

    @cached_property
    def listed(self) -> tuple[Placement, ...]:
        if self._given is not None:
            return tuple(self._given)
        names, vertices = self.pieces.names, [(u0, u1, u2, u3) for u0, u1, u2, u3 in PLAIN.rows(self.points)]
        found: list[Placement] = []
        first = 0
        for kind, end in PLAIN.rows(self.placed):
            ring = tuple(vertices[first:end])
            found.append(Placement(names[kind], bounds(ring), ring))
            first = end
        return tuple(found)

    def __len__(self) -> int:
        return len(self.placed)

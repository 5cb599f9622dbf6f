"""A puzzle: an exact outline, its boundary, and where it lies in the coordinates it came from."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import cos, floor, log10, sin
from operator import attrgetter
from typing import Any, NamedTuple

from heuristan.common.kernels import PLAIN, Matrix, current
from heuristan.common.plane import turned
from heuristan.tangram.boundary import Area, Boundary, Loop, Ring, direction_of, sign_of_area
from heuristan.tangram.boundary.chain import check_crossings
from heuristan.tangram.boundary.loop_kernel import are_in_reach
from heuristan.tangram.boundary.loops import (
    LoopTable,
    RingTable,
    Traced,
    area_of,
    assemble_parts,
    check_nesting,
    traced,
)
from heuristan.tangram.boundary.segments import TangledBoundary
from heuristan.tangram.lattice import framing
from heuristan.tangram.lattice.points import ROOT_HALF, Code, Point, doubled_area, projection, value, xy
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG, PieceSet, Stock
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.trace import events as trace

MOST_SETS = 100
"""Sets of pieces that an outline may ask for."""

MOST_VERTICES = 2000
"""Vertices that an outline may have; the seven tans have 23."""


class OutlineError(ValueError):
    """An outline that cannot be a puzzle: what is wrong, and the smallest change that would fix it."""


class OffLatticeError(OutlineError):
    """An outline that does not lie on the lattice, and may be a drawn one."""


@dataclass(frozen=True)
class Frame:
    """From lattice units to the outline's own coordinates: turn, scale (mirror where y runs down), move."""

    scale: float = 1.0
    """Number of own units in a lattice unit."""
    angle: float = 0.0
    """Turn, counter-clockwise in radians."""
    origin: tuple[float, float] = (0.0, 0.0)
    y_down: bool = False

    def own(self, p: Point) -> tuple[float, float]:
        return self.own_of(value(p[0]), value(p[2]))

    def own_of(self, x: float, y: float) -> tuple[float, float]:
        """Return a point given by floats, in lattice units."""
        return framing.own(x, y, self._turn)

    def own_floats(self, points: Matrix) -> Sequence[float]:
        """Return `own` of each point of a table, as a table: x and y of the first one, and so on."""
        backend = current()
        found = backend.empty_floats(2 * len(points))
        backend.of(framing.own_each)(backend.rows(points), self._turn, found)
        return found

    def own_each(self, points: Matrix) -> list[tuple[float, float]]:
        """Return `own` of each point of a table."""
        numbers = iter(PLAIN.as_list(self.own_floats(points)))
        return list(zip(numbers, numbers, strict=True))

    @cached_property
    def _turn(self) -> framing.Turn:
        digits = DIGITS - floor(log10(self.scale)) if self.scale < 1 else DIGITS
        cosine, sine = self.scale * cos(self.angle), self.scale * sin(self.angle)
        x, y = map(float, self.origin)
        return framing.Turn(cosine, sine, -1.0 if self.y_down else 1.0, x, y, 10.0**digits)


class PartPlace(NamedTuple):
    """Where a part of a drawing lies, if its parts lie at angles to each other or off each other's lattice."""

    begins: float
    """The part's points have this abscissa on the lattice or more, in legs, and less than the next part's."""
    turn: float
    """Turn of the part, counter-clockwise in radians."""
    shift: tuple[float, float]
    """Move of the part after the turn, in legs."""

    def put(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the part where it lies."""
        x, y = turned((x, y), self.turn)
        return x + self.shift[0], y + self.shift[1]


class Reading(NamedTuple):
    """The way in which a drawing was read."""

    number: int
    """Number of the reading from 0, the nearest first."""
    nearness: float
    """Lines and points less far apart than this, in legs, were taken to be the same; 0 if it lies on the lattice, and
    the number of sets alone was assumed."""
    moved: float
    """Maximum distance of a vertex of the drawing from the outline as it was read, in legs."""
    spot: tuple[float, float]
    """That vertex, in the drawing's own coordinates."""
    is_cut: bool = False
    """Whether parts that touch in a point may have been drawn into each other there."""

    @property
    def is_exact(self) -> bool:
        """Whether nothing but the number of sets was assumed."""
        return not self.nearness

    @property
    def words(self) -> str:
        if self.is_exact:
            return "exactly"
        x, y = self.spot
        most = f"no vertex moved by more than {self.moved:.2g} legs (at {x:.6g}, {y:.6g})"
        return f"to within {self.nearness:g} legs: {most}"


DIGITS = 12
"""Number of decimals that are kept of a coordinate, where a lattice unit is about 1."""

TIDY = 10.0**DIGITS


@dataclass(frozen=True)
class Puzzle:
    """An outline on the lattice that some sets of pieces have the area of."""

    id: str
    rings: Sequence[Ring]
    """The loops of the outline, part after part: outer ones counter-clockwise, holes clockwise, in units of half a leg
    over the denominator."""
    denominator: int = 1
    sets: int = 1
    frame: Frame = field(default_factory=Frame)
    pieces: PieceSet = TANGRAM
    nearness: Code = 0
    """Maximum distance of lines and points that count as the same; 0 where the outline is exact."""
    places: tuple[PartPlace, ...] = ()
    """Where the parts lie, in the order of the abscissa; none where they lie as on the lattice."""
    reading: Reading | None = None
    """The way in which a drawing was read; None where the outline was given exactly."""
    drawing: Drawing | None = field(default=None, compare=False, repr=False)
    """The drawing that it was read from, with the author's own solution, if a reader keeps it."""
    properties: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Other properties in its file: those of a GeoJSON feature."""

    @cached_property
    def boundary(self) -> Boundary:
        return Boundary.of(self.rings, self.nearness)

    @cached_property
    def table(self) -> LoopTable:
        """The loops whose points are the rings, without the work to make the boundary."""
        return self.rings if isinstance(self.rings, LoopTable) else Boundary.of(self.rings).table

    @property
    def loops(self) -> tuple[Loop, ...]:
        return self.table.loops

    @property
    def stock(self) -> Stock:
        """The pieces that it is laid with. The counter is shared, so do not change it."""
        return _stock(self.pieces, self.sets)

    @property
    def unit(self) -> float:
        """The length of a lattice unit in small legs."""
        return 1 / (UNITS_A_LEG * self.denominator)

    @property
    def position(self) -> trace.Frame:
        """Frame of the lattice: from legs to the outline's own coordinates."""
        frame = self.frame
        return trace.Frame(frame.scale / self.unit, frame.angle, frame.origin, frame.y_down)

    def in_legs(self, p: Point) -> tuple[float, float]:
        """Return a point as floats in small legs, in the lattice's position (its part's where parts have places)."""
        x, y = xy(p)
        x, y = x * self.unit, y * self.unit
        if self.places:
            x, y = self.places[self.part_at(x)].put(x, y)
        return framing.tidied(x, TIDY), framing.tidied(y, TIDY)

    def part_at(self, x: float) -> int:
        """Return the number of the part with a place at an abscissa, in legs."""
        return max(bisect_right(self.places, x, key=attrgetter("begins")) - 1, 0)

    def part_of(self, ring: Ring) -> int:
        """Return the number of the part with a place in which a ring lies."""
        return self.part_at(xy(ring[0])[0] * self.unit)

    @cached_property
    def placed_rings(self) -> tuple[tuple[Ring, ...], ...]:
        """The rings of each part with a place; all of them together where parts have none."""
        if not self.places:
            return (tuple(self.rings),)
        found: list[list[Ring]] = [[] for _ in self.places]
        for ring in self.rings:
            found[self.part_of(ring)].append(ring)
        return tuple(map(tuple, found))

    def own(self, p: Point) -> tuple[float, float]:
        """Return a point in the outline's own coordinates."""
        return self.own_of_legs(*self.in_legs(p)) if self.places else self.frame.own(p)

    def own_each(self, points: Matrix) -> list[tuple[float, float]]:
        """Return `own` of each point of a table."""
        if self.places:
            return [self.own((u0, u1, u2, u3)) for u0, u1, u2, u3 in PLAIN.rows(points)]
        return self.frame.own_each(points)

    def own_of_legs(self, x: float, y: float) -> tuple[float, float]:
        """Return a point in small legs, as `in_legs` has it, in the outline's own coordinates."""
        return self.frame.own_of(x / self.unit, y / self.unit)


@lru_cache(maxsize=64)
def _stock(pieces: PieceSet, sets: int) -> Stock:
    return pieces.stock(sets)


def legs_squared(area: Area, denominator: int) -> float:
    """Return an area (twice, in square units) in squares of the small leg."""
    return (area[0] + area[1] * ROOT_HALF) / 2 / (UNITS_A_LEG * denominator) ** 2


def make_puzzle(
    id: str,
    rings: Iterable[Ring] | RingTable,
    *,
    denominator: int = 1,
    sets: int | None = None,
    frame: Frame | None = None,
    pieces: PieceSet = TANGRAM,
) -> Puzzle:
    """Return a checked puzzle from the rings of an outline on the lattice.

    Args:
        id: the name in results and pictures.
        rings: outer rings counter-clockwise, holes clockwise. Rings that share an edge are one part. Their vertices are
            whole lattice points, an even number of units apart: half units are for crossings (`lattice.points`).
        denominator: how many lattice points stand on a small leg.
        sets: number of sets of pieces; found from the area if not given.
        frame: where the outline lies in its own coordinates; these are small legs if not given.
        pieces: the set that it is laid with.

    Raises:
        OutlineError: if the outline crosses itself, covers a place twice, has a hole outside or is too large, or if no
            number of sets has its area.
    """
    given = RingTable.of(rings)
    if len(given.points) > MOST_VERTICES:
        raise OutlineError(f"the outline has {len(given.points)} vertices; more than {MOST_VERTICES} are not read")
    frame = frame or Frame(scale=1 / (UNITS_A_LEG * denominator))
    try:
        table, area = _outline(given)
    except TangledBoundary as fault:
        edges = [(frame.own(a), frame.own(b)) for a, b in _edges_through(given, fault.point)]
        at = f"{fault} at {spot_words(frame.own(fault.point))}; check the order of its vertices"
        raise OutlineError(crossing_words(*edges[:2]) if len(edges) > 1 else at) from None
    found = _sets_of(area, denominator, pieces)
    if found is None or (sets is not None and found != sets):
        raise OutlineError(_area_fault(area, denominator, pieces, sets))
    return Puzzle(id, table, denominator, found, frame, pieces)


def crossing_words(one: tuple[Vector, Vector], other: tuple[Vector, Vector]) -> str:
    """Return what is wrong with an outline two edges of which cross."""
    first, second = (f"from {spot_words(a)} to {spot_words(b)}" for a, b in (one, other))
    return f"the outline crosses itself: its edge {first} crosses the edge {second}; check the order of its vertices"


def spot_words(spot: Vector) -> str:
    """Return a point as messages have it."""
    return f"({spot[0]:.6g}, {spot[1]:.6g})"


def _outline(rings: RingTable) -> Traced:
    """Return the loops of the boundary of rings, part after part, and its area.

    Raises:
        OutlineError: if they are too large for exact numbers, or nothing is left of them.
        TangledBoundary: if they are not the boundary of a region.
    """
    found = traced(rings) if current() is not PLAIN else None  # the chain is quicker where nothing is compiled
    if found is None:
        if not are_in_reach(PLAIN.rows(rings.points)):
            raise OutlineError("the outline is too large or too finely divided for exact numbers; check the lengths")
        boundary = Boundary.of(rings)
        if not boundary:
            raise OutlineError("the outline is empty; give it at least three vertices")
        check_crossings(boundary)
        found = Traced(LoopTable.of_loops(boundary.loops), area_of(boundary.loops))
    if len(found.table.ends) == 1 and sign_of_area(found.area) > 0:
        return found
    check_nesting(found.loops)
    parts = assemble_parts(found.loops)
    return Traced(LoopTable.of_loops(loop for part in parts for loop in part.loops), found.area)


def _edges_through(rings: Iterable[Ring], p: Point) -> list[tuple[Point, Point]]:
    """Return the edges of rings that have a point between their ends."""
    edges = [edge for ring in rings for edge in zip(ring, (*ring[1:], ring[0]), strict=True) if edge[0] != edge[1]]
    return [(a, b) for a, b in edges if _is_between(p, a, b)]


def _is_between(p: Point, a: Point, b: Point) -> bool:
    along = direction_of(a, b)
    is_on_line = projection(p, along + 2) == projection(a, along + 2)
    return is_on_line and projection(a, along) < projection(p, along) < projection(b, along)


def _sets_of(area: Area, denominator: int, pieces: PieceSet) -> int | None:
    """Return the number of sets that have an area exactly, its part in sqrt2 included."""
    whole, root = (number * denominator**2 for number in pieces.area)
    sets = area[0] // whole if whole else area[1] // root
    return sets if sets > 0 and area == (sets * whole, sets * root) else None


def _area_fault(area: Area, denominator: int, pieces: PieceSet, sets: int | None) -> str:
    size, one = legs_squared(area, denominator), pieces.legs_squared
    wanted = (
        "a set of pieces covers" if sets is None else f"{sets} sets of pieces cover" if sets > 1 else "1 set covers"
    )
    fault = f"the area is {size:.6g} legs squared, and {wanted} {one * (sets or 1):.6g}"
    fitting = _sets_of(area, denominator, pieces)
    if fitting is not None:
        return f"{fault}; {fitting} set{'s' * (fitting > 1)} would fit: write 'sets: {fitting}'"
    nearest = max(1, round(size / one))
    covered = f"{one * nearest:.6g}"
    return f"{fault}; no number of sets fits (the nearest is {nearest}, which covers {covered}): check the lengths"


def orient(ring: Ring, sign: int) -> Ring:
    """Return the ring run counter-clockwise (sign +1) or clockwise (-1)."""
    return ring if sign_of_area(doubled_area(ring)) == sign else ring[::-1]

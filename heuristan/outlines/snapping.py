"""Floats put on the lattice: exactly, or refused with the vertex and the distance.

The unit of the floats is free: the scale follows from the area. A common turn of the whole outline is free too. All
vertices must then lie within NEARNESS of lattice points, denominators 1 and 2 tried in turn. A part or hole must lie
on the lattice of the first ring.
"""

from bisect import bisect
from cmath import phase, rect
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import nlargest
from math import degrees, hypot, isfinite, pi, sqrt, ulp
from operator import itemgetter
from typing import TypeAlias

from heuristan.boundary import Ring
from heuristan.drawing import Polygon, Vector
from heuristan.lattice import Point, add, code, point, step
from heuristan.notation import Length
from heuristan.outlines.tangles import drawn_edges, first_crossing, lies_outside
from heuristan.pieces import TANGRAM, UNITS_A_LEG, PieceSet
from heuristan.puzzle import MOST_SETS, MOST_VERTICES, Frame, OutlineError, Puzzle, make_puzzle, orient

NEARNESS = 1e-4
"""How far a float may lie from its lattice point, in small legs."""

GREATEST_ROOT = 16
"""The greatest |b| of a length a + b sqrt2, denominator included."""

REACH = 128
"""The greatest length, denominator included. Two different such lengths differ by A + B sqrt2 with |B| <= 32 and
|A| <= 128 + 32 sqrt2, so by at least 1/(|A| + |B| sqrt2) > 0.004: far more than twice NEARNESS, and the nearest one is
the only one near. (Coordinates, with halves of sqrt2, differ by more than 0.001.)"""

GRID = 1 << 16
"""Vectors in legs are looked up rounded to whole parts of a GRID, by less than 1.1e-5 legs. Lattice points of the
numbers above, and steps of such lengths, are more than 0.0005 legs apart (the denominator is 2 at most). An edge that
is not refused is within 2 * NEARNESS of a step, as both its ends are within NEARNESS of lattice points: that step is
the nearest to the edge and to the rounded edge alike."""

STRAIGHT = 2e-10
"""The greatest sine of the angle by which an edge runs off one of the eight directions, if it is to count as running in
it. Where all do, the common turn of the outline, a mean of these angles, is below LEAST_TURN."""

LEAST_TURN = 1e-9
"""Turns below this angle, in radians, are none."""

DENOMINATORS = (1, 2)

_UNITS = tuple(rect(1, k * pi / 4) for k in range(8))
_ROOT, _ROOT_HALF = sqrt(2), sqrt(0.5)


class _OffLatticeError(OutlineError):
    """No lattice point near enough; another denominator or unit may do better."""


def snap(
    id: str,
    polygons: Sequence[Polygon],
    sets: int | None = None,
    y_down: bool = False,
    pieces: PieceSet = TANGRAM,
) -> Puzzle:
    """The lattice puzzle whose outline has these float coordinates.

    Args:
        id: its name in results and pictures.
        polygons: the parts of the outline, in any unit and position.
        sets: how many sets of pieces. If not given, one where that fits the lattice, else as many as the area says
            where the unit is the small leg.
        y_down: whether y grows downwards.
        pieces: the set that it is laid with.

    Raises:
        OutlineError: no such puzzle; the message names the vertex or the edge and the distance.
    """
    outline = _Outline.of(id, polygons, y_down)
    meant = sqrt(outline.area / (pieces.legs_squared * (sets or 1)))
    scales = [meant, 1.0] if sets is None and _is_of_sets_in_legs(outline.area, pieces) else [meant]
    reason: _OffLatticeError | None = None
    for denominator in DENOMINATORS:
        for scale in scales:
            try:
                return outline.puzzle(scale, denominator, sets, pieces)
            except _OffLatticeError as fault:
                reason = reason or fault
    # The area misleads about the scale where the outline crosses itself or its area is wrong: then these are the news.
    outline.check_soundness()
    try:
        return outline.puzzle(1.0, 1, sets, pieces)
    except _OffLatticeError as fault:
        raise reason or fault from None


def _is_of_sets_in_legs(area: float, pieces: PieceSet) -> bool:
    """Whether a number of sets has this area if the unit is the small leg."""
    one = pieces.legs_squared
    sets = round(area / one) if area < one * (MOST_SETS + 1) else 0
    return 0 < sets <= MOST_SETS and abs(area - one * sets) < 1e-3


@dataclass(frozen=True)
class _Outline:
    """Rings of floats, measured from the first vertex: far from the origin, products would lose digits."""

    id: str
    rings: list[list[complex]]
    areas: list[float]
    """Signed: positive where the ring runs counter-clockwise."""
    is_outer: list[bool]
    origin: Vector
    y_down: bool

    @classmethod
    def of(cls, id: str, polygons: Sequence[Polygon], y_down: bool) -> "_Outline":
        rings = [ring for polygon in polygons for ring in polygon]
        if not rings:
            raise OutlineError("the outline is empty; give it at least three vertices")
        if sum(map(len, rings)) > MOST_VERTICES:
            raise OutlineError(
                f"the outline has {sum(map(len, rings))} vertices; more than {MOST_VERTICES} are not read"
            )
        farthest = max(map(_farthest, rings))
        is_outer = [number == 0 for polygon in polygons for number in range(len(polygon))]
        x0, y0 = rings[0][0]
        local = [[complex(x - x0, (y0 - y) if y_down else (y - y0)) for x, y in ring] for ring in rings]
        outline = cls(id, local, [_area(ring) for ring in local], is_outer, (x0, y0), y_down)
        outline.check_area(farthest)
        return outline

    @cached_property
    def area(self) -> float:
        """The area of the outer rings less that of the holes."""
        return sum(abs(area) if outer else -abs(area) for area, outer in zip(self.areas, self.is_outer, strict=True))

    def check_area(self, farthest: float) -> None:
        """Check that floats of this size tell the vertices apart, and that they enclose something."""
        size = max(max(map(abs, ring)) for ring in self.rings)
        if size == 0:
            raise OutlineError("all vertices are the same point, as far as the digits of the coordinates tell")
        if size < 1e-100 or ulp(farthest) > NEARNESS / 16 * size:
            raise OutlineError(
                f"coordinates of {farthest:.3g} have too few digits left for an outline {size:.3g} across; "
                "move the outline nearer to the origin, or scale it"
            )
        if self.area <= 1e-9 * size**2:
            self.check_soundness()
            raise OutlineError("the outline encloses no area; list its vertices in the order of the outline")

    def check_soundness(self) -> None:
        """Check the floats for what spoils the area, and with it the scale."""
        outer: list[complex] = []
        for ring, is_outer in zip(self.rings, self.is_outer, strict=True):
            outer = ring if is_outer else outer
            if not is_outer and lies_outside(ring, outer):
                raise OutlineError(
                    f"the hole at {self._own(ring[0])} lies outside the outer ring of its polygon; move it inside, "
                    "or make it a polygon of its own"
                )
        crossing = first_crossing(self.rings)
        if crossing is not None:
            raise OutlineError(f"the outline crosses itself at {self._own(crossing)}; check the order of its vertices")

    def _own(self, z: complex) -> str:
        return f"({self.origin[0] + z.real:.6g}, {self.origin[1] + (-z.imag if self.y_down else z.imag):.6g})"

    def puzzle(self, scale: float, denominator: int, sets: int | None, pieces: PieceSet) -> Puzzle:
        """The puzzle, if so many units are a small leg."""
        drawing = _Drawing.of(self, scale)
        lattice = [self._oriented(drawing, number, denominator) for number in range(len(self.rings))]
        frame = Frame(scale / (UNITS_A_LEG * denominator), drawing.angle, self.origin, self.y_down)
        return make_puzzle(self.id, lattice, denominator=denominator, sets=sets, frame=frame, pieces=pieces)

    def _oriented(self, drawing: "_Drawing", number: int, denominator: int) -> Ring:
        """A ring on the lattice, run counter-clockwise if it is an outer one, else clockwise.

        The sign of the float area is nearly always that of the exact one. Let n vertices be left when those within
        N = NEARNESS of the one before are dropped, which changes the area by N/2 times the perimeter P at most. The
        others move by 2N at most, which changes it by 2N P + 2N^2 n at most; and n N is less than P.
        """
        ring, sign = drawing.on_lattice(number, denominator), 1 if self.is_outer[number] else -1
        area = self.areas[number] / drawing.scale**2
        if abs(area) <= 5 * NEARNESS * sum(map(abs, drawing.edges[number])):
            return orient(ring, sign)
        return ring if sign * area > 0 else ring[::-1]


def _farthest(ring: Sequence[Vector]) -> float:
    """The greatest coordinate of a ring, in size.

    Raises:
        OutlineError: the ring has fewer than three vertices, or a coordinate that is no finite number below 1e100.
    """
    if len(ring) < 3:
        raise OutlineError(f"a ring has {len(ring)} vertices; an outline needs at least three")
    sizes = [abs(u) for vertex in ring for u in vertex]
    if not sum(sizes) <= 1e100:  # so for every number that is too large, infinite or none at all
        for number, (x, y) in enumerate(ring, 1):
            _check(number, x, y)
    return max(sizes)


def _check(number: int, x: float, y: float) -> None:
    if not (isfinite(x) and isfinite(y)):
        raise OutlineError(f"vertex {number} is ({x}, {y}); coordinates must be finite numbers")
    if max(abs(x), abs(y)) > 1e100:
        raise OutlineError(f"vertex {number} is ({x:g}, {y:g}); such numbers have no digits left for a position")


def _area(ring: Sequence[complex]) -> float:
    return sum((a.conjugate() * b).imag for a, b in drawn_edges(ring)) / 2


@dataclass(frozen=True)
class _Drawing:
    """Rings of floats in small legs, turned so that their edges run in the eight directions."""

    rings: list[list[complex]]
    edges: list[list[complex]]
    """From each vertex to the next."""
    scale: float
    angle: float
    """By how much they were turned back, in radians."""

    @classmethod
    def of(cls, outline: _Outline, scale: float) -> "_Drawing":
        rings = [[z / scale for z in ring] for ring in outline.rings]
        edges = [_edges(ring) for ring in rings]
        if all(_runs_straight(z) for ring in edges for z in ring):
            return cls(rings, edges, scale, 0.0)
        angle = _common_turn([z for ring in edges for z in ring])
        if angle:
            back = rect(1, -angle)
            rings = [[z * back for z in ring] for ring in rings]
            edges = [_edges(ring) for ring in rings]
        drawing = cls(rings, edges, scale, angle)
        drawing.check_directions()
        return drawing

    def check_directions(self) -> None:
        for number, edges in enumerate(self.edges):
            for i, edge in enumerate(edges, 1):
                if not _runs_along_eighths(edge):
                    off = abs(degrees(_off_eighths(edge)))
                    raise OutlineError(
                        f"the edge from {self._name(i, number)} to the next is {off:.3g} degrees off the 45 degree "
                        "directions of the others; all edges must lie at multiples of 45 degrees to each other"
                    )

    def on_lattice(self, number: int, denominator: int) -> Ring:
        """A ring, each vertex the nearest lattice point.

        Raises:
            _OffLatticeError: one is not near enough.
        """
        ring, points = self.rings[number], []
        p, here = _first_point(ring[0], denominator), ring[0]
        for i, edge in enumerate(self.edges[number]):
            if abs(edge) < NEARNESS:
                continue
            displacement, exactly = _step_near(round(edge.real * GRID), round(edge.imag * GRID), denominator)
            here += displacement
            end = (i + 1) % len(ring)
            if abs(here - ring[end]) > NEARNESS:
                raise _off_lattice(self._name(end + 1, number), abs(here - ring[end]), abs(edge), denominator)
            if displacement:
                points.append(p)
                p = add(p, exactly)
        if [p] != points[:1]:
            raise _OffLatticeError("the outline does not close on the lattice; check the lengths")
        return tuple(points)

    def _name(self, vertex: int, ring: int) -> str:
        return f"vertex {vertex} of ring {ring + 1}" if len(self.rings) > 1 else f"vertex {vertex}"


def _edges(ring: Sequence[complex]) -> list[complex]:
    return [b - a for a, b in drawn_edges(ring)]


def _off_lattice(name: str, off: float, length: float, denominator: int) -> _OffLatticeError:
    whole, root = _length_near(length * denominator)
    nearest = Length(Fraction(whole, denominator), Fraction(root, denominator))
    return _OffLatticeError(
        f"{name} lies {off:.2g} legs from the nearest point of the lattice: the edge to it is {length:.6g} small legs "
        f"long, and {nearest} = {float(nearest):.6g} is near; lengths must be a + b sqrt2 legs, to five decimals"
    )


def _direction(z: complex) -> int:
    return round(phase(z) / (pi / 4)) % 8


def _off_eighths(z: complex) -> float:
    """The angle by which an edge is off the nearest of the eight directions, in radians."""
    angle = phase(z)
    return angle - round(angle / (pi / 4)) * pi / 4


def _sway(z: complex) -> float:
    """How far the end of an edge is from the nearest line of the eight directions through its start."""
    x, y = abs(z.real), abs(z.imag)
    return min(x, y, abs(x - y) * _ROOT_HALF)


def _runs_along_eighths(z: complex) -> bool:
    """Whether an edge's ends are within NEARNESS of a line of the eight directions."""
    return _sway(z) <= NEARNESS


def _runs_straight(z: complex) -> bool:
    """Whether an edge runs in one of the eight directions as exactly as is worth telling."""
    return _sway(z) <= STRAIGHT * min(abs(z), REACH)


def _common_turn(edges: Sequence[complex]) -> float:
    """The angle, between -22.5 and 22.5 degrees, by which most of the edges are turned against the eight directions.

    The eighth powers of edges at multiples of 45 degrees all point the same way, so their sum tells the turn. Where
    some edges go another way, the one that most of the outline's length agrees with decides instead.
    """
    angle = phase(sum(_eighth_power(z) for z in edges)) / 8
    if not all(_runs_along_eighths(z * rect(1, -angle)) for z in edges):
        angle = max(map(_off_eighths, nlargest(20, edges, key=abs)), key=lambda turn: _agreeing(turn, edges))
    return 0.0 if abs(angle) < LEAST_TURN else angle


def _eighth_power(z: complex) -> complex:
    """The eighth power of the direction, weighted by the square of the length."""
    square = z * z
    size = abs(square)
    return (square / size) ** 4 * size if size else 0j


def _agreeing(angle: float, edges: Sequence[complex]) -> float:
    """The total length of the edges that a turn brings to the eight directions."""
    back = rect(1, -angle)
    return sum(abs(z) for z in edges if _runs_along_eighths(z * back))


_Near: TypeAlias = tuple[complex, Point]
"""A displacement on the lattice in legs, as a float, and exactly."""


@lru_cache(maxsize=1 << 14)
def _step_near(x: int, y: int, denominator: int) -> _Near:
    """The step of the lattice nearest to an edge, given in parts of GRID."""
    z = complex(x, y) / GRID
    direction = _direction(z)
    whole, root = _length_near(abs(z) * denominator)
    exactly = step(direction, code(UNITS_A_LEG * whole, 2 * UNITS_A_LEG * root))
    return (whole + root * _ROOT) / denominator * _UNITS[direction], exactly


@lru_cache
def _numbers(parity: int | None) -> tuple[list[float], list[tuple[int, int]]]:
    """The numbers up to REACH in order: a + b sqrt2 (no parity), or a + m/sqrt2 with m of a parity."""
    roots = range(-2 * GREATEST_ROOT, 2 * GREATEST_ROOT + 1)
    of_parity = [m for m in roots if m % 2 == (parity or 0)]
    found = sorted(
        (a + m * sqrt(0.5), a, m // 2 if parity is None else m)
        for m in of_parity
        for a in range(round(-m * sqrt(0.5)) - 1, round(REACH - m * sqrt(0.5)))
        if a + m * sqrt(0.5) >= 0
    )
    return [number for number, _, _ in found], [(a, m) for _, a, m in found]


def _nearest(size: float, parity: int | None) -> tuple[int, int]:
    """The number nearest to a size of zero or more."""
    numbers, terms = _numbers(parity)
    above = min(bisect(numbers, size), len(numbers) - 1)
    below = max(above - 1, 0)
    return terms[below if size - numbers[below] <= numbers[above] - size else above]


def _length_near(length: float) -> tuple[int, int]:
    """The a + b sqrt2 nearest to a length: a, b."""
    return _nearest(length, None)


def _coordinate_near(u: float, parity: int) -> tuple[int, int, float]:
    """The a + m/sqrt2 nearest to a coordinate, with m of a parity: a, m, the distance."""
    sign = -1 if u < 0 else 1
    whole, m = _nearest(abs(u), parity)
    return sign * whole, sign * m, abs(whole + m * sqrt(0.5) - abs(u))


def _first_point(vertex: complex, denominator: int) -> Point:
    """The lattice point of the first vertex of a ring, measured from the first vertex of the outline.

    Raises:
        _OffLatticeError: there is none.
    """
    place, exactly = _point_near(round(vertex.real * GRID), round(vertex.imag * GRID), denominator)
    if abs(vertex - place) > NEARNESS:
        raise _OffLatticeError(
            f"the part or hole that starts {abs(vertex):.6g} small legs from the first vertex lies "
            f"{abs(vertex - place):.2g} legs off the lattice of the first ring; "
            "parts and holes must lie at lattice points to each other"
        )
    return exactly


@lru_cache(maxsize=1 << 14)
def _point_near(x: int, y: int, denominator: int) -> _Near:
    """The lattice point nearest to a place, given in parts of GRID.

    x = c0 + (c1 - c3)/sqrt2 and y = c2 + (c1 + c3)/sqrt2, so the two roots must be both even or both odd.
    """
    candidates = []
    for parity in (0, 1):
        (c0, m, off_x), (c2, n, off_y) = (_coordinate_near(u * denominator / GRID, parity) for u in (x, y))
        place = complex(c0 + m * _ROOT_HALF, c2 + n * _ROOT_HALF) / denominator
        candidates.append((hypot(off_x, off_y), place, (c0, (m + n) // 2, c2, (n - m) // 2)))
    _, place, coefficients = min(candidates, key=itemgetter(0))
    return place, point(*(UNITS_A_LEG * c for c in coefficients))

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
from functools import lru_cache
from heapq import nlargest
from math import degrees, hypot, isfinite, pi, sin, sqrt, ulp
from typing import TypeAlias

from heuristan.boundary import Ring
from heuristan.lattice import Point, add, code, point, step
from heuristan.notation import Length
from heuristan.outlines.tangles import drawn_edges, first_crossing, lies_outside
from heuristan.pieces import LEGS_SQUARED_A_SET, UNITS_A_LEG
from heuristan.puzzle import MOST_SETS, MOST_VERTICES, Frame, OutlineError, Puzzle, make_puzzle, orient

NEARNESS = 1e-4
"""How far a float may lie from its lattice point, in small legs."""

GREATEST_ROOT = 16
"""The greatest |b| of a length a + b sqrt2, denominator included."""

REACH = 128
"""The greatest length, denominator included. Two different such lengths differ by A + B sqrt2 with |B| <= 32 and
|A| <= 128 + 32 sqrt2, so by at least 1/(|A| + |B| sqrt2) > 0.004: far more than twice NEARNESS, and the nearest one is
the only one near. (Coordinates, with halves of sqrt2, differ by more than 0.001.)"""

DENOMINATORS = (1, 2)

Vector: TypeAlias = tuple[float, float]
Polygon: TypeAlias = Sequence[Sequence[Vector]]
"""The exterior, then the holes, of one part; no ring repeats its first vertex."""

_UNITS = tuple(rect(1, k * pi / 4) for k in range(8))
_ROOT = sqrt(2)


class _OffLatticeError(OutlineError):
    """No lattice point near enough; another denominator or unit may do better."""


def snap(id: str, polygons: Sequence[Polygon], sets: int | None = None, y_down: bool = False) -> Puzzle:
    """The lattice puzzle whose outline has these float coordinates.

    Args:
        id: its name in results and pictures.
        polygons: the parts of the outline, in any unit and position.
        sets: how many sets of pieces. If not given, one where that fits the lattice, else as many as the area says
            where the unit is the small leg.
        y_down: whether y grows downwards.

    Raises:
        OutlineError: no such puzzle; the message names the vertex or the edge and the distance.
    """
    outline = _Outline.of(id, polygons, y_down)
    meant = sqrt(outline.area / (LEGS_SQUARED_A_SET * (sets or 1)))
    scales = [meant, 1.0] if sets is None and _is_of_sets_in_legs(outline.area) else [meant]
    reason: _OffLatticeError | None = None
    for denominator in DENOMINATORS:
        for scale in scales:
            try:
                return outline.puzzle(scale, denominator, sets)
            except _OffLatticeError as fault:
                reason = reason or fault
    # The area misleads about the scale where the outline crosses itself or its area is wrong: then these are the news.
    outline.check_soundness()
    try:
        return outline.puzzle(1.0, 1, sets)
    except _OffLatticeError as fault:
        raise reason or fault from None


def _is_of_sets_in_legs(area: float) -> bool:
    """Whether a number of sets has this area if the unit is the small leg."""
    sets = round(area / LEGS_SQUARED_A_SET) if area < LEGS_SQUARED_A_SET * (MOST_SETS + 1) else 0
    return 0 < sets <= MOST_SETS and abs(area - LEGS_SQUARED_A_SET * sets) < 1e-3


@dataclass(frozen=True)
class _Outline:
    """Rings of floats, measured from the first vertex: far from the origin, products would lose digits."""

    id: str
    rings: list[list[complex]]
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
        for ring in rings:
            _check(ring)
        is_outer = [number == 0 for polygon in polygons for number in range(len(polygon))]
        x0, y0 = rings[0][0]
        local = [[complex(x - x0, (y0 - y) if y_down else (y - y0)) for x, y in ring] for ring in rings]
        outline = cls(id, local, is_outer, (x0, y0), y_down)
        outline.check_area(max(max(map(abs, vertex)) for ring in rings for vertex in ring))
        return outline

    @property
    def area(self) -> float:
        """The area of the outer rings less that of the holes."""
        signs = (1 if is_outer else -1 for is_outer in self.is_outer)
        return sum(sign * abs(_area(ring)) for sign, ring in zip(signs, self.rings, strict=True))

    def check_area(self, farthest: float) -> None:
        """Check that floats of this size tell the vertices apart, and that they enclose something."""
        size = max(abs(z) for ring in self.rings for z in ring)
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

    def puzzle(self, scale: float, denominator: int, sets: int | None) -> Puzzle:
        """The puzzle, if so many units are a small leg."""
        drawing = _Drawing.of(self, scale)
        lattice = drawing.on_lattice(denominator)
        frame = Frame(scale / (UNITS_A_LEG * denominator), drawing.angle, self.origin, self.y_down)
        oriented = [orient(ring, 1 if outer else -1) for ring, outer in zip(lattice, self.is_outer, strict=True)]
        return make_puzzle(self.id, oriented, denominator=denominator, sets=sets, frame=frame)


def _check(ring: Sequence[Vector]) -> None:
    if len(ring) < 3:
        raise OutlineError(f"a ring has {len(ring)} vertices; an outline needs at least three")
    for number, (x, y) in enumerate(ring, 1):
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
    angle: float
    """By how much they were turned back, in radians."""

    @classmethod
    def of(cls, outline: _Outline, scale: float) -> "_Drawing":
        rings = [[z / scale for z in ring] for ring in outline.rings]
        angle = _common_turn([b - a for ring in rings for a, b in drawn_edges(ring)])
        if angle:
            back = rect(1, -angle)
            rings = [[z * back for z in ring] for ring in rings]
        drawing = cls(rings, angle)
        drawing.check_directions()
        return drawing

    def check_directions(self) -> None:
        for number, ring in enumerate(self.rings):
            for i, (a, b) in enumerate(drawn_edges(ring), 1):
                if not _runs_along_eighths(b - a):
                    off = abs(degrees(_off_eighths(b - a)))
                    raise OutlineError(
                        f"the edge from {self._name(i, number)} to the next is {off:.3g} degrees off the 45 degree "
                        "directions of the others; all edges must lie at multiples of 45 degrees to each other"
                    )

    def on_lattice(self, denominator: int) -> list[Ring]:
        return [self._ring(number, denominator) for number in range(len(self.rings))]

    def _ring(self, number: int, denominator: int) -> Ring:
        ring = self.rings[number]
        points, here = [_point_near(ring[0], denominator)], ring[0]
        for i, (a, b) in enumerate(drawn_edges(ring), 1):
            if abs(b - a) < NEARNESS:
                continue
            whole, root = _length_near(abs(b - a) * denominator)
            direction = _direction(b - a)
            here += (whole + root * _ROOT) / denominator * _UNITS[direction]
            if abs(here - b) > NEARNESS:
                name = self._name(i % len(ring) + 1, number)
                raise _off_lattice(name, abs(here - b), abs(b - a), whole, root, denominator)
            points.append(add(points[-1], _step(direction, whole, root)))
        if [points.pop()] != points[:1]:
            raise _OffLatticeError("the outline does not close on the lattice; check the lengths")
        return tuple(points)

    def _name(self, vertex: int, ring: int) -> str:
        return f"vertex {vertex} of ring {ring + 1}" if len(self.rings) > 1 else f"vertex {vertex}"


def _off_lattice(name: str, off: float, length: float, whole: int, root: int, denominator: int) -> _OffLatticeError:
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


def _runs_along_eighths(z: complex) -> bool:
    """Whether an edge's ends are within NEARNESS of a line of the eight directions."""
    return abs(z) * abs(sin(_off_eighths(z))) <= NEARNESS


def _common_turn(edges: Sequence[complex]) -> float:
    """The angle, between -22.5 and 22.5 degrees, by which most of the edges are turned against the eight directions.

    The eighth powers of edges at multiples of 45 degrees all point the same way, so their sum tells the turn. Where
    some edges go another way, the one that most of the outline's length agrees with decides instead.
    """
    angle = phase(sum(_eighth_power(z) for z in edges)) / 8
    if not all(_runs_along_eighths(z * rect(1, -angle)) for z in edges):
        angle = max(map(_off_eighths, nlargest(20, edges, key=abs)), key=lambda turn: _agreeing(turn, edges))
    return 0.0 if abs(angle) < 1e-9 else angle


def _eighth_power(z: complex) -> complex:
    """The eighth power of the direction, weighted by the square of the length."""
    square = z * z
    size = abs(square)
    return (square / size) ** 4 * size if size else 0j


def _agreeing(angle: float, edges: Sequence[complex]) -> float:
    """The total length of the edges that a turn brings to the eight directions."""
    back = rect(1, -angle)
    return sum(abs(z) for z in edges if _runs_along_eighths(z * back))


@lru_cache(maxsize=1024)
def _step(direction: int, whole: int, root: int) -> Point:
    return step(direction, code(UNITS_A_LEG * whole, 2 * UNITS_A_LEG * root))


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


def _point_near(vertex: complex, denominator: int) -> Point:
    """The lattice point nearest to a vertex, measured from the first vertex of the outline.

    x = c0 + (c1 - c3)/sqrt2 and y = c2 + (c1 + c3)/sqrt2, so the two roots must be both even or both odd.
    """
    candidates = []
    for parity in (0, 1):
        (c0, m, off_x), (c2, n, off_y) = (_coordinate_near(u * denominator, parity) for u in (vertex.real, vertex.imag))
        candidates.append((hypot(off_x, off_y), (c0, (m + n) // 2, c2, (n - m) // 2)))
    off, coefficients = min(candidates)
    if off / denominator > NEARNESS:
        raise _OffLatticeError(
            f"the part or hole that starts {abs(vertex):.6g} small legs from the first vertex lies "
            f"{off / denominator:.2g} legs off the lattice of the first ring; "
            "parts and holes must lie at lattice points to each other"
        )
    return point(*(UNITS_A_LEG * c for c in coefficients))

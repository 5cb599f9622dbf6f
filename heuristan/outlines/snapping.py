"""Floats put on the lattice: exactly, or refused with the vertex and the distance.

The unit of the floats is free: the scale follows from the area. A common turn of the whole outline is free too. All
vertices must then lie within NEARNESS of lattice points, denominators 1 and 2 tried in turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, isfinite, pi, sin, sqrt
from typing import TypeAlias

from heuristan.boundary import Ring
from heuristan.lattice import Point, add, code, point, step, xy
from heuristan.pieces import LEGS_SQUARED_A_SET, UNITS_A_LEG
from heuristan.puzzle import Frame, OutlineError, Puzzle, make_puzzle, orient

NEARNESS = 1e-4
"""How far a float may lie from its lattice point, in small legs; with it goes GREATEST_ROOT."""

GREATEST_ROOT = 16
"""The greatest |b| of a length a + b sqrt2. Two different such lengths (denominator 2 at most) differ by more than
twice NEARNESS: their difference is at least 1/(2 (|a| + |b| sqrt2)) with |b| <= 32 and |a| <= 32 sqrt2 + the length
itself, so over 0.005 for edges up to 10 legs."""

DENOMINATORS = (1, 2)

Vector: TypeAlias = tuple[float, float]
Polygon: TypeAlias = Sequence[Sequence[Vector]]
"""The exterior, then the holes, of one part; no ring repeats its first vertex."""


class _OffLattice(OutlineError):
    """No lattice point near enough; another denominator may do better."""


def snap(id: str, polygons: Sequence[Polygon], sets: int | None = None, y_down: bool = False) -> Puzzle:
    """The lattice puzzle whose outline has these float coordinates.

    Args:
        polygons: the parts of the outline, in any unit and position.
        sets: how many sets of pieces; if not given, as many as the area says where the unit is the small leg, else 1.

    Raises:
        OutlineError: no such puzzle; the message names the vertex or the edge and the distance.
    """
    rings = [list(ring) for polygon in polygons for ring in polygon]
    if not rings:
        raise OutlineError("the outline is empty; give it at least three vertices")
    for ring in rings:
        _check(ring)
    outer = [ring_number == 0 for polygon in polygons for ring_number in range(len(polygon))]
    # floats far from the origin lose digits in products: measure from a vertex of the outline
    x0, y0 = rings[0][0]
    local = [[(x - x0, (y0 - y) if y_down else (y - y0)) for x, y in ring] for ring in rings]
    area = sum((1 if is_outer else -1) * abs(_area(ring)) for ring, is_outer in zip(local, outer, strict=True))
    if area <= 0 or not isfinite(area):
        raise OutlineError("the outline encloses no area; list its vertices in the order of the outline")
    sets_meant = sets or _sets_in_legs(area) or 1
    scale = sqrt(area / (LEGS_SQUARED_A_SET * sets_meant))
    angle = _common_turn(local)
    drawing = _Drawing([_turned(ring, -angle, 1 / scale) for ring in local])
    drawing.check_directions()
    for denominator in DENOMINATORS:
        try:
            lattice = drawing.on_lattice(denominator)
        except _OffLattice as fault:
            reason = fault
            continue
        frame = Frame(scale / (UNITS_A_LEG * denominator), angle, (x0, y0), y_down)
        oriented = [orient(ring, 1 if is_outer else -1) for ring, is_outer in zip(lattice, outer, strict=True)]
        return make_puzzle(id, oriented, denominator=denominator, sets=sets_meant, frame=frame)
    if sets is None:
        _refuse_by_area(area, local, angle)
    raise reason


def _check(ring: Sequence[Vector]) -> None:
    if len(ring) < 3:
        raise OutlineError(f"a ring has {len(ring)} vertices; an outline needs at least three")
    for number, (x, y) in enumerate(ring, 1):
        if not (isfinite(x) and isfinite(y)):
            raise OutlineError(f"vertex {number} is ({x}, {y}); coordinates must be finite numbers")
        if abs(x) > 1e15 or abs(y) > 1e15:
            raise OutlineError(f"vertex {number} is ({x:g}, {y:g}); such numbers have no digits left for a position")


def _area(ring: Sequence[Vector]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def _sets_in_legs(area: float) -> int | None:
    """The number of sets if the unit is the small leg, else None."""
    sets = round(area / LEGS_SQUARED_A_SET)
    is_near = abs(area - LEGS_SQUARED_A_SET * sets) < 1e-3
    return sets if sets and is_near else None


def _common_turn(rings: Sequence[Sequence[Vector]]) -> float:
    """The angle, between -22.5 and 22.5 degrees, by which the directions are turned against the eight."""
    real = imaginary = 0.0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            angle, weight = 8 * atan2(by - ay, bx - ax), (bx - ax) ** 2 + (by - ay) ** 2
            real += weight * cos(angle)
            imaginary += weight * sin(angle)
    turn = atan2(imaginary, real) / 8
    return 0.0 if abs(turn) < 1e-9 else turn


def _turned(ring: Sequence[Vector], angle: float, factor: float) -> list[Vector]:
    c, s = factor * cos(angle), factor * sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in ring]


@dataclass
class _Drawing:
    """Rings of floats in small legs, turned so that their edges run in the eight directions."""

    rings: list[list[Vector]]

    def check_directions(self) -> None:
        for ring in self.rings:
            for number, (a, b) in enumerate(_edges(ring), 1):
                length, angle = hypot(b[0] - a[0], b[1] - a[1]), atan2(b[1] - a[1], b[0] - a[0])
                off = angle - round(angle / (pi / 4)) * pi / 4
                if length * abs(sin(off)) > NEARNESS:
                    raise OutlineError(
                        f"the edge from vertex {number} to the next is {abs(degrees(off)):.3g} degrees off the 45 degree "
                        "directions of the others; all edges must lie at multiples of 45 degrees to each other"
                    )

    def on_lattice(self, denominator: int) -> list[Ring]:
        anchor = self.rings[0][0]
        return [self._ring(ring, _point_near(ring[0], anchor, denominator), denominator) for ring in self.rings]

    def _ring(self, ring: list[Vector], start: Point, denominator: int) -> Ring:
        points, units = [start], UNITS_A_LEG * denominator
        for number, (a, b) in enumerate(_edges(ring), 1):
            length = hypot(b[0] - a[0], b[1] - a[1])
            if length < NEARNESS:
                continue
            whole, root, off = _length_near(length * denominator)
            if off / denominator > NEARNESS:
                raise _OffLattice(
                    f"vertex {number % len(ring) + 1} lies {off / denominator:.2g} legs from the nearest point of the "
                    f"lattice (its edge is {length:.6g} legs long); lengths must be a + b sqrt2 small legs"
                )
            direction = round(atan2(b[1] - a[1], b[0] - a[0]) / (pi / 4)) % 8
            points.append(add(points[-1], step(direction, code(UNITS_A_LEG * whole, 2 * UNITS_A_LEG * root))))
            x, y = xy(points[-1])
            drift = hypot(x / units - b[0] + self.rings[0][0][0], y / units - b[1] + self.rings[0][0][1])
            if drift > NEARNESS:
                raise _OffLattice(f"vertex {number % len(ring) + 1} lies {drift:.2g} legs from its lattice point")
        if points.pop() != start:
            raise _OffLattice("the outline does not close on the lattice; check the lengths")
        return tuple(points)


def _edges(ring: Sequence[Vector]) -> list[tuple[Vector, Vector]]:
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def _length_near(length: float) -> tuple[int, int, float]:
    """The a + b sqrt2 nearest to a length: a, b, the distance."""
    roots = range(-GREATEST_ROOT, GREATEST_ROOT + 1)
    tried = ((round(length - b * sqrt(2)), b) for b in roots)
    whole, root = min(tried, key=lambda ab: (abs(ab[0] + ab[1] * sqrt(2) - length), abs(ab[1])))
    return whole, root, abs(whole + root * sqrt(2) - length)


def _point_near(vertex: Vector, anchor: Vector, denominator: int) -> Point:
    """The lattice point nearest to a vertex, measured from the anchor.

    x = c0 + (c1 - c3)/sqrt2 and y = c2 + (c1 + c3)/sqrt2, so the two roots must be both even or both odd.
    """
    x, y = ((v - a) * denominator for v, a in zip(vertex, anchor, strict=True))
    candidates = []
    for parity in (0, 1):
        (c0, m, off_x), (c2, n, off_y) = (_coordinate_near(u, parity) for u in (x, y))
        candidates.append((hypot(off_x, off_y), (c0, (m + n) // 2, c2, (n - m) // 2)))
    off, coefficients = min(candidates)
    if off / denominator > NEARNESS:
        raise _OffLattice(
            f"the part that starts at ({vertex[0]:.6g}, {vertex[1]:.6g}) legs lies {off / denominator:.2g} legs off "
            "the lattice of the first; parts and holes must lie at lattice points to each other"
        )
    return point(*(UNITS_A_LEG * c for c in coefficients))


def _coordinate_near(u: float, parity: int) -> tuple[int, int, float]:
    """The a + m/sqrt2 nearest to a coordinate, with m of a parity: a, m, the distance."""
    roots = range(-2 * GREATEST_ROOT + parity, 2 * GREATEST_ROOT + 1, 2)
    tried = ((round(u - m * sqrt(0.5)), m) for m in roots)
    whole, m = min(tried, key=lambda am: (abs(am[0] + am[1] * sqrt(0.5) - u), abs(am[1])))
    return whole, m, abs(whole + m * sqrt(0.5) - u)


def _refuse_by_area(area: float, rings: list[list[Vector]], angle: float) -> None:
    """Say so if the outline lies on the lattice with the small leg as its unit, and only the area is wrong."""
    drawing = _Drawing([_turned(ring, -angle, 1.0) for ring in rings])
    try:
        drawing.on_lattice(1)
    except OutlineError:
        return
    nearest = max(1, round(area / LEGS_SQUARED_A_SET))
    raise OutlineError(
        f"the area is {area:.6g} legs squared, and a set of pieces covers 8; no number of sets fits "
        f"(the nearest is {nearest}, which covers {8 * nearest}): check the lengths"
    )

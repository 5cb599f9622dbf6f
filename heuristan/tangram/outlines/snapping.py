"""Floats put exactly on the lattice, or refused with the vertex and the distance.

The unit of the floats is free: the scale follows from the area. A common turn of the whole outline is free too. All
vertices must then lie within NEARNESS of lattice points, denominators 1 and 2 tried in turn. A part or hole must lie
on the lattice of the first ring.

Vertices that an outline does not need may lie off the lattice: those within an edge, along it there and back, or where
another one is. Where a wrong area hides the unit of an outline, its faults are looked for in floats: edges that cross,
holes that lie outside, by more than any rounding.
"""

from cmath import rect
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest
from itertools import accumulate, pairwise
from math import asin, degrees, dist, isfinite, isnan, pi, sqrt, ulp
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.kernels import PLAIN, Backend, current
from heuristan.common.plane import off_side
from heuristan.tangram.boundary.loops import RingTable
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.outlines import snapping_kernel as kernel
from heuristan.tangram.outlines.snapping_kernel import MIN_TURN, REACH, Numbers, angle_of
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG, PieceSet
from heuristan.tangram.puzzle.drawing import Polygon, Vector
from heuristan.tangram.puzzle.puzzle import (
    MOST_VERTICES,
    Frame,
    OffLatticeError,
    OutlineError,
    Puzzle,
    crossing_words,
    make_puzzle,
    orient,
    spot_words,
)


def without_needless(ring: Sequence[Vector], nearness: float) -> Sequence[Vector]:
    """Return a ring without the vertices within its edges, and without slits that have no width.

    Args:
        ring: its vertices, the first not repeated.
        nearness: the maximum distance of such a vertex from the edge, in the ring's own unit.
    """
    kept = list(range(len(ring)))
    while True:
        fewer = _without_tips(ring, _without_straight(ring, kept, nearness), nearness)
        if len(fewer) < 3:
            return ring
        if len(fewer) == len(kept):
            return ring if len(kept) == len(ring) else [ring[i] for i in kept]
        kept = fewer


def _without_straight(ring: Sequence[Vector], kept: Sequence[int], nearness: float) -> list[int]:
    """Return the numbers of vertices without those between which an edge runs straight on."""
    # the vertex farthest from another one is convex, so it is needed
    first = max(range(len(kept)), key=lambda i: dist(ring[kept[0]], ring[kept[i]]))
    turned = [*kept[first:], *kept[: first + 1]]
    path = [ring[i] for i in turned]
    return sorted(turned[i] for i in _needed(path, nearness))


def _without_tips(ring: Sequence[Vector], kept: Sequence[int], nearness: float) -> list[int]:
    """Return the numbers of vertices without those at which an edge runs back along itself."""
    found = list(kept)
    i = 0
    while len(found) > 2 and i < len(found):
        before, tip, after = (ring[found[j % len(found)]] for j in (i - 1, i, i + 1))
        if min(off_side(before, tip, after), off_side(after, before, tip)) <= nearness:
            del found[i]
            i = max(0, i - 2)
        else:
            i += 1
    return found


def _needed(path: Sequence[Vector], nearness: float) -> Iterator[int]:
    """Yield the numbers of the vertices of a path that are needed, without the last one."""
    start = 0
    while start < len(path) - 1:
        yield start
        start = _end_of_edge(path, start, nearness)


def _end_of_edge(path: Sequence[Vector], start: int, nearness: float) -> int:
    """Return the number of the last vertex to which the edge from one runs straight past those between.

    Each vertex that is passed leaves a range of directions in which the edge may run.
    """
    origin = complex(*path[start])
    axis, low, high, farthest = 0j, -pi, pi, 0.0
    for end in range(start + 1, len(path) - 1):
        passed, following = complex(*path[end]) - origin, complex(*path[end + 1]) - origin
        if abs(passed) > nearness:
            axis = axis or passed
            angle, spread = angle_of(passed / axis), asin(nearness / abs(passed))
            low, high, farthest = max(low, angle - spread), min(high, angle + spread), max(farthest, abs(passed))
        if abs(following) < farthest - nearness or (axis and not low <= angle_of(following / axis) <= high):
            return end
    return len(path) - 1


Drawn: TypeAlias = Sequence[complex]
"""A ring of floats, the first vertex not repeated."""

Edge: TypeAlias = tuple[complex, complex]
"""The two ends of an edge."""

PARALLEL = 1e-6
"""Maximum sine of the angle of edges that count as parallel."""


def edges_of(ring: Drawn) -> list[Edge]:
    """Return the edges of a ring."""
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def first_crossing(edges: Sequence[Edge], depth: float) -> tuple[int, int] | None:
    """Return the places of two edges that cross, each end of either farther than a depth from the other one."""
    import numpy as np  # needed only for refused outlines, and slow to import

    start, end = np.array(edges).T
    along = end - start
    with np.errstate(all="ignore"):  # parallel edges never cross
        for i, (a, u) in enumerate(zip(start, along, strict=True)):
            c, v = start[i + 1 :], along[i + 1 :]
            product = _cross(u, v)
            s, t = _cross(c - a, v) / product, _cross(c - a, u) / product
            # the distances of the ends of each edge from the line of the other one
            crosses = np.abs(product) > PARALLEL * np.abs(u) * np.abs(v)
            crosses &= np.minimum(s, 1 - s) * np.abs(product) > depth * np.abs(v)
            crosses &= np.minimum(t, 1 - t) * np.abs(product) > depth * np.abs(u)
            if crosses.any():
                return i, i + 1 + int(crosses.argmax())
    return None


def _cross(u: Any, v: Any) -> Any:
    """Return the cross product of complex numbers, or of arrays of them."""
    return u.real * v.imag - u.imag * v.real


def lies_outside(hole: Drawn, outer: Drawn) -> bool:
    """Return whether a hole lies wholly outside a ring: its vertices and the middles of its edges do."""
    middles = [(a + b) / 2 for a, b in edges_of(hole)]
    return not any(_is_inside(z, outer) for z in (*hole, *middles))


def _is_inside(z: complex, ring: Drawn) -> bool:
    """Return whether a ray to the right meets the ring an odd number of times."""
    inside = False
    for a, b in pairwise((*ring, ring[0])):
        if (a.imag <= z.imag) != (b.imag <= z.imag):
            is_left = _cross(b - a, z - a) > 0
            inside ^= bool(is_left == (b.imag > a.imag))
    return inside


NEARNESS = kernel.NEARNESS
"""Maximum distance of a float from its lattice point, in small legs."""

MAX_ROOT = 16
"""Maximum |b| of a length a + b sqrt2, denominator included."""

DENOMINATORS = (1, 2)
"""Denominators of the lattice, in the order in which they are tried."""

MIN_LEG = 0.5
"""The unit may be meant as the small leg if the leg by the area is between this and its inverse."""


SPARSE = 1e-9
"""Area of an outline as a part of that of a square around it, at which it is too large for exact numbers."""
ROUNDING = 2.0**-52
"""The part of such a square that the rounding of floats may add to the area, for each vertex."""
SHALLOW = 0.07
"""Edges that cross by less than this part of the square root of the area, which is a fifth of a leg for the seven tans,
are drawn imprecisely: then vertices on an edge, or two of different rings, should touch."""


class _OffLatticeError(OffLatticeError):
    """No lattice point is near enough; another denominator or unit may do better."""


def snap(
    id: str, polygons: Sequence[Polygon], sets: int | None = None, y_down: bool = False, pieces: PieceSet = TANGRAM
) -> Puzzle:
    """Return the lattice puzzle whose outline has these float coordinates.

    Args:
        id: its name in results and pictures.
        polygons: the parts of the outline, in any unit and position.
        sets: the number of sets of pieces; one if not given.
        y_down: whether y grows downwards.
        pieces: the set to lay it with.

    Raises:
        OutlineError: if there is no such puzzle; the message has the vertex or the edge, and the distance.
    """
    outline = _Outline.of(id, polygons, y_down)
    try:
        return _snapped(outline, sets, pieces)
    except OffLatticeError:
        # vertices within edges need not lie on the lattice
        near = NEARNESS * sqrt(outline.area / (pieces.legs_squared * (sets or 1)))
        plain = [[without_needless(ring, near) for ring in polygon] for polygon in polygons]
        if plain == [[*polygon] for polygon in polygons]:
            raise
    return _snapped(_Outline.of(id, plain, y_down), sets, pieces)


def check_validity(polygons: Sequence[Polygon], y_down: bool) -> None:
    """Check that edges do not cross, and that holes lie within their outer rings.

    Raises:
        OutlineError: if not; it names the edges, or the hole, as the coordinates have them.
    """
    _Outline.of("", polygons, y_down).check_validity()


def _snapped(outline: "_Outline", sets: int | None, pieces: PieceSet) -> Puzzle:
    meant = sqrt(outline.area / (pieces.legs_squared * (sets or 1)))
    reason: _OffLatticeError | None = None
    for denominator in DENOMINATORS:
        try:
            return outline.puzzle(meant, denominator, sets, pieces)
        except _OffLatticeError as fault:
            reason = reason or fault
    # if the outline crosses itself or its area is wrong, the area misleads about the scale: report that fault first
    outline.check_validity()
    try:
        found = outline.puzzle(1.0, 1, sets, pieces)
    except _OffLatticeError as fault:
        raise reason or fault from None
    except OutlineError as fault:
        # whole numbers lie on the lattice in any unit: the area is wrong only where the unit may be the leg
        if MIN_LEG < meant < 1 / MIN_LEG:
            raise
        raise reason or OffLatticeError(str(fault)) from None
    if sets is None and found.sets > 1:
        raise reason or OffLatticeError(f"in legs, the outline would take {found.sets} sets of pieces")
    return found


class _Outline(NamedTuple):
    """Rings of floats, measured from the first vertex: far from the origin, products would lose digits."""

    id: str
    vertices: list[complex]
    """The vertices of all rings, ring after ring, as a table of the backend."""
    ends: list[int]
    """The number of vertices up to the end of each ring, as a table."""
    is_outer: list[int]
    """Whether each ring is an outer one, not a hole, as a table."""
    area: float
    """Area of the outer rings less that of the holes."""
    origin: Vector
    y_down: bool

    @classmethod
    def of(cls, id: str, polygons: Sequence[Polygon], y_down: bool) -> "_Outline":
        rings = [ring for polygon in polygons for ring in polygon]
        if not rings:
            raise OutlineError("the outline is empty; give it at least three vertices")
        sizes = [*map(len, rings)]
        ends = [*accumulate(sizes)]
        if ends[-1] > MOST_VERTICES:
            raise OutlineError(f"the outline has {ends[-1]} vertices; more than {MOST_VERTICES} are not read")
        if min(sizes) < 3:
            check_each(rings)
        backend = current()
        tables = (
            backend.integers(ends),
            backend.integers([not number for polygon in polygons for number in range(len(polygon))]),
        )
        numbers = backend.floats([u for ring in rings for vertex in ring for u in vertex])
        vertices = backend.empty_complexes(ends[-1])
        area, size, farthest = backend.of(kernel.measure)(numbers, y_down, *tables, vertices)
        if isnan(farthest):
            check_each(rings)
        outline = cls(id, vertices, *tables, area, rings[0][0], y_down)
        outline.check_area(size, farthest)
        return outline

    @property
    def rings(self) -> list[Sequence[complex]]:
        return _rings(self.vertices, self.ends)

    def check_area(self, size: float, farthest: float) -> None:
        """Check that the floats have enough digits to separate the vertices, and that they enclose an area."""
        if size == 0:
            raise OutlineError("all vertices are the same point, as far as the digits of the coordinates show")
        if size < 1e-100 or ulp(farthest) > NEARNESS / 16 * size:
            raise OutlineError(
                f"coordinates of {farthest:.3g} have too few digits left for an outline {size:.3g} across; "
                "move the outline nearer to the origin, or scale it"
            )
        if self.area <= SPARSE * size**2:
            self.check_validity()
            if self.area > len(self.vertices) * ROUNDING * size**2:
                raise OutlineError(
                    f"the outline is {size:.6g} across, and encloses an area of {self.area:.6g} only; "
                    "move its parts nearer to each other, or check the order of its vertices"
                )
            raise OutlineError(
                f"the outline encloses no area that shows beside {size:.6g}, which it is across; list its vertices in "
                "the order of the outline, or move its parts nearer to each other"
            )

    def check_validity(self) -> None:
        """Check for faults that spoil the area, and with it the scale."""
        outer: Sequence[complex] = []
        for ring, is_outer in zip(self.rings, self.is_outer, strict=True):
            outer = ring if is_outer else outer
            if not is_outer and lies_outside(ring, outer):
                spot = spot_words(self._own(ring[0]))
                raise OutlineError(
                    f"the hole at {spot} lies outside the outer ring of its polygon; move it inside, or make it a "
                    "separate polygon"
                )
        edges = [edge for ring in self.rings for edge in edges_of(ring)]
        crossing = first_crossing(edges, SHALLOW * sqrt(max(self.area, 0.0)))
        if crossing is not None:
            raise OutlineError(crossing_words(*((self._own(a), self._own(b)) for a, b in (edges[i] for i in crossing))))

    def _own(self, z: complex) -> Vector:
        return self.origin[0] + z.real, self.origin[1] + (-z.imag if self.y_down else z.imag)

    def puzzle(self, scale: float, denominator: int, sets: int | None, pieces: PieceSet) -> Puzzle:
        """Return the puzzle for a small leg of this many units."""
        drawing = _Drawing.of(self, scale)
        rings = drawing.on_lattice(denominator)
        frame = Frame(scale / (UNITS_A_LEG * denominator), drawing.angle, self.origin, self.y_down)
        return make_puzzle(self.id, rings, denominator=denominator, sets=sets, frame=frame, pieces=pieces)


def _rings(vertices: Sequence[complex], ends: Sequence[int]) -> list[Sequence[complex]]:
    listed = PLAIN.as_list(vertices)
    return [listed[first:end] for first, end in pairwise((0, *PLAIN.integers(ends)))]


def check_each(rings: Iterable[Sequence[Vector]]) -> None:
    """Check that rings have three vertices or more, and coordinates that are finite numbers, and not too large.

    Raises:
        OutlineError: if not.
    """
    for ring in rings:
        if len(ring) < 3:
            raise OutlineError(f"a ring has {len(ring)} vertices; an outline needs at least three")
        for number, (x, y) in enumerate(ring, 1):
            if not (isfinite(x) and isfinite(y)):
                raise OutlineError(f"vertex {number} is ({x}, {y}); coordinates must be finite numbers")
            if max(abs(x), abs(y)) > kernel.FARTHEST:
                raise OutlineError(
                    f"vertex {number} is ({x:g}, {y:g}); such numbers have no digits left for a position"
                )


class _Drawing(NamedTuple):
    """Rings of floats in small legs, turned so that their edges run in the eight directions."""

    outline: _Outline
    vertices: list[complex]
    """The vertices of all rings, as a table of the backend."""
    angle: float
    """The angle by which they were turned back, in radians."""

    @classmethod
    def of(cls, outline: _Outline, scale: float) -> "_Drawing":
        backend, drawn = current(), current().empty_complexes(len(outline.vertices))
        angle = backend.of(kernel.draw)(outline.vertices, outline.ends, scale, drawn)
        if angle == 0:
            return cls(outline, drawn, 0.0)
        if isnan(angle):
            angle = _turn_of_most(_rings(drawn, outline.ends))
        angle = 0.0 if abs(angle) < MIN_TURN else angle
        backend.of(kernel.turn_back)(drawn, angle)
        drawing = cls(outline, drawn, angle)
        drawing.check_directions()
        return drawing

    def check_directions(self) -> None:
        ring, number = current().of(kernel.first_across)(self.vertices, self.outline.ends)
        if ring >= 0:
            a, b = edges_of(_rings(self.vertices, self.outline.ends)[ring])[number]
            off = abs(degrees(kernel.off_eighths(b - a)))
            raise OffLatticeError(
                f"the edge from {self._name(ring, number)} to the next is {off:.3g} degrees off the 45 degree "
                "directions of the others; all edges must lie at multiples of 45 degrees to each other"
            )

    def on_lattice(self, denominator: int) -> RingTable:
        """Return the rings, each vertex at the nearest lattice point, outer ones counter-clockwise, holes clockwise.

        Raises:
            _OffLatticeError: if a vertex is not near enough.
        """
        backend, ends, is_outer = current(), self.outline.ends, self.outline.is_outer
        points, lasts = backend.empty_rows(len(self.vertices) + 1, 4), backend.empty_integers(len(ends))
        numbers = _numbers(backend)
        answer = backend.of(kernel.fit)(self.vertices, ends, is_outer, denominator, numbers, points, lasts)
        if answer[0] not in (kernel.ON_LATTICE, kernel.TOO_SLIM):
            raise self._fault(denominator, *answer)
        found = RingTable(points[: lasts[-1]], lasts)
        if answer[0] == kernel.ON_LATTICE:
            return found
        senses = [1 if outer else -1 for outer in is_outer]
        return RingTable.of([orient(ring, sense) for ring, sense in zip(found, senses, strict=True)])

    def _fault(
        self, denominator: int, fault: int, ring: int, vertex: int, off: float, length: float
    ) -> _OffLatticeError:
        if fault == kernel.OFF_FIRST:
            here = self.vertices[self.outline.ends[ring - 1] if ring else 0]
            return _OffLatticeError(
                f"the part or hole that starts {abs(here):.6g} small legs from the first vertex lies "
                f"{off:.2g} legs off the lattice of the first ring; "
                "parts and holes must lie at lattice points to each other"
            )
        if fault == kernel.OFF_LATTICE:
            return _off_lattice(self._name(ring, vertex), off, length, denominator)
        return _OffLatticeError("the outline does not close on the lattice; check the lengths")

    def _name(self, ring: int, vertex: int) -> str:
        return f"vertex {vertex + 1} of ring {ring + 1}" if len(self.outline.ends) > 1 else f"vertex {vertex + 1}"


def _off_lattice(name: str, off: float, length: float, denominator: int) -> _OffLatticeError:
    numbers = _numbers(PLAIN)
    whole, m = numbers.even_terms[kernel.nearest(numbers.even, length * denominator)]
    nearest = Length(Fraction(whole, denominator), Fraction(m // 2, denominator))
    return _OffLatticeError(
        f"{name} lies {off:.2g} legs from the nearest point of the lattice: the edge to it is {length:.6g} small legs "
        f"long, and {nearest} = {float(nearest):.6g} is near; lengths must be a + b sqrt2 legs, to five decimals"
    )


def _turn_of_most(rings: Iterable[Sequence[complex]]) -> float:
    """Return the angle by which most edges are turned, by their length."""
    edges = [b - a for ring in rings for a, b in edges_of(ring)]
    return max(map(kernel.off_eighths, nlargest(20, edges, key=abs)), key=lambda turn: _agreeing(turn, edges))


def _agreeing(angle: float, edges: Sequence[complex]) -> float:
    """Return the total length of the edges that a turn brings to the eight directions."""
    back = rect(1, -angle)
    return sum(abs(z) for z in edges if kernel.sway(z * back) <= NEARNESS)


@lru_cache
def _numbers(backend: Backend) -> Numbers:
    """Return the numbers a + m/sqrt2 up to REACH with |m| <= 2 * MAX_ROOT."""
    (even, even_terms), (odd, odd_terms) = (_of_parity(parity) for parity in (0, 1))
    return Numbers(backend.floats(even), backend.rows(even_terms), backend.floats(odd), backend.rows(odd_terms))


def _of_parity(parity: int) -> tuple[list[float], list[tuple[int, int]]]:
    found = sorted(
        (a + m * sqrt(0.5), a, m)
        for m in range(-2 * MAX_ROOT + parity, 2 * MAX_ROOT + 1, 2)
        for a in range(round(-m * sqrt(0.5)) - 1, round(REACH - m * sqrt(0.5)))
        if a + m * sqrt(0.5) >= 0
    )
    return [number for number, _, _ in found], [(a, m) for _, a, m in found]

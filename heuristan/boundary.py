"""The boundary of a puzzle as a chain: signed intervals on lines.

A region of the plane is kept as its oriented boundary alone. For each line that carries boundary, the chain holds
the points where the *coverage* of the line changes, and by how much. Coverage is +1 where the interior lies to the left
of the line's direction, -1 where it lies to the right, 0 where there is no boundary. A directed side from p to q
adds +1 at p and -1 at q on its line, whichever way it runs: the algebraic boundary of an interval.

So a piece is taken out by adding its sides with the opposite sign. Equal intervals cancel, collinear neighbours
merge, and what is left *is* the boundary of the rest: holes, point contacts, several parts and all. Nothing is clipped
and no case is special.

A line is ``(direction, offset)``, direction 0 to 3, offset its points' projection on direction + 2. The chain asks of
its numbers sums, order and sameness only. (Directions 4 to 7, 8 to 11, ... are kept for further families of
directions, turned against the first by other angles.)

A *vertex* is a wedge of interior at a point: where parts touch in a point, the point has several vertices, and
following the boundary from wedge to wedge separates the parts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from heuristan.lattice import Code, Direction, Point, at, doubled_area, projection

Line: TypeAlias = tuple[int, Code]
"""A line's direction, 0 to 3, and its offset."""

Ring: TypeAlias = tuple[Point, ...]
"""Corners of a closed polygon in order, the first not repeated."""

Area: TypeAlias = tuple[int, int]
"""Twice an area, in square units, as (a, b) of a + b/sqrt2."""


class TangledBoundary(ValueError):
    """A chain is not the boundary of a region: it crosses or overlaps itself, at a point."""

    def __init__(self, message: str, point: Point) -> None:
        super().__init__(message, point)  # both, so that it can be pickled
        self.point = point

    def __str__(self) -> str:
        return str(self.args[0])


class Segment(NamedTuple):
    """A maximal interval of one line with boundary on it, the interior always on the same side."""

    line: Line
    start: Point
    end: Point
    sign: int
    """+1: the interior lies left of start to end; -1: right of it."""
    bounds: tuple[Code, ...]
    """Least and greatest projection on each direction, as in `lattice.bounds`."""


class Vertex(NamedTuple):
    """A wedge of interior at a point of the boundary; its angle is never 180 degrees."""

    point: Point
    opening: Direction
    """Direction of the edge that leaves the vertex, the interior to its left."""
    angle: int
    """Interior angle in steps of 45 degrees, 1 to 7."""

    @property
    def convex(self) -> bool:
        return self.angle < 4

    @property
    def closing(self) -> Direction:
        """Direction from the vertex back along the edge that arrives."""
        return (self.opening + self.angle) % 8


Loop: TypeAlias = tuple[Vertex, ...]
"""Vertices in the order of the boundary, the interior on the left: counter-clockwise round a part, clockwise
round a hole. The edge of a vertex runs to the next one."""


@dataclass(frozen=True)
class Part:
    """A connected region: its outer loop and the loops of its holes."""

    outer: Loop
    holes: tuple[Loop, ...]

    @property
    def loops(self) -> tuple[Loop, ...]:
        return (self.outer, *self.holes)

    @property
    def area(self) -> Area:
        return area_of(self.loops)


def area_of(loops: Iterable[Loop]) -> Area:
    """Twice the area within loops; holes count negative."""
    areas = [doubled_area(ring_of(loop)) for loop in loops]
    return sum(a for a, _ in areas), sum(b for _, b in areas)


def ring_of(loop: Loop) -> Ring:
    return tuple(vertex.point for vertex in loop)


def direction_of(p: Point, q: Point) -> Direction:
    """The direction from p to q.

    Raises:
        ValueError: the points are the same, or q lies in none of the eight directions from p.
    """
    for k in range(4):
        if projection(p, k + 2) == projection(q, k + 2) and p[k] != q[k]:
            return k if p[k] < q[k] else k + 4
    raise ValueError("an edge must run in one of the eight directions")


def sides(ring: Ring) -> Iterator[tuple[Direction, Point, Point]]:
    """The sides of a ring: direction, start, end."""
    for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield direction_of(p, q), p, q


def line_through(p: Point, direction: Direction) -> Line:
    k = direction % 4
    return k, projection(p, k + 2)


@dataclass(frozen=True)
class Coverage:
    """How the coverage of one line changes: the sum of the jumps up to a point is the coverage beyond it.

    A boundary shares the coverage of every line that an extraction did not touch with the boundary before.
    """

    line: Line
    jumps: dict[Point, int]
    """None of them is zero."""

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The intervals with boundary on them, in the order of the line.

        Raises:
            TangledBoundary: some interval is covered more than once.
        """
        found = []
        coverage = 0
        start: Point | None = None
        along = self.line[0]
        for p in sorted(self.jumps, key=lambda p: p[along]):
            if start is not None and coverage:
                found.append(make_segment(self.line, start, p, coverage))
            coverage += self.jumps[p]
            if abs(coverage) > 1:
                raise TangledBoundary("the outline runs twice along the same edge", p)
            start = p
        return tuple(found)


class Boundary:
    """An immutable chain: the exact boundary of what is left of a puzzle."""

    def __init__(self, chain: dict[Line, Coverage]) -> None:
        self._chain = chain

    @classmethod
    def of(cls, rings: Iterable[Ring]) -> "Boundary":
        """The boundary of a region given by rings: outer ones counter-clockwise, holes clockwise.

        Rings that share an interval cancel there, so the rings of pieces laid side by side give the outline
        of their union.
        """
        return cls({})._with(rings, 1)

    def without(self, ring: Ring) -> "Boundary":
        """The boundary of what is left when a counter-clockwise polygon inside the region is taken out."""
        return self._with((ring,), -1)

    def _with(self, rings: Iterable[Ring], sign: int) -> "Boundary":
        touched: dict[Line, dict[Point, int]] = {}
        for ring in rings:
            for direction, p, q in sides(ring):
                line = line_through(p, direction)
                jumps = touched.get(line)
                if jumps is None:
                    before = self._chain.get(line)
                    jumps = touched[line] = dict(before.jumps) if before else {}
                jumps[p] = jumps.get(p, 0) + sign
                jumps[q] = jumps.get(q, 0) - sign
        chain = dict(self._chain)
        for line, jumps in touched.items():
            left = {p: jump for p, jump in jumps.items() if jump}
            if left:
                chain[line] = Coverage(line, left)
            else:
                chain.pop(line, None)
        return Boundary(chain)

    def __bool__(self) -> bool:
        """Whether anything is left."""
        return bool(self._chain)

    @cached_property
    def key(self) -> frozenset[tuple[Line, frozenset[tuple[Point, int]]]]:
        """The chain as a value to compare and to hash."""
        return frozenset((line, frozenset(coverage.jumps.items())) for line, coverage in self._chain.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Boundary) and self._chain == other._chain

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def by_line(self) -> dict[Line, tuple[Segment, ...]]:
        """The segments of each line, in the order of the line.

        Raises:
            TangledBoundary: some interval is covered more than once.
        """
        return {line: coverage.segments for line, coverage in self._chain.items()}

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        return tuple(segment for segments in self.by_line.values() for segment in segments)

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The boundary followed from wedge to wedge, parts that touch in a point apart.

        Raises:
            TangledBoundary: interior and exterior do not alternate round some point.
        """
        return trace_loops(self.by_line)

    @cached_property
    def vertices(self) -> tuple[Vertex, ...]:
        return tuple(vertex for loop in self.loops for vertex in loop)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The regions that share no boundary with each other: subpuzzles separated at point contacts."""
        return assemble_parts(self.loops)

    @cached_property
    def area(self) -> Area:
        return area_of(self.loops)

    def fits(self, box: Sequence[Code]) -> bool:
        """Whether no boundary passes through the open interior of a convex polygon given by its bounds."""
        return all_outside(self.segments, box)


def all_outside(segments: Iterable[Segment], box: Sequence[Code]) -> bool:
    """Whether no segment passes through the open interior of a convex polygon given by its bounds.

    A segment and a convex polygon of these directions have no inner point in common exactly if they are apart on
    one of the four axes (separating axes: all their normals are among the four).
    """
    lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3 = box
    for segment in segments:
        a0, b0, a1, b1, a2, b2, a3, b3 = segment.bounds
        if not (b0 <= lo0 or a0 >= hi0 or b2 <= lo2 or a2 >= hi2 or b1 <= lo1 or a1 >= hi1 or b3 <= lo3 or a3 >= hi3):
            return False
    return True


def make_segment(line: Line, start: Point, end: Point, sign: int) -> Segment:
    (a0, a1, a2, a3), (b0, b1, b2, b3) = start, end
    low0, high0 = (a0, b0) if a0 < b0 else (b0, a0)
    low1, high1 = (a1, b1) if a1 < b1 else (b1, a1)
    low2, high2 = (a2, b2) if a2 < b2 else (b2, a2)
    low3, high3 = (a3, b3) if a3 < b3 else (b3, a3)
    return Segment(line, start, end, sign, (low0, high0, low1, high1, low2, high2, low3, high3))


def trace_loops(by_line: Mapping[Line, tuple[Segment, ...]]) -> tuple[Loop, ...]:
    """The loops that segments form; a segment of each sign on the same interval is a cut."""
    wedges = [vertex for p, rays in _rays(by_line).items() for vertex in _wedges(p, rays)]
    # Where an edge ends: on its line, at the nearest wedge that it closes.
    arrivals: dict[tuple[Direction, Line], list[Vertex]] = defaultdict(list)
    for vertex in wedges:
        back = vertex.closing
        arrivals[(back + 4) % 8, line_through(vertex.point, back)].append(vertex)

    def following(vertex: Vertex) -> Vertex:
        ahead = vertex.opening
        here = projection(vertex.point, ahead)
        candidates = arrivals[ahead, line_through(vertex.point, ahead)]
        return min(
            (v for v in candidates if projection(v.point, ahead) > here), key=lambda v: projection(v.point, ahead)
        )

    loops: list[Loop] = []
    left = dict.fromkeys(wedges)
    while left:
        first = vertex = next(iter(left))
        loop: list[Vertex] = []
        while not loop or vertex != first:
            del left[vertex]
            loop.append(vertex)
            vertex = following(vertex)
        loops.append(tuple(loop))
    return tuple(loops)


Ray: TypeAlias = tuple[Direction, bool]
"""A direction in which boundary leaves a point, and whether the interior is on the ray's left."""


def _rays(by_line: Mapping[Line, tuple[Segment, ...]]) -> dict[Point, list[Ray]]:
    """The rays at each point where segments end or cross, those of boundary that passes through it included."""
    rays: dict[Point, list[Ray]] = defaultdict(list)
    for (k, _), segments in by_line.items():
        for segment in segments:
            rays[segment.start].append((k, segment.sign > 0))
            rays[segment.end].append((k + 4, segment.sign < 0))
    for p in _crossings(by_line):
        rays.setdefault(p, [])
    for p, here in rays.items():
        ending = {direction % 4 for direction, _ in here}
        for k, offset in enumerate((p[2], p[3], -p[0], -p[1])):
            if k in ending or (k, offset) not in by_line:
                continue
            for segment in by_line[k, offset]:
                if segment.start[k] < p[k] < segment.end[k]:
                    here += ((k, segment.sign > 0), (k + 4, segment.sign < 0))
    return rays


def _crossings(by_line: Mapping[Line, tuple[Segment, ...]]) -> Iterator[Point]:
    """The points where two segments at right angles cross, inside both.

    Three tips that meet in a point may do so by three lines, and then no segment ends there: going along a line the
    interior changes sides at each point where an even number of lines alternate, but keeps its side where an odd
    number does. Of three of the four directions two are at right angles.

    Raises:
        TangledBoundary: a crossing is no lattice point, and so no corner of pieces.
    """
    steep = [segment for (m, _), segments in by_line.items() if m > 1 for segment in segments]
    for (k, offset), segments in by_line.items():
        for segment in segments if k < 2 else ():
            for m, other, start, end in ((*across.line, across.start, across.end) for across in steep):
                if m == k + 2 and start[m] < offset < end[m] and segment.start[k] < -other < segment.end[k]:
                    try:
                        yield at(k, offset, -other)
                    except ValueError:
                        raise TangledBoundary("the outline crosses itself", segment.start) from None


def _wedges(p: Point, rays: list[Ray]) -> Iterator[Vertex]:
    """The wedges of interior round a point, straight ones left out.

    Going round counter-clockwise, a ray with the interior on its left opens a wedge and the next ray closes it. A cut
    closes one wedge and opens the next on the same ray.
    """
    turns = sorted(rays)
    if not turns[0][1]:
        turns.append(turns.pop(0))
    if len(turns) % 2:
        raise TangledBoundary("the outline crosses itself", p)
    for (opening, opens), (closing, reopens) in zip(turns[::2], turns[1::2], strict=True):
        if not opens or reopens:
            raise TangledBoundary("the outline crosses itself", p)
        angle = (closing - opening) % 8 or 8
        if angle != 4:
            yield Vertex(p, opening, angle)


def assemble_parts(loops: Iterable[Loop]) -> tuple[Part, ...]:
    """Outer loops with the holes that lie in them.

    Raises:
        TangledBoundary: a hole lies in no outer loop, or a loop encloses nothing.
    """
    sized = [(loop, doubled_area(ring_of(loop))) for loop in loops]
    outers = [(loop, area) for loop, area in sized if sign_of_area(area) > 0]
    holes: dict[Loop, list[Loop]] = {outer: [] for outer, _ in outers}
    for hole, area in sized:
        sign = sign_of_area(area)
        if sign == 0:
            raise TangledBoundary("the outline crosses itself", hole[0].point)
        if sign < 0:
            holes[_around(hole, area, outers)].append(hole)
    return tuple(Part(outer, tuple(inside)) for outer, inside in holes.items())


def _around(hole: Loop, area: Area, outers: Iterable[tuple[Loop, Area]]) -> Loop:
    """The outer loop that a hole belongs to: the smallest that is larger than the hole and lies around it.

    Islands in the hole may touch its vertices, where `contains` is arbitrary; but they are smaller than the hole.
    """
    best: tuple[Loop, Area] | None = None
    for outer, size in outers:
        is_larger = sign_of_area((size[0] + area[0], size[1] + area[1])) > 0
        is_best = best is None or sign_of_area((best[1][0] - size[0], best[1][1] - size[1])) > 0
        if is_larger and is_best and contains(ring_of(outer), hole[0].point):
            best = outer, size
    if best is None:
        raise TangledBoundary("a hole lies outside the outline", hole[0].point)
    return best[0]


def sign_of_area(area: Area) -> int:
    """The sign of an area that may be too large for a code: decided by squares."""
    a, b = area
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    larger = 2 * a * a - b * b
    return ((a > 0) - (a < 0)) if larger > 0 else ((b > 0) - (b < 0))


def contains(ring: Ring, p: Point) -> bool:
    """Whether a point lies inside a ring, by its winding number; on the ring itself the answer is arbitrary."""
    winding = 0
    for direction, start, end in sides(ring):
        is_left = projection(p, direction + 2) > projection(start, direction + 2)
        if start[2] <= p[2] < end[2] and is_left:
            winding += 1
        elif end[2] <= p[2] < start[2] and not is_left:
            winding -= 1
    return winding != 0

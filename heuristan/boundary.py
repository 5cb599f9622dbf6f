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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, combinations, pairwise
from operator import itemgetter
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


_segment: Callable[[tuple[Line, Point, Point, int, tuple[Code, ...]]], Segment] = partial(tuple.__new__, Segment)
_vertex: Callable[[tuple[Point, Direction, int]], Vertex] = partial(tuple.__new__, Vertex)
"""What calling the classes does, in a third of the time: boundaries are made of thousands of these."""

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
    k, _ = line_of(p, q)
    return k if p[k] < q[k] else k + 4


def line_of(p: Point, q: Point) -> Line:
    """The line through two points.

    Raises:
        ValueError: the points are the same, or q lies in none of the eight directions from p.
    """
    p0, p1, p2, p3 = p
    q0, q1, q2, q3 = q
    if p2 == q2 and p0 != q0:
        return 0, p2
    if p3 == q3 and p1 != q1:
        return 1, p3
    if p0 == q0 and p2 != q2:
        return 2, -p0
    if p1 == q1 and p3 != q3:
        return 3, -p1
    raise ValueError("an edge must run in one of the eight directions")


def sides(ring: Ring) -> Iterator[tuple[Direction, Point, Point]]:
    """The sides of a ring: direction, start, end."""
    for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield direction_of(p, q), p, q


def line_through(p: Point, direction: Direction) -> Line:
    k = direction % 4
    return k, projection(p, k + 2)


_ALONG = tuple(itemgetter(k) for k in range(4))


class Coverage:
    """How the coverage of one line changes: the sum of the jumps up to a point is the coverage beyond it.

    A boundary shares the coverage of every line that an extraction did not touch with the boundary before.
    """

    __slots__ = ("_segments", "jumps", "line")

    def __init__(self, line: Line, jumps: dict[Point, int]) -> None:
        self.line = line
        self.jumps = jumps
        """None of them is zero."""
        self._segments: tuple[Segment, ...] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coverage) and self.line == other.line and self.jumps == other.jumps

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The intervals with boundary on them, in the order of the line.

        Raises:
            TangledBoundary: some interval is covered more than once.
        """
        if self._segments is None:
            self._segments = self._intervals()
        return self._segments

    def _intervals(self) -> tuple[Segment, ...]:
        line, jumps, coverage = self.line, self.jumps, 0
        found: list[Segment] = []
        start: Point | None = None
        for p in sorted(jumps, key=_ALONG[line[0]]):
            if start is not None and coverage:
                found.append(make_segment(line, start, p, coverage))
            coverage += jumps[p]
            if not -1 <= coverage <= 1:
                raise TangledBoundary("the outline runs twice along the same edge", p)
            start = p
        return tuple(found)


class Boundary:
    """An immutable chain: the exact boundary of what is left of a puzzle."""

    def __init__(self, lines: dict[Line, Coverage]) -> None:
        self._chain = lines

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
            for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
                line = line_of(p, q)
                jumps = touched.get(line)
                if jumps is None:
                    before = self._chain.get(line)
                    jumps = touched[line] = dict(before.jumps) if before else {}
                jumps[p] = jumps.get(p, 0) + sign
                jumps[q] = jumps.get(q, 0) - sign
        lines = dict(self._chain)
        for line, jumps in touched.items():
            left = {p: jump for p, jump in jumps.items() if jump} if 0 in jumps.values() else jumps
            if left:
                lines[line] = Coverage(line, left)
            else:
                lines.pop(line, None)
        return Boundary(lines)

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
        return tuple(chain.from_iterable(self.by_line.values()))

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The boundary followed from wedge to wedge, parts that touch in a point apart.

        Raises:
            TangledBoundary: interior and exterior do not alternate round some point.
        """
        return _followed(self._rays if self.is_plain else _rays_with_contacts(self.by_line, self._rays))

    @cached_property
    def is_plain(self) -> bool:
        """Whether segments have no points in common but their ends: then none crosses or touches another inside.

        Raises:
            TangledBoundary: some interval is covered more than once.
        """
        return contacts([(s.line, s.bounds) for s in self.segments]) == _contacts_at_ends(self._rays)

    @cached_property
    def _rays(self) -> "Rays":
        return _rays_at_ends(self.segments)

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
    """The segment from a point to a later one of its line."""
    return _segment((line, start, end, sign, box_of(line[0], start, end)))


def box_of(k: int, start: Point, end: Point) -> tuple[Code, ...]:
    """The bounds of a stretch that runs in direction k, 0 to 3: each projection rises, falls or stays as k does."""
    (a0, a1, a2, a3), (b0, b1, b2, b3) = start, end
    if k == 0:
        return a0, b0, a1, b1, a2, a2, b3, a3
    if k == 1:
        return a0, b0, a1, b1, a2, b2, a3, a3
    if k == 2:
        return a0, a0, a1, b1, a2, b2, a3, b3
    return b0, a0, a1, a1, a2, b2, a3, b3


def trace_loops(by_line: Mapping[Line, tuple[Segment, ...]]) -> tuple[Loop, ...]:
    """The loops that segments form; a segment of each sign on the same interval is a cut."""
    ends = _rays_at_ends(chain.from_iterable(by_line.values()))
    return _followed(_rays_with_contacts(by_line, ends))


def _followed(rays: "Rays") -> tuple[Loop, ...]:
    """The loops that rays form: from wedge to wedge along the stretches between them."""
    following: dict[int, tuple[Vertex, int]] = {}
    left: dict[int, None] = {}
    for p, here in rays.items():
        for vertex, arriving, leaving in _wedges(p, here):
            following[arriving] = vertex, leaving
            if vertex.angle != 4:
                left[arriving] = None
    loops: list[Loop] = []
    while left:
        first = number = next(iter(left))
        loop: list[Vertex] = []
        while not loop or number != first:
            vertex, leaving = following[number]
            if vertex.angle != 4:
                del left[number]
                loop.append(vertex)
            number = leaving
        loops.append(tuple(loop))
    return tuple(loops)


Ray: TypeAlias = tuple[Direction, bool, int]
"""A direction in which boundary leaves a point, whether the interior is on the ray's left, and the number of the
stretch of boundary that it is an end of."""

Rays: TypeAlias = dict[Point, list[Ray]]
"""The rays at each point where stretches end."""


def _rays_at_ends(segments: Iterable[Segment]) -> Rays:
    """The rays at the ends of segments."""
    rays: Rays = defaultdict(list)
    for number, ((k, _), start, end, sign, _) in enumerate(segments):
        rays[start].append((k, sign > 0, number))
        rays[end].append((k + 4, sign < 0, number))
    return rays


def contacts(stretches: Iterable[tuple[Line, tuple[Code, ...]]]) -> int:
    """How many pairs of stretches that are not parallel have a point in common, be it an end.

    That is so if the ends of neither lie strictly on one side of the other's line.

    Args:
        stretches: the line and the bounds of each.
    """
    count = 0
    seen: list[tuple[int, int, Code, tuple[Code, ...]]] = []
    for (k, offset), box in stretches:
        across, here = _ACROSS[k], offset if k < 2 else -offset
        after = across + 1
        for m, other_across, there, other in seen:
            if k != m and other[across] <= here <= other[after] and box[other_across] <= there <= box[other_across + 1]:
                count += 1
        seen.append((k, across, here, box))
    return count


_ACROSS = (4, 6, 0, 2)
"""Where the bounds across each of the four directions begin."""


def _contacts_at_ends(rays: Rays) -> int:
    """How many pairs of segments that are not parallel have an end in common."""
    count = 0
    for here in rays.values():
        if len(here) == 2:
            count += (here[0][0] - here[1][0]) % 4 != 0
        else:
            count += sum((a - b) % 4 != 0 for (a, _, _), (b, _, _) in combinations(here, 2))
    return count


def _rays_with_contacts(by_line: Mapping[Line, tuple[Segment, ...]], ends: Rays) -> Rays:
    """The rays where segments end or cross, those of boundary that passes through included: it is cut there."""
    rays: Rays = {p: [] for p in (*ends, *_crossings(by_line))}
    cuts: dict[Line, list[Point]] = defaultdict(list)
    for p in rays:
        ending = {direction % 4 for direction, _, _ in ends.get(p, ())}
        for k, offset in enumerate((p[2], p[3], -p[0], -p[1])):
            if k not in ending and (k, offset) in by_line:
                cuts[k, offset].append(p)
    number = 0
    for line, segments in by_line.items():
        k = line[0]
        for segment in segments:
            inner = (p for p in cuts.get(line, ()) if segment.start[k] < p[k] < segment.end[k])
            for start, end in pairwise((segment.start, *sorted(inner, key=_ALONG[k]), segment.end)):
                rays[start].append((k, segment.sign > 0, number))
                rays[end].append((k + 4, segment.sign < 0, number))
                number += 1
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


Wedge: TypeAlias = tuple[Vertex, int, int]
"""A wedge of interior, 180 degrees allowed, with the stretch that arrives there and the one that leaves."""


def _wedges(p: Point, rays: list[Ray]) -> list[Wedge]:
    """The wedges of interior round a point.

    Going round counter-clockwise, a ray with the interior on its left opens a wedge and the next ray closes it. A cut
    closes one wedge and opens the next on the same ray.
    """
    turns = sorted(rays)
    if not turns[0][1]:
        turns.append(turns.pop(0))
    if len(turns) % 2:
        raise TangledBoundary("the outline crosses itself", p)
    found = []
    for (opening, opens, leaving), (closing, reopens, arriving) in zip(turns[::2], turns[1::2], strict=True):
        if not opens or reopens:
            raise TangledBoundary("the outline crosses itself", p)
        found.append((_vertex((p, opening, (closing - opening) % 8 or 8)), arriving, leaving))
    return found


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

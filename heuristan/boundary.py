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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from heuristan.lattice import Code, Direction, Point, doubled_area, projection

Line: TypeAlias = tuple[int, Code]
"""A line's direction, 0 to 3, and its offset."""

Ring: TypeAlias = tuple[Point, ...]
"""Corners of a closed polygon in order, the first not repeated."""

Area: TypeAlias = tuple[int, int]
"""Twice an area, in square units, as (a, b) of a + b/sqrt2."""


class TangledBoundary(ValueError):
    """A chain is not the boundary of a region: it crosses or overlaps itself, at a point."""

    def __init__(self, message: str, point: Point) -> None:
        super().__init__(message)
        self.point = point


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
        areas = [doubled_area(ring_of(loop)) for loop in self.loops]
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


Jumps: TypeAlias = dict[Point, int]


class Boundary:
    """An immutable chain: the exact boundary of what is left of a puzzle."""

    def __init__(self, chain: dict[Line, Jumps]) -> None:
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
        chain = dict(self._chain)
        touched: set[Line] = set()
        for ring in rings:
            for direction, p, q in sides(ring):
                line = line_through(p, direction)
                if line not in touched:
                    touched.add(line)
                    chain[line] = dict(chain.get(line, ()))
                jumps = chain[line]
                jumps[p] = jumps.get(p, 0) + sign
                jumps[q] = jumps.get(q, 0) - sign
        for line in touched:
            jumps = {p: jump for p, jump in chain[line].items() if jump}
            if jumps:
                chain[line] = jumps
            else:
                del chain[line]
        return Boundary(chain)

    def __bool__(self) -> bool:
        """Whether anything is left."""
        return bool(self._chain)

    @cached_property
    def key(self) -> frozenset[tuple[Line, frozenset[tuple[Point, int]]]]:
        """The chain as a value to compare and to hash."""
        return frozenset((line, frozenset(jumps.items())) for line, jumps in self._chain.items())

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
        return {line: tuple(_segments(line, jumps)) for line, jumps in self._chain.items()}

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
        areas = [doubled_area(ring_of(loop)) for loop in self.loops]
        return sum(a for a, _ in areas), sum(b for _, b in areas)

    def fits(self, box: Sequence[Code]) -> bool:
        """Whether no boundary passes through the open interior of a convex polygon given by its bounds.

        A segment and a convex polygon of these directions have no inner point in common exactly if they are apart on
        one of the four axes (separating axes: all their normals are among the four).
        """
        lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3 = box
        for segment in self.segments:
            a0, b0, a1, b1, a2, b2, a3, b3 = segment.bounds
            if not (
                b0 <= lo0 or a0 >= hi0 or b2 <= lo2 or a2 >= hi2 or b1 <= lo1 or a1 >= hi1 or b3 <= lo3 or a3 >= hi3
            ):
                return False
        return True


def make_segment(line: Line, start: Point, end: Point, sign: int) -> Segment:
    limits = tuple(f(pair) for pair in zip(start, end, strict=True) for f in (min, max))
    return Segment(line, start, end, sign, limits)


def _segments(line: Line, jumps: Jumps) -> Iterator[Segment]:
    coverage = 0
    start: Point | None = None
    for p in sorted(jumps, key=lambda p: p[line[0]]):
        if start is not None and coverage:
            yield make_segment(line, start, p, coverage)
        coverage += jumps[p]
        if abs(coverage) > 1:
            raise TangledBoundary("the outline runs twice along the same edge", p)
        start = p


def trace_loops(by_line: dict[Line, tuple[Segment, ...]]) -> tuple[Loop, ...]:
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


def _rays(by_line: dict[Line, tuple[Segment, ...]]) -> dict[Point, dict[Direction, list[bool]]]:
    """The directions in which boundary leaves each end point; True: the interior is on the left of the ray."""
    rays: dict[Point, dict[Direction, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for (k, _), segments in by_line.items():
        for segment in segments:
            rays[segment.start][k].append(segment.sign > 0)
            rays[segment.end][k + 4].append(segment.sign < 0)
    for p, here in rays.items():
        for k in range(4):
            if k in here or k + 4 in here:
                continue
            for segment in by_line.get((k, projection(p, k + 2)), ()):
                if segment.start[k] < p[k] < segment.end[k]:  # boundary that passes through the point
                    here[k].append(segment.sign > 0)
                    here[k + 4].append(segment.sign < 0)
    return rays


def _wedges(p: Point, rays: dict[Direction, list[bool]]) -> Iterator[Vertex]:
    """The wedges of interior round a point, straight ones left out.

    Going round counter-clockwise, a ray with the interior on its left opens a wedge and the next ray closes it. A cut
    closes one wedge and opens the next on the same ray.
    """
    turns: list[tuple[Direction, bool]] = []
    for direction in sorted(rays):
        turns += [(direction, opens) for opens in sorted(rays[direction])]
    if sum(opens for _, opens in turns) * 2 != len(turns):
        raise TangledBoundary("the outline crosses itself", p)
    start = next(i for i, (_, opens) in enumerate(turns) if opens)
    turns = turns[start:] + turns[:start]
    for (opening, opens), (closing, reopens) in zip(turns[::2], turns[1::2], strict=True):
        if not opens or reopens:
            raise TangledBoundary("the outline crosses itself", p)
        angle = (closing - opening) % 8 or 8
        if angle != 4:
            yield Vertex(p, opening, angle)


def assemble_parts(loops: Iterable[Loop]) -> tuple[Part, ...]:
    """Outer loops with the holes that lie in them.

    Raises:
        TangledBoundary: a hole lies in no outer loop.
    """
    sized = [(loop, sign_of_area(doubled_area(ring_of(loop)))) for loop in loops]
    outers = [loop for loop, sign in sized if sign > 0]
    holes: dict[int, list[Loop]] = defaultdict(list)
    for hole in (loop for loop, sign in sized if sign < 0):
        around = [i for i, outer in enumerate(outers) if contains(ring_of(outer), hole[0].point)]
        if not around:
            raise TangledBoundary("a hole lies outside the outline", hole[0].point)
        # the innermost: the one that all the others lie around
        holes[max(around, key=lambda i: sum(contains(ring_of(outers[j]), outers[i][0].point) for j in around))].append(
            hole
        )
    return tuple(Part(outer, tuple(holes[i])) for i, outer in enumerate(outers))


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

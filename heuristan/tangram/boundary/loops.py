"""Vertices and loops: the boundary followed from wedge to wedge of the interior; the parts that loops enclose.

A *vertex* is a wedge of interior at a point: where parts touch in a point, the point has several vertices, and
following the boundary from wedge to wedge separates the parts.

Loops and rings are tuples, or tables for kernels, of which tuples are made on first use. A kernel finds the loops of
exact rings: those of `Boundary.loops`, compiled in a fraction of the time.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain, combinations, pairwise
from threading import Lock
from typing import NamedTuple, TypeAlias, TypeVar

from heuristan.common.kernels import PLAIN, Backend, Matrix, TableSequence, current
from heuristan.tangram.boundary import loop_kernel as kernel
from heuristan.tangram.boundary.segments import ALONG, Line, Ring, Segment, TangledBoundary, direction_of
from heuristan.tangram.lattice.points import Direction, Point, at, doubled_area, projection


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
    def incoming(self) -> Direction:
        """Direction from the vertex back along the edge that arrives."""
        return (self.opening + self.angle) % 8


_vertex: Callable[[tuple[Point, Direction, int]], Vertex] = partial(tuple.__new__, Vertex)
"""The same as calling the class, in a third of the time."""


def vertices_of(rows: Iterable[Sequence[int]]) -> list[Vertex]:
    """Return the vertices with these projections, openings and angles."""
    return [_vertex(((u0, u1, u2, u3), opening, angle)) for u0, u1, u2, u3, opening, angle in rows]


Loop: TypeAlias = tuple[Vertex, ...]
"""Vertices in the order of the boundary, the interior on the left: counter-clockwise round a part, clockwise
round a hole. The edge of a vertex runs to the next one."""


def ring_of(loop: Loop) -> Ring:
    return tuple([point for point, _, _ in loop])


def loop_sides(loop: Loop) -> Iterator[tuple[Direction, Point, Point]]:
    """Yield the sides of a loop: direction, start, end.

    Where there is nearness, the direction of a short side cannot be told from its ends: they may have been joined.
    """
    for (start, direction, _), (end, _, _) in zip(loop, (*loop[1:], loop[0]), strict=True):
        yield direction, start, end


def trace_loops(by_line: Mapping[Line, tuple[Segment, ...]]) -> tuple[Loop, ...]:
    """Return the loops that segments form; a segment of each sign on the same interval is a cut."""
    ends = rays_at_ends(chain.from_iterable(by_line.values()))
    return followed(rays_with_contacts(by_line, ends))


def followed(rays: "Rays") -> tuple[Loop, ...]:
    """Return the loops that rays form: from wedge to wedge along the stretches between them."""
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


def rays_at_ends(segments: Iterable[Segment]) -> Rays:
    """Return the rays at the ends of segments."""
    rays: Rays = defaultdict(list)
    for number, ((k, _), start, end, sign, _) in enumerate(segments):
        rays[start].append((k, sign > 0, number))
        rays[end].append((k + 4, sign < 0, number))
    return rays


def contacts_at_ends(rays: Rays) -> int:
    """Return the number of pairs of segments that are not parallel and have an end in common."""
    count = 0
    for here in rays.values():
        if len(here) == 2:
            count += (here[0][0] - here[1][0]) % 4 != 0
        else:
            count += sum((a - b) % 4 != 0 for (a, _, _), (b, _, _) in combinations(here, 2))
    return count


def rays_with_contacts(by_line: Mapping[Line, tuple[Segment, ...]], ends: Rays) -> Rays:
    """Return the rays where segments end or cross, those of boundary that passes through included: it is cut there."""
    rays: Rays = {p: [] for p in (*ends, *sorted(_crossings(by_line)))}
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
            for start, end in pairwise((segment.start, *sorted(inner, key=ALONG[k]), segment.end)):
                rays[start].append((k, segment.sign > 0, number))
                rays[end].append((k + 4, segment.sign < 0, number))
                number += 1
    return rays


def _crossings(by_line: Mapping[Line, tuple[Segment, ...]]) -> Iterator[Point]:
    """Yield the points where two segments at right angles cross, inside both.

    Three tips that meet in a point may do so by three lines, and then no segment ends there: going along a line the
    interior changes sides at each point where an even number of lines alternate, but keeps its side where an odd
    number does. Of three of the four directions two are at right angles.

    Raises:
        TangledBoundary: if a crossing is not a lattice point, and so not a vertex of pieces.
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


JoinedVertex: TypeAlias = tuple[Vertex, int, int]
"""A wedge of interior, 180 degrees allowed, with the stretch that arrives there and the one that leaves."""


def _wedges(p: Point, rays: list[Ray]) -> list[JoinedVertex]:
    """Return the wedges of interior round a point.

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


V = TypeVar("V")


class RingTable(TableSequence[Ring]):
    """Rings, one after the other."""

    def __init__(self, points: Matrix, ends: Sequence[int]) -> None:
        self.points = points
        """A table with a row for each point: its four projections, and what else is known of it."""
        self.ends = ends
        """For each ring, the number of points up to its end."""

    @classmethod
    def of(cls, rings: "Iterable[Ring] | RingTable") -> "RingTable":
        """Return rings as a table; a table is returned as it is."""
        if isinstance(rings, RingTable):
            return rings
        backend, listed = current(), tuple(rings)
        return cls(backend.rows([*chain.from_iterable(listed)]), backend.integers([*accumulate(map(len, listed))]))

    @cached_property
    def listed(self) -> tuple[Ring, ...]:
        return self._cut([(row[0], row[1], row[2], row[3]) for row in PLAIN.rows(self.points)])

    def __len__(self) -> int:
        return len(self.ends)

    def _cut(self, values: Sequence[V]) -> tuple[tuple[V, ...], ...]:
        stretches = pairwise((0, *PLAIN.integers(self.ends)))
        return tuple([tuple(values[first:end]) for first, end in stretches])


class LoopTable(RingTable):
    """The rings of loops; the row of each vertex also has its opening and its angle."""

    @classmethod
    def of_loops(cls, loops: Iterable[Loop]) -> "LoopTable":
        """Return loops as a table."""
        backend, listed = current(), tuple(loops)
        rows = [[*point, opening, angle] for point, opening, angle in chain.from_iterable(listed)]
        return cls(backend.rows(rows), backend.integers([*accumulate(map(len, listed))]))

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The loops as tuples of vertices."""
        return self._cut(vertices_of(PLAIN.rows(self.points)))


Area: TypeAlias = tuple[int, int]
"""Twice an area, in square units, as (a, b) of a + b/sqrt2."""


class Traced(NamedTuple):
    """The region that rings bound."""

    table: LoopTable
    """`Boundary.of(rings).loops`, as a table."""
    area: Area

    @property
    def loops(self) -> tuple[Loop, ...]:
        return self.table.loops


def traced(rings: Iterable[Ring] | RingTable) -> Traced | None:
    """Return the loops of the boundary of rings, and its area; None if they are tangled, or may be.

    Args:
        rings: outer ones counter-clockwise, holes clockwise.
    """
    backend, given = current(), RingTable.of(rings)
    room = 2 * len(given.points) + 1
    if room == 1:
        return None
    vertices, lasts = backend.empty_rows(room, kernel.VERTEX), backend.empty_integers(room)
    points, ends = backend.rows(given.points), backend.integers(given.ends)
    with _ONE_AT_A_TIME:
        space = _space(1 << room.bit_length(), backend)
        written, count, whole, root = backend.of(kernel.trace)(points, ends, space, vertices, lasts)
    return Traced(LoopTable(vertices[:written], lasts[:count]), (whole, root)) if written else None


_ONE_AT_A_TIME = Lock()
"""Threads share working space."""


@lru_cache
def _space(rows: int, backend: Backend) -> kernel.Space:
    widths = kernel.JUMP, kernel.SEGMENT, kernel.POINT, kernel.VERTEX, kernel.LOOP
    return backend.bundled(kernel.Space(*[backend.empty_integers(rows * width) for width in widths]))


Side: TypeAlias = tuple[Direction, Point, Point]
"""The direction of a side, its start and its end."""


class Part(NamedTuple):
    """A connected region: its outer loop and the loops of its holes."""

    outer: Loop
    holes: tuple[Loop, ...]

    @property
    def loops(self) -> tuple[Loop, ...]:
        return (self.outer, *self.holes)

    @property
    def area(self) -> Area:
        return area_of(self.loops)

    def covers(self, p: Point) -> bool:
        """Return whether a point lies in the part or on an edge of it. Where there is nearness, edges may be bent."""
        winding = 0
        for loop in self.loops:
            for (start, ahead, _), (end, _, _) in zip(loop, (*loop[1:], loop[0]), strict=True):
                aside = projection(p, ahead + 2) - projection(start, ahead + 2)
                if aside == 0 and projection(start, ahead) <= projection(p, ahead) <= projection(end, ahead):
                    return True
                if start[2] <= p[2] < end[2] and aside > 0:
                    winding += 1
                elif end[2] <= p[2] < start[2] and aside < 0:
                    winding -= 1
        return winding != 0


def area_of(loops: Iterable[Loop]) -> Area:
    """Return twice the area within loops; holes count negative."""
    areas = [doubled_area(ring_of(loop)) for loop in loops]
    return sum(a for a, _ in areas), sum(b for _, b in areas)


def assemble_parts(loops: Iterable[Loop]) -> tuple[Part, ...]:
    """Return outer loops with the holes that lie in them.

    Raises:
        TangledBoundary: if a hole lies in no outer loop, or a loop encloses nothing.
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
    """Return the outer loop that a hole belongs to: the smallest that is larger than the hole and lies around it.

    Islands in the hole may touch its vertices, where `is_around` is arbitrary; but they are smaller than the hole.
    """
    best: tuple[Loop, Area] | None = None
    for outer, size in outers:
        is_larger = sign_of_area((size[0] + area[0], size[1] + area[1])) > 0
        is_best = best is None or sign_of_area((best[1][0] - size[0], best[1][1] - size[1])) > 0
        if is_larger and is_best and is_around(loop_sides(outer), hole[0].point):
            best = outer, size
    if best is None:
        raise TangledBoundary("a hole lies outside the outline", hole[0].point)
    return best[0]


def sign_of_area(area: Area) -> int:
    """Return the sign of an area, which may be too large for a code."""
    return kernel.sign_of(*area)


def is_around(ring_sides: Iterable[Side], p: Point) -> bool:
    """Return whether a point lies inside a ring, by its winding number; on the ring itself the answer is arbitrary."""
    winding = 0
    for direction, start, end in ring_sides:
        is_left = projection(p, direction + 2) > projection(start, direction + 2)
        if start[2] <= p[2] < end[2] and is_left:
            winding += 1
        elif end[2] <= p[2] < start[2] and not is_left:
            winding -= 1
    return winding != 0


def check_nesting(loops: tuple[Loop, ...]) -> None:
    """Check that every place inside is covered once.

    Raises:
        TangledBoundary: if parts lie within parts, or holes outside; it has a point.
    """
    rings = [ring_of(loop) for loop in loops]
    for loop in loops if len(loops) > 1 else ():
        covered = sum(winding_beside(ring, loop[0].point, loop[0].opening) for ring in rings)
        if covered != 1:
            fault = "parts of the outline overlap" if covered > 1 else "a hole lies outside the outline"
            raise TangledBoundary(fault, loop[0].point)


def winding_beside(ring: Ring, p: Point, direction: Direction) -> int:
    """Return how many times a ring winds round the places just left of an edge that leaves a point in a direction.

    With the edge as x axis, the place is p moved a little to the right and much less upwards: it is never on the ring,
    so the answer is exact even where the ring passes through p.
    """
    height = projection(p, direction + 2)
    heights = [projection(q, direction + 2) for q in ring]
    winding = 0
    for start, end, low, high in zip(ring, (*ring[1:], ring[0]), heights, (*heights[1:], heights[0]), strict=True):
        if low <= height < high:
            heading = direction_of(start, end) + 2
            winding += projection(p, heading) > projection(start, heading)
        elif high <= height < low:
            heading = direction_of(start, end) + 2
            winding -= projection(p, heading) < projection(start, heading)
    return winding

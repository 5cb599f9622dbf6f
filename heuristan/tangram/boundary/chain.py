"""Boundaries as chains: the coverage of each line that carries some.

A chain is the boundary of a region if nothing crosses (`check_crossings`) and nothing is covered twice
(`loops.check_nesting`).
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

from heuristan.tangram.boundary.loop_kernel import on_axis
from heuristan.tangram.boundary.loops import (
    Area,
    Loop,
    LoopTable,
    Part,
    Rays,
    Vertex,
    area_of,
    assemble_parts,
    contacts_at_ends,
    followed,
    rays_at_ends,
    rays_with_contacts,
)
from heuristan.tangram.boundary.near import LEEWAY, Known, gathered, nearly_at
from heuristan.tangram.boundary.segments import (
    ALONG,
    Line,
    Ring,
    Segment,
    TangledBoundary,
    all_outside,
    contacts,
    line_of,
    make_segment,
    shrunk,
)
from heuristan.tangram.lattice.points import Code, Point, at, crossing, crossing_position


class Coverage:
    """The changes of one line's coverage: the sum of the jumps up to a point is the coverage beyond it.

    A boundary shares the coverage of every line that an extraction did not touch with the boundary before.
    """

    __slots__ = ("_segments", "jumps", "line")

    def __init__(self, line: Line, jumps: dict[Point, int]) -> None:
        self.line = line
        self.jumps = jumps
        """The changes at points; all are nonzero."""
        self._segments: tuple[Segment, ...] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coverage) and self.line == other.line and self.jumps == other.jumps

    @property
    def points(self) -> list[Point]:
        """Where it changes, in the order of the line."""
        return sorted(self.jumps, key=ALONG[self.line[0]])

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The intervals with boundary on them, in the order of the line.

        Raises:
            TangledBoundary: if an interval is covered more than once.
        """
        if self._segments is None:
            self._segments = self._intervals()
        return self._segments

    def _intervals(self) -> tuple[Segment, ...]:
        line, jumps, coverage = self.line, self.jumps, 0
        found: list[Segment] = []
        start: Point | None = None
        for p in self.points:
            if start is not None and coverage:
                found.append(make_segment(line, start, p, coverage))
            coverage += jumps[p]
            if not -1 <= coverage <= 1:
                raise TangledBoundary("the outline runs twice along the same edge", p)
            start = p
        return tuple(found)


class Boundary:
    """An immutable chain: the exact boundary of what is left of a puzzle."""

    def __init__(self, lines: dict[Line, Coverage], nearness: Code = 0) -> None:
        self._chain = lines
        self.nearness = nearness
        """The maximum distance of lines and points that count as the same; 0 where the puzzle is exact."""

    @classmethod
    def of(cls, rings: Iterable[Ring], nearness: Code = 0) -> "Boundary":
        """Return the boundary of a region given by rings: outer ones counter-clockwise, holes clockwise.

        Rings that share an interval cancel there, so the rings of pieces laid side by side give the outline
        of their union.
        """
        return cls({}, nearness)._with(gathered(rings, nearness) if nearness else rings, 1)

    def without(self, ring: Ring) -> "Boundary":
        """Return the boundary of what is left when a counter-clockwise polygon inside the region is taken out."""
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
        return Boundary(lines, self.nearness)

    def __bool__(self) -> bool:
        """Return whether anything is left."""
        return bool(self._chain)

    @property
    def lines(self) -> Iterable[Coverage]:
        """The coverage of each line that carries boundary."""
        return self._chain.values()

    @property
    def boundary(self) -> "Boundary":
        """The boundary itself, so that it can stand where an outline does."""
        return self

    @property
    def table(self) -> LoopTable:
        """The loops as a table."""
        return LoopTable.of_loops(self.loops)

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
            TangledBoundary: if an interval is covered more than once.
        """
        return {line: coverage.segments for line, coverage in self._chain.items()}

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        return tuple(chain.from_iterable(self.by_line.values()))

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The boundary followed from wedge to wedge, parts that touch in a point apart.

        Raises:
            TangledBoundary: if interior and exterior do not alternate round some point.
        """
        return followed(self._rays if self.is_plain else rays_with_contacts(self.by_line, self._rays))

    @cached_property
    def is_plain(self) -> bool:
        """Whether segments have only ends in common: then none crosses or touches another inside.

        Raises:
            TangledBoundary: if an interval is covered more than once.
        """
        return len(self.contacts) == contacts_at_ends(self._rays)

    @cached_property
    def contacts(self) -> Sequence[tuple[int, int]]:
        """The pairs of segments that are not parallel and have a point in common."""
        return contacts([(s.line, s.bounds) for s in self.segments])

    @cached_property
    def _rays(self) -> Rays:
        return rays_at_ends(self.segments)

    @cached_property
    def vertices(self) -> tuple[Vertex, ...]:
        return tuple(vertex for loop in self.loops for vertex in loop)

    @cached_property
    def known(self) -> Known:
        """The points and lines that new ones snap to, where there is nearness."""
        points = list(dict.fromkeys(vertex.point for vertex in self.vertices))
        return Known(points, self._chain, self.leeway)

    @property
    def leeway(self) -> Code:
        """The distance within which the corners of a polygon are fitted to points; 0 where the boundary is exact."""
        return self.nearness * LEEWAY // 2

    def at(self, k: int, offset: Code, position: Code) -> Point:
        """Return the point of the line (k, offset) at a position; where there is nearness, the known point there."""
        if not self.nearness:
            return at(k, offset, position)
        p = nearly_at(k, offset, position)
        return self.known.point(p) or p

    def crossing(self, line: Line, other: Line) -> Point:
        """Return the point where two lines meet; where there is nearness, the known point there."""
        return self.at(*line, crossing_position(*line, *other))

    def fitted(self, ring: Ring) -> Ring | None:
        """Return a polygon laid inside, fitted to the points and lines that are near; None if it would have to bend.

        Where the boundary is exact it is the polygon itself.
        """
        return self.known.ring(ring) if self.nearness else ring

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The regions that share no boundary with each other: subpuzzles separated at point contacts."""
        return assemble_parts(self.loops)

    @cached_property
    def area(self) -> Area:
        return area_of(self.loops)

    def fits(self, box: Sequence[Code]) -> bool:
        """Return whether no boundary passes through the open interior of a convex polygon given by its bounds.

        Where there is nearness, boundary that is nearer to the polygon's sides than that does not count.
        """
        return all_outside(self.segments, shrunk(box, self.nearness) if self.nearness else box)


def check_crossings(boundary: Boundary) -> None:
    """Check that no edges cross inside.

    At vertices `Boundary.loops` has checked that interior and exterior alternate; edges that cross elsewhere tangle.

    Raises:
        TangledBoundary: if two edges cross; it has the point.
    """
    if boundary.is_plain:
        return
    vertices = {vertex.point for vertex in boundary.vertices}
    for i, j in boundary.contacts:
        a, b = boundary.segments[i], boundary.segments[j]
        if _cross(a, b) and (p := crossing(*a.line, *b.line)) not in vertices:
            raise TangledBoundary("the outline crosses itself", p)


def _cross(a: Segment, b: Segment) -> bool:
    """Return whether each segment's ends lie strictly on both sides of the other's line."""
    (ka, offset_a), (kb, offset_b) = a.line, b.line
    axis_a, axis_b = 2 * ((ka + 2) % 4), 2 * ((kb + 2) % 4)
    return (
        b.bounds[axis_a] < on_axis(ka, offset_a) < b.bounds[axis_a + 1]
        and a.bounds[axis_b] < on_axis(kb, offset_b) < a.bounds[axis_b + 1]
    )

"""The vertex array of section 4.1: numbered vertices and nodes, and what each is connected to.

A *connection* joins two neighbouring points of the array by an edge or an extension line. Connections that go straight
on, one after the other, are a *chain*; each engine joins them to *runs*, on which the sides of pieces lie. The interior
is on their left, so edges are there in one direction, extension lines and internal edges in both.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.boundary import Boundary, Line, Part, Vertex, line_through
from heuristan.tangram.expert.extension import Extensions, spans_by_line
from heuristan.tangram.expert.grades import Span, merged
from heuristan.tangram.lattice.points import Code, Direction, Point, projection


def in_reading_order(parts: Iterable[Part]) -> list[Vertex]:
    """Return the vertices in the order of section 4.1: from the leftmost, topmost one clockwise, part after part."""

    def leftmost_topmost(vertex: Vertex) -> tuple[Code, Code]:
        return vertex.point[0], -vertex.point[2]

    loops: list[tuple[Vertex, ...]] = []
    for loop in (loop for part in parts for loop in part.loops):
        first = min(range(len(loop)), key=lambda i: leftmost_topmost(loop[i]))
        loops.append((loop[first], *reversed(loop[:first]), *reversed(loop[first + 1 :])))
    loops.sort(key=lambda loop: leftmost_topmost(loop[0]))
    return [vertex for loop in loops for vertex in loop]


By: TypeAlias = Literal["edge", "extension line"]
VertexType: TypeAlias = Literal["convex", "concave", "node on an edge", "node inside"]

Numbers: TypeAlias = Mapping[Point, int]
"""The number of each point. A point keeps its number while pieces are taken out."""


Stop: TypeAlias = tuple[Code, Point]
"""A point of the array on a line: its position there, and the point."""


class Connection(NamedTuple):
    """Two neighbouring points of the array, and what joins them; the interior is on its left."""

    start: Point
    end: Point
    heading: Direction
    length: Code
    by: By


NumberedConnection: TypeAlias = tuple[int, int, By]
"""A connection by the numbers of its ends."""


class ArrayVertex(NamedTuple):
    """A vertex or node of the array. Where parts touch in a point, each has a vertex there, with one number."""

    number: int
    point: Point
    type: VertexType
    subpuzzle: int
    """The number of its subpuzzle, from 1; the first of several if it lies between them."""


@dataclass(frozen=True)
class VertexArray:
    """The vertices, nodes and connections of what is left."""

    boundary: Boundary
    extensions: Extensions
    subpuzzles: Sequence[Part]
    earlier: "VertexArray | None" = None
    """The array before the last extraction: what is still there keeps its number."""

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """All points: vertices in reading order, nodes on edges, nodes inside."""
        vertices = dict.fromkeys(vertex.point for vertex in in_reading_order(self.boundary.parts))
        nodes = [node for node in dict.fromkeys(self._nodes.values()) if node not in vertices]
        nodes.sort(key=lambda node: (self._is_inside(node), node[0], -node[2]))
        return (*vertices, *nodes)

    @cached_property
    def _nodes(self) -> Mapping[Point, Point]:
        """The point that each node is: itself, or where there is nearness the first node found near it."""
        nodes = self.extensions.nodes
        if not self.boundary.nearness:
            return dict(zip(nodes, nodes, strict=True))
        return merged_points(nodes, [vertex.point for vertex in self.boundary.vertices], self.boundary.leeway)

    @cached_property
    def numbers(self) -> Numbers:
        """The number of each point; new ones get the next numbers."""
        numbers = dict(self.earlier.numbers) if self.earlier else {}
        for point in self.points:
            numbers.setdefault(point, len(numbers) + 1)
        return numbers

    @cached_property
    def numbers_now(self) -> Numbers:
        """The number of each point that is there now."""
        return {point: self.numbers[point] for point in self.points}

    @cached_property
    def vertices(self) -> tuple[ArrayVertex, ...]:
        """The vertices and nodes by number."""
        found: dict[tuple[Point, VertexType, int], None] = {}
        for number, part in enumerate(self.subpuzzles, 1):
            for vertex in (vertex for loop in part.loops for vertex in loop):
                point = self._taken_for(vertex.point)
                if point is not None:
                    found[point, "convex" if vertex.convex else "concave", number] = None
        there = {point for point, _, _ in found}
        for point in self.points:
            if point not in there:
                node: VertexType = "node inside" if self._is_inside(point) else "node on an edge"
                found[point, node, self._subpuzzle_at(point)] = None
        listed = (ArrayVertex(self.numbers[point], point, kind, number) for point, kind, number in found)
        return tuple(sorted(listed, key=lambda vertex: (vertex.number, vertex.subpuzzle)))

    def _taken_for(self, point: Point) -> Point | None:
        """Return the point of the array that a vertex of a subpuzzle is: where there is nearness, one near it."""
        if point in self.numbers_now:
            return point
        near = merged_points([point], self.points, self.boundary.leeway)[point]
        return near if near in self.numbers_now else None

    def _is_inside(self, node: Point) -> bool:
        return not any(
            segment.start[k] <= node[k] <= segment.end[k]
            for k in range(4)
            for segment in self.boundary.by_line.get((k, projection(node, k + 2)), ())
        )

    def _subpuzzle_at(self, node: Point) -> int:
        if len(self.subpuzzles) == 1:
            return 1
        return next((number for number, part in enumerate(self.subpuzzles, 1) if part.covers(node)), 1)

    @cached_property
    def connections(self) -> tuple[Connection, ...]:
        """The connections, line by line, each in the directions that have the interior on the left."""
        return tuple(connection for chain in self.chains for connection in chain)

    @cached_property
    def chains(self) -> tuple[tuple[Connection, ...], ...]:
        """The connections that go straight on from each other."""
        return tuple(chain for chains in self._on_lines.values() for chain in chains)

    @cached_property
    def _on_lines(self) -> Mapping[tuple[Direction, Code], Sequence[tuple[Connection, ...]]]:
        """The chains by heading and the offset of their line, in the order in which they are passed."""
        edges: dict[Line, list[tuple[Code, Code, int]]] = defaultdict(list)
        for line, segments in self.boundary.by_line.items():
            edges[line] = [(s.start[line[0]], s.end[line[0]], s.sign) for s in segments]
        cuts = spans_by_line(self.extensions.internal_edges)
        drawn = spans_by_line(self.extensions.lines)
        found: dict[tuple[Direction, Code], Sequence[tuple[Connection, ...]]] = {}
        for line, stops in self._stops(sorted(edges.keys() | drawn.keys())).items():
            k, offset = line
            there = list(_stretches(stops, edges[line], merged(cuts[line]), merged(drawn[line])))
            back = [(q, p, length, by, sign) for p, q, length, by, sign in reversed(there)]
            found[k, offset] = tuple(_chains(there, k, 1))
            found[k + 4, offset] = tuple(_chains(back, k + 4, -1))
        return found

    @cached_property
    def by_number(self) -> tuple[NumberedConnection, ...]:
        """The connections by number: of an extension line, which is there in both directions, only one."""
        return tuple(self._numbered(c) for c in self.connections if c.by == "edge" or c.heading < 4)

    def _numbered(self, connection: Connection) -> NumberedConnection:
        return self.numbers[connection.start], self.numbers[connection.end], connection.by

    def supports(self, heading: Direction, start: Point, end: Point) -> tuple[NumberedConnection, ...]:
        """Return the connections on which a side lies, from its start to its end."""
        line, here, there = line_through(start, heading), projection(start, heading), projection(end, heading)
        return tuple(
            self._numbered(connection)
            for chain in self._on_lines.get((heading, line[1]), ())
            for connection in chain
            if projection(connection.start, heading) < there and here < projection(connection.end, heading)
        )

    def _stops(self, lines: Iterable[Line]) -> dict[Line, list[Stop]]:
        """Return the points of the array on each line, in the order of the line."""
        on: dict[Line, dict[Point, Code]] = {line: {} for line in lines}
        for p, known in {**dict(zip(self.points, self.points, strict=True)), **self._nodes}.items():
            for line in ((0, p[2]), (1, p[3]), (2, -p[0]), (3, -p[1])):
                if line in on:
                    on[line].setdefault(known, p[line[0]])
        return {line: sorted((at, p) for p, at in stops.items()) for line, stops in on.items()}


Stretch: TypeAlias = tuple[Point, Point, Code, By, int]
"""Neighbouring points on a line, their distance, what joins them, and the sign of the interior's side: 0 for both."""


def _stretches(
    stops: Iterable[Stop], edges: Sequence[tuple[Code, Code, int]], cuts: Sequence[Span], drawn: Sequence[Span]
) -> Iterator[Stretch]:
    """Yield the stretches between neighbouring points of a line that edges or extension lines cover."""
    for (low, p), (high, q) in pairwise(stops):
        sign = next((sign for a, b, sign in edges if a <= low and high <= b), None)
        if sign is not None:
            yield p, q, high - low, "edge", sign
        elif any(a <= low and high <= b for a, b in cuts):
            yield p, q, high - low, "edge", 0
        elif any(a <= low and high <= b for a, b in drawn):
            yield p, q, high - low, "extension line", 0


def _chains(stretches: Iterable[Stretch], heading: Direction, sign: int) -> Iterator[tuple[Connection, ...]]:
    """Yield the unbroken chains of connections in one direction of a line."""
    chain: list[Connection] = []
    for p, q, length, by, side in stretches:
        if side not in (0, sign):
            continue
        if chain and chain[-1].end != p:
            yield tuple(chain)
            chain = []
        chain.append(Connection(p, q, heading, length, by))
    if chain:
        yield tuple(chain)


def merged_points(points: Iterable[Point], fixed: Sequence[Point], near: Code) -> Mapping[Point, Point]:
    """Return for each point the one that it is taken for: a fixed point or the first of the others near it."""
    found: dict[Point, Point] = {}
    there = list(fixed)
    for p in points:
        known = next((q for q in there if max(abs(a - b) for a, b in zip(p, q, strict=True)) <= near), p)
        if known is p:
            there.append(p)
        found[p] = known
    return found

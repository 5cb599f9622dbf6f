"""Laying figures: at a point of what is left, each place once, and pieces at all convex vertices."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

from heuristan.tangram.boundary import Boundary, Ring, Vertex, contains, ring_of
from heuristan.tangram.expert.figures import Corner, CornerTable, Figure, moved
from heuristan.tangram.expert.ground import Ground
from heuristan.tangram.expert.matches import EdgeEnd, Match, Matches, MatchKey
from heuristan.tangram.lattice.points import Code, Point, bounds, projection, subtract
from heuristan.tangram.pieces.sets import Placement

Limit: TypeAlias = Code | None
"""The maximum length of a side along an edge; None if it may be as long as the interior allows."""


class Laying:
    """Lays figures on the ground of one state. Nothing is removed."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._boundary = ground.boundary
        self._at: dict[tuple[int, Point], Match | None] = {}
        """The match for a figure moved by so much; None if it does not lie inside."""
        self._by_key: dict[MatchKey, Match] = {}

    def match(self, figure: Figure, corner: int, at: Point, *, inside: bool = False) -> Match | None:
        """Return a figure laid with a corner at a point, or None if it does not lie inside the puzzle.

        Args:
            figure: what is laid.
            corner: the number of its corner, from 0.
            at: a point of what is left.
            inside: whether it is known that some of the figure's interior lies inside.
        """
        place = figure.number, subtract(at, figure.ring[corner])
        if place not in self._at:
            fits = self._boundary.fits(moved(figure.bounds, place[1]))
            found = self._fitted(figure, corner, at) if fits and (inside or self._is_inside(figure, place[1])) else None
            self._at[place] = self._by_key.setdefault(found.key, found) if found else None
        return self._at[place]

    def _is_inside(self, figure: Figure, by: Point) -> bool:
        """Return whether the middle of a figure that no boundary passes through is inside."""
        a, b, c = figure.ring[:3]
        # three times the middle of a triangle, so that no number is divided
        middle = (a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2], a[3] + b[3] + c[3])
        p = (middle[0] + 3 * by[0], middle[1] + 3 * by[1], middle[2] + 3 * by[2], middle[3] + 3 * by[3])
        rings = (ring_of(loop) for part in self._boundary.parts for loop in part.loops)
        around = (contains(tuple((3 * u, 3 * v, 3 * w, 3 * z) for u, v, w, z in ring), p) for ring in rings)
        return sum(around) % 2 == 1

    def _fitted(self, figure: Figure, corner: int, at: Point) -> Match | None:
        """Return a match with its outline fitted to what is there; None if it would have to bend."""
        if not self._boundary.nearness:
            placement = figure.laid(corner, at)
            return Match(figure, placement, placement, self.ground)
        ring = self._boundary.fitted(figure.laid(corner, at).ring)
        if ring is None:
            return None
        # wherever it was laid from, it is the same match: its place is that at the first corner that is there
        first = self._anchor(ring)
        placement = figure.laid(first, ring[first])
        again = self._boundary.fitted(placement.ring) if self._boundary.fits(placement.bounds) else None
        if again is not None and all(q == p for p, q in zip(ring, again, strict=True) if p in self._vertices):
            ring = again
        return Match(figure, placement, Placement(figure.name, bounds(ring), ring), self.ground)

    @cached_property
    def _vertices(self) -> frozenset[Point]:
        return frozenset(vertex.point for vertex in self._boundary.vertices)

    def _anchor(self, ring: Ring) -> int:
        """Return the first corner that is a vertex of what is left, else the first that is a node."""
        found = next((i for i, p in enumerate(ring) if p in self._vertices), None)
        if found is None:
            found = next((i for i, p in enumerate(ring) if p in self.ground.array.numbers_now), 0)
        return found

    def pieces(self, table: CornerTable) -> Matches:
        """Return the pieces laid at convex vertices with a side along one of the edges there."""
        covering: dict[EdgeEnd, tuple[MatchKey, ...]] = {}
        found: dict[MatchKey, Match] = {}
        limits = side_limits(self._boundary)
        for vertex, is_whole in self.ground.convex_vertices():
            along = _nearly(limits.get(vertex, (None, None)), self._boundary.nearness)
            at_leaving = self._laid(vertex, _at_leaving_edge(table, vertex, along), found)
            at_arriving = self._laid(vertex, _at_arriving_edge(table, vertex, along), found)
            if is_whole:
                covering[EdgeEnd(vertex, True)], covering[EdgeEnd(vertex, False)] = at_leaving, at_arriving
        return Matches(found, covering)

    def composites(self, table: CornerTable) -> tuple[Match, ...]:
        """Return the composites laid at convex vertices that they fill."""
        found: dict[MatchKey, Match] = {}
        limits = side_limits(self._boundary)
        for vertex, _ in self.ground.convex_vertices():
            along = _nearly(limits.get(vertex, (None, None)), self._boundary.nearness)
            self._laid(vertex, _filling(table, vertex, along), found)
        return tuple(found.values())

    def _laid(self, vertex: Vertex, corners: Iterable[Corner], found: dict[MatchKey, Match]) -> tuple[MatchKey, ...]:
        matches = [self.match(each.figure, each.corner, vertex.point, inside=True) for each in corners]
        laid = {match.key: match for match in matches if match}
        found |= {key: match for key, match in laid.items() if key not in found}
        return tuple(laid)


def side_limits(boundary: Boundary) -> dict[Vertex, tuple[Limit, Limit]]:
    """Return for each vertex the maximum lengths of sides along its leaving and along its arriving edge.

    A side may go on into the interior where an edge ends at a concave vertex; at a convex one it must end.
    """
    leaving: dict[Vertex, Limit] = {}
    arriving: dict[Vertex, Limit] = {}
    for loop in boundary.loops:
        for vertex, following in zip(loop, (*loop[1:], loop[0]), strict=True):
            ahead = vertex.opening
            length = projection(following.point, ahead) - projection(vertex.point, ahead)
            leaving[vertex] = length if following.convex else None
            arriving[following] = length if vertex.convex else None
    return {vertex: (leaving[vertex], arriving[vertex]) for vertex in boundary.vertices}


def _at_leaving_edge(table: CornerTable, vertex: Vertex, along: tuple[Limit, Limit]) -> Iterator[Corner]:
    """Yield the corners that can be laid with a side along the edge that leaves a vertex."""
    for corner in table.get(vertex.opening, ()):
        if corner.angle <= vertex.angle and _has_length(along[0], corner.leaving):
            yield corner


def _at_arriving_edge(table: CornerTable, vertex: Vertex, along: tuple[Limit, Limit]) -> Iterator[Corner]:
    """Yield the corners that can be laid with a side along the edge that arrives at a vertex."""
    for angle in range(1, vertex.angle + 1):
        for corner in table.get((vertex.incoming - angle) % 8, ()):
            if corner.angle == angle and _has_length(along[1], corner.arriving):
                yield corner


def _filling(table: CornerTable, vertex: Vertex, along: tuple[Limit, Limit]) -> Iterator[Corner]:
    """Yield the corners that fill a vertex."""
    for corner in _at_leaving_edge(table, vertex, along):
        if corner.angle == vertex.angle and _has_length(along[1], corner.arriving):
            yield corner


def _nearly(limits: tuple[Limit, Limit], nearness: Code) -> tuple[Limit, Limit]:
    ahead, behind = limits
    return ahead and ahead + nearness, behind and behind + nearness


def _has_length(limit: Limit, length: Code) -> bool:
    return limit is None or length <= limit

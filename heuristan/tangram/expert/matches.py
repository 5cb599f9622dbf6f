"""Matches: pieces and composites laid at convex vertices, with the grades of their sides.

Finding matches removes nothing and remembers nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import Boundary, Part, Vertex, all_outside, make_segment, sides
from heuristan.tangram.expert.extension import Extensions
from heuristan.tangram.expert.figures import Kind
from heuristan.tangram.expert.grades import GRADES, Cover
from heuristan.tangram.expert.reading_order import in_reading_order
from heuristan.tangram.lattice.points import Code, bounds, projection
from heuristan.tangram.pieces.sets import Placement, ShapeAtVertex, VertexTable, bounds_at, lay

MatchKey: TypeAlias = tuple[str, tuple[Code, ...]]


class EdgeEnd(NamedTuple):
    """An end of an edge at a convex vertex, and the interior next to it.

    Whatever piece covers that interior has a vertex there and a side along that edge.
    """

    vertex: Vertex
    at_leaving_edge: bool


@dataclass(frozen=True)
class Match:
    """A piece or composite laid at a convex vertex, inside the puzzle."""

    kind: Kind
    placement: Placement
    vertex: Vertex
    """The first vertex, in vertex order, at which it was found."""
    order: int
    """Its place among all matches of the state: by vertices, then by the order of the pieces."""
    grades: str
    """The grades of its sides, best first."""
    crosses_internal_edge: bool
    cut: Placement
    """The placement as it is cut out of the boundary; where the puzzle has nearness, fitted to what is there."""

    @property
    def key(self) -> MatchKey:
        return self.cut.name, self.cut.bounds


@dataclass(frozen=True)
class Matches:
    """All matches of a state, and which of them cover each end of an edge."""

    by_key: Mapping[MatchKey, Match]
    covering: Mapping[EdgeEnd, tuple[MatchKey, ...]]
    """For each end of an edge at a convex vertex the pieces that can cover it (composites are left out)."""

    def __iter__(self) -> Iterator[Match]:
        return iter(self.by_key.values())


Limit: TypeAlias = Code | None
"""The maximum length of a side along an edge; None if it may be as long as the interior allows."""


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


@dataclass(frozen=True)
class Offer:
    """The pieces and composites that may be laid, by the direction in which their vertices open."""

    pieces: VertexTable
    composites: VertexTable


class MatchFinder:
    """Finds the matches of one state, at the convex vertices of its subpuzzles and of the whole."""

    def __init__(self, boundary: Boundary, extensions: Extensions, subpuzzles: Iterable[Part]) -> None:
        self.boundary = boundary
        self.cover = Cover(boundary, extensions)
        whole = dict.fromkeys(boundary.vertices)
        # an internal edge divides the angles at its ends: those of the subpuzzles come first
        self._vertices = list(dict.fromkeys([*in_reading_order(subpuzzles), *whole]))
        self._whole = whole
        self._walls = tuple(make_segment(e.line, e.start, e.end, 1) for e in extensions.internal_edges)
        self._matches: dict[MatchKey, Match] = {}
        self._keys: dict[MatchKey, MatchKey | None] = {}
        """The match for a shape laid with these bounds; None if it does not fit."""

    def find(self, offer: Offer) -> Matches:
        covering: dict[EdgeEnd, tuple[MatchKey, ...]] = {}
        limits = side_limits(self.boundary)
        for vertex in self._vertices:
            if not vertex.convex:
                continue
            along = _nearly(limits.get(vertex, (None, None)), self.boundary.nearness)
            at_leaving = tuple(self._laid("piece", vertex, _at_leaving_edge(offer.pieces, vertex, along)))
            at_arriving = tuple(self._laid("piece", vertex, _at_arriving_edge(offer.pieces, vertex, along)))
            if vertex in self._whole:
                covering[EdgeEnd(vertex, True)], covering[EdgeEnd(vertex, False)] = at_leaving, at_arriving
            for _ in self._laid("composite", vertex, _filling(offer.composites, vertex, along)):
                pass
        return Matches(self._matches, covering)

    def _laid(self, kind: Kind, vertex: Vertex, shapes: Iterable[ShapeAtVertex]) -> Iterator[MatchKey]:
        for shape in shapes:
            # the bounds decide whether it fits; the ring is laid only if it does
            laid = shape.name, bounds_at(shape, vertex.point)
            if laid not in self._keys:
                match = self._fitted(kind, shape, vertex) if self.boundary.fits(laid[1]) else None
                self._keys[laid] = self._matches.setdefault(match.key, match).key if match else None
            key = self._keys[laid]
            if key is not None:
                yield key

    def _fitted(self, kind: Kind, shape: ShapeAtVertex, vertex: Vertex) -> Match | None:
        """Return a match with its outline fitted to what is there; None if it would have to bend."""
        placement = lay(shape, vertex.point)
        ring = self.boundary.fitted(placement.ring)
        if ring is None:
            return None
        cut = placement if ring == placement.ring else Placement(placement.name, bounds(ring), ring)
        grades = [self.cover.grade(p, q, direction) for direction, p, q in sides(cut.ring)]
        return Match(
            kind,
            placement,
            vertex,
            len(self._matches),
            "".join(sorted(grades, key=GRADES.index)),
            not all_outside(self._walls, cut.bounds),
            cut,
        )


def _at_leaving_edge(table: VertexTable, vertex: Vertex, along: tuple[Limit, Limit]) -> Iterator[ShapeAtVertex]:
    """Yield the shapes that can be laid with a side along the edge that leaves a vertex."""
    for shape in table.get(vertex.opening, ()):
        if shape.angle <= vertex.angle and _has_length(along[0], shape.leaving):
            yield shape


def _at_arriving_edge(table: VertexTable, vertex: Vertex, along: tuple[Limit, Limit]) -> Iterator[ShapeAtVertex]:
    """Yield the shapes that can be laid with a side along the edge that arrives at a vertex."""
    for angle in range(1, vertex.angle + 1):
        for shape in table.get((vertex.incoming - angle) % 8, ()):
            if shape.angle == angle and _has_length(along[1], shape.arriving):
                yield shape


def _filling(table: VertexTable, vertex: Vertex, along: tuple[Limit, Limit]) -> Iterator[ShapeAtVertex]:
    """Yield the shapes that fill a vertex."""
    for shape in table.get(vertex.opening, ()):
        if (
            shape.angle == vertex.angle
            and _has_length(along[0], shape.leaving)
            and _has_length(along[1], shape.arriving)
        ):
            yield shape


def _nearly(limits: tuple[Limit, Limit], nearness: Code) -> tuple[Limit, Limit]:
    ahead, behind = limits
    return ahead and ahead + nearness, behind and behind + nearness


def _has_length(limit: Limit, length: Code) -> bool:
    return limit is None or length <= limit

"""Matches: pieces and composites laid at convex vertices, with the grades of their sides.

Finding matches removes nothing and remembers nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.boundary import Boundary, Part, Vertex, all_outside, make_segment, sides
from heuristan.tangram.expert.extension import Extensions
from heuristan.tangram.expert.grades import GRADES, Cover
from heuristan.tangram.lattice.points import Code, bounds, projection
from heuristan.tangram.pieces.sets import Corner, CornerTable, Placement, bounds_at, lay

Kind: TypeAlias = Literal["piece", "composite"]
MatchKey: TypeAlias = tuple[str, tuple[Code, ...]]


class Wedge(NamedTuple):
    """One side of a convex vertex: the corner of interior next to its leaving or its arriving edge.

    Whatever piece covers that corner has a vertex there and a side along that edge.
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
    """Its place among all matches of the state: vertex order, then the order of the pieces."""
    grades: str
    """The grades of its sides, best first."""
    crosses_internal_edge: bool
    cut: Placement
    """What is cut out of the boundary: the placement, fitted to what is there where the puzzle has nearness."""

    @property
    def key(self) -> MatchKey:
        return self.cut.name, self.cut.bounds


@dataclass(frozen=True)
class Matches:
    """All matches of a state, and which of them cover each corner of interior."""

    by_key: Mapping[MatchKey, Match]
    covering: Mapping[Wedge, tuple[MatchKey, ...]]
    """For each wedge the pieces that can cover it (composites left out)."""

    def __iter__(self) -> Iterator[Match]:
        return iter(self.by_key.values())


def in_reading_order(parts: Iterable[Part]) -> list[Vertex]:
    """The vertices numbered as in section 4.1: from the leftmost, topmost one clockwise, part after part."""

    def corner(vertex: Vertex) -> tuple[Code, Code]:
        return vertex.point[0], -vertex.point[2]

    loops: list[tuple[Vertex, ...]] = []
    for loop in (loop for part in parts for loop in part.loops):
        first = min(range(len(loop)), key=lambda i: corner(loop[i]))
        loops.append((loop[first], *reversed(loop[:first]), *reversed(loop[first + 1 :])))
    loops.sort(key=lambda loop: corner(loop[0]))
    return [vertex for loop in loops for vertex in loop]


Room: TypeAlias = Code | None
"""How long a side along an edge can be; None: as far as the interior goes."""


def room_along_edges(boundary: Boundary) -> dict[Vertex, tuple[Room, Room]]:
    """For each vertex the room along its leaving and along its arriving edge.

    A side may go on into the interior where an edge ends at a concave vertex; at a convex one it must end.
    """
    leaving: dict[Vertex, Room] = {}
    arriving: dict[Vertex, Room] = {}
    for loop in boundary.loops:
        for vertex, following in zip(loop, (*loop[1:], loop[0]), strict=True):
            ahead = vertex.opening
            length = projection(following.point, ahead) - projection(vertex.point, ahead)
            leaving[vertex] = length if following.convex else None
            arriving[following] = length if vertex.convex else None
    return {vertex: (leaving[vertex], arriving[vertex]) for vertex in boundary.vertices}


@dataclass(frozen=True)
class Offer:
    """What may be laid: corners of pieces and of composites, by the direction in which they open."""

    pieces: CornerTable
    composites: CornerTable


class MatchFinder:
    """Finds the matches of one state: at the convex vertices of its subpuzzles, and of the whole."""

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
        """The match that a corner laid with these bounds is; None if it does not fit."""

    def find(self, offer: Offer) -> Matches:
        covering: dict[Wedge, tuple[MatchKey, ...]] = {}
        room = room_along_edges(self.boundary)
        for vertex in self._vertices:
            if not vertex.convex:
                continue
            along = _with_leeway(room.get(vertex, (None, None)), self.boundary.nearness)
            at_leaving = tuple(self._laid("piece", vertex, _at_leaving_edge(offer.pieces, vertex, along)))
            at_arriving = tuple(self._laid("piece", vertex, _at_arriving_edge(offer.pieces, vertex, along)))
            if vertex in self._whole:
                covering[Wedge(vertex, True)], covering[Wedge(vertex, False)] = at_leaving, at_arriving
            for _ in self._laid("composite", vertex, _filling(offer.composites, vertex, along)):
                pass
        return Matches(self._matches, covering)

    def _laid(self, kind: Kind, vertex: Vertex, corners: Iterable[Corner]) -> Iterator[MatchKey]:
        for corner in corners:
            # the bounds alone tell whether it fits; the ring is laid only if it does
            laid = corner.name, bounds_at(corner, vertex.point)
            if laid not in self._keys:
                match = self._fitted(kind, corner, vertex) if self.boundary.fits(laid[1]) else None
                self._keys[laid] = self._matches.setdefault(match.key, match).key if match else None
            key = self._keys[laid]
            if key is not None:
                yield key

    def _fitted(self, kind: Kind, corner: Corner, vertex: Vertex) -> Match | None:
        """A match, its outline fitted to what is there; None if it would have to bend."""
        placement = lay(corner, vertex.point)
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


def _at_leaving_edge(table: CornerTable, vertex: Vertex, room: tuple[Room, Room]) -> Iterator[Corner]:
    """The corners that can be laid with a side along the edge that leaves a vertex."""
    for corner in table.get(vertex.opening, ()):
        if corner.angle <= vertex.angle and _has(room[0], corner.leaving):
            yield corner


def _at_arriving_edge(table: CornerTable, vertex: Vertex, room: tuple[Room, Room]) -> Iterator[Corner]:
    """The corners that can be laid with a side along the edge that arrives at a vertex."""
    for angle in range(1, vertex.angle + 1):
        for corner in table.get((vertex.incoming - angle) % 8, ()):
            if corner.angle == angle and _has(room[1], corner.arriving):
                yield corner


def _filling(table: CornerTable, vertex: Vertex, room: tuple[Room, Room]) -> Iterator[Corner]:
    """The corners that fill a vertex."""
    for corner in table.get(vertex.opening, ()):
        if corner.angle == vertex.angle and _has(room[0], corner.leaving) and _has(room[1], corner.arriving):
            yield corner


def _with_leeway(rooms: tuple[Room, Room], nearness: Code) -> tuple[Room, Room]:
    ahead, behind = rooms
    return ahead and ahead + nearness, behind and behind + nearness


def _has(room: Room, length: Code) -> bool:
    return room is None or length <= room

"""Matches: pieces and composites laid inside the puzzle, each place once, with the grades of their sides."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import Boundary, Loop, Ring, Vertex, all_outside, is_around, loop_sides
from heuristan.tangram.expert.figures import Corner, CornerTable, Figure, Kind, moved
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ground import Ground
from heuristan.tangram.lattice.points import ORIGIN, Code, Direction, Point, bounds, projection, subtract
from heuristan.tangram.pieces.sets import Placement

MatchKey: TypeAlias = tuple[str, tuple[Code, ...]]


UNNUMBERED = 1 << 30
"""Stands for the number of a figure no corner of which is in the vertex array."""


class EdgeEnd(NamedTuple):
    """An end of an edge at a convex vertex, and the interior next to it.

    Whatever piece covers that interior has a vertex there and a side along that edge.
    """

    vertex: Vertex
    at_leaving_edge: bool


@dataclass(frozen=True)
class Match:
    """A piece or composite laid inside the puzzle."""

    figure: Figure
    key: MatchKey
    """Its name, and the bounds of what is cut out, as in `lattice.points.bounds`."""
    ground: Ground | None = field(compare=False, repr=False)
    """What it lies on; None if only its place is still of interest."""
    fitted: tuple[Point, Ring] | None = None
    """Where the puzzle has nearness: how far the figure is moved, and the ring cut out, fitted to what is there."""

    @property
    def kind(self) -> Kind:
        return self.figure.kind

    @property
    def name(self) -> str:
        """The name of the piece or composite."""
        return self.figure.name

    @property
    def bounds(self) -> tuple[Code, ...]:
        """The bounds of what is cut out."""
        return self.key[1]

    @cached_property
    def placement(self) -> Placement:
        """The figure in its place."""
        if self.fitted:
            return self.figure.moved(self.fitted[0])
        here, there = self.figure.bounds, self.bounds
        return self.figure.moved((there[0] - here[0], there[2] - here[2], there[4] - here[4], there[6] - here[6]))

    @cached_property
    def cut(self) -> Placement:
        """The placement as it is cut out of the boundary."""
        return Placement(self.name, self.bounds, self.fitted[1]) if self.fitted else self.placement

    @cached_property
    def grades(self) -> str:
        """The grades of its sides, best first."""
        ring, cover = self.cut.ring, self._ground.cover
        ends = zip(self.figure.sides, ring, (*ring[1:], ring[0]), strict=True)
        grades = [cover.grade(p, q, side.heading) for side, p, q in ends]
        return "".join(sorted(grades, key=GRADES.index))

    @cached_property
    def crosses_internal_edge(self) -> bool:
        walls = self._ground.walls
        return bool(walls) and not all_outside(walls, self.bounds)

    @property
    def corner(self) -> Point:
        """The point of the vertex array with the smallest number among its corners."""
        return self.cut.ring[self.order[2]]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Its place where rules leave matches alike, another for each: by the smallest number at its corners."""
        numbers = self._ground.array.numbers_now
        there = ((numbers[p], i) for i, p in enumerate(self.cut.ring) if p in numbers)
        # where there is nearness, all corners may have been fitted to points that the array has not
        number, corner = min(there, default=(UNNUMBERED, 0))
        # a figure fitted from several points is several matches, nearly in one place
        return number, self.figure.number, corner, *(self.bounds if self.fitted else ())

    @property
    def _ground(self) -> Ground:
        assert self.ground is not None, "it is no longer known what the match lies on"
        return self.ground


@dataclass(frozen=True)
class Matches:
    """All pieces laid at convex vertices of a state, and which of them cover each end of an edge."""

    by_key: Mapping[MatchKey, Match]
    covering: Mapping[EdgeEnd, tuple[MatchKey, ...]]
    """For each end of an edge at a convex vertex the pieces that can cover it."""

    def __iter__(self) -> Iterator[Match]:
        return iter(self.by_key.values())

    @cached_property
    def by_name(self) -> Mapping[str, list[Match]]:
        """The pieces of each kind."""
        found: dict[str, list[Match]] = defaultdict(list)
        for match in self:
            found[match.name].append(match)
        return found


Limit: TypeAlias = Code | None
"""The maximum length of a side along an edge; None if it may be as long as the interior allows."""


class Laying:
    """Lays figures on the ground of one state. Nothing is removed."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._boundary = ground.boundary
        self._at: dict[MatchKey, Match | None] = {}
        """The match for a figure with these bounds; None if it does not lie inside."""
        self._by_key: dict[MatchKey, Match] = {}

    def match(self, figure: Figure, corner: int, at: Point, *, inside: bool = False) -> Match | None:
        """Return a figure laid with a corner at a point, or None if it does not lie inside the puzzle.

        Args:
            figure: what is laid.
            corner: the number of its corner, from 0.
            at: a point of what is left.
            inside: whether it is known that some of the figure's interior lies inside.
        """
        by = subtract(at, figure.ring[corner])
        place = figure.name, moved(figure.bounds, by)
        if place not in self._at:
            fits = self._boundary.fits(place[1]) and (inside or self._is_inside(figure, by))
            self._at[place] = self._made(figure, place) if fits else None
        return self._at[place]

    def _made(self, figure: Figure, place: MatchKey) -> Match | None:
        """Return the match of a figure that fits in a place; None if it would have to bend to what is near."""
        if not self._boundary.nearness:
            return Match(figure, place, self.ground)
        found = self._fitted(figure, Match(figure, place, self.ground).placement.ring)
        return self._by_key.setdefault(found.key, found) if found else None

    def _is_inside(self, figure: Figure, by: Point) -> bool:
        """Return whether the middle of a figure that no boundary passes through is inside."""
        a, b, c = figure.ring[:3]
        # three times the middle of a triangle, so that no number is divided
        middle = (a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2], a[3] + b[3] + c[3])
        p = (middle[0] + 3 * by[0], middle[1] + 3 * by[1], middle[2] + 3 * by[2], middle[3] + 3 * by[3])
        loops = (loop for part in self._boundary.parts for loop in part.loops)
        return sum(is_around(_thrice(loop), p) for loop in loops) % 2 == 1

    def _fitted(self, figure: Figure, laid: Ring) -> Match | None:
        ring = self._boundary.fitted(laid)
        if ring is None:
            return None
        # wherever it was laid from, it is the same match: its place is that at the first corner that is there
        first = self._anchor(ring)
        placement = figure.laid(first, ring[first])
        if placement.ring != laid:
            ring = self._refitted(placement, ring)
        by = subtract(placement.ring[first], figure.ring[first])
        return Match(figure, (figure.name, bounds(ring)), self.ground, (by, ring))

    def _refitted(self, placement: Placement, ring: Ring) -> Ring:
        """Return a figure fitted from another place, if it fits there with the same corners at vertices."""
        again = self._boundary.fitted(placement.ring) if self._boundary.fits(placement.bounds) else None
        if again is not None and all(q == p for p, q in zip(ring, again, strict=True) if p in self._vertices):
            return again
        return ring

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
        limits, nearness = side_limits(self._boundary), self._boundary.nearness
        for vertex, is_whole in self.ground.convex_vertices():
            each = _tried_at(table, vertex.opening, vertex.angle, *_nearly(limits.get(vertex, _FREE), nearness))
            keys: list[tuple[int, MatchKey]] = []
            for i, corner in enumerate(each.corners):
                match = self.match(corner.figure, corner.corner, vertex.point, inside=True)
                if match:
                    found.setdefault(match.key, match)
                    keys.append((i, match.key))
            if is_whole:
                covering[EdgeEnd(vertex, True)] = tuple(dict.fromkeys([key for i, key in keys if i < each.leaving]))
                covering[EdgeEnd(vertex, False)] = tuple(dict.fromkeys([key for i, key in keys if i in each.arriving]))
        return Matches(found, covering)

    def composites(self, table: CornerTable) -> tuple[Match, ...]:
        """Return the composites laid at convex vertices that they fill."""
        found: dict[MatchKey, Match] = {}
        limits, nearness = side_limits(self._boundary), self._boundary.nearness
        for vertex, _ in self.ground.convex_vertices():
            for corner in _filling(table, vertex, _nearly(limits.get(vertex, _FREE), nearness)):
                match = self.match(corner.figure, corner.corner, vertex.point, inside=True)
                if match:
                    found.setdefault(match.key, match)
        return tuple(found.values())


def _thrice(loop: Loop) -> Iterator[tuple[Direction, Point, Point]]:
    """Yield the sides of a loop, three times as large."""
    for direction, (a, b, c, d), (e, f, g, h) in loop_sides(loop):
        yield direction, (3 * a, 3 * b, 3 * c, 3 * d), (3 * e, 3 * f, 3 * g, 3 * h)


class _Tried(NamedTuple):
    """The corners that are tried at a vertex."""

    corners: tuple[Corner, ...]
    leaving: int
    """The number of those with a side along the edge that leaves, which come first."""
    arriving: frozenset[int]
    """The places of those with a side along the edge that arrives."""


@lru_cache(maxsize=4096)
def _tried_at(table: CornerTable, opening: Direction, angle: int, ahead: Limit, behind: Limit) -> _Tried:
    vertex = Vertex(ORIGIN, opening, angle)
    leaving = tuple(_at_leaving_edge(table, vertex, (ahead, behind)))
    arriving = tuple(_at_arriving_edge(table, vertex, (ahead, behind)))
    corners = tuple(dict.fromkeys((*leaving, *arriving)))
    places = {corner: i for i, corner in enumerate(corners)}
    return _Tried(corners, len(leaving), frozenset(places[corner] for corner in arriving))


_FREE: tuple[Limit, Limit] = (None, None)


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
    for corner in table.leaving(vertex.opening):
        if corner.angle <= vertex.angle and _has_length(along[0], corner.leaving):
            yield corner


def _at_arriving_edge(table: CornerTable, vertex: Vertex, along: tuple[Limit, Limit]) -> Iterator[Corner]:
    """Yield the corners that can be laid with a side along the edge that arrives at a vertex."""
    for angle in range(1, vertex.angle + 1):
        for corner in table.leaving((vertex.incoming - angle) % 8):
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

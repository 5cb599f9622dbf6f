"""Matches: pieces and composites laid inside the puzzle, with the grades of their sides.

Each place is made once. Two by two, matches are compared: which of them can lie in the puzzle together.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import or_
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import Boundary, Loop, Ring, Vertex, all_outside, is_around, loop_sides
from heuristan.tangram.expert.figures import Corner, CornerTable, Figure, Kind, moved
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ground import Ground
from heuristan.tangram.lattice.points import ORIGIN, Code, Direction, Point, bounds, projection, subtract
from heuristan.tangram.pieces.sets import Placement, Stock

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
        return "".join(sorted(self.side_grades, key=GRADES.index))

    @property
    def side_grades(self) -> str:
        """The grades of its sides, in their order."""
        ring, cover = self.cut.ring, self._ground.cover
        ends = zip(self.figure.sides, ring, (*ring[1:], ring[0]), strict=True)
        return "".join(cover.grade(p, q, side.heading) for side, p, q in ends)

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
        """Return the match of a figure that fits in a place; None if it would have to bend to fit near points."""
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
        """Return the first corner that is a vertex of the boundary, else the first that is a node."""
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
    """Number of corners with a side along the leaving edge; they come first."""
    arriving: frozenset[int]
    """Places of the corners with a side along the arriving edge."""


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


Members: TypeAlias = int
"""A set of pieces: bit i stands for the piece with the number i."""


@dataclass(frozen=True)
class PairTable:
    """For each two pieces that fit in a state whether they can lie in it together."""

    matches: Matches
    stock: Stock
    tolerance: Code
    """Pieces that overlap by no more than this may lie side by side: 0 on the lattice."""

    def beside_nothing(self, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
        """Return the matches beside which nothing covers some end of an edge. Those found cover nothing for others."""
        if ruled_out not in self._found:
            self._found[ruled_out] = self._beside_nothing(self._left(ruled_out))
        return self._found[ruled_out]

    @cached_property
    def _found(self) -> dict[frozenset[MatchKey], frozenset[MatchKey]]:
        """Earlier answers: the same is asked of what is left before and after an extraction."""
        return {}

    def bare_beside(self, key: MatchKey, ruled_out: frozenset[MatchKey]) -> EdgeEnd | None:
        """Return the first end of an edge that nothing covers if a match lies in the state; None if there is none.

        Args:
            key: the match, which covers what it covers even if it is ruled out itself.
            ruled_out: the matches that cover nothing.
        """
        beside = self._together[self._numbers[key]] & self._left(ruled_out - {key})
        return next((end for end, covers in self._covers.items() if not beside & covers), None)

    def _beside_nothing(self, left: Members) -> frozenset[MatchKey]:
        found: list[int] = []
        pending, covers = {i for i in range(len(self._pieces)) if left >> i & 1}, tuple(self._covers.values())
        while True:
            bare = [i for i in pending if not all(map((self._together[i] & left).__and__, covers))]
            if not bare:
                return frozenset(self._pieces[i].key for i in found)
            found += bare
            pending.difference_update(bare)
            left &= ~_set_of(bare)

    def _left(self, ruled_out: frozenset[MatchKey]) -> Members:
        everything = (1 << len(self._pieces)) - 1
        return everything & ~_set_of(self._numbers[key] for key in ruled_out if key in self._numbers)

    @cached_property
    def _pieces(self) -> tuple[Match, ...]:
        return tuple(self.matches)

    @cached_property
    def _numbers(self) -> dict[MatchKey, int]:
        return {match.key: i for i, match in enumerate(self._pieces)}

    @cached_property
    def _covers(self) -> dict[EdgeEnd, Members]:
        """For each end of an edge the pieces that can cover it."""
        covering = self.matches.covering
        return {end: _set_of(self._numbers[key] for key in keys) for end, keys in covering.items()}

    @cached_property
    def _together(self) -> tuple[Members, ...]:
        """For each piece, the pieces that can lie in one solution with it, itself included."""
        alike = self._alike()
        single = [self.stock[match.name] < 2 for match in self._pieces]
        together = [
            apart & ~alike[match.name] if alone else apart
            for match, apart, alone in zip(self._pieces, self._apart(), single, strict=True)
        ]
        return tuple(near | others for near, others in zip(self._same(), together, strict=True))

    def _apart(self) -> list[Members]:
        """Return for each piece the pieces that do not overlap it.

        Sides run in four directions only, so such pieces are apart in one of these.
        """
        found = [0] * len(self._pieces)
        for axis in range(0, 8, 2):
            low = [match.bounds[axis] for match in self._pieces]
            high = [match.bounds[axis + 1] - self.tolerance for match in self._pieces]
            lows, from_low = _sorted_sets(low)
            highs, from_high = _sorted_sets(high)
            everything = from_low[0]
            for i in range(len(found)):
                found[i] |= from_low[bisect_left(lows, high[i])]
                found[i] |= everything & ~from_high[bisect_right(highs, low[i])]
        return found

    def _alike(self) -> dict[str, Members]:
        """Return for each name the pieces that have it."""
        found: dict[str, Members] = {}
        for i, match in enumerate(self._pieces):
            found[match.name] = found.get(match.name, 0) | 1 << i
        return found

    def _same(self) -> list[Members]:
        """Return for each piece the matches that are the same piece in the same place.

        With nearness, a piece in one place can be several matches, each laid at another of its vertices.
        """
        if not self.tolerance:
            return [1 << i for i in range(len(self._pieces))]
        return [
            _set_of(j for j, other in enumerate(self._pieces) if self._is_same(match, other)) for match in self._pieces
        ]

    def _is_same(self, match: Match, other: Match) -> bool:
        return match.name == other.name and all(
            abs(a - b) <= self.tolerance for a, b in zip(match.bounds, other.bounds, strict=True)
        )


def _set_of(numbers: Iterable[int]) -> Members:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def _sorted_sets(values: list[Code]) -> tuple[list[Code], list[Members]]:
    """Return values sorted, and for each place the set of the numbers from there on; the last set is empty."""
    order = sorted(range(len(values)), key=values.__getitem__)
    after = list(accumulate((1 << i for i in reversed(order)), or_, initial=0))
    return [values[i] for i in order], after[::-1]

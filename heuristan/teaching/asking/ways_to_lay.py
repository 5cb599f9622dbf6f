"""Ways to lay a figure at a vertex, with the connections that its sides lie on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from heuristan.tangram.boundary import Ring
from heuristan.tangram.expert.figures import Figure, corners
from heuristan.tangram.expert.grades import GRADES, Grade
from heuristan.tangram.expert.joining import EVERYTHING, join_table, joined
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.vertex_array import NumberedConnection
from heuristan.tangram.lattice.points import Direction, Point, projection


@dataclass(frozen=True)
class LaidSide:
    """A side of a figure where it lies."""

    start: Point
    end: Point
    heading: Direction
    supports: tuple[NumberedConnection, ...]
    """The connections that it lies on, from its start to its end."""
    stretches: tuple[tuple[Point, Point], ...]
    """The ends of these connections."""
    grade: Grade

    @cached_property
    def open_from(self) -> Point | None:
        """The point from which nothing covers it; None if it is covered to its end."""
        if self.grade != "O":
            return None
        here, there = projection(self.start, self.heading), projection(self.end, self.heading)
        at = self.start
        for start, end in self.stretches:
            if projection(start, self.heading) > here:
                return at
            at, here = end, projection(end, self.heading)
        return at if here < there else self.start


@dataclass(frozen=True)
class Way:
    """A figure laid with a corner at a point, whether or not it fits there."""

    state: State
    figure: Figure
    corner: int
    """The number of the corner, from 0."""
    at: Point

    @cached_property
    def match(self) -> Match | None:
        """The match that it is; None if it does not lie inside."""
        return self.state.match(self.figure, self.corner, self.at)

    @cached_property
    def ring(self) -> Ring:
        """Its corners."""
        return self.match.cut.ring if self.match else self.figure.laid(self.corner, self.at).ring

    @cached_property
    def numbers(self) -> tuple[int | None, ...]:
        """The number of the vertex or node in which each corner lies."""
        return tuple(map(self.state.array.numbers_now.get, self.ring))

    @cached_property
    def sides(self) -> tuple[LaidSide, ...]:
        """Its sides; one that lies along an edge from the outside lies on nothing."""
        ring = self.ring
        return tuple(
            self._side(start, end, side.heading)
            for start, end, side in zip(ring, (*ring[1:], ring[0]), self.figure.sides, strict=True)
        )

    def _side(self, start: Point, end: Point, heading: Direction) -> LaidSide:
        array = self.state.array
        spots = {number: point for point, number in array.numbers.items()}
        supports = array.supports(heading, start, end)
        stretches = tuple((spots[a], spots[b]) for a, b, _ in supports)
        return LaidSide(start, end, heading, supports, stretches, self._grade(start, end, heading))

    def _grade(self, start: Point, end: Point, heading: Direction) -> Grade:
        """Return the grade of a side; one beside which nothing is left is open, even along an edge."""
        if self.match:
            return self.state.ground.cover.grade(start, end, heading)
        supports = self.state.array.supports(heading, start, end)
        by = {kind for _, _, kind in supports}
        spots = {number: point for point, number in self.state.array.numbers.items()}
        here = projection(start, heading)
        for a, b, _ in supports:
            if projection(spots[a], heading) > here:
                return "O"
            here = projection(spots[b], heading)
        if here < projection(end, heading):
            return "O"
        return "E" if by == {"edge"} else "X" if by == {"extension line"} else "M"

    @cached_property
    def open_sides(self) -> tuple[int, ...]:
        """The numbers of its open sides, from 0."""
        return tuple(k for k, side in enumerate(self.sides) if side.grade == "O")

    @cached_property
    def grades(self) -> str:
        """The grades of its sides, best first."""
        return self.match.grades if self.match else "".join(sorted((s.grade for s in self.sides), key=GRADES.index))

    @property
    def key(self) -> tuple[int, Point]:
        """The same for ways to lay one figure in one place."""
        return self.figure.number, self.ring[0]

    @property
    def order(self) -> tuple[int, ...]:
        """Its place where ways are alike: by corners at vertices and nodes, as figures are stored, by their numbers."""
        numbers = sorted(number for number in self.numbers if number is not None)
        return -len(numbers), self.figure.number, *numbers

    @property
    def outside(self) -> Literal["crossed", "beside", ""]:
        """Why it does not lie inside: an edge passes through it, or it lies beside the puzzle; empty if it does."""
        if self.match:
            return ""
        placement = self.figure.laid(self.corner, self.at)
        return "beside" if self.state.boundary.fits(placement.bounds) else "crossed"


def ways_at(state: State, stored: Iterable[Figure], name: str, at: Point) -> Iterator[Way]:
    """Yield the ways to lay a figure with a corner at a point."""
    for figure in stored:
        if figure.name == name:
            for corner in range(len(figure.ring)):
                yield Way(state, figure, corner, at)


def ways_joined(state: State, stored: Iterable[Figure]) -> Iterator[Way]:
    """Yield the ways to lay figures with at most one open side, whether or not they are to be had or lie inside."""
    by_number = {figure.number: figure for figure in stored}
    names = {kind: frozenset(f.name for f in by_number.values() if f.kind == kind) for kind in ("piece", "composite")}
    setting = state.setting
    settings = setting.pieces, setting.composites, setting.denominator
    table = join_table(names["piece"], names["composite"], EVERYTHING, *settings)
    return (Way(state, *laid) for laid in joined(state.array, table) if laid[0].number in by_number)


def ways_along(state: State, stored: Iterable[Figure]) -> Iterator[Way]:
    """Yield the ways to lay figures with a side along an edge or extension line, from its start or to its end."""
    table = corners(stored)
    for connection in state.array.connections:
        for corner in table.leaving(connection.heading):
            yield Way(state, corner.figure, corner.corner, connection.start)
            yield Way(state, corner.figure, (corner.corner + 1) % len(corner.figure.ring), connection.end)

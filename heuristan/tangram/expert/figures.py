"""Figures: every piece and composite in every turn, as rules look for them (section 4.2: "stored in the machine").

Pieces are stored first, the largest first, then composites; where rules leave matches alike, that order decides.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.boundary import Ring, sides
from heuristan.tangram.lattice.points import Code, Direction, Point, bounds, projection, subtract
from heuristan.tangram.pieces.composites import composites
from heuristan.tangram.pieces.sets import PieceSet, Placement, Shape, orientations, scaled

Kind: TypeAlias = Literal["piece", "composite"]


class FigureSide(NamedTuple):
    """A side of a figure, the figure on its left."""

    heading: Direction
    length: Code


class Figure(NamedTuple):
    """A piece or composite in one turn."""

    number: int
    """Its place in the order of storage."""
    kind: Kind
    name: str
    ring: Ring
    """Its corners counter-clockwise, the first at the origin; a side leaves each."""
    sides: tuple[FigureSide, ...]
    bounds: tuple[Code, ...]
    """Minimum and maximum projection on each direction, as in `lattice.points.bounds`."""

    def laid(self, corner: int, at: Point) -> Placement:
        """Return the figure with one of its corners at a point."""
        return self.moved(subtract(at, self.ring[corner]))

    def moved(self, by: Point) -> Placement:
        """Return the figure moved."""
        u0, u1, u2, u3 = by
        ring = tuple([(q0 + u0, q1 + u1, q2 + u2, q3 + u3) for q0, q1, q2, q3 in self.ring])
        return Placement(self.name, moved(self.bounds, by), ring)


def moved(box: tuple[Code, ...], by: Point) -> tuple[Code, ...]:
    """Return the bounds of a figure that is moved."""
    (lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3), (u0, u1, u2, u3) = box, by
    return lo0 + u0, hi0 + u0, lo1 + u1, hi1 + u1, lo2 + u2, hi2 + u2, lo3 + u3, hi3 + u3


Which: TypeAlias = Literal["paper", "all", "none"]


@lru_cache
def figures(pieces: PieceSet, which: Which, denominator: int) -> tuple[Figure, ...]:
    """Return the figures of a set in units of a puzzle with that denominator."""
    made = () if which == "none" else (composite.shape for composite in composites(which, pieces))
    turns = (*_turns("piece", pieces.shapes, denominator), *_turns("composite", made, denominator))
    return tuple(Figure(number, *turn, bounds(turn[2])) for number, turn in enumerate(turns))


def _turns(
    kind: Kind, shapes: Iterable[Shape], denominator: int
) -> Iterator[tuple[Kind, str, Ring, tuple[FigureSide, ...]]]:
    for shape in shapes:
        for orientation in orientations(shape):
            ring = tuple(scaled(p, denominator) for p in orientation)
            yield kind, shape.name, ring, tuple(_side(*side) for side in sides(ring))


def _side(direction: Direction, start: Point, end: Point) -> FigureSide:
    return FigureSide(direction, projection(end, direction) - projection(start, direction))


def side_lengths(stored: Iterable[Figure]) -> tuple[Code, ...]:
    """Return the lengths that sides of some figures have, the shortest first."""
    return tuple(sorted({side.length for figure in stored for side in figure.sides}))


def lengths_near(length: Code, lengths: Iterable[Code], slack: Code) -> tuple[Code, ...]:
    """Return the lengths that are equal to one within a tolerance."""
    return tuple(each for each in lengths if abs(each - length) <= slack)


class Corner(NamedTuple):
    """A corner of a figure, by which it can be laid at a convex vertex."""

    figure: Figure
    corner: int
    angle: int
    """The angle there, in steps of 45 degrees."""
    leaving: Code
    """The length of the side that leaves it."""
    arriving: Code
    """The length of the side that arrives at it."""


@dataclass(frozen=True, eq=False)
class CornerTable:
    """Corners of figures, by the heading of the side that leaves them. Each table is one object, known by identity."""

    by_heading: Mapping[Direction, tuple[Corner, ...]]

    def leaving(self, heading: Direction) -> tuple[Corner, ...]:
        """Return the corners that a side with a heading leaves."""
        return self.by_heading.get(heading, ())


def corners(stored: Iterable[Figure]) -> CornerTable:
    """Return the corners of some figures."""
    table: dict[Direction, list[Corner]] = defaultdict(list)
    for figure in stored:
        for i, leaving in enumerate(figure.sides):
            arriving = figure.sides[i - 1]
            angle = 4 - (leaving.heading - arriving.heading) % 8
            table[leaving.heading].append(Corner(figure, i, angle, leaving.length, arriving.length))
    return CornerTable({heading: tuple(found) for heading, found in table.items()})

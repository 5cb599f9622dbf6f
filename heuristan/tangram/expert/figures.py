"""Figures: every piece and composite in every turn, as rules look for them (section 4.2: "stored in the machine").

Pieces are stored first, the largest first, then composites; where rules leave matches alike, that order decides.
"""

from collections.abc import Iterable, Iterator
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

    def laid(self, corner: int, at: Point) -> Placement:
        """Return the figure with one of its corners at a point."""
        u0, u1, u2, u3 = subtract(at, self.ring[corner])
        ring = tuple([(q0 + u0, q1 + u1, q2 + u2, q3 + u3) for q0, q1, q2, q3 in self.ring])
        return Placement(self.name, bounds(ring), ring)


@lru_cache
def figures(pieces: PieceSet, which: Literal["paper", "all", "none"], denominator: int) -> tuple[Figure, ...]:
    """Return the figures of a set in units of a puzzle with that denominator."""
    made = () if which == "none" else (composite.shape for composite in composites(which, pieces))
    turns = (*_turns("piece", pieces.shapes, denominator), *_turns("composite", made, denominator))
    return tuple(Figure(number, *turn) for number, turn in enumerate(turns))


def _turns(
    kind: Kind, shapes: Iterable[Shape], denominator: int
) -> Iterator[tuple[Kind, str, Ring, tuple[FigureSide, ...]]]:
    for shape in shapes:
        for orientation in orientations(shape):
            ring = tuple(scaled(p, denominator) for p in orientation)
            yield kind, shape.name, ring, tuple(_side(*side) for side in sides(ring))


def _side(direction: Direction, start: Point, end: Point) -> FigureSide:
    return FigureSide(direction, projection(end, direction) - projection(start, direction))


def longest_side(stored: Iterable[Figure]) -> Code:
    """Return the length of the longest side of some figures."""
    return max(side.length for figure in stored for side in figure.sides)

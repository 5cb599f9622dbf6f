"""Kinds of sides, by colour and direction: sides of one kind can lie along each other if they run in opposite ways."""

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Side

SAME_DIRECTION = 1e-3
"""Maximum difference in radians. Five decimals give directions to about 1e-5, and those of puzzles differ by
degrees."""


class SideKind(NamedTuple):
    """A colour and a direction."""

    colour: str
    direction: tuple[float, float]
    """A unit vector; sides that run against it are of the same kind."""


class SideKinds:
    """All kinds of some sides."""

    def __init__(self, sides: Iterable[Side]) -> None:
        self.kinds: list[SideKind] = []
        for side in sides:
            if self._found(side) is None:
                self.kinds.append(SideKind(side.colour, _direction(side)))

    def of(self, side: Side) -> tuple[int, float]:
        """Return the number of a side's kind, and its sign: 1 along the direction of the kind, -1 against it."""
        found = self._found(side)
        assert found is not None, "the kinds were made from all sides"
        return found

    def _found(self, side: Side) -> tuple[int, float] | None:
        x, y = _direction(side)
        for number, (colour, (u, v)) in enumerate(self.kinds):
            if colour == side.colour and abs(x * v - y * u) < SAME_DIRECTION:
                return number, 1.0 if x * u + y * v > 0 else -1.0
        return None


def _direction(side: Side) -> tuple[float, float]:
    dx, dy = side.end[0] - side.start[0], side.end[1] - side.start[1]
    length = hypot(dx, dy)
    return dx / length, dy / length


def kinds_of(puzzle: PolygonPuzzle) -> SideKinds:
    """Return the kinds of the sides of the frame and the pieces."""
    return SideKinds([*puzzle.sides, *(side for piece in puzzle.pieces for side in piece.sides)])

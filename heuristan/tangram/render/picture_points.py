"""Picture points, the measure of the paper (section 1): the small leg is 7 along an axis and 5 along a diagonal.

So a length a + b/sqrt2 is 7a + 5b points, exactly as the paper's array has it.
"""

from dataclasses import dataclass
from functools import cache
from math import ceil, floor, pi, sqrt
from typing import TypeAlias

from heuristan.common.plane import Ring, Spot, turned
from heuristan.tangram.render.story import DrawingError
from heuristan.tangram.trace.events import PuzzleRead

AXIAL, DIAGONAL = 7, 5
"""Picture points of the small leg along an axis, and along a diagonal in each direction."""

NEAR = 1e-6
"""In legs: far above what the decimals of a trace lose."""

MOST_HALVES = 80
"""Maximum number of half legs along diagonals that are looked through: no outline of the tans is as wide."""

WIDEST = 400
"""Maximum width and height of an outline, in points: more than any of ten sets has."""

Point: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Grid:
    """The matrix of an outline, as its reader sees it: x to the right and y up, from 0."""

    turn: float
    """From the trace's position to the reader's, to the nearest 45 degrees."""
    left: int
    low: int
    wide: int
    high: int

    @classmethod
    def of(cls, puzzle: PuzzleRead) -> "Grid":
        """Return the matrix of a puzzle.

        Raises:
            DrawingError: if the outline is too large.
        """
        turn = round(puzzle.frame.angle / (pi / 4)) * pi / 4
        spots = [turned(spot, turn) for ring in puzzle.outline for spot in ring]
        xs, ys = ([points_of(spot[i]) for spot in spots] for i in (0, 1))
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        if max(wide, high) > WIDEST:
            raise DrawingError(f"the outline is {wide} picture points wide and {high} high; {WIDEST} is the maximum")
        return cls(turn, min(xs), min(ys), wide, high)

    def point(self, spot: Spot) -> Point:
        x, y = turned(spot, self.turn)
        return points_of(x) - self.left, points_of(y) - self.low

    def ring(self, ring: Ring) -> list[Point]:
        return [self.point(spot) for spot in ring]


@cache
def _halves() -> tuple[int, ...]:
    return tuple(sorted(range(-MOST_HALVES, MOST_HALVES + 1), key=abs))


def points_of(length: float) -> int:
    """Return a coordinate in picture points: exactly for a + b/sqrt2 in half legs, else the nearest point."""
    for halves in _halves():
        rest = 2 * length - halves / sqrt(2)
        if abs(rest - round(rest)) < NEAR:
            return _rounded((AXIAL * round(rest) + DIAGONAL * halves) / 2)
    return _rounded(AXIAL * length)


def _rounded(number: float) -> int:
    """Return the nearest whole number; of two, the one further from zero, so that what is mirrored stays mirrored."""
    return floor(number + 0.5) if number >= 0 else ceil(number - 0.5)

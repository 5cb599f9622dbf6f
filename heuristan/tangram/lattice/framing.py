"""Lattice points in an outline's own coordinates, over tables of points.

A kernel (`heuristan.common.kernels`) for `heuristan.tangram.puzzle.puzzle.Frame`.
"""

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from heuristan.tangram.lattice.points import value

# numbers that are compiled in stand in kernels: by these it is seen whether they must be compiled anew
FINEST = 2.0**52
"""Up to here floats are fine enough for halves."""


class Turn(NamedTuple):
    """A turn with a scale, then perhaps a mirroring, then a move."""

    cosine: float
    """Times the scale."""
    sine: float
    up: float
    """-1 where y runs down, else 1."""
    x: float
    y: float
    tidy: float
    """One over the last decimal to keep."""


def own_each(points: Sequence[Sequence[int]], turn: Turn, found: list[float]) -> None:
    """Write where points lie: x and y of the first one, of the second one, and so on."""
    for i in range(len(points)):
        x, y = own(value(points[i][0]), value(points[i][2]), turn)
        found[2 * i] = x
        found[2 * i + 1] = y


def own(x: float, y: float, turn: Turn) -> tuple[float, float]:
    """Where a place given in lattice units lies."""
    u = turn.cosine * x - turn.sine * y
    v = turn.sine * x + turn.cosine * y
    return tidied(turn.x + u, turn.tidy), tidied(turn.y + turn.up * v, turn.tidy)


def tidied(number: float, tidy: float) -> float:
    """Without the noise of the last bits, so that 2.0000000000000004 is printed as 2.0.

    It is the nearest float to a multiple of 1/tidy near by, and never -0.0. Where floats are no finer than that, there
    is nothing to tidy.
    """
    multiple = number * tidy
    return floor(multiple + 0.5) / tidy if -FINEST < multiple < FINEST else number

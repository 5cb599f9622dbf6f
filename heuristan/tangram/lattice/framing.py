"""Lattice points in an outline's own coordinates, over tables of points.

A kernel (`heuristan.common.kernels`) for `heuristan.tangram.puzzle.puzzle.Frame`.
"""

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from heuristan.tangram.lattice.points import value

# these numbers are compiled into functions, so they belong in kernels: a change compiles the functions again
FINEST = 2.0**52
"""Below this, floats can hold halves."""


class Turn(NamedTuple):
    """A turn with a scale, then perhaps a mirroring, then a move."""

    cosine: float
    """The cosine of the angle, times the scale."""
    sine: float
    up: float
    """-1 where y runs down, otherwise 1."""
    x: float
    y: float
    tidy: float
    """One divided by the last decimal to keep."""


def own_each(points: Sequence[Sequence[int]], turn: Turn, found: list[float]) -> None:
    """Write the places of points: x and y of the first one, of the second one, and so on."""
    for i in range(len(points)):
        x, y = own(value(points[i][0]), value(points[i][2]), turn)
        found[2 * i] = x
        found[2 * i + 1] = y


def own(x: float, y: float, turn: Turn) -> tuple[float, float]:
    """Return where a place given in lattice units lies."""
    u = turn.cosine * x - turn.sine * y
    v = turn.sine * x + turn.cosine * y
    return tidied(turn.x + u, turn.tidy), tidied(turn.y + turn.up * v, turn.tidy)


def tidied(number: float, tidy: float) -> float:
    """Return a number without the noise of its last bits, so that 2.0000000000000004 is printed as 2.0.

    The result is the float nearest to a multiple of 1/tidy, and never -0.0. Where floats are coarser than that, the
    number is returned as it is.
    """
    multiple = number * tidy
    return floor(multiple + 0.5) / tidy if -FINEST < multiple < FINEST else number

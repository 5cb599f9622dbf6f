"""Path integrals of exponentials along sides: the linear equations that every solution satisfies (section 6.2).

Along each side of a piece, e^(k.u) is integrated by arc length. A side covers what lies against it with the opposite
direction, be it one side, several, or parts of some, so over all pieces the integrals of a direction, less those of the
opposite one, are what the frame's are: equation (6.2), with the frame on the right-hand side. Moving a piece by t
multiplies its integrals by e^(k.t), so the equation for k is linear in the monomials T_i^k, T_i = e^(t_i), of that one
k, and the equations of different k are solved separately.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.edgematching.polygons.kinds import KindsOfSides, kinds_of
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Side

Floats: TypeAlias = NDArray[np.float64]

SERIES_BELOW = 1e-3
"""Below this sinh(x)/x is taken from three terms of its series, which are then exact to the last bit."""


class Sides(NamedTuple):
    """Sides as arrays."""

    starts: Floats
    """A row a side."""
    ends: Floats
    kinds: NDArray[np.intp]
    """Number of the kind of each."""
    signs: Floats
    """1 for sides along the direction of their kind, -1 against it."""


def arrays(kinds: KindsOfSides, sides: Sequence[Side], middle: tuple[float, float]) -> Sides:
    """Sides as arrays, their coordinates relative to a point."""
    found = [kinds.of(side) for side in sides]
    return Sides(
        np.array([side.start for side in sides]) - middle,
        np.array([side.end for side in sides]) - middle,
        np.array([kind for kind, _ in found]),
        np.array([sign for _, sign in found]),
    )


def path_integrals(starts: Floats, ends: Floats, exponents: Floats) -> Floats:
    """The integral of e^(k.u) by arc length along each straight side, a row a side and a column a k.

    Along a side from p to q, k.u runs evenly from k.p to k.q, so the integral is
    ``|q - p| e^(k.(p + q)/2) sinh(x)/x`` with ``x = k.(q - p)/2``.

    Args:
        starts: p, a row a side.
        ends: q.
        exponents: k, a row each.
    """
    lengths = np.hypot(*(ends - starts).T)
    middles = (starts + ends) @ exponents.T / 2
    found: Floats = lengths[:, None] * np.exp(middles) * _sinhc((ends - starts) @ exponents.T / 2)
    return found


def _sinhc(x: Floats) -> Floats:
    small = np.abs(x) < SERIES_BELOW
    safe = np.where(small, 1.0, x)
    series = 1 + x * x / 6 * (1 + x * x / 20)
    return np.where(small, series, np.sinh(safe) / safe)


class System(NamedTuple):
    """The equations of a puzzle: for each exponent k, ``pieces[k] @ z_k = frame[k]`` with ``z_k = (T_1^k, T_2^k ...)``.

    Positions are those of the middles of the pieces, relative to the frame's middle, times the scale.
    """

    exponents: Floats
    """A row a k."""
    pieces: Floats
    """For each k a matrix with a row a kind of side and a column a piece."""
    frame: Floats
    """For each k a row: the right-hand sides."""
    scale: float
    """h: T = e^(h t)."""


def system_of(puzzle: PolygonPuzzle, exponents: Floats, scale: float) -> System:
    """The equations of a puzzle for some exponents.

    Args:
        puzzle: the puzzle.
        exponents: k, whole numbers in the paper, a row each.
        scale: h, by which lengths are multiplied, so that e^(h t) stays near 1.
    """
    kinds = kinds_of(puzzle)
    columns = [
        summed(arrays(kinds, piece.sides, piece.middle), len(kinds.kinds), exponents, scale) for piece in puzzle.pieces
    ]
    frame = summed(arrays(kinds, puzzle.sides, puzzle.middle), len(kinds.kinds), exponents, scale)
    return System(exponents, np.stack(columns, axis=2), frame, scale)


def summed(sides: Sides, kinds: int, exponents: Floats, scale: float) -> Floats:
    """The signed sums of the path integrals over the sides of each kind: a row a k, a column a kind."""
    each = sides.signs[:, None] * path_integrals(scale * sides.starts, scale * sides.ends, exponents)
    found = np.zeros((kinds, len(exponents)))
    np.add.at(found, sides.kinds, each)
    return found.T

"""Path integrals of exponentials along sides: the linear equations that every solution satisfies (section 6.2).

Along each side of a piece, e^(k.u) is integrated by arc length. A side lies along sides of the opposite direction, be
it one, several, or parts of some. So the integrals of a direction over all pieces, minus those of the opposite
direction, are equal to those of the frame: equation (6.2), with the frame on the right-hand side. Moving a piece by t
multiplies its integrals by e^(k.t), so the equation for k is linear in the monomials T_i^k, T_i = e^(t_i), of that one
k, and the equations of different k are solved separately.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.edgematching.polygons.kinds import SideKinds, kinds_of
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Side

Floats: TypeAlias = NDArray[np.float64]

SERIES_BELOW = 1e-3
"""Below this x, sinh(x)/x is computed by three terms of its series, which are then exact to the last bit."""


class Sides(NamedTuple):
    """Sides as arrays."""

    starts: Floats
    """A row a side."""
    ends: Floats
    kinds: NDArray[np.intp]
    """The number of each side's kind."""
    signs: Floats
    """1 for sides along the direction of their kind, -1 against it."""


def arrays(kinds: SideKinds, sides: Sequence[Side], middle: tuple[float, float]) -> Sides:
    """Return sides as arrays, with coordinates relative to a point."""
    found = [kinds.of(side) for side in sides]
    return Sides(
        np.array([side.start for side in sides]) - middle,
        np.array([side.end for side in sides]) - middle,
        np.array([kind for kind, _ in found]),
        np.array([sign for _, sign in found]),
    )


def path_integrals(starts: Floats, ends: Floats, exponents: Floats) -> Floats:
    """Return the integral of e^(k.u) by arc length along each straight side, a row a side and a column a k.

    Along a side from p to q, k.u grows linearly from k.p to k.q, so the integral is
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

    The position of a piece is its middle, relative to the frame's middle, times the scale.
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
    """Return the equations of a puzzle for some exponents.

    Args:
        puzzle: the puzzle.
        exponents: k, integers in the paper, a row each.
        scale: h, the factor of all lengths, such that e^(h t) stays near 1.
    """
    kinds = kinds_of(puzzle)
    columns = [
        summed(arrays(kinds, piece.sides, piece.middle), len(kinds.kinds), exponents, scale) for piece in puzzle.pieces
    ]
    frame = summed(arrays(kinds, puzzle.sides, puzzle.middle), len(kinds.kinds), exponents, scale)
    return System(exponents, np.stack(columns, axis=2), frame, scale)


def summed(sides: Sides, kinds: int, exponents: Floats, scale: float) -> Floats:
    """Return the signed sums of the path integrals over the sides of each kind: a row a k, a column a kind."""
    each = sides.signs[:, None] * path_integrals(scale * sides.starts, scale * sides.ends, exponents)
    found = np.zeros((kinds, len(exponents)))
    np.add.at(found, sides.kinds, each)
    return found.T

"""Repair approximate places: make sides that nearly lie along each other touch.

A side of a piece lies along sides of other pieces or of the frame, and each such contact is an equation between the
places of two pieces: along the side's normal, both are at the same distance. Contacts are taken one after the other,
the closest first, if they say something new; whatever they leave open stays as near as it was.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.edgematching.polygons.integrals import Floats, arrays
from heuristan.edgematching.polygons.kinds import kinds_of
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle

INDEPENDENT = 1e-6
"""Minimum length of the part of an equation that does not follow from the others. With unit normals that part is either
about 1e-15 or, for the angles that occur in puzzles, more than a hundredth."""


class Contacts:
    """The pairs of sides of a puzzle that could lie along each other at some places."""

    def __init__(self, puzzle: PolygonPuzzle) -> None:
        kinds = kinds_of(puzzle)
        owned = [(-1, side) for side in puzzle.sides]
        owned += [(number, side) for number, piece in enumerate(puzzle.pieces) for side in piece.sides]
        owners = np.array([owner for owner, _ in owned])
        sides = arrays(kinds, [side for _, side in owned], (0.0, 0.0))
        # the frame's sides run like those of the pieces along them; reversed they run against them
        signs = np.where(owners < 0, -sides.signs, sides.signs)
        directions = np.array([kind.direction for kind in kinds.kinds])[sides.kinds]
        normals = np.column_stack([-directions[:, 1], directions[:, 0]])
        self.count = len(puzzle.pieces)
        pairs = [
            (i, j)
            for i in range(len(owned))
            for j in range(i + 1, len(owned))
            if owners[i] != owners[j] and sides.kinds[i] == sides.kinds[j] and signs[i] != signs[j]
        ]
        first, second = np.array(pairs, dtype=int).reshape(-1, 2).T
        self.pairs = _Pairs(
            owners[first],
            owners[second],
            directions[first],
            normals[first],
            np.einsum("ij,ij->i", normals[first], sides.starts[second] - sides.starts[first]),
            _spans(sides.starts, sides.ends, directions)[first],
            _spans(sides.starts, sides.ends, directions)[second],
        )

    def repair(self, places: Floats, reach: float) -> Floats:
        """Return places near the given ones at which the pieces touch each other and the frame.

        Args:
            places: by how much each piece is moved, a row a piece.
            reach: the maximum distance of sides that are made to touch.
        """
        pairs = self.pairs
        # the last row is that of the frame, which does not move
        moved = np.vstack([places, np.zeros(2)])
        one, other = moved[pairs.one], moved[pairs.other]
        gaps = pairs.offsets + np.einsum("ij,ij->i", pairs.normals, other - one)
        shift = np.einsum("ij,ij->i", pairs.directions, one)
        shift_other = np.einsum("ij,ij->i", pairs.directions, other)
        low = np.maximum(pairs.span[:, 0] + shift, pairs.span_other[:, 0] + shift_other)
        high = np.minimum(pairs.span[:, 1] + shift, pairs.span_other[:, 1] + shift_other)
        near = np.flatnonzero((np.abs(gaps) < reach) & (high - low > reach))
        order = near[np.argsort(np.abs(gaps[near]), kind="stable")]
        equations = _Equations(2 * self.count)
        for pair in order:
            row = np.zeros((self.count + 1, 2))
            row[pairs.other[pair]] += pairs.normals[pair]
            row[pairs.one[pair]] -= pairs.normals[pair]
            equations.add(row[:-1].ravel(), -gaps[pair])
        return places + equations.shortest_solution().reshape(-1, 2)


class _Pairs(NamedTuple):
    """Pairs of sides that could lie along each other."""

    one: NDArray[np.intp]
    """The piece that has the one side, -1 for the frame."""
    other: NDArray[np.intp]
    directions: Floats
    normals: Floats
    offsets: Floats
    """The distance from the one side to the other along the normal, where the puzzle shows them."""
    span: Floats
    """The two ends of the one side along the direction."""
    span_other: Floats


def _spans(starts: Floats, ends: Floats, directions: Floats) -> Floats:
    from_ends = np.column_stack([np.einsum("ij,ij->i", starts, directions), np.einsum("ij,ij->i", ends, directions)])
    return np.sort(from_ends, axis=1)


class _Equations:
    """Linear equations without contradictions, kept as an orthonormal basis of their rows."""

    def __init__(self, unknowns: int) -> None:
        self.basis = np.zeros((unknowns, unknowns))
        self.values = np.zeros(unknowns)
        self.rank = 0

    def add(self, row: Floats, value: float) -> None:
        """Add an equation, unless it follows from the others or contradicts them."""
        if self.rank == len(self.values):
            return
        basis = self.basis[: self.rank]
        shares = basis @ row
        left = row - shares @ basis
        # twice is enough: the second projection removes the rounding errors of the first
        left -= (basis @ left) @ basis
        long = float(np.linalg.norm(left))
        if long > INDEPENDENT:
            self.basis[self.rank] = left / long
            self.values[self.rank] = (value - shares @ self.values[: self.rank]) / long
            self.rank += 1

    def shortest_solution(self) -> Floats:
        return self.values[: self.rank] @ self.basis[: self.rank]

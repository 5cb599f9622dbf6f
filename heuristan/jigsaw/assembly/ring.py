"""The border as a ring of pieces, and the costs of arranging it: a travelling salesman problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from heuristan.jigsaw.arrays import Booleans, Floats, Indices
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.measures.joints import FORBIDDEN, ahead, behind, flats
from heuristan.jigsaw.piece import Piece

Strip: TypeAlias = tuple[int, ...]
"""Indices into the ring's list of pieces, clockwise one after the other."""


@dataclass(frozen=True, eq=False)
class Ring:
    """The pieces of the border."""

    pieces: Indices
    """Indices of the puzzle's pieces, shape (n,)."""
    is_corner: Booleans
    joints: Floats
    """The cost of the second piece following the first clockwise, shape (n, n)."""
    onwards: Indices
    """The side of each piece that points clockwise along the border, 0 to 3; shape (n,)."""

    def __len__(self) -> int:
        return len(self.pieces)


def ring_of(pieces: Sequence[Piece], costs: Floats) -> Ring:
    """Return the border of a puzzle.

    Args:
        pieces: all pieces.
        costs: the cost of a joint of two sides, FORBIDDEN if it is impossible; shape (4 * pieces, 4 * pieces).
    """
    flat = flats(pieces)
    border = np.flatnonzero(flat.any(axis=1))
    onwards = ahead(pieces).reshape(-1, 4)[border].argmax(axis=1)
    back = behind(pieces).reshape(-1, 4)[border].argmax(axis=1)
    joints = costs[np.ix_(4 * border + onwards, 4 * border + back)]
    return Ring(border, flat[border].sum(axis=1) == 2, joints, onwards)


def place_costs(ring: Ring, size: Dimensions) -> Floats:
    """Return the cost of each piece at each place, clockwise from the top left corner; shape (n, n).

    A corner piece at a corner and another piece elsewhere cost nothing; the rest is forbidden.
    """
    corners = np.zeros(len(ring), dtype=bool)
    corners[list(size.corner_places())] = True
    return np.where(ring.is_corner[:, None] != corners[None, :], FORBIDDEN, 0.0)


def cost_of(ring: Ring, places: Floats, order: Sequence[int]) -> float:
    """Return the cost of a whole ring, its first piece at place 0."""
    here = np.asarray(order)
    return float(ring.joints[here, np.roll(here, -1)].sum() + places[here, np.arange(len(here))].sum())

"""The border as a ring of pieces, and what it costs to arrange strips of it: a travelling salesman problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.measures.frame import Floats
from heuristan.jigsaw.measures.joints import FORBIDDEN, ahead, behind, flats
from heuristan.jigsaw.piece import Piece

Strip: TypeAlias = tuple[int, ...]
"""Places in the ring's list of pieces, clockwise one after the other."""


@dataclass(frozen=True, eq=False)
class Ring:
    """The pieces of the border."""

    pieces: NDArray[np.intp]
    """Shape (n,): which pieces of the puzzle."""
    is_corner: NDArray[np.bool_]
    joints: Floats
    """Shape (n, n): what it costs that the second follows the first clockwise."""
    onwards: NDArray[np.intp]
    """Shape (n,): the side of each piece that points clockwise along the border, 0 to 3."""

    def __len__(self) -> int:
        return len(self.pieces)


def ring_of(pieces: Sequence[Piece], costs: Floats) -> Ring:
    """The border of a puzzle.

    Args:
        pieces: all pieces.
        costs: shape (4 * pieces, 4 * pieces), what a joint of two sides costs; FORBIDDEN where it cannot be.
    """
    flat = flats(pieces)
    border = np.flatnonzero(flat.any(axis=1))
    onwards = ahead(pieces).reshape(-1, 4)[border].argmax(axis=1)
    back = behind(pieces).reshape(-1, 4)[border].argmax(axis=1)
    joints = costs[np.ix_(4 * border + onwards, 4 * border + back)]
    return Ring(border, flat[border].sum(axis=1) == 2, joints, onwards)


def place_costs(ring: Ring, size: Dimensions) -> Floats:
    """Shape (n, n): what it costs that a piece lies at a place, clockwise from the corner above on the left.

    Corners at the corners and no others are free.
    """
    corners = np.zeros(len(ring), dtype=bool)
    corners[list(size.corner_places())] = True
    return np.where(ring.is_corner[:, None] != corners[None, :], FORBIDDEN, 0.0)


def cost_of(ring: Ring, places: Floats, order: Sequence[int]) -> float:
    """What a whole ring costs, its first piece at place 0."""
    here = np.asarray(order)
    return float(ring.joints[here, np.roll(here, -1)].sum() + places[here, np.arange(len(here))].sum())

"""Which sides may lie against which, before any measure is asked.

A side is known by one number, four times the place of its piece plus its own place, so that a table over all sides is
one array. What the kinds of the sides say costs nothing and is never wrong where the pieces were read rightly: tabs go
into blanks, flat sides lie against nothing, and a side next to a flat one lies on the border's ring and so against
another such.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.piece import Piece

Booleans = NDArray[np.bool_]

FORBIDDEN = 1e4
"""What a joint costs that cannot be, and a corner that lies off the corners. Costs are about 1, and a puzzle has a
thousand joints or so: one that is forbidden weighs more than all that are allowed, and sums keep nine digits for the
rest."""


def flats(pieces: Sequence[Piece]) -> Booleans:
    """Shape (pieces, 4): which sides are flat."""
    return np.array([[side.kind == "flat" for side in piece.sides] for piece in pieces], dtype=bool).reshape(-1, 4)


def tabs(pieces: Sequence[Piece]) -> Booleans:
    """Shape (4 * pieces,): which sides are tabs."""
    return np.array([side.kind == "tab" for piece in pieces for side in piece.sides], dtype=bool)


def blanks(pieces: Sequence[Piece]) -> Booleans:
    """Shape (4 * pieces,): which sides are blanks."""
    return np.array([side.kind == "blank" for piece in pieces for side in piece.sides], dtype=bool)


def ahead(pieces: Sequence[Piece]) -> Booleans:
    """Shape (4 * pieces,): sides that point onwards on the border, clockwise: after a flat side, and not flat."""
    flat = flats(pieces)
    return (np.roll(flat, 1, axis=1) & ~flat).ravel()


def behind(pieces: Sequence[Piece]) -> Booleans:
    """Shape (4 * pieces,): sides that point back on the border, clockwise: before a flat side, and not flat."""
    flat = flats(pieces)
    return (np.roll(flat, -1, axis=1) & ~flat).ravel()


def allowed(pieces: Sequence[Piece], *, upright: bool = False) -> Booleans:
    """Shape (4 * pieces, 4 * pieces), symmetric: whether two sides may lie against each other.

    Args:
        pieces: all pieces of a puzzle.
        upright: whether the first side of each piece is known to be the top one; then right sides lie against left
            ones and lower against upper ones alone.
    """
    onwards, back, tab, blank = ahead(pieces), behind(pieces), tabs(pieces), blanks(pieces)
    inner = ~(onwards | back)
    rings = np.outer(onwards, back) | np.outer(back, onwards) | np.outer(inner, inner)
    found: Booleans = (np.outer(tab, blank) | np.outer(blank, tab)) & rings
    sides = np.arange(4 * len(pieces))
    found &= sides[:, None] // 4 != sides[None, :] // 4
    if upright:
        found &= (sides[:, None] - sides[None, :]) % 4 == 2
    return found

"""The pairs of sides that may lie against each other, whatever a measure says.

A side has one number, four times the index of its piece plus its own index, so that a table over all sides is one
array. The kinds of the sides cost nothing to compare and are never wrong if the pieces were read correctly: tabs go
into blanks, flat sides lie against nothing, and a side next to a flat one joins two pieces of the border, so the side
it lies against is next to a flat one too.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.piece import Booleans, Indices, Piece

FORBIDDEN = 1e4
"""Cost of a joint that is impossible, and of a corner piece that is not at a corner. Other costs are about 1, and a
puzzle has about a thousand joints: a forbidden one weighs more than all allowed ones, and sums keep nine digits for
the rest."""


class Joints(NamedTuple):
    """Pairs of sides that are assumed to be joints."""

    tabs: Indices
    blanks: Indices


def flats(pieces: Sequence[Piece]) -> Booleans:
    """Return which sides are flat, shape (pieces, 4)."""
    return np.array([[side.kind == "flat" for side in piece.sides] for piece in pieces], dtype=bool).reshape(-1, 4)


def tabs(pieces: Sequence[Piece]) -> Booleans:
    """Return which sides are tabs, shape (4 * pieces,)."""
    return np.array([side.kind == "tab" for piece in pieces for side in piece.sides], dtype=bool)


def blanks(pieces: Sequence[Piece]) -> Booleans:
    """Return which sides are blanks, shape (4 * pieces,)."""
    return np.array([side.kind == "blank" for piece in pieces for side in piece.sides], dtype=bool)


def ahead(pieces: Sequence[Piece]) -> Booleans:
    """Return which sides point onwards on the border, clockwise: after a flat side and not flat. Shape (4 * pieces,)"""
    flat = flats(pieces)
    return (np.roll(flat, 1, axis=1) & ~flat).ravel()


def behind(pieces: Sequence[Piece]) -> Booleans:
    """Return which sides point back on the border, clockwise: before a flat side and not flat. Shape (4 * pieces,)"""
    flat = flats(pieces)
    return (np.roll(flat, -1, axis=1) & ~flat).ravel()


def allowed(pieces: Sequence[Piece], *, upright: bool = False) -> Booleans:
    """Return whether any two sides may lie against each other, shape (4 * pieces, 4 * pieces), symmetric.

    Args:
        pieces: all pieces of a puzzle.
        upright: whether the first side of each piece is known to be the top one; then right sides lie only against
            left ones, and lower only against upper ones.
    """
    onwards, back = ahead(pieces), behind(pieces)
    inner = ~(onwards | back)
    rings = np.outer(onwards, back) | np.outer(back, onwards) | np.outer(inner, inner)
    return opposite(pieces, upright=upright) & rings


def opposite(pieces: Sequence[Piece], *, upright: bool = False) -> Booleans:
    """Return which sides are a tab and a blank of two pieces, whatever the sides next to them are; as `allowed`.

    A side that is wrongly read as flat says nothing here about the sides next to it.
    """
    tab, blank = tabs(pieces), blanks(pieces)
    found: Booleans = np.outer(tab, blank) | np.outer(blank, tab)
    sides = np.arange(4 * len(pieces))
    found &= sides[:, None] // 4 != sides[None, :] // 4
    if upright:
        found &= (sides[:, None] - sides[None, :]) % 4 == 2
    return found

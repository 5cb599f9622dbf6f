"""Rows and columns, counted from the flat sides of the pieces."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heuristan.common.words import plural
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.measures.sides import flats
from heuristan.jigsaw.piece import Piece

FEWEST = 4
"""Minimum number of pieces: two rows of two. A single row would have pieces that are flat above and below."""


class NoRectangleError(PuzzleError):
    """Pieces that do not make a full rectangle."""


class Dimensions(NamedTuple):
    """The size of the whole puzzle in pieces."""

    rows: int
    columns: int

    @property
    def ring(self) -> int:
        """Number of pieces at the border."""
        return 2 * (self.rows + self.columns) - 4

    def corner_places(self) -> tuple[int, int, int, int]:
        """Return the places of the corners on the border, counted clockwise from the top left one."""
        across, down = self.columns - 1, self.rows - 1
        return 0, across, across + down, 2 * across + down


def dimensions(pieces: Sequence[Piece], *, upright: bool = False) -> Dimensions:
    """Return rows and columns: only one rectangle has this number of pieces and this number at the border.

    If the orientation is not known, there are at most as many rows as columns; if it is known, the pieces that are flat
    above decide which is which.

    Raises:
        PuzzleError: if there are fewer than four pieces.
        NoRectangleError: if a piece has impossible flat sides, or no rectangle has these numbers.
    """
    _check_pieces(pieces)
    flat = flats(pieces)
    border = int(flat.any(axis=1).sum())
    corners = int((flat.sum(axis=1) == 2).sum())
    if corners != 4:
        raise NoRectangleError(
            f"{len(pieces)} pieces with {corners} corners were read, and a puzzle has 4; check that each piece is "
            "there once, and is read well"
        )
    # with r rows and c columns: r + c = half, r * c = len(pieces)
    half, odd = divmod(border + 4, 2)
    rows = next((r for r in range(2, half // 2 + 1) if r * (half - r) == len(pieces)), 0)
    if odd or not rows:
        raise NoRectangleError(
            f"{plural(len(pieces), 'piece')}, {border} of them at the border, do not make a rectangle; "
            f"{_possible(len(pieces))}"
        )
    if upright:
        return _upright(Dimensions(rows, half - rows), int(flat[:, 0].sum()))
    return Dimensions(rows, half - rows)


def _check_pieces(pieces: Sequence[Piece]) -> None:
    """Check that each piece can lie in a puzzle of at least two rows and two columns."""
    if len(pieces) < FEWEST:
        raise PuzzleError(f"{len(pieces)} pieces were read, and a puzzle has at least {FEWEST}")
    for piece, flat in zip(pieces, flats(pieces), strict=True):
        if flat.sum() > 2 or (flat[0] and flat[2]) or (flat[1] and flat[3]):
            raise NoRectangleError(
                f"the piece '{piece.name}' is flat on {int(flat.sum())} sides, two of them opposite; puzzles of a "
                "single row are not assembled, and in others it is read wrongly"
            )


def _possible(count: int) -> str:
    """Describe the rectangles that this number of pieces can make."""
    pairs = [Dimensions(r, count // r) for r in range(2, int(np.sqrt(count)) + 1) if count % r == 0]
    if not pairs:
        return "a piece is missing or one too many, because the number has no divisors"
    words = ", ".join(f"{pair.rows} x {pair.columns} has {pair.ring}" for pair in pairs)
    return f"{words} at the border"


def _upright(found: Dimensions, across: int) -> Dimensions:
    """Tell rows from columns by the number of pieces that are flat above."""
    if across == found.columns:
        return found
    if across == found.rows:
        return Dimensions(found.columns, found.rows)
    raise PuzzleError(
        f"{across} pieces are flat above, and the puzzle is {found.rows} x {found.columns}: its pieces do not stand "
        "upright; use --orientation unknown"
    )

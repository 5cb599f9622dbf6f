"""Rows and columns, from what the sides of the pieces say."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.measures.joints import flats
from heuristan.jigsaw.piece import Piece

FEWEST = 4
"""Pieces: two rows of two. A single row would have pieces that are flat above and below."""


class Dimensions(NamedTuple):
    """Of the whole puzzle, in pieces."""

    rows: int
    columns: int

    @property
    def ring(self) -> int:
        """Pieces at the border."""
        return 2 * (self.rows + self.columns) - 4

    def corner_places(self) -> tuple[int, int, int, int]:
        """Where the corners are when the border is walked clockwise from the one above on the left."""
        across, down = self.columns - 1, self.rows - 1
        return 0, across, across + down, 2 * across + down


def dimensions(pieces: Sequence[Piece], *, upright: bool = False) -> Dimensions:
    """Rows and columns: the only ones that give so many pieces, and so many at the border.

    Where the orientation is not known, rows are the fewer; where it is known, the pieces that are flat above are
    counted.

    Raises:
        PuzzleError: a piece is flat where none can be, or no rectangle has such numbers.
    """
    _check_pieces(pieces)
    flat = flats(pieces)
    border = int(flat.any(axis=1).sum())
    corners = int((flat.sum(axis=1) == 2).sum())
    if corners != 4:
        raise PuzzleError(
            f"{len(pieces)} pieces with {corners} corners were read, and a puzzle has 4; see that each piece is there "
            "once, and read well"
        )
    # with r rows and c columns: r + c = half, r * c = len(pieces)
    half, odd = divmod(border + 4, 2)
    rows = next((r for r in range(2, half // 2 + 1) if r * (half - r) == len(pieces)), 0)
    if odd or not rows:
        raise PuzzleError(
            f"{len(pieces)} pieces, {border} of them at the border, make no rectangle; {_possible(len(pieces))}"
        )
    if upright:
        return _upright(Dimensions(rows, half - rows), int(flat[:, 0].sum()))
    return Dimensions(rows, half - rows)


def check_stated(pieces: Sequence[Piece], stated: tuple[int, int], *, upright: bool) -> None:
    """See that rows and columns are as somebody says; either way round where the orientation is not known.

    Raises:
        PuzzleError: they are not, or as of `dimensions`.
    """
    found = dimensions(pieces, upright=upright)
    if stated not in (found, *(() if upright else (found[::-1],))):
        raise PuzzleError(
            f"puzzle.json says {stated[0]} rows and {stated[1]} columns, and by their flat sides the pieces make "
            f"{found.rows} x {found.columns}; mend the numbers, or leave them out"
        )


def _check_pieces(pieces: Sequence[Piece]) -> None:
    """See that each piece can lie in a puzzle of two rows and columns at least."""
    if len(pieces) < FEWEST:
        raise PuzzleError(f"{len(pieces)} pieces were read, and a puzzle has {FEWEST} at least")
    for piece, flat in zip(pieces, flats(pieces), strict=True):
        if flat.sum() > 2 or (flat[0] and flat[2]) or (flat[1] and flat[3]):
            raise PuzzleError(
                f"the piece '{piece.name}' is flat on {int(flat.sum())} sides, two of them opposite; puzzles of a "
                "single row are not assembled, and in others it is read wrongly"
            )


def _possible(count: int) -> str:
    """What rectangles so many pieces can make."""
    pairs = [Dimensions(r, count // r) for r in range(2, int(np.sqrt(count)) + 1) if count % r == 0]
    if not pairs:
        return "a piece is missing or too many, since the number has no divisors"
    words = ", ".join(f"{pair.rows} x {pair.columns} has {pair.ring}" for pair in pairs)
    return f"with so many, {words}"


def _upright(found: Dimensions, across: int) -> Dimensions:
    """Rows and columns told apart by how many pieces are flat above."""
    if across == found.columns:
        return found
    if across == found.rows:
        return Dimensions(found.columns, found.rows)
    raise PuzzleError(
        f"{across} pieces are flat above, and the puzzle is {found.rows} x {found.columns}; its pieces do not stand "
        "upright: take --orientation unknown"
    )

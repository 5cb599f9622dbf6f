"""A sheet: all pieces on one picture, with gaps between them."""

from collections.abc import Sequence
from math import ceil, sqrt

import numpy as np

from heuristan.jigsaw.arrays import Singles
from heuristan.jigsaw.cutting.stamping import Stamp
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.pictures import MOST_PIXELS

GAP = 8
"""The usual gap."""
SHIFT = 3
"""Maximum shift of a piece on its place in pixels, as if laid by hand."""


def laid_out(
    pieces: Sequence[Stamp], random: np.random.Generator, gap: int = GAP
) -> tuple[Singles, Singles, list[Stamp]]:
    """Lay pieces row by row on a sheet.

    Args:
        pieces: the pieces.
        random: source of their shifts.
        gap: gap between the places of two pieces in pixels, besides each picture's own margin.

    Returns:
        The sheet's colours, its alpha, and the pieces with their corners on the sheet.

    Raises:
        PuzzleError: if the sheet would be too large to be read as it is.
    """
    high, wide = (max(piece.alpha.shape[axis] for piece in pieces) + gap for axis in (0, 1))
    columns = ceil(sqrt(len(pieces) * high / wide))
    rows = ceil(len(pieces) / columns)
    height, width = rows * high + gap, columns * wide + gap
    if height * width > MOST_PIXELS:
        raise PuzzleError(
            f"a sheet of {width} x {height} pixels is too large to be read as it is; write a folder, or cut fewer or "
            "smaller pieces"
        )
    colours = np.zeros((height, width, 3), np.float32)
    alpha = np.zeros((height, width), np.float32)
    moved = []
    for number, piece in enumerate(pieces):
        tall, across = piece.alpha.shape
        row, column = divmod(number, columns)
        dx, dy = random.integers(-SHIFT, SHIFT + 1, 2)
        left = gap + column * wide + (wide - gap - across) // 2 + int(dx)
        top = gap + row * high + (high - gap - tall) // 2 + int(dy)
        # only the piece itself: the margin of its picture may overlap another piece
        there = piece.alpha > 0
        colours[top : top + tall, left : left + across][there] = piece.colours[there]
        alpha[top : top + tall, left : left + across][there] = piece.alpha[there]
        moved.append(Stamp(piece.colours, piece.alpha, piece.corners + np.array([left, top]), (left, top)))
    return colours, alpha, moved

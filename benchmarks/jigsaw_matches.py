"""How good a measure of joints is, of a jigsaw puzzle whose truth is known."""

from collections.abc import Sequence

import numpy as np

from heuristan.jigsaw.judging import joints_of
from heuristan.jigsaw.piece import Floats, Piece
from heuristan.jigsaw.results import Result


def best_matches(table: Floats, pieces: Sequence[Piece], truth: Result) -> tuple[int, int]:
    """Return how many sides in joints have their true neighbour as their cheapest, and how many there are."""
    numbers = {piece.name: 4 * number for number, piece in enumerate(pieces)}
    best = np.argmin(table, axis=1)
    right = of = 0
    for joint in joints_of(truth):
        one, other = (numbers[piece] + side for piece, side in joint)
        right += int(best[one] == other) + int(best[other] == one)
        of += 2
    return right, of

"""The cost of a joint of two straight sides: the Mahalanobis gradient compatibility of the paper's section 3.3.2."""

from collections.abc import Sequence

import numpy as np

from heuristan.jigsaw.arrays import Floats, Singles
from heuristan.jigsaw.measures.gradient import compatibilities
from heuristan.jigsaw.measures.joints import FORBIDDEN
from heuristan.jigsaw.piece import Piece


def square_costs(pieces: Sequence[Piece], *, upright: bool) -> Floats:
    """Return the cost of the joint of any two sides, shape (4 * pieces, 4 * pieces).

    Args:
        pieces: square pieces.
        upright: whether the pieces are known to stand upright.
    """
    sides = [side.insets[:2] for piece in pieces for side in piece.sides]
    samples = int(np.median([side.shape[1] for side in sides]))
    places = np.linspace(0, 1, samples)
    rows = np.stack([_sampled(side, places) for side in sides], axis=1)
    back = rows[:, :, ::-1]
    costs = compatibilities((rows[0], rows[1]), (back[0], back[1]))
    numbers = np.arange(len(sides))
    impossible = numbers[:, None] // 4 == numbers[None, :] // 4
    if upright:
        impossible |= (numbers[:, None] - numbers[None, :]) % 4 != 2
    costs[impossible] = FORBIDDEN
    return costs


def _sampled(side: Singles, places: Floats) -> Floats:
    """Interpolate colours, shape (levels, points, 3), at places from 0 to 1."""
    at = places * (side.shape[1] - 1)
    low = np.minimum(at.astype(int), max(0, side.shape[1] - 2))
    share = (at - low)[None, :, None]
    high = np.minimum(low + 1, side.shape[1] - 1)
    return np.asarray(side[:, low] * (1 - share) + side[:, high] * share, dtype=np.float64)

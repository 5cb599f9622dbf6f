"""Standard colour compatibility, the paper's baseline: how strong an edge a detector would see along the joint."""

import numpy as np

from heuristan.jigsaw.measures.frame import Floats

SOBEL = np.array([1.0, 2.0, 1.0])
"""The column of the Sobel operator; the other one is its negative, and the middle one is zero."""


def contrasts(tabs: Floats, blanks: Floats) -> Floats:
    """Shape (tabs, blanks): equations 1 and 2.

    Args:
        tabs: shape (tabs, samples, 3), the colours along an inset.
        blanks: the same of blanks.

    The first and the last sample see themselves twice, so that there are as many answers as samples.
    """
    left, right = _smoothed(tabs), _smoothed(blanks)
    squares = np.sum(left**2, axis=1)[:, None] + np.sum(right**2, axis=1)[None, :]
    return np.asarray(np.sqrt(np.maximum(squares - 2 * left @ right.T, 0.0) / tabs.shape[1]))


def _smoothed(colours: Floats) -> Floats:
    """Shape (sides, 3 * samples): the sums over three neighbouring samples, weighed."""
    padded = np.pad(colours, ((0, 0), (1, 1), (0, 0)), mode="edge")
    found = SOBEL[0] * padded[:, :-2] + SOBEL[1] * padded[:, 1:-1] + SOBEL[2] * padded[:, 2:]
    return np.asarray(found.reshape(len(colours), -1))

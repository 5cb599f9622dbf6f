"""Standard colour compatibility, the paper's baseline: the strength of the edge that a detector sees at the joint."""

import numpy as np

from heuristan.jigsaw.arrays import Floats

SOBEL = np.array([1.0, 2.0, 1.0])
"""The column of the Sobel operator; the other one is its negative, and the middle one is zero."""


def contrasts(tabs: Floats, blanks: Floats) -> Floats:
    """Return the contrast of every tab with every blank by equations 1 and 2, shape (tabs, blanks).

    The first and the last sample count themselves twice, so that there are as many answers as samples.

    Args:
        tabs: the colours along an inset of each tab, shape (tabs, samples, 3).
        blanks: the same for blanks.
    """
    left, right = _smoothed(tabs), _smoothed(blanks)
    squares = np.sum(left**2, axis=1)[:, None] + np.sum(right**2, axis=1)[None, :]
    return np.asarray(np.sqrt(np.maximum(squares - 2 * left @ right.T, 0.0) / tabs.shape[1]))


def _smoothed(colours: Floats) -> Floats:
    """Return the weighted sums over three neighbouring samples, shape (sides, 3 * samples)."""
    padded = np.pad(colours, ((0, 0), (1, 1), (0, 0)), mode="edge")
    found = SOBEL[0] * padded[:, :-2] + SOBEL[1] * padded[:, 1:-1] + SOBEL[2] * padded[:, 2:]
    return np.asarray(found.reshape(len(colours), -1))

"""Separation of ink and paper."""

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.tangram.outlines.images.lighting import Light, quantile

FAINTEST = 0.1
"""Minimum difference of ink from the paper, as a share of the paper's colour."""
ABOVE_NOISE = 5.0
"""Minimum difference of ink from the paper, in widths of its noise."""


def ink_of(light: Light) -> Image:
    """Return which pixels are ink: 255, and 0 for paper.

    The threshold is half way between paper and ink, found by repetition (Ridler and Calvard 1978). Unlike Otsu's it
    does not assume about as much ink as paper, so thin lines count. On a blank picture there is no ink.
    """
    distance = light.distance
    few = distance[light.within]
    few = few[:: max(1, few.size // 200_000)]
    level = quantile(few, 0.9995)
    floor = max(FAINTEST, ABOVE_NOISE * light.noise)
    if level < floor:
        return np.zeros(distance.shape, np.uint8)
    limit = 0.5 * level
    for _ in range(20):
        ink, paper = few[few > limit], few[few <= limit]
        before, limit = limit, 0.5 * float(ink.mean() + paper.mean())
        if limit == before:
            break
    return np.asarray((distance > max(limit, 0.6 * floor)).astype(np.uint8) * 255)

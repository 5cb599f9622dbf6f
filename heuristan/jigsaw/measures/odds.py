"""Probability of each possible partner of a side.

Costs say how far two sides are apart. That a side is near to its partner says little if it is as near to ten others;
that it is far says little if it is farther from all others, as where a corner of the piece is read wrongly. So costs
become probabilities: of all sides that may lie against a side, one does.
"""

from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.measures.joints import FORBIDDEN

TRUE = 0.95
"""Share of the pairs of sides that are best for each other that are assumed to be joints."""
SOFTEST, SHARPEST = -4.0, 6.0
"""Logarithms of the minimum and the maximum sharpness, per unit of cost."""
HALVINGS = 30
"""Number of steps in which the sharpness is found."""
UNLIKE = 1.0
"""Extra cost of an impossible joint, compared with a joint about which nothing is known."""


class Odds(NamedTuple):
    """The costs of joints by their odds."""

    costs: Floats
    """Minus the mean logarithm of the probabilities that each of two sides has the other as its partner; at most
    `unknown`. Shape (sides, sides)."""
    even: float
    """The cost of a joint of which nothing is known: the logarithm of the number of partners."""

    @property
    def unknown(self) -> float:
        """The maximum cost. It is so low that a joint whose sides are read wrongly forbids nothing."""
        return self.even + UNLIKE


def odds(costs: Floats) -> Odds:
    """Return costs by odds.

    Probabilities are as sharp as the sides of the puzzle agree with each other: the mean probability of the likeliest
    partner is the share of sides whose best partner has them as its best partner too.

    Args:
        costs: the costs of joints by a measure, about 1 for a good one, FORBIDDEN if it is impossible; shape (sides,
            sides). Some are possible.
    """
    may = costs < FORBIDDEN
    some = may.any(axis=1)
    own = np.where(may, costs, np.inf)[some]
    best = np.where(may, costs, np.inf).argmin(axis=1)
    agreeing = TRUE * float((best[best] == np.arange(len(best)))[some].mean())
    low, high = SOFTEST, SHARPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        likeliest = np.exp(_logarithms(own, np.exp(middle)).max(axis=1)).mean()
        low, high = (middle, high) if likeliest < agreeing else (low, middle)
    found = np.full(costs.shape, -np.inf)
    found[some] = _logarithms(own, np.exp(low))
    even = float(np.log(may.sum(axis=1)[some].mean()))
    both = np.where(may, -(found + found.T) / 2, np.inf)
    return Odds(np.minimum(both, even + UNLIKE), even)


def _logarithms(costs: Floats, sharpness: float) -> Floats:
    """Return the logarithms of the probabilities of all partners of each side."""
    scaled = -sharpness * (costs - costs.min(axis=1, keepdims=True))
    return np.asarray(scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True)))

"""Wilcoxon's signed-rank test, exact with ties and with differences that are only known to be large; scipy's is not."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

import numpy as np

CENSORED = 1 << 40
"""A difference to a number that is not known because the run gave up before: larger than any other."""


class SignedRanks(NamedTuple):
    """The sums of the ranks of differences above and below 0, and the p value."""

    above: float
    below: float
    p: float


def signed_ranks(differences: Mapping[int, int]) -> SignedRanks:
    """Return Wilcoxon's signed-rank test, two-sided, exact with ties; differences of 0 are left out.

    If neither side is greater, each difference is as likely to be above 0 as below it. Its rank is that of its size,
    the mean rank where several are of the same size, so that censored differences share the highest.

    Args:
        differences: how often each difference occurs.
    """
    sizes = sorted((abs(value), value > 0, count) for value, count in differences.items() if value and count)
    doubled, before, above = [], 0, 0
    for _, group in groupby(sizes, key=lambda each: each[0]):
        signs = [(is_above, count) for _, is_above, count in group]
        count = sum(count for _, count in signs)
        rank = 2 * before + count + 1  # twice the mean of the ranks before + 1 to before + count
        doubled += [rank] * count
        above += rank * sum(count for is_above, count in signs if is_above)
        before += count
    total = sum(doubled)
    chances = np.zeros(total + 1)
    chances[0], reached = 1.0, 0
    for rank in doubled:
        chances[rank : reached + rank + 1] += chances[: reached + 1].copy()
        reached += rank
        chances[: reached + 1] /= 2
    tail = min(chances[: above + 1].sum(), chances[above:].sum())
    return SignedRanks(above / 2, (total - above) / 2, float(min(1.0, 2 * tail)))

"""Proportions, with intervals of 95 %, and the difference of two on the same cases.

By hand: scipy does not have Newcombe's interval, and the page in a browser has neither scipy nor numpy.
"""

from dataclasses import dataclass
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""Number of standard deviations around the mean with 95 % of a normal distribution."""

NEGLIGIBLE = 1e-18
"""Share of a sum that is too small to change it."""


class Interval(NamedTuple):
    """An interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Proportion:
    """A number of cases out of all, with an interval of 95 %."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.count / self.of


def wilson(count: float, of: float) -> Interval:
    """Return the score interval of a proportion (Wilson 1927).

    Args:
        count: number of cases with the property.
        of: number of all cases, above 0; a fraction if it is an effective sample size.
    """
    share, zz = min(1.0, count / of), Z * Z  # a fraction of a size may be above it by rounding
    middle = (share + zz / (2 * of)) / (1 + zz / of)
    half = Z / (1 + zz / of) * sqrt(share * (1 - share) / of + zz / (4 * of * of))
    low = middle - half if count > 0 else 0.0
    high = middle + half if count < of else 1.0
    return Interval(max(0.0, low), min(1.0, high))


def proportion(count: int, of: int) -> Proportion:
    """Return a proportion of at least one independent case."""
    return Proportion(count, of, *wilson(count, of))


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the p value of McNemar's exact test, two-sided.

    If both are equally good, each is equally likely to be the one that succeeds where the other fails. So the
    successes of one are binomial with 1/2; cases on which both agree say nothing.
    """
    total, fewer = only_first + only_second, min(only_first, only_second)
    chance = exp(lgamma(total + 1) - lgamma(fewer + 1) - lgamma(total - fewer + 1) - total * log(2))
    tail = 0.0
    for k in range(fewer, -1, -1):  # chance of k successes, each from the one before
        tail += chance
        chance *= k / (total - k + 1)
        if chance < tail * NEGLIGIBLE:
            break
    return min(1.0, 2 * tail)


def paired_difference(both: int, only_first: int, only_second: int, neither: int) -> Interval:
    """Return a 95 % interval for the share of the first minus the share of the second, on the same cases.

    Newcombe's tenth method (Statistics in Medicine 17, 1998, pages 2635 to 2650) combines the two Wilson intervals with
    the correlation of the pairs, which is corrected for continuity if it is positive.
    """
    of = both + only_first + only_second + neither
    first, second = both + only_first, both + only_second
    low1, high1 = wilson(first, of)
    low2, high2 = wilson(second, of)
    p1, p2 = first / of, second / of
    phi = _correlation(both, only_first, only_second, neither)
    below, above = p1 - low1, high1 - p1
    below2, above2 = p2 - low2, high2 - p2
    down = sqrt(max(0.0, below**2 - 2 * phi * below * above2 + above2**2))
    up = sqrt(max(0.0, above**2 - 2 * phi * above * below2 + below2**2))
    return Interval(max(-1.0, p1 - p2 - down), min(1.0, p1 - p2 + up))


def _correlation(both: int, only_first: int, only_second: int, neither: int) -> float:
    of = both + only_first + only_second + neither
    first, second = both + only_first, both + only_second
    spread = first * (of - first) * second * (of - second)
    if not spread:
        return 0.0
    product = both * neither - only_first * only_second
    return (max(product - of / 2, 0.0) if product > 0 else product) / sqrt(spread)

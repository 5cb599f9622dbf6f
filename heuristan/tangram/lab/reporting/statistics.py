"""The statistics of the report: proportions and means with intervals of 95 %, and an exact test for pairs."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""The standard normal distribution has 95 % of its mass within so many standard deviations."""

NEGLIGIBLE = 1e-18
"""Of a sum, a share that no longer changes it."""

RESAMPLES = 2000
"""Of the bootstrap."""

SEED = 1972
"""Of the bootstrap, so that a report of the same results is the same."""


class Interval(NamedTuple):
    """From where to where."""

    low: float
    high: float


@dataclass(frozen=True)
class Proportion:
    """So many of so many, with an interval of 95 %."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.count / self.of


class Mean(NamedTuple):
    """A mean with an interval of 95 %."""

    value: float
    low: float
    high: float


def wilson(count: float, of: float) -> Interval:
    """The score interval of a proportion (Wilson 1927).

    Args:
        count: how many of them.
        of: all, more than none; a fraction where it is an effective size of a sample.
    """
    share, zz = count / of, Z * Z
    middle = (share + zz / (2 * of)) / (1 + zz / of)
    half = Z / (1 + zz / of) * sqrt(share * (1 - share) / of + zz / (4 * of * of))
    low = middle - half if count > 0 else 0.0
    high = middle + half if count < of else 1.0
    return Interval(max(0.0, low), min(1.0, high))


def proportion(count: int, of: int) -> Proportion:
    """A proportion of independent cases, of which there is one at least."""
    return Proportion(count, of, *wilson(count, of))


class Clusters(NamedTuple):
    """Cases that come in clusters: extractions, of which many are of one outline and much alike.

    Cluster i has `n` cases, `x` of them with the property; the fields are sums over all clusters.
    """

    clusters: int
    x: int
    n: int
    xx: int
    """Of x squared."""
    xn: int
    """Of x times n."""
    nn: int
    """Of n squared."""


def clustered_proportion(sums: Clusters) -> Proportion | None:
    """A proportion of cases that come in clusters; None of none at all.

    Cases of one cluster tell less than independent ones, so the Wilson interval is that of a smaller sample: the
    number of cases over the design effect (Rao and Scott 1992). That is the variance between clusters over the one of
    independent cases, at least 1. Where all cases are alike it is not known, and each cluster counts for one case.
    """
    clusters, x, n, xx, xn, nn = sums
    if not n:
        return None
    share = x / n
    if x in (0, n) or clusters == 1:
        size = float(clusters)
    else:
        between = clusters / (clusters - 1) * (xx - 2 * share * xn + share * share * nn) / n**2
        size = n / max(1.0, between / (share * (1 - share) / n))
    return Proportion(x, n, *wilson(share * size, size))


def mcnemar(only_first: int, only_second: int) -> float:
    """The p value of McNemar's exact test, two-sided.

    Where one of two succeeds and the other does not, each is as likely to be the better if they are equally good, so
    the one's successes are binomial with 1/2; cases on which both agree tell nothing.
    """
    total, fewer = only_first + only_second, min(only_first, only_second)
    chance = exp(lgamma(total + 1) - lgamma(fewer + 1) - lgamma(total - fewer + 1) - total * log(2))
    tail = 0.0
    for k in range(fewer, -1, -1):  # of k successes; each chance follows from the one before
        tail += chance
        chance *= k / (total - k + 1)
        if chance < tail * NEGLIGIBLE:
            break
    return min(1.0, 2 * tail)


def paired_difference(both: int, only_first: int, only_second: int, neither: int) -> Interval:
    """An interval of 95 % for the share of the first less the share of the second, on the same cases.

    Newcombe's tenth method (Statistics in Medicine 17, 1998, pages 2635 to 2650): the two Wilson intervals are put
    together with the correlation of the pairs, which is corrected for continuity where it is positive.
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


def bootstrap_mean(histogram: Mapping[int, int]) -> Mean:
    """The mean of whole numbers, by how often each occurs, with a percentile bootstrap interval.

    Numbers of undone steps are mostly none and at times hundreds, so nothing is assumed about their distribution.
    """
    import numpy as np

    values = np.array(sorted(histogram), dtype=float)
    counts = np.array([histogram[value] for value in sorted(histogram)], dtype=np.int64)
    of = int(counts.sum())
    drawn = np.random.default_rng(SEED).multinomial(of, counts / of, size=RESAMPLES) @ values / of
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Mean(float(counts @ values / of), float(low), float(high))

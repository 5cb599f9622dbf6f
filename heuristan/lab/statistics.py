"""Statistics: intervals of 95 % for proportions and means, and tests of rankings on the same outlines.

By hand, without scipy: it has neither Newcombe's interval, Holm's method nor Cochran's Q, and lessons of the course
test answers with these functions where only the core is installed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import erfc, exp, gamma, lgamma, log, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""Number of standard deviations around the mean with 95 % of a normal distribution."""

NEGLIGIBLE = 1e-18
"""Share of a sum that is too small to change it."""

RESAMPLES = 2000
"""Number of samples of the bootstrap."""

SEED = 1972
"""Seed of the bootstrap, so that a report of the same results is the same."""


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


class Mean(NamedTuple):
    """A mean with an interval of 95 %."""

    value: float
    low: float
    high: float


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


class Clusters(NamedTuple):
    """Cases that come in clusters, like extractions: many are of one outline and much alike.

    Cluster i has `n` cases, `x` of them with the property; the fields are sums over all clusters.
    """

    clusters: int
    x: int
    n: int
    xx: int
    """Sum of x squared."""
    xn: int
    """Sum of x times n."""
    nn: int
    """Sum of n squared."""


def clustered_proportion(sums: Clusters) -> Proportion | None:
    """Return a proportion of cases that come in clusters; None if there are no cases.

    Cases of one cluster say less than independent ones, so the Wilson interval is that of a smaller sample: the number
    of cases divided by the design effect (Rao and Scott 1992). That is the variance between clusters divided by that of
    independent cases, at least 1. If all cases are alike it is not known, and each cluster counts as one case.
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


def holm(ps: Sequence[float]) -> list[float]:
    """Return p values adjusted for being several, in their order (Holm, Scandinavian Journal of Statistics 6, 1979).

    The chance that any difference is called sure by an adjusted p below 5 %, though there is none, is below 5 %.
    """
    found, largest = [1.0] * len(ps), 0.0
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        largest = max(largest, min(1.0, (len(ps) - rank) * ps[i]))
        found[i] = largest
    return found


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


def bootstrap_mean(histogram: Mapping[int, int]) -> Mean:
    """Return the mean of whole numbers, given how often each occurs, with a percentile bootstrap interval.

    Numbers of undone steps are mostly 0 and sometimes hundreds, so nothing is assumed about their distribution.
    """
    import numpy as np

    values = np.array(sorted(histogram), dtype=float)
    counts = np.array([histogram[value] for value in sorted(histogram)], dtype=np.int64)
    of = int(counts.sum())
    drawn = np.random.default_rng(SEED).multinomial(of, counts / of, size=RESAMPLES) @ values / of
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Mean(float(counts @ values / of), float(low), float(high))


class Cochran(NamedTuple):
    """The test of several shares on the same cases."""

    q: float
    freedom: int
    """Degrees of freedom: one less than the number of shares."""
    p: float


def cochran(patterns: Mapping[tuple[bool, ...], int]) -> Cochran:
    """Return Cochran's Q and its p value (Biometrika 37, 1950).

    Args:
        patterns: how often each pattern of successes occurs, one place for each of at least two rankings.
    """
    count = len(next(iter(patterns)))
    columns = [sum(times for pattern, times in patterns.items() if pattern[i]) for i in range(count)]
    total = sum(columns)
    spread = count * total - sum(sum(pattern) ** 2 * times for pattern, times in patterns.items())
    if not spread:  # every outline is solved by all of them or by none
        return Cochran(0.0, count - 1, 1.0)
    q = (count - 1) * (count * sum(column**2 for column in columns) - total**2) / spread
    return Cochran(q, count - 1, chi_square_tail(q, count - 1))


def chi_square_tail(x: float, freedom: int) -> float:
    """Return the chance that a chi-square of some degrees of freedom, at least 1, is greater than x."""
    half, is_odd = x / 2, freedom % 2
    powers = [i + is_odd / 2 for i in range((freedom - is_odd) // 2)]
    return (erfc(sqrt(half)) if is_odd else 0.0) + exp(-half) * float(sum(half**i / gamma(i + 1) for i in powers))


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
    import numpy as np

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

"""Statistics: intervals of 95 % for clusters and means, and tests of rankings on the same outlines.

By hand, without scipy: it has neither Holm's method nor Cochran's Q. What is of proportions alone stands in
`heuristan.common.proportions`, which the lessons of the course and the page use too.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import ceil, erfc, exp, gamma, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from heuristan.common.proportions import Proportion, Z, proportion, wilson

RESAMPLES = 2000
"""Number of samples of the bootstrap."""

SEED = 1972
"""Seed of the bootstrap, so that a report of the same results is the same."""


class Mean(NamedTuple):
    """A mean with an interval of 95 %."""

    value: float
    low: float
    high: float


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

    @classmethod
    def of(cls, counts: Iterable[tuple[int, int]]) -> "Clusters":
        """Return the sums of x and n of each cluster that has cases."""
        met = [(1, x, n, x * x, x * n, n * n) for x, n in counts if n]
        return cls(*map(sum, zip((0,) * 6, *met, strict=True)))


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


def share_of_runs(sums: Clusters) -> Proportion:
    """Return a share of runs, outlines as clusters; where each outline has one run there is no variance to estimate."""
    return (clustered_proportion(sums) if sums.clusters < sums.n else None) or proportion(sums.x, sums.n)


def holm(ps: Sequence[float]) -> list[float]:
    """Return p values adjusted for being several, in their order (Holm, Scandinavian Journal of Statistics 6, 1979).

    The chance that any difference is called sure by an adjusted p below 5 %, though there is none, is below 5 %.
    """
    found, largest = [1.0] * len(ps), 0.0
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        largest = max(largest, min(1.0, (len(ps) - rank) * ps[i]))
        found[i] = largest
    return found


def bootstrap_mean(histogram: Mapping[Any, int]) -> Mean:
    """Return the mean of numbers, given how often each occurs, with a percentile bootstrap interval.

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
    sizes = sorted((abs(value), value > 0, count) for value, count in differences.items() if value and count)
    doubled, before, above = list[int](), 0, 0
    for _, group in groupby(sizes, key=lambda each: each[0]):
        signs = [(is_above, count) for _, is_above, count in group]
        count = sum(count for _, count in signs)
        rank = 2 * before + count + 1  # twice the mean of the ranks before + 1 to before + count
        doubled += [rank] * count
        above += rank * sum(count for is_above, count in signs if is_above)
        before += count
    return SignedRanks(above / 2, (sum(doubled) - above) / 2, _chance_of(doubled, above))


def _chance_of(sizes: Sequence[int], above: int) -> float:
    """Return the p value of the sum of the sizes above 0, two-sided, if each is as likely above 0 as below it."""
    import numpy as np

    chances = np.zeros(sum(sizes) + 1)
    chances[0], reached = 1.0, 0
    for size in sizes:
        chances[size : reached + size + 1] += chances[: reached + 1].copy()
        reached += size
        chances[: reached + 1] /= 2
    tail = min(chances[: above + 1].sum(), chances[above:].sum())
    return float(min(1.0, 2 * tail))


def net_differences(net: Mapping[int, int], runs: int) -> tuple[Mean, float]:
    """Return the mean difference of two rankings per run with its interval, and the p value, outlines as clusters.

    The interval is normal, by the variance between outlines. The test is exact, two-sided: if both are equally good,
    the difference on an outline is as likely above 0 as below it. With one run each it is McNemar's.

    Args:
        net: how often an outline has a number of runs more in which the second solved it.
        runs: the number of runs of all outlines.
    """
    sizes = [abs(value) for value, times in net.items() if value for _ in range(times)]
    p = _chance_of(sizes, sum(value * times for value, times in net.items() if value > 0))
    count, mean, variance = _of_each(net, runs)
    half = Z * sqrt(variance / count)
    return Mean(mean, max(-1.0, mean - half), min(1.0, mean + half)), p


def outlines_needed(net: Mapping[int, int], runs: int, difference: float, chance: float) -> int:
    """Return how many outlines show a difference of two rankings with a chance, at p below 5 %.

    Args:
        net: as of `net_differences`: it says how much the difference varies from outline to outline.
        runs: the number of runs of all outlines.
        difference: the share of outlines that the better one solves more.
        chance: the chance to find it.
    """
    _, _, variance = _of_each(net, runs)
    return ceil(variance * ((Z + NormalDist().inv_cdf(chance)) / difference) ** 2)


def _of_each(net: Mapping[int, int], runs: int) -> tuple[int, float, float]:
    """Return the number of outlines, and mean and variance of the difference per run of an outline."""
    count = sum(net.values())
    each = runs / count
    mean = sum(value * times for value, times in net.items()) / count
    spread = sum(times * (value - mean) ** 2 for value, times in net.items()) / max(1, count - 1)
    return count, mean / each, spread / each**2

"""Cochran's test: whether several rankings, run on the same outlines, solve equally often."""

from collections.abc import Mapping
from math import erfc, exp, gamma, sqrt
from typing import NamedTuple


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

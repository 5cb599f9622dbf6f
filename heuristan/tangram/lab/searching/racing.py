"""Races: a candidate is run on growing batches of outlines, and given up as soon as it is hopeless.

It is compared with the best ranking so far, outline by outline, for some outlines are easy for all and some for none:
what counts are those on which the two differ. It is hopeless

1. if it would be no better even with the best on all outlines that are left, which is certain; or
2. if it has lost far more than it won: were the two alike, each difference would be a gain or a loss by the toss of a
   coin, and their sum would lie that far below nothing once in twenty times (a sign-flip test; Wald's sequential test
   asks for more and stops no sooner at such small numbers).
"""

from collections.abc import Sequence
from math import sqrt

FIRST_BATCH = 24
"""Outlines in the first batch; each that follows doubles what was run."""

AT_ONCE = 24
"""Outlines that are run at a time: what the person at the keyboard has to wait for at most."""

FAR = 1.65
"""Standard deviations below nothing."""


def is_hopeless(values: Sequence[int], best: Sequence[int], most: int) -> bool:
    """Whether a candidate is given up.

    Args:
        values: of the candidate, on the outlines run so far.
        best: of the best ranking so far, on all outlines.
        most: what a run can be worth.
    """
    gains = [value - other for value, other in zip(values, best, strict=False)]
    lead = sum(gains)
    still_to_win = sum(most - other for other in best[len(values) :])
    return lead + still_to_win <= 0 or lead < -FAR * sqrt(sum(gain * gain for gain in gains))


def batch_ends(count: int) -> list[int]:
    """After how many outlines a candidate is looked at."""
    ends = [FIRST_BATCH]
    while ends[-1] < count:
        ends.append(2 * ends[-1])
    return [*ends[:-1], count]

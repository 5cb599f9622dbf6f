"""Races: a candidate is run on growing batches of outlines, and given up as soon as it is hopeless.

It is compared with the best ranking so far, outline by outline, because only outlines on which the two differ say
anything. It is hopeless

1. if even the best result on all remaining outlines would not make it better; or
2. if it has lost far more than it won: if the two were alike, each difference would be a gain or a loss with equal
   chance, and their sum would be that far below 0 once in twenty times (a sign-flip test; Wald's sequential test asks
   for more and does not stop earlier at such small numbers).
"""

from collections.abc import Sequence
from math import sqrt

FIRST_BATCH = 24
"""Number of outlines in the first batch; each further batch doubles the number of outlines run."""

AT_ONCE = 24
"""Number of outlines that are run at a time: Ctrl-C waits for these."""

FAR = 1.65
"""Number of standard deviations below 0."""


def is_hopeless(values: Sequence[int], best: Sequence[int], maximum: int) -> bool:
    """Return whether a candidate is given up.

    Args:
        values: the values of the candidate on the outlines run so far.
        best: the values of the best ranking so far on all outlines.
        maximum: the maximum value of a run.
    """
    gains = [value - other for value, other in zip(values, best, strict=False)]
    lead = sum(gains)
    still_to_win = sum(maximum - other for other in best[len(values) :])
    return lead + still_to_win <= 0 or lead < -FAR * sqrt(sum(gain * gain for gain in gains))


def batch_ends(count: int) -> list[int]:
    """Return the numbers of outlines after which a candidate may be given up."""
    ends = [FIRST_BATCH]
    while ends[-1] < count:
        ends.append(2 * ends[-1])
    return [*ends[:-1], count]

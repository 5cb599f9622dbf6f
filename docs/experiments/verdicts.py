"""Verdicts on claims: what numbers say, and whether they are enough to say it."""

from collections.abc import Mapping
from math import sqrt
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.lab.reporting import Comparison
from heuristan.tangram.lab.reporting.findings import chance, percent, span
from heuristan.tangram.lab.reporting.statistics import Interval, Mean, Proportion, bootstrap_mean, mcnemar, proportion

Outcome: TypeAlias = Literal["holds", "does not hold", "too few to say"]


class Verdict(NamedTuple):
    """Whether a claim of the paper holds."""

    claim: str
    """In a sentence."""
    short: str
    """In a few words."""
    outcome: Outcome
    figures: str
    """The numbers that decide."""
    because: str
    """All the numbers, in a sentence or two."""

    @property
    def in_words(self) -> str:
        return f"{self.outcome.capitalize()}:"


def share(count: int, of: int) -> Proportion | None:
    """So many of so many; None of none at all."""
    return proportion(count, of) if of else None


def outcome_of(interval: Interval) -> Outcome:
    """Whether something is above 0, by the interval that it lies in with 95 %."""
    if interval.low > 0:
        return "holds"
    return "does not hold" if interval.high < 0 else "too few to say"


def judged(claim: str, short: str, compared: Comparison, *, second_is_better: bool = True) -> Verdict:
    """The verdict on a claim that one of two rankings solves more.

    Args:
        claim: in a sentence.
        short: in a few words.
        compared: the two.
        second_is_better: whether the claim says so of the second.
    """
    if not compared.outlines:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines.")
    low, high = compared.interval
    outcome = outcome_of(Interval(low, high) if second_is_better else Interval(-high, -low))
    return Verdict(claim, short, outcome, f"{points(compared.difference, compared.interval)} points", compared.in_words)


def different(claim: str, short: str, first: Proportion | None, second: Proportion | None) -> Verdict:
    """The verdict on a claim that a share of some cases is greater than that of others."""
    if first is None or second is None:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines on one side.")
    interval = unpaired_difference(first, second)
    figures = f"{points(first.share - second.share, interval)} points"
    because = f"{_said(first)} against {_said(second)}; the difference is {figures}."
    return Verdict(claim, short, outcome_of(interval), figures, because)


def mostly(claim: str, short: str, found: Proportion | None, which: str) -> Verdict:
    """The verdict on a claim of some cases, held to be true of them if it is of most."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome = outcome_of(Interval(found.low - 0.5, found.high - 0.5))
    because = f"True of {_said(found)} {which}; true of most is what holding is taken to be."
    return Verdict(claim, short, outcome, f"{found.count:,} of {found.of:,}", because)


def found_among(claim: str, short: str, found: Proportion | None, which: str) -> Verdict:
    """The verdict on a claim that there are some among many."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome: Outcome = "holds" if found.count else "too few to say"
    return Verdict(claim, short, outcome, f"{percent(found.share)} of {found.of:,}", f"True of {_said(found)} {which}.")


def _said(share: Proportion) -> str:
    return f"{percent(share.share)} ({span(share.low, share.high)}) of {share.of:,}"


def points(difference: float, interval: Interval) -> str:
    """A difference of shares, with its interval, in percentage points."""
    return f"{100 * difference:+.1f} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def unpaired_difference(first: Proportion, second: Proportion) -> Interval:
    """An interval of 95 % for the first share less the second, of different cases.

    Newcombe's tenth method for independent proportions (Statistics in Medicine 17, 1998, pages 873 to 890): the two
    Wilson intervals put together.
    """
    difference = first.share - second.share
    down = sqrt((first.share - first.low) ** 2 + (second.high - second.share) ** 2)
    up = sqrt((first.high - first.share) ** 2 + (second.share - second.low) ** 2)
    return Interval(difference - down, difference + up)


class Paired(NamedTuple):
    """Whole numbers of pairs of cases: how much more the second has than the first."""

    mean: Mean
    """With its interval."""
    more: int
    """Pairs of which the second has more."""
    fewer: int
    pairs: int

    @property
    def p(self) -> float:
        """Of the exact sign test, two-sided."""
        return mcnemar(self.more, self.fewer)

    @property
    def interval(self) -> Interval:
        return Interval(self.mean.low, self.mean.high)

    @property
    def cells(self) -> tuple[str, ...]:
        """As in a table."""
        mean = f"{self.mean.value:+.2f} ({self.mean.low:+.2f} to {self.mean.high:+.2f})"
        return mean, f"{self.more:,}", f"{self.fewer:,}", f"{self.pairs:,}", chance(self.p)


def paired(differences: Mapping[int, int]) -> Paired | None:
    """Pairs by how much more the second has; None of none at all."""
    mean = bootstrap_mean(differences) if differences else None
    if mean is None:
        return None
    more = sum(count for difference, count in differences.items() if difference > 0)
    fewer = sum(count for difference, count in differences.items() if difference < 0)
    return Paired(mean, more, fewer, sum(differences.values()))


def more(claim: str, short: str, pairs: Paired | None) -> Verdict:
    """The verdict on a claim that the second has more."""
    if pairs is None:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines.")
    mean, second, first, count, p = pairs.cells
    because = (
        f"The mean difference is {mean} on {count} outlines; more on {second}, fewer on {first} (sign test: p {p})."
    )
    return Verdict(claim, short, outcome_of(pairs.interval), mean, because)

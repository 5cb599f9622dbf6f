"""Verdicts on claims of the paper, or that there are too few outlines for one."""

from collections.abc import Mapping
from itertools import pairwise
from math import sqrt
from typing import Literal, NamedTuple, TypeAlias

from heuristan.common.proportions import Interval, Proportion, mcnemar, proportion
from heuristan.lab.reporting import Comparison
from heuristan.lab.reporting.findings import chance, percent, span
from heuristan.lab.statistics import CENSORED, Mean, SignedRanks, bootstrap_mean, signed_ranks

Outcome: TypeAlias = Literal["holds", "does not hold", "too few to say", "occurs", "not seen", "not refuted"]
"""A claim that there are such cases cannot fail, since more outlines only add some: it occurs, or was not seen. Nor can
outlines prove a claim that there are none: it does not hold, or it was not refuted."""

SURE = 0.05
"""A p value below this decides."""


class Verdict(NamedTuple):
    """The verdict on a claim of the paper."""

    claim: str
    """The claim in a sentence."""
    short: str
    """The claim in a few words."""
    outcome: Outcome
    figures: str
    """The deciding numbers."""
    because: str
    """All numbers, in a sentence or two."""

    @property
    def in_words(self) -> str:
        return f"{self.outcome.capitalize()}:"


def share(count: int, of: int) -> Proportion | None:
    """Return a proportion; None if there are no cases."""
    return proportion(count, of) if of else None


def outcome_of(interval: Interval) -> Outcome:
    """Return whether a value is above 0, by its 95 % interval."""
    if interval.low > 0:
        return "holds"
    return "does not hold" if interval.high < 0 else "too few to say"


def judged(claim: str, short: str, compared: Comparison, *, second_is_better: bool = True) -> Verdict:
    """Return the verdict on a claim that one of two rankings solves more.

    Args:
        claim: the claim in a sentence.
        short: the claim in a few words.
        compared: the comparison of the two.
        second_is_better: whether the claim is that the second solves more.
    """
    if not compared.outlines:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines.")
    low, high = compared.interval
    outcome = outcome_of(Interval(low, high) if second_is_better else Interval(-high, -low))
    figures = f"{points(compared.difference, compared.interval)} points"
    because = (
        f"{compared.first} {percent(compared.share_of_first)}, {compared.second} {percent(compared.share_of_second)} "
        f"of {compared.outlines:,}: {figures}, p {chance(compared.p)}; by one alone "
        f"{compared.only_first:,} and {compared.only_second:,}."
    )
    return Verdict(claim, short, outcome, figures, because)


def different(claim: str, short: str, first: Proportion | None, second: Proportion | None) -> Verdict:
    """Return the verdict on a claim that a share is greater in some cases than in others."""
    if first is None or second is None:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines on one side.")
    interval = unpaired_difference(first, second)
    figures = f"{points(first.share - second.share, interval)} points"
    because = f"{_in_words(first)} against {_in_words(second)}: {figures}."
    return Verdict(claim, short, outcome_of(interval), figures, because)


def mostly(claim: str, short: str, found: Proportion | None, which: str, bound: float = 0.5) -> Verdict:
    """Return the verdict on a claim that something is true of more than half of some cases, or of another share."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome = outcome_of(Interval(found.low - bound, found.high - bound))
    because = f"True of {_in_words(found)} {which}."
    return Verdict(claim, short, outcome, f"{found.count:,} of {found.of:,}", because)


def found_among(claim: str, short: str, found: Proportion | None, which: str) -> Verdict:
    """Return whether there are such cases, which no number of outlines refutes."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome: Outcome = "occurs" if found.count else "not seen"
    return Verdict(
        claim, short, outcome, f"{percent(found.share)} of {found.of:,}", f"True of {_in_words(found)} {which}."
    )


def never(claim: str, short: str, found: Proportion | None, which: str) -> Verdict:
    """Return the verdict on a claim that something is true of none of some cases."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome: Outcome = "does not hold" if found.count else "not refuted"
    figures = f"{found.count:,} of {found.of:,}"
    return Verdict(
        claim, short, outcome, figures, f"{figures} {which}: {percent(found.share)} ({span(found.low, found.high)})."
    )


def falling(claim: str, short: str, shares: Mapping[str, Proportion | None]) -> Verdict:
    """Return the verdict on a claim that shares fall from one group to the next: each interval lies below the last.

    Args:
        claim: the claim in a sentence.
        short: the claim in a few words.
        shares: the share of each group, the greatest claimed first.
    """
    known = {name: share for name, share in shares.items() if share is not None}
    because = "; ".join(f"{name}: {_in_words(share)}" for name, share in known.items()) + "."
    steps = [outcome_of(unpaired_difference(*pair)) for pair in pairwise(known.values())]
    outcome: Outcome = "too few to say"
    if "does not hold" in steps:
        outcome = "does not hold"
    elif steps and set(steps) == {"holds"}:
        outcome = "holds"
    return Verdict(claim, short, outcome, f"{steps.count('holds')} of {len(steps)} steps fall", because)


def _in_words(share: Proportion) -> str:
    return f"{percent(share.share)} ({span(share.low, share.high)}) of {share.of:,}"


def points(difference: float, interval: Interval) -> str:
    """Return a difference of shares with its interval, in percentage points."""
    return f"{100 * difference:+.1f} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def unpaired_difference(first: Proportion, second: Proportion) -> Interval:
    """Return a 95 % interval for the first share minus the second, of different cases.

    Newcombe's tenth method for independent proportions (Statistics in Medicine 17, 1998, pages 873 to 890) combines the
    two Wilson intervals.
    """
    difference = first.share - second.share
    down = sqrt((first.share - first.low) ** 2 + (second.high - second.share) ** 2)
    up = sqrt((first.high - first.share) ** 2 + (second.share - second.low) ** 2)
    return Interval(difference - down, difference + up)


class Paired(NamedTuple):
    """Differences of whole numbers on the same cases: the second minus the first."""

    mean: Mean | None
    """Mean difference with its interval; None if some are censored: the mean of what is not known means nothing."""
    more: int
    """Number of pairs of which the second has more."""
    fewer: int
    pairs: int
    ranks: SignedRanks
    """Wilcoxon's test, which decides."""

    @property
    def outcome(self) -> Outcome:
        """Whether the second has more."""
        if self.ranks.p >= SURE:
            return "too few to say"
        return "holds" if self.ranks.above > self.ranks.below else "does not hold"

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a table; the p values are of the sign test and of Wilcoxon's."""
        mean = self.mean and f"{self.mean.value:+.2f} ({self.mean.low:+.2f} to {self.mean.high:+.2f})"
        signs = mcnemar(self.more, self.fewer)
        return (
            mean or "-", f"{self.more:,}", f"{self.fewer:,}", f"{self.pairs:,}", chance(signs), chance(self.ranks.p)
        )  # fmt: skip


def paired(differences: Mapping[int, int]) -> Paired | None:
    """Return pairs from the number of each difference; None if there are no pairs.

    Args:
        differences: how often each difference occurs. Where one of the two numbers is not known, because the run gave
            up before, it is censored: CENSORED if that is the second, and its negative if the first. Where neither is
            known it is 0.
    """
    if not differences:
        return None
    is_whole = not {CENSORED, -CENSORED}.intersection(differences)
    more = sum(count for difference, count in differences.items() if difference > 0)
    fewer = sum(count for difference, count in differences.items() if difference < 0)
    mean = bootstrap_mean(differences) if is_whole else None
    return Paired(mean, more, fewer, sum(differences.values()), signed_ranks(differences))


def more(claim: str, short: str, pairs: Paired | None) -> Verdict:
    """Return the verdict on a claim that the second has more."""
    if pairs is None:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines.")
    mean, second, first, count, signs, ranks = pairs.cells
    words = f"The mean difference is {mean} on {count} outlines; more" if pairs.mean else f"Of {count} outlines more"
    because = f"{words} on {second}, fewer on {first} (Wilcoxon's signed ranks: p {ranks}; sign test: p {signs})."
    figures = f"more on {second}, fewer on {first} of {count}"
    return Verdict(claim, short, pairs.outcome, figures, because)

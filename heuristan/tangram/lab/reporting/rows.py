"""What the rows of the report's tables are."""

from typing import NamedTuple

from heuristan.tangram.lab.rankings import WAYS, Way
from heuristan.tangram.lab.reporting.statistics import Interval, Mean, Proportion, mcnemar, paired_difference


class Runs(NamedTuple):
    """What was run of a ranking in a way, and what it came to."""

    ranking: str
    way: Way
    version: str
    time_limit: float | None
    runs: int
    solved: int
    stuck: int
    unsolvable: int
    limit: int
    failed: int
    without_verdicts: int
    """Runs on outlines whose solutions are not all known."""


class Rate(NamedTuple):
    """How many of some outlines a ranking solved."""

    ranking: str
    way: Way
    part: str
    """Which outlines: a family, or another value of what they were told apart by."""
    outlines: int
    at_once: Proportion
    """In the first attempt and with nothing undone."""
    solved: Proportion
    """In any attempt."""


class Tries(NamedTuple):
    """How many outlines were solved in so many attempts at most."""

    ranking: str
    way: Way
    attempts: int
    solved: Proportion


class RuleUse(NamedTuple):
    """What a rule took, and where it was decisive."""

    ranking: str
    way: Way
    rule: str
    taken: int
    """Matches, in all attempts."""
    put_back: int
    outlines: int
    """With such a match."""
    in_solutions: Proportion | None
    """Of the solved outlines, those in whose solution a match stands that the rule took; None of none."""


class FirstWrong(NamedTuple):
    """How often a rule's match was what a first attempt failed by."""

    ranking: str
    way: Way
    rule: str
    """Or in brackets why there is none."""
    share: Proportion
    """Of the first attempts that failed."""


class Reliability(NamedTuple):
    """How often what a rule took was right, against all solutions."""

    ranking: str
    way: Way
    part: str
    """The rule, or another value of what matches were told apart by."""
    right: int
    wrong: int
    late: int
    """Taken when the attempt was lost: neither."""
    not_measured: int
    outlines: int
    """With matches that were right or wrong."""
    reliability: Proportion | None
    """Right of right and wrong, None of none. The interval counts outlines as clusters."""


class Comparison(NamedTuple):
    """Two rankings on the same outlines."""

    first: str
    second: str
    way: Way
    measure: str
    """What counts as success: 'solved', or 'at once': in the first attempt with nothing undone."""
    both: int
    only_first: int
    only_second: int
    neither: int
    same_version: bool
    """Whether the same code made both results."""

    @property
    def outlines(self) -> int:
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def share_of_first(self) -> float:
        return (self.both + self.only_first) / self.outlines

    @property
    def share_of_second(self) -> float:
        return (self.both + self.only_second) / self.outlines

    @property
    def difference(self) -> float:
        """The share of the second less that of the first: above 0 where the second is better."""
        return (self.only_second - self.only_first) / self.outlines

    @property
    def interval(self) -> Interval:
        """Of the difference, 95 %: Newcombe's for pairs."""
        return paired_difference(self.both, self.only_second, self.only_first, self.neither)

    @property
    def p(self) -> float:
        """Of McNemar's exact test: how likely so large a difference is if both are equally good."""
        return mcnemar(self.only_first, self.only_second)

    @property
    def in_words(self) -> str:
        """All of it in two sentences."""
        low, high = (100 * end for end in self.interval)
        chance = "p < 0.0001" if self.p < 0.0001 else f"p = {self.p:.4f}"
        return (
            f"{self.measure.capitalize()}: {self.first} {self.share_of_first:.1%}, {self.second} "
            f"{self.share_of_second:.1%} of {self.outlines:,} outlines; the difference is "
            f"{100 * self.difference:+.1f} points (95 %: {low:+.1f} to {high:+.1f}; {chance}). "
            f"By {self.first} alone {self.only_first:,}, by {self.second} alone {self.only_second:,}."
        )


class Undone(NamedTuple):
    """How many matches were put back, a run."""

    ranking: str
    way: Way
    runs: int
    mean: Mean
    median: int
    p95: int
    most: int
    without: Proportion
    """Runs in which nothing was."""


class Effort(NamedTuple):
    """Attempts, extractions and composites, a run."""

    ranking: str
    way: Way
    runs: int
    restarts: float
    median_restarts: int
    most_restarts: int
    extractions: float
    most_extractions: int
    composites: float
    with_composites: Proportion
    """Runs in which any was taken out."""


class Stuck(NamedTuple):
    """How far the runs came that did not solve."""

    ranking: str
    way: Way
    step: int
    """Matches that were out in the attempt that came furthest."""
    share: Proportion
    """Of the unsolved."""


class Time(NamedTuple):
    """Seconds for solving alone, a run."""

    ranking: str
    way: Way
    runs: int
    p10: float
    median: float
    p90: float
    p99: float
    longest: float
    total: float
    limit: int
    """Runs that reached the limit: they would have taken longer."""


def trial_words(ranking: str, way: Way) -> str:
    """A ranking and its way, for plots."""
    return f"{ranking}, {WAYS[way]}"

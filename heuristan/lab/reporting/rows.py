"""The rows of the report's tables."""

from typing import Literal, NamedTuple, TypeAlias

from heuristan.lab.statistics import Interval, Mean, Proportion, mcnemar, paired_difference
from heuristan.tangram.expert.ways import WAYS, Way


class Runs(NamedTuple):
    """The runs of a ranking in a way, by status."""

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
    """Number of runs on outlines whose solutions are not all known."""


RateWay: TypeAlias = Way | Literal["baseline"]
"""The way of a ranking, or a baseline, which has none."""


class Rate(NamedTuple):
    """The number of outlines that a ranking or a baseline solved."""

    ranking: str
    way: RateWay
    part: str
    """The outlines: a kind, or another value that they are grouped by."""
    outlines: int
    at_once: Proportion
    """Those solved in the first attempt with nothing undone."""
    solved: Proportion
    """Those solved in any attempt."""


class Tries(NamedTuple):
    """The number of outlines solved in up to a number of attempts."""

    ranking: str
    way: Way
    attempts: int
    solved: Proportion


class RuleUse(NamedTuple):
    """The matches of a rule, and the solutions that it had a part in."""

    ranking: str
    way: Way
    rule: str
    taken: int
    """Number of matches, in all attempts."""
    put_back: int
    outlines: int
    """Number of outlines with such a match."""
    in_solutions: Proportion | None
    """Of the solved outlines, those whose solution has a match of the rule; None if no outlines were solved."""


class FirstWrong(NamedTuple):
    """The number of first attempts that failed by a match of a rule."""

    ranking: str
    way: Way
    rule: str
    """The rule, or in brackets why there was not one."""
    share: Proportion
    """Share of the first attempts that failed."""


class Reliability(NamedTuple):
    """The verdicts on the matches of a rule, against all solutions."""

    ranking: str
    way: Way
    part: str
    """The rule, or another value that matches are grouped by."""
    right: int
    wrong: int
    late: int
    """Number of matches taken when the attempt was lost already: neither right nor wrong."""
    not_measured: int
    outlines: int
    """Number of outlines with matches that were right or wrong."""
    reliability: Proportion | None
    """Right of right and wrong; the interval takes outlines as clusters. None if there are no such matches."""


class Comparison(NamedTuple):
    """Two rankings on the same outlines."""

    first: str
    second: str
    way: Way
    measure: str
    """The meaning of success: 'solved', or 'at once' (in the first attempt with nothing undone)."""
    both: int
    only_first: int
    only_second: int
    neither: int
    same_version: bool
    """Whether the results are of the same version."""
    adjusted: float | None = None
    """P value adjusted for the number of rankings that are compared with the first (Holm's method)."""

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
        """The share of the second minus that of the first: above 0 if the second is better."""
        return (self.only_second - self.only_first) / self.outlines

    @property
    def interval(self) -> Interval:
        """95 % interval of the difference (Newcombe's for pairs)."""
        return paired_difference(self.both, self.only_second, self.only_first, self.neither)

    @property
    def p(self) -> float:
        """P value of McNemar's exact test: the chance of such a difference if both are equally good."""
        return mcnemar(self.only_first, self.only_second)

    @property
    def in_words(self) -> str:
        """The comparison in two sentences."""
        low, high = (100 * end for end in self.interval)
        chance = "p < 0.0001" if self.p < 0.0001 else f"p = {self.p:.4f}"
        return (
            f"{self.measure.capitalize()}: {self.first} {self.share_of_first:.1%}, {self.second} "
            f"{self.share_of_second:.1%} of {self.outlines:,} outlines; the difference is "
            f"{100 * self.difference:+.1f} points (95 %: {low:+.1f} to {high:+.1f}; {chance}). "
            f"By {self.first} alone {self.only_first:,}, by {self.second} alone {self.only_second:,}."
        )


class Together(NamedTuple):
    """Several rankings on the same outlines, and whether they differ."""

    way: Way
    measure: str
    rankings: int
    outlines: int
    q: float
    """Cochran's Q."""
    p: float


class Undone(NamedTuple):
    """Numbers of matches put back per run."""

    ranking: str
    way: Way
    runs: int
    mean: Mean
    median: int
    p95: int
    maximum: int
    without: Proportion
    """Runs in which nothing was put back."""


class Effort(NamedTuple):
    """Attempts, extractions and composites per run."""

    ranking: str
    way: Way
    runs: int
    restarts: float
    median_restarts: int
    max_restarts: int
    extractions: float
    max_extractions: int
    composites: float
    with_composites: Proportion
    """Runs in which a composite was taken out."""


class Stuck(NamedTuple):
    """Runs that did not solve, by the number of matches out."""

    ranking: str
    way: Way
    step: int
    """Maximum number of matches that were out in an attempt."""
    share: Proportion
    """Share of the runs that did not solve."""


class Time(NamedTuple):
    """Seconds for solving alone, per run."""

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
    """Number of runs that reached the limit."""


def trial_words(ranking: str, way: RateWay) -> str:
    """Return a ranking and its way in words."""
    return f"{ranking}, {way_words(way)}"


def way_words(way: RateWay) -> str:
    return "baseline" if way == "baseline" else WAYS[way]

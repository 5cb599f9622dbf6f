"""Rankings on the same outlines: each compared with the first, all together, and outline by outline."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from heuristan.common.proportions import Interval, mcnemar, paired_difference
from heuristan.common.svg.intervals import Estimate
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import Finding, finding, p_value
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.statistics import Mean, cochran, holm, net_differences
from heuristan.tangram.expert.ways import WAYS, Way


class Comparison(NamedTuple):
    """Two rankings on the same outlines."""

    first: str
    second: str
    way: Way
    measure: str
    """The meaning of success: 'solved', or 'at once' (in the first attempt with nothing undone)."""
    both: int
    """Number of pairs of runs that both solved; an outline has one, or one for each position and seed."""
    only_first: int
    only_second: int
    neither: int
    same_version: bool
    """Whether the results are of the same version."""
    net: Mapping[int, int] | None = None
    """Number of outlines by the runs that the second ranking solves more than the first; None if each has one run."""
    adjusted: float | None = None
    """P value adjusted for the number of rankings that are compared with the first (Holm's method)."""

    @property
    def runs(self) -> int:
        """Number of pairs of runs."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def outlines(self) -> int:
        return sum(self.net.values()) if self.net else self.runs

    @property
    def share_of_first(self) -> float:
        return (self.both + self.only_first) / self.runs

    @property
    def share_of_second(self) -> float:
        return (self.both + self.only_second) / self.runs

    @property
    def difference(self) -> float:
        """The share of the second minus that of the first: above 0 if the second is better."""
        return (self.only_second - self.only_first) / self.runs

    @property
    def interval(self) -> Interval:
        """95 % interval of the difference (Newcombe's for pairs; with several runs each, that of clusters)."""
        if self.net and self.outlines < self.runs:
            (_, low, high), _ = net_differences(self.net, self.runs)
            return Interval(low, high)
        return paired_difference(self.both, self.only_second, self.only_first, self.neither)

    @property
    def with_interval(self) -> Mean:
        """The difference with its interval."""
        return Mean(self.difference, *self.interval)

    @property
    def p(self) -> float:
        """P value of McNemar's exact test: the chance of such a difference if both are equally good.

        With several runs each, signs are exchanged for whole outlines.
        """
        if self.net and self.outlines < self.runs:
            return net_differences(self.net, self.runs)[1]
        return mcnemar(self.only_first, self.only_second)

    @property
    def in_words(self) -> str:
        """The comparison in two sentences."""
        low, high = (100 * end for end in self.interval)
        return (
            f"{self.measure.capitalize()}: {self.first} {self.share_of_first:.1%}, {self.second} "
            f"{self.share_of_second:.1%} of {self.outlines:,} outlines; the difference is "
            f"{100 * self.difference:+.1f} points (95 %: {low:+.1f} to {high:+.1f}; p {p_value(self.p)}). "
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


def comparisons(of: Selection) -> Finding[Comparison]:
    """Return each ranking compared with the first, on the outlines that both were run on."""
    question = queries.query("pairs")
    rows = _adjusted([Comparison(*row[1:]) for row in of.ask(question)])
    bars = (
        Estimate(f"{row.second}, {WAYS[row.way]}", row.measure, *row.with_interval, f"p {p_value(row.p)}")
        for row in rows
    )
    return finding("comparison", rows, of.query(question), bars, first=of.names[0], outlines=of.in_words)


def _adjusted(rows: Sequence[Comparison]) -> list[Comparison]:
    """Return comparisons with p values for being several of the same way and measure."""
    families: dict[tuple[str, str], list[Comparison]] = {}
    for row in rows:
        families.setdefault((row.way, row.measure), []).append(row)
    adjusted = {key: iter(holm([row.p for row in family])) for key, family in families.items()}
    return [row._replace(adjusted=next(adjusted[row.way, row.measure])) for row in rows]


def together(of: Selection) -> Finding[Together]:
    """Return whether several rankings, taken together, differ."""
    question, rows = queries.query("patterns"), []
    for way, measure, patterns, outlines in of.ask(question):
        q, _, p = cochran(dict(zip(map(tuple, patterns), outlines, strict=True)))
        rows.append(Together(way, measure, len(patterns[0]), sum(outlines), q, p))
    return finding("together", rows, of.query(question))

"""Tables of effort: matches put back, and time."""

from typing import NamedTuple

from heuristan.common.plots.intervals import Estimate, Plot
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import WHO, Column, Finding, columns_of, seconds, trial_words, words
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.statistics import Mean, Proportion, bootstrap_mean, proportion
from heuristan.tangram.expert.ways import WAYS, Way


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


def undone(of: Selection) -> Finding[Undone]:
    """Return the numbers of matches that were put back."""
    rows = [
        Undone(name, way, count, bootstrap_mean(how_often), median, p95, maximum, proportion(without, count))
        for _, name, way, count, median, p95, maximum, without, how_often in of.ask(queries.UNDONE)
    ]
    columns = (
        *WHO,
        *columns_of(
            runs="Runs", mean="Mean", median="Median", p95="95 %", maximum="Maximum", without="Nothing undone, %"
        ),
    )
    note = (
        "Matches put back per run with retry and with backtracking. As published nothing is undone within an attempt, "
        "and a restart puts everything back: nothing undone is said of runs that ended with their first attempt. The "
        "mean has a 95 % interval from bootstrap percentiles of 2,000 resamples, the share Wilson's. Runs that reached "
        "the limit count with the matches put back until then."
    )
    bars = tuple(
        Estimate(row.ranking, WAYS[row.way], *row.mean, words(row.mean)) for row in rows if row.way != "published"
    )
    plot = Plot("Undone steps", f"The mean per run, on {of.in_words}. Intervals of 95 %.", bars, "number")
    return Finding("undone", "Undone steps", note, columns, tuple(rows), of.query(queries.UNDONE), plot=plot)


def timing(of: Selection) -> Finding[Time]:
    """Return the times for solving."""
    rows = [Time(*row[1:]) for row in of.ask(queries.TIME)]
    columns = (
        *WHO,
        *columns_of(runs="Runs"),
        *columns_of(seconds, median="Median", p90="90 %", p99="99 %", longest="Longest", total="Together"),
        Column[Time]("Limit reached", "at_the_limit", lambda row: row.limit),
    )
    note = "For solving alone, on the machines that did it, solved or not. Of 100 runs 90, or 99, took no longer."
    bars = tuple(
        Estimate(
            trial_words(r.ranking, r.way),
            "median",
            r.median,
            r.p10,
            r.p90,
            f"{seconds(r.median)}, 90 % {seconds(r.p90)}",
        )
        for r in rows
    )
    plot = Plot("Time", f"The median, and from the 10 % to the 90 % of runs, on {of.in_words}.", bars, "seconds")
    return Finding("time", "Time", note, columns, tuple(rows), of.query(queries.TIME), plot=plot)

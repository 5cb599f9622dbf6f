"""Tables of effort: matches put back, restarts, time, and shares solved within a number of matches."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Any, NamedTuple

from heuristan.common.plots.curves import Curve, Curves
from heuristan.common.plots.intervals import Estimate, Plot
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import INTERVALS, WHO, Column, Finding, columns_of, seconds, trial_words, words
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


class Within(NamedTuple):
    """The effort after which a ranking has solved a part of all outlines."""

    ranking: str
    way: Way
    solved: Proportion
    half: float | None
    """The effort for half of all outlines; None if fewer were solved."""
    most: float | None
    """The effort for nine tenths of them."""
    points: tuple[tuple[float, float], ...]
    """Values, and the share that was solved within them."""


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


def effort(of: Selection) -> Finding[Effort]:
    """Return the numbers of restarts, extractions and composites."""
    rows = [Effort._make((*r[1:10], proportion(r[10], r[3]))) for r in of.ask(queries.EFFORT)]
    columns = (
        *WHO,
        *columns_of(
            runs="Runs",
            restarts="Restarts, mean",
            median_restarts="Median",
            max_restarts="Maximum",
            extractions="Extractions, mean",
            max_extractions="Maximum",
            composites="Composites, mean",
            with_composites="With composites, %",
        ),
    )
    note = f"Per run, all its attempts together; solved or not. {INTERVALS}"
    title = "Restarts, extractions, composites"
    return Finding("effort", title, note, columns, tuple(rows), of.query(queries.EFFORT))


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


def within_matches(of: Selection) -> Finding[Within]:
    """Return the share solved within a number of matches taken."""
    rows = tuple(
        _within(name, way, count, (how_often or {}).items())
        for _, name, way, count, how_often in of.ask(queries.WITHIN_MATCHES)
    )
    note = f"Matches taken in all attempts, also those put back. {INTERVALS}"
    title = "Solved within a number of matches"
    curves = Curves(title, f"Of {of.in_words}. {note}", "matches taken", _curves(rows))
    return Finding(
        "within_matches", title, note, _within_columns(), rows, of.query(queries.WITHIN_MATCHES), plot=curves
    )


def _within(name: str, way: Way, outlines: int, solved: Iterable[tuple[float, float]]) -> Within:
    """Return a row.

    Args:
        name: the ranking.
        way: its way.
        outlines: the number of outlines.
        solved: pairs of an effort and the number of outlines solved with it.
    """
    found = sorted(solved)
    sums = list(accumulate(count for _, count in found))
    points = tuple((value, count / outlines) for (value, _), count in zip(found, sums, strict=True))
    half, most = (next((value for value, share in points if share >= part - 1e-9), None) for part in (0.5, 0.9))
    return Within(name, way, proportion(round(sums[-1]) if sums else 0, outlines), half, most, points)


def _within_columns(format: Any = None) -> tuple[Column[Within], ...]:
    return (
        *WHO,
        Column("Solved, %", "solved", attrgetter("solved")),
        Column("Half of all within", "half", attrgetter("half"), format),
        Column("90 % within", "most", attrgetter("most"), format),
    )


def _curves(rows: Sequence[Within]) -> tuple[Curve, ...]:
    return tuple(Curve(trial_words(row.ranking, row.way), row.points) for row in rows)

"""The table of an ablation, and its plot."""

from collections.abc import Iterable

from heuristan.common.plots.intervals import Estimate, Plot
from heuristan.lab.ablating.ablation import Worth
from heuristan.lab.ablating.mixing import Pair
from heuristan.lab.reporting.findings import Column, Finding, chance, points
from heuristan.lab.reporting.statistics import Mean
from heuristan.lab.searching.goals import Goal

COLUMNS = (
    Column[Worth]("Part", "part", lambda row: row.part),
    Column[Worth]("Difference", "difference", lambda row: row.what),
    Column[Worth]("Solved, %", "solved", lambda row: row.solved),
    Column[Worth]("Worth, points", "worth", lambda row: worth(row), points),
    Column[Worth]("p", "p", lambda row: row.p, chance),
    Column[Worth]("p, Holm", "p_holm", lambda row: row.adjusted, chance),
)

NOTE = (
    "Alone: the first ranking with one difference as the second has it. Left out: the second ranking with one "
    "difference as the first has it; its worth is what the second loses without it. Path: from the first to the "
    "second, each time the difference that adds most. Intervals are of 95 % (Wilson; Newcombe's for pairs). p: "
    "McNemar's exact test, two-sided, beside it by Holm's method for all of its part. The worths of a part do not add "
    "up: differences help, or hinder, one another."
)


def worth(row: Worth) -> Mean | None:
    """Return what a difference is worth, with its interval."""
    return None if row.difference is None or row.interval is None else Mean(row.difference, *row.interval)


def table(pair: Pair, rows: Iterable[Worth], goal: Goal, outlines: str) -> Finding[Worth]:
    """Return the table of an ablation.

    Args:
        pair: the two rankings.
        rows: what each difference is worth.
        goal: what counts as solved.
        outlines: the outlines in words.
    """
    rows = tuple(rows)
    attempt = "the first attempt" if goal == "first-attempt" else "any attempt"
    title = f"From {pair.first.name} to {pair.second.name}"
    estimates = tuple(
        Estimate(row.what.removeprefix("+ "), row.part, *mean, points(mean))
        for row in rows
        if (mean := worth(row)) is not None
    )
    subtitle = f"What each difference is worth in {attempt}, in percentage points, on {outlines}. Intervals of 95 %."
    plot = Plot(title, subtitle, estimates, "difference")
    return Finding("ablation", title, f"Solved in {attempt}, of {outlines}. {NOTE}", COLUMNS, rows, "", plot=plot)

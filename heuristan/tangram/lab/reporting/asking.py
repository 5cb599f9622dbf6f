"""Findings in one line each: ``rates("lab.duckdb", by="kind", split="test").markdown()``.

All take the same arguments to choose runs (`Choice`) and raise what `selected` raises.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from heuristan.tangram.lab.corpora import Split
from heuristan.tangram.lab.rankings import Way
from heuristan.tangram.lab.reporting import measures
from heuristan.tangram.lab.reporting.findings import Finding
from heuristan.tangram.lab.reporting.measures import Attempts
from heuristan.tangram.lab.reporting.report import Report, report_on
from heuristan.tangram.lab.reporting.rows import (
    Comparison,
    Effort,
    FirstWrong,
    Rate,
    Reliability,
    RuleUse,
    Time,
    Tries,
    Undone,
)
from heuristan.tangram.lab.reporting.selection import ReportError, selected


class Choice(TypedDict, total=False):
    """A choice of runs; all runs of the file if it is empty."""

    rankings: str | Sequence[str]
    """Names, beginnings of digests, or ranking files."""
    way: Way | None
    split: Split
    where: str | Sequence[str]
    """Conditions on outlines, as those of ``heuristan lab run --where``."""


def report(path: str | Path, **choice: Unpack[Choice]) -> Report:
    """Return the whole report."""
    with selected(path, **choice) as chosen:
        return report_on(chosen)


def rates(path: str | Path, by: str | None = None, **choice: Unpack[Choice]) -> Finding[Rate]:
    """Return how many outlines each ranking solved, by kind, vertices, or any SQL over `outlines`."""
    with selected(path, **choice) as chosen:
        return measures.rates(chosen, by)


def tries(path: str | Path, **choice: Unpack[Choice]) -> Finding[Tries]:
    """Return how many outlines each ranking solved in up to 1, 2, ... attempts."""
    with selected(path, **choice) as chosen:
        return measures.tries(chosen)


def reliability(
    path: str | Path, by: str = "rule", *, attempts: Attempts = "all", **choice: Unpack[Choice]
) -> Finding[Reliability]:
    """Return how often the matches of each rule were right, against all solutions."""
    with selected(path, **choice) as chosen:
        return measures.reliability(chosen, by, attempts=attempts)


def comparisons(path: str | Path, **choice: Unpack[Choice]) -> Finding[Comparison]:
    """Return each ranking compared with the first on the same outlines."""
    with selected(path, **choice) as chosen:
        return measures.comparisons(chosen)


def comparison(
    path: str | Path,
    first: str,
    second: str,
    *,
    measure: str = "solved",
    way: Way = "published",
    split: Split = "all",
    where: str | Sequence[str] = (),
) -> Comparison:
    """Return the comparison of two rankings on the same outlines.

    Args:
        path: the results file.
        first: a ranking: its name, the beginning of its digest, or its file.
        second: another.
        measure: the meaning of success: 'solved', or 'at once' (in the first attempt with nothing undone).
        way: the way in which both were run.
        split: the split of the outlines.
        where: conditions on outlines.

    Raises:
        ReportError: if both were not run on any common outline, and as `selected` raises it.
    """
    found = comparisons(path, rankings=(first, second), way=way, split=split, where=where)
    for row in found:
        if row.measure == measure:
            return row
    raise ReportError(f"{path}: no outline was tried with both '{first}' and '{second}' (success: '{measure}')")


def rule_use(path: str | Path, **choice: Unpack[Choice]) -> Finding[RuleUse]:
    """Return how much each rule took, and in how many solutions it had a part."""
    with selected(path, **choice) as chosen:
        return measures.rule_use(chosen)


def first_wrong(path: str | Path, **choice: Unpack[Choice]) -> Finding[FirstWrong]:
    """Return by which rule the first wrong match was taken, in the first attempts that failed."""
    with selected(path, **choice) as chosen:
        return measures.first_wrong(chosen)


def undone(path: str | Path, **choice: Unpack[Choice]) -> Finding[Undone]:
    """Return the numbers of matches that were put back."""
    with selected(path, **choice) as chosen:
        return measures.undone(chosen)


def effort(path: str | Path, **choice: Unpack[Choice]) -> Finding[Effort]:
    """Return the numbers of restarts, extractions and composites."""
    with selected(path, **choice) as chosen:
        return measures.effort(chosen)


def timing(path: str | Path, **choice: Unpack[Choice]) -> Finding[Time]:
    """Return the times for solving."""
    with selected(path, **choice) as chosen:
        return measures.timing(chosen)

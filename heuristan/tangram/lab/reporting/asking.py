"""Findings in one line each: ``rates("lab.duckdb", by="kind", split="test").markdown()``.

All take the same words to choose runs by (`Choice`) and raise what `selected` raises.
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
    """Which runs; all of the file where nothing is said."""

    rankings: str | Sequence[str]
    """Names, beginnings of digests, or ranking files."""
    way: Way | None
    split: Split
    where: str | Sequence[str]
    """Conditions on outlines, as those of ``heuristan lab run --where``."""


def report(path: str | Path, **choice: Unpack[Choice]) -> Report:
    """Every finding."""
    with selected(path, **choice) as chosen:
        return report_on(chosen)


def rates(path: str | Path, by: str | None = None, **choice: Unpack[Choice]) -> Finding[Rate]:
    """How many outlines each ranking solved, at once and at all; by kind, vertices, or any SQL over `outlines`."""
    with selected(path, **choice) as chosen:
        return measures.rates(chosen, by)


def tries(path: str | Path, **choice: Unpack[Choice]) -> Finding[Tries]:
    """How many outlines each ranking solved in 1, 2, ... attempts at most."""
    with selected(path, **choice) as chosen:
        return measures.tries(chosen)


def reliability(
    path: str | Path, by: str = "rule", *, attempts: Attempts = "all", **choice: Unpack[Choice]
) -> Finding[Reliability]:
    """How often what each rule took was right, against all solutions."""
    with selected(path, **choice) as chosen:
        return measures.reliability(chosen, by, attempts=attempts)


def comparisons(path: str | Path, **choice: Unpack[Choice]) -> Finding[Comparison]:
    """Each ranking against the first, pair by pair of outlines."""
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
    """Two rankings on the same outlines.

    Args:
        path: the results file.
        first: a ranking: its name, the beginning of its digest, or its file.
        second: another.
        measure: what counts as success: 'solved', or 'at once': in the first attempt with nothing undone.
        way: in which both were run.
        split: of the outlines.
        where: conditions on outlines.

    Raises:
        ReportError: there are no outlines that both were tried on, besides what `selected` raises.
    """
    found = comparisons(path, rankings=(first, second), way=way, split=split, where=where)
    for row in found:
        if row.measure == measure:
            return row
    raise ReportError(f"{path}: no outline was tried with both '{first}' and '{second}' (success: '{measure}')")


def rule_use(path: str | Path, **choice: Unpack[Choice]) -> Finding[RuleUse]:
    """What each rule took, and in how many solutions it had a part."""
    with selected(path, **choice) as chosen:
        return measures.rule_use(chosen)


def first_wrong(path: str | Path, **choice: Unpack[Choice]) -> Finding[FirstWrong]:
    """Which rule's match was the first wrong one, of the first attempts that failed."""
    with selected(path, **choice) as chosen:
        return measures.first_wrong(chosen)


def undone(path: str | Path, **choice: Unpack[Choice]) -> Finding[Undone]:
    """How many matches were put back."""
    with selected(path, **choice) as chosen:
        return measures.undone(chosen)


def effort(path: str | Path, **choice: Unpack[Choice]) -> Finding[Effort]:
    """Restarts, extractions and composites."""
    with selected(path, **choice) as chosen:
        return measures.effort(chosen)


def timing(path: str | Path, **choice: Unpack[Choice]) -> Finding[Time]:
    """Seconds for solving."""
    with selected(path, **choice) as chosen:
        return measures.timing(chosen)

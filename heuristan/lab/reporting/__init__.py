"""Tables with intervals of a results file, each with its query and its plot, alone or as one report.

Begin with the function of a table: all take the same arguments to choose runs (`RunChoice`), and raise what `selected`
raises:

from heuristan.lab.reporting import comparison, rates, reliability

print(rates("lab.duckdb", by="kind", split="test").markdown())
print(comparison("lab.duckdb", "deutsch-hayes-1972", "pieces-first").in_words)
Path("reliability.svg").write_text(reliability("lab.duckdb", rankings="pieces-first").svg())
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypedDict, TypeVar, Unpack

from heuristan.lab.corpora import Split
from heuristan.lab.reporting import comparisons as compared
from heuristan.lab.reporting import rule_tables, solved
from heuristan.lab.reporting.comparisons import Comparison
from heuristan.lab.reporting.findings import Finding
from heuristan.lab.reporting.full_report import NOTHING_ASKED, AskedAgain, Report, report_on
from heuristan.lab.reporting.rule_tables import Attempts, Reliability
from heuristan.lab.reporting.selection import ReportError, Selection, selected
from heuristan.lab.reporting.solved import Rate
from heuristan.tangram.expert.ways import Way

__all__ = ["AskedAgain", "Comparison", "Finding", "Report", "ReportError", "RunChoice", "Selection", "selected"]

R = TypeVar("R")


class RunChoice(TypedDict, total=False):
    """A choice of runs; all runs of the file if it is empty."""

    rankings: str | Sequence[str]
    """Names, beginnings of digests, or ranking files."""
    way: Way | None
    split: Split
    where: str | Sequence[str]
    """Conditions on outlines, as of ``heuristan lab run --where``."""


class Asking(Protocol[R]):
    """Makes a finding of a results file."""

    def __call__(self, path: str | Path, **choice: Unpack[RunChoice]) -> Finding[R]: ...


def _asking(measure: Callable[[Selection], Finding[R]]) -> Asking[R]:
    def ask(path: str | Path, **choice: Unpack[RunChoice]) -> Finding[R]:
        with selected(path, **choice) as chosen:
            return measure(chosen)

    ask.__name__, ask.__doc__ = measure.__name__, measure.__doc__
    return ask


tries = _asking(solved.tries)
comparisons = _asking(compared.comparisons)
first_wrong = _asking(rule_tables.first_wrong)
undone = _asking(solved.undone)
timing = _asking(solved.timing)


def report(path: str | Path, asked: AskedAgain = NOTHING_ASKED, **choice: Unpack[RunChoice]) -> Report:
    """Return the whole report."""
    with selected(path, **choice) as chosen:
        return report_on(chosen, asked)


def rates(path: str | Path, by: str | None = None, **choice: Unpack[RunChoice]) -> Finding[Rate]:
    """Return how many outlines each ranking solved, by kind, vertices, or any SQL over `outlines`."""
    with selected(path, **choice) as chosen:
        return solved.rates(chosen, by)


def reliability(
    path: str | Path, by: str = "rule", *, attempts: Attempts = "all", **choice: Unpack[RunChoice]
) -> Finding[Reliability]:
    """Return how often the matches of each rule were right, against all solutions."""
    with selected(path, **choice) as chosen:
        return rule_tables.reliability(chosen, by, attempts=attempts)


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

"""Tables with intervals of a results file, each with its query and its plot, alone or as one report.

Begin with `asking`, one function for each table:

from heuristan.lab.reporting import comparison, rates, reliability

print(rates("lab.duckdb", by="kind", split="test").markdown())
print(comparison("lab.duckdb", "deutsch-hayes-1972", "pieces-first").in_words)
Path("reliability.svg").write_text(reliability("lab.duckdb", rankings="pieces-first").svg())
"""

from heuristan.lab.reporting.asking import (
    RunChoice,
    comparison,
    comparisons,
    first_wrong,
    precision,
    rates,
    reliability,
    report,
    timing,
    tries,
    undone,
)
from heuristan.lab.reporting.comparisons import Comparison
from heuristan.lab.reporting.findings import Finding
from heuristan.lab.reporting.full_report import AskedAgain, Report
from heuristan.lab.reporting.selection import ReportError, Selection, selected

__all__ = [
    "AskedAgain",
    "Comparison",
    "Finding",
    "Report",
    "ReportError",
    "RunChoice",
    "Selection",
    "comparison",
    "comparisons",
    "first_wrong",
    "precision",
    "rates",
    "reliability",
    "report",
    "selected",
    "timing",
    "tries",
    "undone",
]

"""Tables with intervals of a results file, each with its query and its plot, alone or as one report.

Begin with `asking`, one function for each table:

from heuristan.lab.reporting import comparison, rates, reliability

print(rates("lab.duckdb", by="kind", split="test").markdown())
print(comparison("lab.duckdb", "deutsch-hayes-1972", "pieces-first").in_words)
Path("reliability.svg").write_text(reliability("lab.duckdb", rankings="pieces-first").svg())
"""

from heuristan.lab.reporting.asking import (
    Choice,
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
from heuristan.lab.reporting.full_report import Asked, Report
from heuristan.lab.reporting.selection import ReportError, Selection, selected

__all__ = [
    "Asked",
    "Choice",
    "Comparison",
    "Finding",
    "Report",
    "ReportError",
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

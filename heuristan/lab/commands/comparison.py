"""A comparison of the tangram's solvers as a table, as JSON, as CSV."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from platform import platform, python_version

from heuristan.cli.comparing import rows_in
from heuristan.common.comparing import Comparison, Quantity, Run
from heuristan.lab.measuring import BY_RULES, TITLES, Row, contradictions, title_of
from heuristan.version import __version__

MEGABYTE = 1_000_000


def comparison_of() -> Comparison:
    """Return how the solvers are compared."""
    units = {solver: "extractions" if solver in BY_RULES else "nodes" for solver in TITLES}
    return Comparison("outline", units, OWN)


def _megabytes(number: float) -> str:
    return f"{number / MEGABYTE:.1f}"


OWN = (
    Quantity("undone", "{:,}".format),
    Quantity("peak MB", _megabytes, max),
)


def run_of(row: Row) -> Run:
    """Return a row in the form of all comparisons."""
    own = (row.undone, row.peak_memory)
    return Run(row.outline, row.id, row.solver, row.status, row.seconds, row.effort, own, row.message)


def data(rows: Sequence[Row], form: str, limit: float, repeat: int) -> str:
    """Return everything as one JSON document, or a line for each row as CSV or JSON.

    In CSV null is an empty field, and the seconds of all runs are one field with spaces.
    """
    if form == "json":
        return as_json(rows, limit, repeat)
    if form == "jsonl":
        return rows_in(form, [row.as_json() for row in rows])
    fields_of_rows = [asdict(row) | {"all_seconds": " ".join(map(str, row.all_seconds))} for row in rows]
    return rows_in(form, fields_of_rows, [field.name for field in fields(Row)])


def as_json(rows: Sequence[Row], limit: float, repeat: int) -> str:
    """Return everything as one JSON document."""
    document = {
        "heuristan": __version__,
        "python": python_version(),
        "machine": platform(),
        "limit": limit,
        "repeat": repeat,
        "solvers": {row.solver: title_of(row.solver) for row in rows},
        "contradictions": [each.as_json() for each in contradictions(rows)],
        "rows": [row.as_json() for row in rows],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"

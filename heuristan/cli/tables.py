"""Comparisons as text: rows in columns, and rows of fields as JSON or CSV."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from heuristan.cli.json_lines import line_of
from heuristan.cli.writers import indented
from heuristan.common.cells import as_cell


def aligned(rows: Sequence[Sequence[str]], sides: str, indent: str = "") -> list[str]:
    """Return rows in columns, each flush left (<) or right (>)."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    forms = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    lines = ("  ".join(f"{cell:{form}}" for cell, form in zip(row, forms, strict=True)) for row in rows)
    return [f"{indent}{line}".rstrip() for line in lines]


def rows_in(form: str, rows: Sequence[dict[str, Any]], keys: Sequence[str] = ()) -> str:
    """Return rows of fields as a JSON array, as lines of JSON, or as CSV with a line of names.

    Args:
        form: 'json', 'jsonl' or 'csv'.
        rows: the rows.
        keys: the names of the fields, for CSV.
    """
    if form == "json":
        return indented(rows) + "\n"
    if form == "jsonl":
        return "".join(f"{line_of(row)}\n" for row in rows)
    stream = io.StringIO()
    table = csv.DictWriter(stream, keys, lineterminator="\n")
    table.writeheader()
    table.writerows({key: as_cell(value) for key, value in row.items()} for row in rows)
    return stream.getvalue()

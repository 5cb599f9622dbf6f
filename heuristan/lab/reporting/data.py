"""Findings as CSV and Parquet. Shares are numbers from 0 to 1, and intervals have their own columns."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from heuristan.common.files import made_whole, utf8_name
from heuristan.common.quoting import as_cell
from heuristan.lab.reporting.findings import Finding

TYPES = {bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}
"""Types of Parquet columns, as DuckDB names them."""


def csv_text(finding: Finding[Any]) -> str:
    """Return a finding as CSV; unknown values are empty. Without rows there is only the head."""
    stream = io.StringIO()
    records = finding.records()
    table = csv.DictWriter(stream, _names(finding, records), lineterminator="\n")
    table.writeheader()
    table.writerows({name: as_cell(value) for name, value in record.items()} for record in records)
    return stream.getvalue()


def write_parquet(findings: Iterable[Finding[Any]], folder: Path) -> None:
    """Write findings as Parquet files into a folder.

    Raises:
        OSError: if a file cannot be written.
        InputError: if the name of the folder is not UTF-8.
    """
    import duckdb

    utf8_name(folder)
    connection = duckdb.connect()
    try:
        for finding in findings:
            records = finding.records()
            names = _names(finding, records)
            columns = [[record.get(name) for record in records] for name in names]
            typed = enumerate(zip(names, columns, strict=True), 1)
            lists = ", ".join(f'unnest(${i}::{_type(column)}[]) AS "{name}"' for i, (name, column) in typed)
            with made_whole(folder / f"{finding.name}.parquet") as part:
                connection.sql(f"SELECT {lists}", params=columns).write_parquet(str(part))
    except duckdb.IOException as fault:
        raise OSError(str(fault).splitlines()[0]) from None
    finally:
        connection.close()


def _names(finding: Finding[Any], records: list[dict[str, Any]]) -> list[str]:
    return list(records[0]) if records else [column.name for column in finding.columns]


def _type(column: list[Any]) -> str:
    known = {type(value) for value in column if value is not None}
    return TYPES[known.pop()] if len(known) == 1 else "DOUBLE" if known == {int, float} else "VARCHAR"

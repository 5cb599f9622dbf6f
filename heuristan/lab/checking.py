"""A results file is checked when it is opened, before anything else is asked: whoever sent it may have put anything in.

Its tables must be those that heuristan makes, with values that a run can have. A view or a macro of its own could stand
for a table or for a function of SQL, and say anything.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.faults import InputError
from heuristan.lab.tables import ABOUT, SCHEMA, TABLES, Column, Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SHOWN = 40
"""Number of characters of a wrong value that a message shows."""

OWN = "database_name = current_database() AND schema_name = 'main'"

DEFINITIONS = """
SELECT function_type || ' ' || function_name FROM system.main.duckdb_functions() WHERE NOT internal
UNION ALL
SELECT 'type ' || type_name FROM system.main.duckdb_types() WHERE NOT internal AND database_name = current_database()
LIMIT 1"""


class StoreError(InputError):
    """A results file cannot be used. The message says which, why, and the smallest fix."""


class _Made(NamedTuple):
    """A table as a database describes it."""

    columns: tuple[tuple[str, str], ...]
    sql: str
    """The statement that makes it: columns, what is computed, conditions."""


def check(connection: "DuckDBPyConnection", path: Path) -> None:
    """Check a results file.

    Raises:
        StoreError: if it is not a results file, if its schema is another, or if it holds what no run writes.
    """
    found = _tables(connection)
    for name in (ABOUT, *TABLES):
        if name not in found:
            raise StoreError(
                f"{path}: this DuckDB file holds no results of 'heuristan lab run' (it has no table {name}); "
                "choose another"
            )
    for (definition,) in connection.execute(DEFINITIONS).fetchall():
        raise StoreError(f"{path}: the file has a {_shown(definition)} of its own; drop it, or choose another file")
    _check_schema(connection, path)
    for name, table in TABLES.items():
        if difference := _difference(found[name], _expected()[name]):
            raise StoreError(
                f"{path}: the table {name} is not as 'heuristan lab run' makes it ({difference}); choose another file"
            )
        for fault in _values(connection, name, table):
            raise StoreError(f"{path}: {fault}, which no run writes; choose another file")
    _check_rows(connection, path)


def _check_rows(connection: "DuckDBPyConnection", path: Path) -> None:
    """Check that there are no more matches than the runs took: equal rows take hardly any room in a file."""
    query = "SELECT (SELECT count(*) FROM main.extractions), (SELECT coalesce(sum(extractions), 0) FROM main.results)"
    ((count, taken),) = connection.execute(query).fetchall()
    if count > taken:
        raise StoreError(
            f"{path}: the table extractions has {count:,} rows, though the runs took {taken:,} matches; "
            "choose another file"
        )


def creation(name: str, table: Table) -> str:
    """Return the statement that makes a table."""
    columns = [f"{column.name} {column.type}" for column in table.columns]
    key = [f"PRIMARY KEY ({', '.join(table.key)})"] if table.key else []
    return f"CREATE TABLE {name} ({', '.join(columns + key)})"


def _tables(connection: "DuckDBPyConnection") -> dict[str, _Made]:
    made = connection.execute(f"SELECT table_name, sql FROM system.main.duckdb_tables() WHERE {OWN}").fetchall()
    columns: dict[str, list[tuple[str, str]]] = {}
    query = (
        f"SELECT table_name, column_name, data_type FROM system.main.duckdb_columns() WHERE {OWN} ORDER BY column_index"
    )
    for name, column, kind in connection.execute(query).fetchall():
        columns.setdefault(name, []).append((column, kind))
    return {name: _Made(tuple(columns.get(name, ())), sql) for name, sql in made}


@cache
def _expected() -> dict[str, _Made]:
    """Return the tables as DuckDB describes them."""
    import duckdb

    with duckdb.connect() as connection:
        for name, table in TABLES.items():
            connection.execute(creation(name, table))
        return _tables(connection)


def _difference(found: _Made, expected: _Made) -> str:
    """Return in words what is different of a table; empty if nothing is."""
    if found == expected:
        return ""
    for (name, kind), (wanted, type) in zip(found.columns, expected.columns, strict=False):
        if name != wanted:
            return f"its column {_shown(name)} stands where {wanted} should"
        if kind != type:
            return f"its column {name} is {_shown(kind)}, not {type}"
    if len(found.columns) != len(expected.columns):
        return f"it has {len(found.columns)} columns, not {len(expected.columns)}"
    return "its key, its conditions or what it computes"


def _check_schema(connection: "DuckDBPyConnection", path: Path) -> None:
    import duckdb

    try:
        count, schema = connection.execute(
            f"SELECT count(*), CAST(any_value(schema) AS INTEGER) FROM main.{ABOUT}"
        ).fetchall()[0]
    except duckdb.Error:
        count, schema = 0, None
    if count != 1 or schema is None:
        raise StoreError(f"{path}: the table {ABOUT} does not say one schema; choose another file")
    if schema != SCHEMA:
        raise StoreError(
            f"{path}: the file was written by another heuristan (schema {schema}, here {SCHEMA}); "
            "install that one, or begin a new file with --results"
        )


def _values(connection: "DuckDBPyConnection", name: str, table: Table) -> Iterator[str]:
    """Yield what is wrong with the values of a table."""
    wrong = ", ".join(f"count(*) FILTER (({column.law}) IS NOT TRUE)" for column in table.columns)
    counts = connection.execute(f"SELECT {wrong} FROM main.{name}").fetchall()[0]
    for column, number in zip(table.columns, counts, strict=True):
        if number:
            yield f"the table {name} has {_wrong(connection, name, column)} as {column.name} ({column.meaning})"


def _wrong(connection: "DuckDBPyConnection", name: str, column: Column) -> str:
    value = f"left(CAST({column.name} AS VARCHAR), {SHOWN + 1})"
    query = f"SELECT {value} FROM main.{name} WHERE ({column.law}) IS NOT TRUE LIMIT 1"
    ((found,),) = connection.execute(query).fetchall()
    return "NULL" if found is None else _shown(found)


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")

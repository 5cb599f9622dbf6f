"""Results files of earlier versions, converted to the tables of this one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from heuristan.lab.tables import FORMER_COLUMNS, SCHEMA, TABLES, Table, quoted
from heuristan.lab.versions import former_versions, version
from heuristan.tangram.expert.former_names import FORMER_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckdb import DuckDBPyConnection

OLDEST = 1
"""Earliest schema that is converted."""

ADDED: Mapping[str, Mapping[str, str]] = {
    "outlines": {"geojson": "JSON"},
    "results": {"difficulty": "DOUBLE", "choices": "DOUBLE", "weakest": "INTEGER"},
}
"""The columns that schema 3 added, with their types; they are NULL in rows from before."""


def tables_of(schema: int) -> dict[str, Table]:
    """Return the tables of this schema or an earlier one."""
    return TABLES if schema == SCHEMA else {name: _former(name, table, schema) for name, table in TABLES.items()}


def _former(name: str, table: Table, schema: int) -> Table:
    columns = (column for column in table.columns if column.name not in ADDED.get(name, ()))
    names = {present: former for former, present in FORMER_COLUMNS.items()} if schema < 2 and name == "outlines" else {}
    return table._replace(columns=tuple(each._replace(name=names.get(each.name, each.name)) for each in columns))


def migrate(connection: "DuckDBPyConnection", schema: int) -> None:
    """Convert a file of an earlier schema, in one transaction.

    Columns and rules get their present names, and runs whose results are those of this code get its version, so that
    they are not computed again.
    """
    # several threads would store the rows in another order, and the report lists rankings in the order of their runs
    connection.execute("SET threads TO 1")
    connection.begin()
    try:
        for statement in _statements(schema):
            connection.execute(statement)
    except BaseException:
        connection.rollback()
        raise
    connection.commit()
    connection.execute("RESET threads")


def describe(connection: "DuckDBPyConnection") -> None:
    """Write the meaning of each table and column into the file."""
    for statement in _comments():
        connection.execute(statement)


def _statements(schema: int) -> "Iterator[str]":
    if schema < 2:
        yield from _present_names()
    for table, columns in ADDED.items():
        for column, kind in columns.items():
            yield f"ALTER TABLE {table} ADD COLUMN {column} {kind}"
    yield from _comments()
    yield f"UPDATE about SET schema = {SCHEMA}"


def _present_names() -> "Iterator[str]":
    """Yield what makes a file of schema 1 one of schema 2."""
    for former, name in FORMER_COLUMNS.items():
        yield f"ALTER TABLE outlines RENAME COLUMN {former} TO {name}"
    for former, name in FORMER_NAMES.items():
        yield f"UPDATE extractions SET rule = {quoted(name)} WHERE rule = {quoted(former)}"
    for former in former_versions():
        for table in ("results", "extractions"):
            yield f"UPDATE {table} SET version = {quoted(version())} WHERE version = {quoted(former)}"


def _comments() -> "Iterator[str]":
    for name, table in TABLES.items():
        yield f"COMMENT ON TABLE {name} IS {quoted(table.meaning)}"
        for column in table.columns:
            yield f"COMMENT ON COLUMN {name}.{column.name} IS {quoted(column.meaning)}"

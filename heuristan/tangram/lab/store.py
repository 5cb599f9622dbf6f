"""Results in one DuckDB file: opened with care, written in transactions, so that a killed run loses a batch at most."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from heuristan.tangram.lab.interrupting import undisturbed
from heuristan.tangram.lab.tables import RUN_KEY, SCHEMA, TABLES, Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row: TypeAlias = tuple[Any, ...]
"""A row of a table, its values in the order of the columns."""

Rows: TypeAlias = Mapping[str, Sequence[Row]]
"""Rows by table."""


class StoreError(ValueError):
    """A results file that cannot be used: which, why, and the smallest fix."""


class MissingExtraError(ImportError):
    """The laboratory needs what is not installed."""

    def __init__(self, module: str) -> None:
        super().__init__(f"the laboratory needs {module}; install it with: pip install 'heuristan[lab]'")


class Store:
    """A results file that is open for writing. One process at a time can have it.

    Ctrl-C waits for DuckDB, which would end a query in the midst of it with an error of its own.
    """

    def __init__(self, connection: "DuckDBPyConnection") -> None:
        self._connection = connection

    @classmethod
    @undisturbed()
    def open(cls, path: Path) -> "Store":
        """Open a results file, or begin one.

        Raises:
            StoreError: another process has it, or it is no results file of this version.
            MissingExtraError: DuckDB is not installed.
        """
        if not path.parent.is_dir():
            raise StoreError(f"{path}: there is no such folder; make it first, or choose another place")
        if not path.exists():
            _begin(path)
        connection = _connect(path, read_only=False)
        try:
            _check(connection, path)
        except BaseException:
            connection.close()
            raise
        return cls(connection)

    @undisturbed()
    def close(self) -> None:
        self._connection.close()

    @undisturbed()
    def add(self, rows: Rows) -> None:
        """Add rows to some tables, all of them or none. Outlines and rankings that are there stay as they are."""
        self._connection.begin()
        try:
            for name, values in rows.items():
                _insert(self._connection, name, values)
        except BaseException:
            with suppress(Exception):
                self._connection.rollback()
            raise
        self._connection.commit()

    @undisturbed()
    def done(self, outlines: Sequence[str], version: str, time_limit: float) -> dict[tuple[str, str, str], bool]:
        """The runs of some outlines that are there (outline, ranking, way), and whether they solved it."""
        found = self._connection.execute(
            "SELECT outline, ranking, way, solved FROM results WHERE outline IN (SELECT unnest($1::VARCHAR[])) "
            "AND version = $2 AND time_limit = $3",
            [list(outlines), version, time_limit],
        )
        return {(outline, ranking, way): solved for outline, ranking, way, solved in found.fetchall()}

    @undisturbed()
    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of a query."""
        return self._connection.execute(query, list(values)).fetchall()


def connect(path: Path) -> "DuckDBPyConnection":
    """A results file opened for reading alone.

    Raises:
        StoreError: it is missing, no results file of this version, or being written.
        MissingExtraError: DuckDB is not installed.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file; 'heuristan lab run --results {path}' begins one")
    connection = _connect(path, read_only=True)
    try:
        _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path, *, read_only: bool) -> "DuckDBPyConnection":
    try:
        import duckdb
    except ImportError:
        raise MissingExtraError("DuckDB") from None
    try:
        return duckdb.connect(str(path), read_only=read_only)
    except duckdb.IOException as fault:
        raise StoreError(f"{path}: {_reason(str(fault), read_only)}") from None
    except duckdb.Error as fault:
        raise StoreError(f"{path}: the file cannot be used ({_first_line(fault)}); choose another") from None


def _reason(words: str, read_only: bool) -> str:
    if "lock" in words.lower():
        holder = re.search(r"PID (\d+)", words)
        by = f" (process {holder[1]})" if holder else ""
        what = "read it when that has ended" if read_only else "wait for it, or write to another --results file"
        return f"another run is writing to this file{by}; {what}"
    if "not a valid DuckDB" in words:
        return "this is no DuckDB file; choose another name for the results"
    return f"the file cannot be used ({words.splitlines()[0]}); choose another"


def _first_line(fault: Exception) -> str:
    return str(fault).splitlines()[0]


def _tables_of(connection: "DuckDBPyConnection") -> set[str]:
    return {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def _begin(path: Path) -> None:
    """Make a file with empty tables. It gets its name when it is whole: who is killed leaves no half of one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    connection = _connect(draft, read_only=False)
    for name, table in TABLES.items():
        connection.execute(_creation(name, table))
        connection.execute(f"COMMENT ON TABLE {name} IS {_quoted(table.meaning)}")
        for column in table.columns:
            connection.execute(f"COMMENT ON COLUMN {name}.{column.name} IS {_quoted(column.meaning)}")
    connection.execute("CREATE TABLE about (schema INTEGER)")
    connection.execute("INSERT INTO about VALUES (?)", [SCHEMA])
    connection.close()
    draft.replace(path)


def _creation(name: str, table: Table) -> str:
    columns = [f"{column.name} {column.type}" for column in table.columns]
    key = [f"PRIMARY KEY ({', '.join(table.key)})"] if table.key else []
    return f"CREATE TABLE {name} ({', '.join(columns + key)})"


def _quoted(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


def _check(connection: "DuckDBPyConnection", path: Path) -> None:
    if not _tables_of(connection) >= {"about", *TABLES}:
        raise StoreError(f"{path}: this DuckDB file holds no results of 'heuristan lab run'; choose another")
    (schema,) = connection.execute("SELECT schema FROM about").fetchall()[0]
    if schema != SCHEMA:
        raise StoreError(
            f"{path}: the file was written by another heuristan (tables of kind {schema}, here {SCHEMA}); "
            "begin a new one with --results"
        )


def _insert(connection: "DuckDBPyConnection", name: str, rows: Iterable[Row]) -> None:
    """Insert rows as columns: row by row takes DuckDB a hundred times as long."""
    columns = list(map(list, zip(*rows, strict=True)))
    if not columns:
        return
    table = TABLES[name]
    values = ", ".join(f"unnest(${i}::{column.type}[])" for i, column in enumerate(table.columns, 1))
    known = "ON CONFLICT DO NOTHING" if table.key and table.key != RUN_KEY else ""
    connection.execute(f"INSERT INTO {name} SELECT {values} {known}", columns)

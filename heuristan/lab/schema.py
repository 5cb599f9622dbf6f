"""The tables of a results file (`schema.toml`), and the check of a file before anything else is asked of it.

Whoever sent a file may have put anything in: its tables
must be those that heuristan makes, with values that a run can have, and no view or macro of its own may stand for a
table or for a function of SQL.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from heuristan.common.faults import InputError, nearest
from heuristan.common.words import listed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


SCHEMA = 6
"""Raised whenever a column changes. Files of other schemas are refused."""

ABOUT = "about"
"""The table that holds the schema."""

MOST = 1_000_000_000
"""Maximum of a number, whatever it counts or measures: sums of such numbers and their squares are finite."""

MOST_ACTIVATIONS = 200_000
"""Maximum number of rows of the table `decisions` of an attempt."""

LONGEST = 200_000
"""Maximum number of characters of a text, more than a ranking has."""


def quoted(words: str) -> str:
    """Return words as a string of SQL."""
    return "'" + words.replace("'", "''") + "'"


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: str
    """The name of the type in DuckDB."""
    meaning: str
    one_of: tuple[str, ...] = ()
    """The values that it can have, if they are known."""
    is_optional: bool = False
    """Whether it may be NULL."""
    most: int = MOST

    @property
    def law(self) -> str:
        """The condition in SQL that its values must meet."""
        kinds = {
            "BIGINT": f"{self.name} IS NOT NULL",
            "BOOLEAN": f"{self.name} IS NOT NULL",
            "DOUBLE": f"{self.name} BETWEEN 0 AND {self.most}",
            "INTEGER": f"{self.name} BETWEEN 0 AND {self.most}",
            "JSON": f"{self.name} IS NOT NULL",
            "VARCHAR": f"length({self.name}) <= {LONGEST}",
        }
        law = f"{self.name} IN ({', '.join(map(quoted, self.one_of))})" if self.one_of else kinds[self.type]
        return f"{self.name} IS NULL OR {law}" if self.is_optional else law


class Table(NamedTuple):
    """A table of a results file."""

    meaning: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    """The columns that identify a row; none where rows are only added together with another table's."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


def _columns(rows: Iterable[dict[str, Any]]) -> tuple[Column, ...]:
    return tuple(Column(**(row | {"one_of": tuple(row.get("one_of", ()))})) for row in rows)


_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

RUN = _columns(_FILE["run"]["columns"])
"""The columns that identify a run."""

RUN_KEY = tuple(column.name for column in RUN)

TABLES = {
    name: Table(
        table["meaning"],
        (RUN if table.get("is_of_run") else ()) + _columns(table["columns"]),
        tuple(table.get("key", ())),
    )
    for name, table in _FILE["tables"].items()
}


SHOWN = 40
"""Number of characters of a wrong value that a message shows."""

OWN = "database_name = current_database() AND schema_name = 'main'"

DEFINITIONS = """
SELECT function_type || ' ' || function_name FROM system.main.duckdb_functions() WHERE NOT internal
UNION ALL
SELECT 'type ' || type_name FROM system.main.duckdb_types() WHERE NOT internal AND database_name = current_database()
LIMIT 1"""


def mistake_in_words(fault: Exception) -> str:
    """Return what an error of DuckDB says is wrong in a query, with the smallest fix if the mistake is a usual one."""
    reason = str(fault).splitlines()[0]
    for pattern, words in _FILE["mistakes"].items():
        if found := re.search(pattern, reason):
            name = found[found.lastindex or 0]
            homes = [home for home, table in TABLES.items() if name in table.names]
            columns = dict.fromkeys(column for table in TABLES.values() for column in table.names)
            known = TABLES if "no table" in words else columns
            return str(words).format(name, f"it is a column of {listed(homes)}" if homes else nearest(name, known))
    return reason.partition(" Error: ")[2] or reason


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
    """Check that a table has no more rows than its runs can have: a small file can hold millions of equal rows."""
    for name, most, words in (
        ("extractions", "extractions", "took {:,} matches"),
        ("decisions", f"attempts * {MOST_ACTIVATIONS} * (way = 'published')::INT", "offered at most {:,}"),
    ):
        query = f"SELECT (SELECT count(*) FROM main.{name}), coalesce(sum({most}), 0) FROM main.results"
        ((count, limit),) = connection.execute(query).fetchall()
        if count > limit:
            runs = f"has {count:,} rows, though the runs {words.format(limit)}"
            raise StoreError(f"{path}: the table {name} {runs}; choose another file")


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
    """Return the difference of a table in words; empty if there is none."""
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
            "begin a new file with 'heuristan lab run --results'"
        )


def _values(connection: "DuckDBPyConnection", name: str, table: Table) -> Iterator[str]:
    """Yield the faults of a table's values."""
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

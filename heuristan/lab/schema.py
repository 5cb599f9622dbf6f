"""The tables of a results file, and the check of a file before anything else is asked of it.

The file itself has the meaning of each column as comments. Whoever sent a file may have put anything in: its tables
must be those that heuristan makes, with values that a run can have, and no view or macro of its own may stand for a
table or for a function of SQL.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.faults import InputError
from heuristan.tangram.expert.ways import WAYS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


SCHEMA = 3
"""Raised whenever a column changes. Files of other schemas are refused."""

ABOUT = "about"
"""The table that holds the schema."""

MOST = 1_000_000_000
"""Maximum of a number, whatever it counts or measures: sums of such numbers and their squares are finite."""

MOST_ATTEMPTS = 1_000
"""Maximum number of attempts of a run, one for each entry point of a ranking: the production engine takes no more lines
than that, and the report has a line for each attempt."""

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


RUN = (
    Column("outline", "VARCHAR", "digest of the outline"),
    Column("ranking", "VARCHAR", "digest of the ranking"),
    Column("way", "VARCHAR", "'published' (nothing is undone), 'retry' or 'backtracking'", tuple(WAYS)),
    Column("version", "VARCHAR", "version that first had these results, and their number (see docs/lab.md)"),
    Column("time_limit", "DOUBLE", "time limit of the run in seconds; 0 if there was none"),
)
"""The columns that identify a run. ('limit' alone is a word of SQL.)"""

RUN_KEY = tuple(column.name for column in RUN)

TABLES = {
    "outlines": Table(
        "One row for each outline, however many rankings were tried on it.",
        (
            Column("outline", "VARCHAR", "digest of the outline (16 hex digits), wherever it lies in the plane"),
            Column("shape", "VARCHAR", "digest that its eight turns and mirror images share"),
            Column("id", "VARCHAR", "its name in the file in which it was read first"),
            Column("split", "VARCHAR", "'training' or 'test', by the shape that is meant", ("training", "test")),
            Column("kind", "VARCHAR", "convex, simple-10-, simple-11+, holes, touching, parts (see docs/lab.md)"),
            Column("made", "VARCHAR", "who made it, if the file says so in properties.made", is_optional=True),
            Column("vertices", "INTEGER", "number of vertices of all rings"),
            Column("parts", "INTEGER", "number of outer rings: parts that only touch in points are counted one by one"),
            Column("pieces", "VARCHAR", "the set of pieces"),
            Column("sets", "INTEGER", "number of these sets"),
            Column("area", "DOUBLE", "in squares of the small leg"),
            Column("exact", "BOOLEAN", "whether it is on the lattice; otherwise it was drawn, and read approximately"),
            Column("properties", "JSON", "other properties of its GeoJSON feature", is_optional=True),
            Column("geojson", "JSON", "the outline itself, a GeoJSON feature"),
        ),
        ("outline",),
    ),
    "rankings": Table(
        "One row for each ranking that was tried.",
        (
            Column("ranking", "VARCHAR", "digest of its rules and settings (16 hex digits), not of its name and notes"),
            Column("name", "VARCHAR", "its name when it was tried first"),
            Column("text", "VARCHAR", "the ranking as YAML"),
        ),
        ("ranking",),
    ),
    "results": Table(
        "One row for each run: one outline by one ranking in one way.",
        (
            *RUN,
            Column(
                "status",
                "VARCHAR",
                "solved, stuck, unsolvable, limit, or failed: an error in heuristan (see message)",
                ("solved", "stuck", "unsolvable", "limit", "failed"),
            ),
            Column("solved", "BOOLEAN", "whether the status is solved"),
            Column(
                "entry_point",
                "INTEGER",
                "entry point of the attempt that solved it, from 1; NULL if none did",
                is_optional=True,
            ),
            Column("attempts", "INTEGER", "number of attempts", most=MOST_ATTEMPTS),
            Column("restarts", "INTEGER", "number of attempts after the first"),
            Column("extractions", "INTEGER", "number of matches taken in all attempts"),
            Column("undone", "INTEGER", "number of matches put back"),
            Column("composites", "INTEGER", "number of composites among the matches taken"),
            Column("seconds", "DOUBLE", "time for solving alone"),
            Column(
                "stuck_at",
                "INTEGER",
                "number of matches out in the best attempt; NULL if it was solved",
                is_optional=True,
            ),
            Column("message", "VARCHAR", "a sentence"),
            Column(
                "solutions",
                "INTEGER",
                "number of solutions, equal pieces interchangeable; NULL if not known",
                is_optional=True,
            ),
            Column(
                "difficulty",
                "DOUBLE",
                "how hard the run found it (see docs/lab.md); NULL if it did not solve",
                is_optional=True,
            ),
            Column("choices", "DOUBLE", "the part of it that counts the choices at each step", is_optional=True),
            Column(
                "weakest",
                "INTEGER",
                "place in the ranking of the weakest rule that the solution needed",
                is_optional=True,
            ),
        ),
        RUN_KEY,
    ),
    "extractions": Table(
        "One row for each match that a run took, in order, all attempts.",
        (
            *RUN,
            Column("attempt", "INTEGER", "number of the attempt in the run, from 1"),
            Column("entry_point", "INTEGER", "entry point at which the attempt began, from 1"),
            Column("number", "INTEGER", "number of the match in the run, from 1"),
            Column("step", "INTEGER", "number of matches out with it"),
            Column("rule", "VARCHAR", "the rule that took it"),
            Column("kind", "VARCHAR", "'piece' or 'composite'", ("piece", "composite")),
            Column("figure", "VARCHAR", "the piece or composite"),
            Column(
                "verdict",
                "VARCHAR",
                "'right', 'wrong' or 'late' against all solutions; NULL if not measured",
                ("right", "wrong", "late"),
                is_optional=True,
            ),
            Column("undone", "BOOLEAN", "whether it was put back"),
            Column("kept", "BOOLEAN", "whether it is part of the solution"),
        ),
    ),
}


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
            "install that one, or begin a new file with --results"
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

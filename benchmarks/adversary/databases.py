"""Results files of the laboratory as weapons: a database is a program, which whoever wrote it has filled.

`spoiling` damages bytes, which DuckDB notices by itself; what is made here is a sound database.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from adversary.findings import Report
from adversary.options import found, in_general
from adversary.running import ENDED, Case, Ran, ran, slowed
from heuristan.lab.schema import ABOUT, TABLES

Statements: TypeAlias = tuple[str, ...]

SECRET = "7919"
"""The content of another file, a number, which fits any column."""
NAMES = (ABOUT, *TABLES)
COMMANDS = (
    ("lab", "sql", "b.duckdb"),
    ("lab", "sql", "b.duckdb", "SELECT * FROM results"),
    ("lab", "report", "b.duckdb", "--baselines", "0", "--output", "o.html"),
    ("lab", "report", "b.duckdb", "--baselines", "0", "--output", "o.md"),
    ("lab", "report", "b.duckdb", "--baselines", "0", "--output", "o"),
    ("lab", "select", "b.duckdb"),
    ("lab", "show", "b.duckdb", "goose"),
    ("lab", "run", "--rankings", "pieces-first", "--sample", "2", "--results", "b.duckdb"),
)

NUMBERS = ("0", "-1", "1", "99", "9999", "2000000000", "2147483647", "-2147483648", "NULL")
VALUES: Mapping[str, tuple[str, ...]] = {
    "BOOLEAN": ("true", "false", "NULL"),
    "INTEGER": NUMBERS,
    "BIGINT": NUMBERS,
    "DOUBLE": (*NUMBERS, "'NaN'", "'inf'", "'-inf'", "1e308", "1e-320", "-0.0"),
    "JSON": (
        "'null'", "'[]'", "'3'", "'{}'", "'\"a\"'", "repeat('[', 90000) || repeat(']', 90000)",
        "'{\"type\": 9}'", "NULL",
    ),
    "VARCHAR": (
        "''", "'\x1b[31mred'", "'<script>'", "'a|b`c\n\n# d'", "'rules: [9]'", "'rules: 9'", "repeat('x', 1000000)",
        "'\u202e'", "'published'", "'backtracking'", "'solved'", "'late'", "'../../etc'", "'=1+1'", "NULL",
        "'{\"a\": ' || repeat('[', 90000)",
    ),
}  # fmt: skip
"""Values that a column of a type may have, whatever it means."""
TYPES = ("VARCHAR", "HUGEINT", "DOUBLE", "BLOB", "JSON", "INTEGER", "DATE", "BOOLEAN", "INTEGER[]", "STRUCT(a INTEGER)")
ROWS = 5_000_000


def _as_view(name: str, *columns: str) -> Statements:
    """Return what puts a view that reads another file in the place of a table."""
    reads = "SELECT CAST(content AS INTEGER) FROM read_text('secret.txt')"
    chosen = ", ".join(f"({reads}) AS {column}" for column in columns) or f"*, ({reads}) AS more"
    table = "" if columns else f" FROM kept.{name}"
    return (
        "CREATE SCHEMA kept",
        f"CREATE TABLE kept.{name} AS FROM {name}",
        f"DROP TABLE {name}",
        f"CREATE VIEW {name} AS SELECT {chosen}{table}",
    )


DEFINED: Mapping[str, Statements] = {
    **{f"a view as {name}": _as_view(name) for name in NAMES},
    "a view that says the schema": _as_view(ABOUT, "schema"),
    "tables of another schema": tuple(f"ALTER TABLE {name} RENAME TO other_{name}" for name in NAMES),
    **{
        f"a macro as {name}": (f"CREATE MACRO {name}({values}) AS 5",)
        for name, values in {"count": "x", "max": "x", "coalesce": "x, y", "len": "x", "quantile_disc": "x, y"}.items()
    },
    **{
        f"a macro as {name}": (f"CREATE MACRO {name}() AS TABLE SELECT 'about' AS table_name, '' AS sql",)
        for name in ("duckdb_tables", "duckdb_columns", "duckdb_functions")
    },
    "a type of its own": ("CREATE TYPE odd AS ENUM ('a')",),
    "no schema": (f"DELETE FROM {ABOUT}",),
    "many schemas": (f"INSERT INTO {ABOUT} SELECT 3 FROM range({ROWS})",),
    "a schema that is NULL": (f"UPDATE {ABOUT} SET schema = NULL",),
    "a schema in words": (f"ALTER TABLE {ABOUT} ALTER schema TYPE VARCHAR", f"UPDATE {ABOUT} SET schema = 'three'"),
    **{f"said to be of schema {n}": (f"UPDATE {ABOUT} SET schema = {n}",) for n in (-1, 0, 1, 2, 3, 2_000_000_000)},
    "computed columns": (
        "CREATE TABLE more AS FROM rankings",
        "DROP TABLE rankings",
        "CREATE TABLE rankings (ranking VARCHAR PRIMARY KEY, name VARCHAR, text AS (name || ranking))",
        "INSERT INTO rankings SELECT ranking, name FROM more",
    ),
    "conditions": (
        "CREATE TABLE more AS FROM rankings",
        "DROP TABLE rankings",
        "CREATE TABLE rankings (ranking VARCHAR PRIMARY KEY, name VARCHAR, text VARCHAR, CHECK (name < 'z'))",
        "INSERT INTO rankings FROM more",
    ),
    "without keys": (
        "CREATE TABLE more AS FROM results", "DROP TABLE results", "CREATE TABLE results AS FROM more",
        "INSERT INTO results FROM more", "INSERT INTO results FROM more",
    ),
    "many equal rows": (f"INSERT INTO extractions SELECT e.* FROM (FROM extractions LIMIT 1) AS e, range({ROWS})",),
    "one more column": ("ALTER TABLE results ADD COLUMN place INTEGER",),
    "one column less": ("ALTER TABLE results DROP COLUMN undone",),
    "another name of a column": ("ALTER TABLE results RENAME undone TO Undone2",),
    "letters in a name": ('ALTER TABLE results RENAME undone TO "\x1b[31m"',),
    "attempts without end": ("UPDATE results SET attempts = 2000000000",),
}  # fmt: skip
"""The faults that are tried by name; the others are drawn."""


def drawn(dice: Random) -> tuple[str, Statements]:
    """Return a fault that dice choose: another type, or another value in one row or all."""
    name = dice.choice([*TABLES])
    column = dice.choice(TABLES[name].columns)
    if dice.random() < 0.15:
        kind = dice.choice(TYPES)
        return f"{name}.{column.name} as {kind}", (
            f"CREATE TABLE more AS SELECT * REPLACE (TRY_CAST({column.name} AS {kind}) AS {column.name}) FROM {name}",
            f"DROP TABLE {name}",
            f"CREATE TABLE {name} AS FROM more",
        )
    value = dice.choice(VALUES[column.type])
    where = dice.choice(("", f" WHERE rowid = (SELECT min(rowid) FROM {name})"))
    return f"{name}.{column.name} = {value[:30]!r}{' once' * bool(where)}", (
        f"UPDATE {name} SET {column.name} = {value}{where}",
    )


def _sound() -> bytes:
    """Return a results file of a few runs."""
    words = ("lab", "run", "--corpus", "shapes", "--sample", "5", "--rankings", "pieces-first", "heuristan")
    ways = ("--no-backtracking", "--backtracking", "--results", "lab.duckdb")
    with TemporaryDirectory() as folder:
        program = [sys.executable, "-m", "heuristan", *words, *ways]
        subprocess.run(program, cwd=folder, capture_output=True, check=True)
        return Path(folder, "lab.duckdb").read_bytes()


def spoilt(sound: bytes, statements: Statements) -> bytes | None:
    """Return a results file after some statements; None if DuckDB does not carry them out."""
    import duckdb

    with TemporaryDirectory() as folder:
        path = Path(folder, "b.duckdb")
        path.write_bytes(sound)
        connection: Any = duckdb.connect(str(path))
        try:
            connection.execute(f"SET file_search_path = '{folder}'")
            Path(folder, "secret.txt").write_text(SECRET, encoding="utf-8")
            for statement in statements:
                connection.execute(statement)
        except duckdb.Error:
            return None
        finally:
            connection.close()
        return path.read_bytes()


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield a number of files with a command that reads each: named faults and drawn ones in turn."""
    dice, sound = Random(seed), _sound()
    named = [(name, DEFINED[name], words) for name in DEFINED for words in COMMANDS]
    dice.shuffle(named)
    made = 0
    while made < number:
        is_named = named and made % 2
        name, statements, words = named.pop() if is_named else (*drawn(dice), dice.choice(COMMANDS))
        data = spoilt(sound, statements)
        if data is not None:
            made += 1
            files = {"b.duckdb": data, "secret.txt": SECRET.encode()}
            yield Case(f"{name}: {' '.join(words[:2])}", (words,), files, patience=2 * ENDED)


def faults(done: Ran) -> Iterator[str]:
    """Yield what is wrong with what became of a results file: it says what another file holds, or takes long."""
    yield from in_general(done)
    if done.seconds > ENDED * slowed():
        yield f"more than {ENDED} s"
    told = [done.out, done.err, *(data.decode("latin-1") for name, data in done.files.items() if "secret" not in name)]
    if any(SECRET in text.replace(",", "") for text in told):
        yield "another file was read"


def try_databases(report: Report, number: int, seed: int) -> None:
    """Let commands read hostile results files."""
    for done in ran(cases(number, seed)):
        report.add("results file", done.status, found(done, faults(done)), done.peak)

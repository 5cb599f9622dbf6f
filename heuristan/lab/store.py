"""Results in one DuckDB file, written in transactions: a killed run loses at most a batch."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from heuristan.common.faults import require
from heuristan.common.files import utf8_name
from heuristan.common.interrupting import undisturbed
from heuristan.common.scratch import scratch_folder
from heuristan.lab.schema import ABOUT, RUN_KEY, SCHEMA, TABLES, StoreError, check, creation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row: TypeAlias = tuple[Any, ...]
"""A row of a table, its values in the order of the columns."""

Rows: TypeAlias = Mapping[str, Sequence[Row]]
"""Rows by table."""


@contextmanager
def faults_told() -> Iterator[None]:
    """Turn DuckDB's errors of a full disk and of a damaged file into words; what was written before stays.

    Raises:
        StoreError: for such an error.
    """
    import duckdb

    try:
        yield
    except duckdb.Error as fault:
        if "No space left" not in str(fault):
            if not _is_damage(fault):
                raise
            reason = str(fault).splitlines()[0]
            raise StoreError(f"the results file is damaged ({reason}); take a copy, or begin a new file") from None
        raise StoreError(
            "the results file cannot be written (no space left on the disk); make room, and give the same command again"
        ) from None


def _is_damage(fault: Exception) -> bool:
    """Return whether an error of DuckDB tells of a damaged file; a wrong checksum has no class of its own."""
    import duckdb

    kinds = (duckdb.IOException, duckdb.SerializationException, duckdb.FatalException)
    return isinstance(fault, kinds) or "Corrupt database file" in str(fault)


class Store:
    """A results file that is open for writing, by one process at a time.

    Ctrl-C is deferred until DuckDB is done, because DuckDB would end its query with another error.
    """

    def __init__(self, connection: "DuckDBPyConnection") -> None:
        self._connection = connection

    @classmethod
    @undisturbed()
    def open(cls, path: Path) -> "Store":
        """Open a results file, or begin one.

        Raises:
            StoreError: if another process has it, or if it is not a results file.
            MissingExtraError: if DuckDB is not installed.
        """
        if not path.parent.is_dir():
            raise StoreError(f"{path}: there is no such folder; make it first, or choose another place")
        with faults_told():
            if not path.exists():
                utf8_name(path)
                if os.path.lexists(_log(path)):
                    raise StoreError(f"{path}: {_left_over(path)}")
                _begin(path)
            connection = _connect(path, read_only=False)
            try:
                check(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(connection)

    @undisturbed()
    def close(self) -> None:
        with faults_told():
            self._connection.close()

    @undisturbed()
    def add(self, rows: Rows) -> None:
        """Add rows to some tables, all of them or none. Known outlines and rankings stay as they are."""
        with faults_told():
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
    def done(self, outlines: Sequence[str], version: str, time_limit: float) -> dict[Row, bool]:
        """Return the stored runs of some outlines (outline, ranking, way, position, seed), and whether they solved."""
        found = self.rows(
            "SELECT outline, ranking, way, position, seed, solved FROM results "
            "WHERE outline IN (SELECT unnest($1::VARCHAR[])) AND version = $2 AND time_limit = $3",
            [list(outlines), version, time_limit],
        )
        return {run: solved for *run_of, solved in found for run in [tuple(run_of)]}

    @undisturbed()
    def begin(self, session: Callable[[int], Row]) -> int:
        """Add a session whose row is made from its number, and return the number."""
        ((number,),) = self.rows("SELECT coalesce(max(session), 0) + 1 FROM sessions")
        self.add({"sessions": [session(number)]})
        return int(number)

    @undisturbed()
    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of a query."""
        with faults_told():
            return self._connection.execute(query, list(values)).fetchall()


def connect(path: Path, output: Path | None = None) -> "DuckDBPyConnection":
    """Open a results file for reading.

    Args:
        path: the file.
        output: a file that queries may write.

    Raises:
        StoreError: if it is missing, if it is not a results file, or if a run is writing to it.
        MissingExtraError: if DuckDB is not installed.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file; 'heuristan lab run --results {path}' begins one")
    connection = _connect(path, read_only=True, output=output)
    try:
        with faults_told():
            check(connection, path)
        with _unless_locked():
            connection.execute("SET lock_configuration = true")
    except BaseException:
        connection.close()
        raise
    return connection


def shut_in(connection: "DuckDBPyConnection", output: Path | None = None) -> None:
    """Keep queries from reading and writing files; it cannot be allowed again.

    Args:
        connection: an open database, of which nothing was asked.
        output: a file that is written in any case.
    """
    if output is not None:
        connection.execute("SET allowed_paths = ?", [[utf8_name(output)]])
    connection.execute("SET enable_external_access = false")


def _connect(path: Path, *, read_only: bool, output: Path | None = None) -> "DuckDBPyConnection":
    """Open a database that reaches no other file."""
    connection = _open(path, read_only=read_only)
    with _unless_locked():
        shut_in(connection, output)
        connection.execute("SET enable_progress_bar = false")  # DuckDB's own bar would stand in the output
    return connection


@contextmanager
def _unless_locked() -> Iterator[None]:
    """Change settings, unless another connection of this process to the file has shut it in and locked them."""
    import duckdb

    try:
        yield
    except duckdb.InvalidInputException as fault:
        if "has been locked" not in str(fault):
            raise


def _open(path: Path, *, read_only: bool) -> "DuckDBPyConnection":
    require("duckdb", "DuckDB", "lab")
    import duckdb

    try:
        return duckdb.connect(utf8_name(path), read_only=read_only)
    except duckdb.IOException as fault:
        raise StoreError(f"{path}: {_reason(fault, path, read_only)}") from None
    except duckdb.Error as fault:
        raise StoreError(f"{path}: {_unusable(fault)}") from None


def _reason(fault: Exception, path: Path, read_only: bool) -> str:
    words = str(fault).replace(str(path), "")  # the file's name may hold these words
    if "WAL" in words:
        return _left_over(path)
    if "lock" in words.lower():
        holder = re.search(r"PID (\d+)", words)
        by = f" (process {holder[1]})" if holder else ""
        what = "read it when that has ended" if read_only else "wait for it, or write to another --results file"
        return f"another run is writing to this file{by}; {what}"
    if "not a valid DuckDB" in words:
        return "this is not a DuckDB file; choose another file"
    return _unusable(fault)


def _log(path: Path) -> Path:
    """Return DuckDB's write-ahead log beside a results file, which stays if a run is killed."""
    return path.with_name(f"{path.name}.wal")


def _left_over(path: Path) -> str:
    return (
        f"{_log(path).name} beside it is left of a run that was killed, and does not belong to this results file; "
        "remove it, or put the results file back that was beside it, and give the same command again"
    )


def _unusable(fault: Exception) -> str:
    return f"the file cannot be used ({str(fault).splitlines()[0]}); choose another"


def _begin(path: Path) -> None:
    """Make a file with empty tables. It gets its name when it is complete, in case the process is killed."""
    try:
        with scratch_folder(path.parent) as folder:
            draft = folder / path.name
            _make(draft)
            _put(draft, path)
    except OSError as fault:
        raise StoreError(f"{path}: it cannot be begun ({fault.strerror or fault}); choose another place") from None


def _make(path: Path) -> None:
    connection = _connect(path, read_only=False)
    try:
        for name, table in TABLES.items():
            connection.execute(creation(name, table))
        connection.execute(f"CREATE TABLE {ABOUT} (schema INTEGER)")
        connection.execute(f"INSERT INTO {ABOUT} VALUES (?)", [SCHEMA])
        connection.execute("CHECKPOINT")  # closing writes it too, but stays silent if the disk is full
    finally:
        connection.close()


def _put(draft: Path, path: Path) -> None:
    """Give a file its name, unless another run was quicker: the file that it writes to must stay where it is."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # the file system has no links
        if not path.exists():
            draft.replace(path)


def _insert(connection: "DuckDBPyConnection", name: str, rows: Iterable[Row]) -> None:
    """Insert rows as columns, because row by row takes DuckDB a hundred times as long."""
    columns = list(map(list, zip(*rows, strict=True)))
    if not columns:
        return
    table = TABLES[name]
    values = ", ".join(f"unnest(${i}::{column.type}[])" for i, column in enumerate(table.columns, 1))
    known = "ON CONFLICT DO NOTHING" if table.key and table.key != RUN_KEY else ""
    connection.execute(f"INSERT INTO {name} SELECT {values} {known}", columns)

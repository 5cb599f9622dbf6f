"""``heuristan lab sql``."""

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.failing import STANDARD_OUTPUT, fail, refuse_overwriting, writing
from heuristan.cli.options import limit_option
from heuristan.common.quoting import as_cell
from heuristan.common.words import plural
from heuristan.lab.commands.lab.corpus_options import output_option, results_argument
from heuristan.lab.commands.lab.printing import print_table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

FORMS = ("text", "csv", "json", "parquet")
MAX_ROWS = 200
"""Maximum number of rows that are printed as a table; files have all."""

_BATCH = 10_000
"""Number of rows that are fetched at once."""
_AGAIN = 0.1
"""Seconds until a query that goes on is interrupted again."""

Row: TypeAlias = tuple[Any, ...]


@command(ok="the query is answered")
@results_argument
@click.argument("query", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="Format of the answer.  [default: by the ending of the output, else text]",
)
@output_option("File for the answer.")
@limit_option("query", 60, "none lifts it.", is_lifted=True)
def sql(file: Path, query: str | None, form: str | None, output: Path | None, limit: float | None) -> None:
    """Query a results file in SQL.

    FILE is what 'heuristan lab run' wrote; queries cannot change it, and reach no other file. Without QUERY its tables
    and columns are listed. The SQL is DuckDB's.

    \b
    heuristan lab sql lab.duckdb
    heuristan lab sql lab.duckdb "SELECT way, avg(solved::INT) FROM results GROUP BY way"
    heuristan lab sql lab.duckdb "FROM extractions" --output extractions.parquet
    """  # noqa: D301
    output = None if output == STANDARD_OUTPUT else output
    form = form or _by_suffix(output)
    refuse_overwriting(reads=(file,), writes=(output,))
    if form == "parquet" and output is None:
        fail("Parquet needs a file; add --output FILE.parquet")
    if form == "text" and output is not None:
        fail("a table is for reading; end the output in .csv, .json or .parquet, or leave --output out")
    from heuristan.lab.store import connect, faults_told

    connection = connect(file, output if form == "parquet" else None)
    try:
        if query is None:
            with faults_told():
                _describe(connection)
        else:
            _answer(connection, query, form, output, limit)
    finally:
        connection.close()


def _by_suffix(output: Path | None) -> str:
    ending = output.suffix.lower().removeprefix(".") if output else "text"
    if ending not in FORMS:
        fail(f"{output}: no format ends in '{ending}'; use .csv, .json or .parquet, or say which with --format")
    return ending


def _describe(connection: "DuckDBPyConnection") -> None:
    """Print the tables and a line for each column."""
    from heuristan.lab.schema import TABLES

    for name, table in TABLES.items():
        (count,) = connection.execute(f"SELECT count(*) FROM {name}").fetchall()[0]
        echo(f"{name}: {plural(count, 'row')}. {table.meaning}")
        width = max(map(len, table.names))
        for column in table.columns:
            echo(f"    {column.name:{width}}  {column.type:7}  {column.meaning}")


def _answer(connection: "DuckDBPyConnection", query: str, form: str, output: Path | None, limit: float | None) -> None:
    import duckdb

    from heuristan.lab.schema import mistake_in_words

    try:
        with _interrupted_after(limit, connection):
            if form == "parquet":
                _relation_of(connection, query).write_parquet(str(output))
            else:
                _write(*_found(connection, query), form, output)
    except duckdb.InterruptException:
        part = f"; the rows until then are in {output}" if output is not None and form != "parquet" else ""
        fail(f"the query took longer than {limit:g} s{part}; ask for less, or lengthen --limit")
    except duckdb.IOException as fault:
        fail(f"{output or query}: {str(fault).splitlines()[0]}")
    except duckdb.Error as fault:
        fail(f"the query cannot be answered: {mistake_in_words(fault)}")


@contextmanager
def _interrupted_after(limit: float | None, connection: "DuckDBPyConnection") -> Iterator[None]:
    """Interrupt whatever a connection does when a time is over."""
    is_over = Event()

    def watch() -> None:
        is_ended = is_over.wait(limit)
        while not is_ended:  # between two batches of rows no query runs that could be interrupted
            connection.interrupt()
            is_ended = is_over.wait(_AGAIN)

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()


def _relation_of(connection: "DuckDBPyConnection", query: str) -> "DuckDBPyRelation":
    relation = connection.sql(query)
    return relation if relation is not None else _nothing()


def _found(connection: "DuckDBPyConnection", query: str) -> tuple[list[str], Iterator[Row]]:
    """Return the columns of an answer and its rows, of which never many are in memory."""
    connection.execute(query)
    columns = connection.description or _nothing()
    batches = iter(lambda: connection.fetchmany(_BATCH), [])
    first = next(batches, [])  # a query that cannot be answered fails here, before an output is opened
    return [name for name, *_ in columns], chain(first, chain.from_iterable(batches))


def _nothing() -> NoReturn:
    fail("the query has no answer; write a SELECT")


def _write(names: Sequence[str], rows: Iterator[Row], form: str, output: Path | None) -> None:
    if form == "text":
        _print(names, rows)
        return
    with writing(output) as stream:
        if form == "csv":
            table = csv.writer(stream, lineterminator="\n")
            table.writerow(map(as_cell, names))
            table.writerows(map(as_cell, row) for row in rows)
        else:
            for row in rows:
                stream.write(json.dumps(dict(zip(names, row, strict=True)), default=str, ensure_ascii=False) + "\n")


def _print(names: Sequence[str], rows: Iterator[Row]) -> None:
    shown = [*islice(rows, MAX_ROWS)]
    more = sum(1 for _ in rows)
    numeric = [bool(shown) and all(isinstance(row[i], int | float | None) for row in shown) for i in range(len(names))]
    print_table(names, (tuple(map(_in_words, row)) for row in shown), numeric)
    if more:
        echo(f"... {plural(more, 'row')} more; write them all with --output FILE.csv")


def _in_words(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)

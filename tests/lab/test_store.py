"""Results files of the laboratory, and questions to them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from shutil import copy
from threading import Timer

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("duckdb")


import duckdb

from heuristan.cli import app
from heuristan.lab import store as stores
from heuristan.lab.schema import SCHEMA, TABLES
from heuristan.lab.store import Row, Store, StoreError, connect

VERSION = "0+test"


def result(number: int, way: str = "published", taken: int = 7) -> Row:
    run = (f"{number:016x}", "r", way, 0, 0, VERSION, 0.0)
    return (*run, "solved", True, 1, 1, 0, taken, 0, 2, 0.5, None, "solved", number, 12.0, 3.0, 2, 1)


def extraction(number: int, step: int) -> Row:
    run = (f"{number:016x}", "r", "published", 0, 0, VERSION, 0.0)
    return (*run, 1, 1, step, step, "pieces-direct", "piece", "square", "right", False, True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lab.duckdb"


class TestStore:
    @pytest.mark.slow
    @settings(max_examples=10, deadline=None)
    @given(cuts=st.lists(st.integers(0, 12), max_size=4))
    def test_rows_do_not_depend_on_how_they_were_batched(self, cuts: list[int], tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
        folder = tmp_path_factory.mktemp("batches")
        rows = [result(number) for number in range(12)]
        ends = sorted({*cuts, 12})
        store = Store.open(folder / "lab.duckdb")
        for start, end in zip([0, *ends], ends, strict=False):
            store.add({"results": rows[start:end]})
        assert store.rows("FROM results ORDER BY outline") == rows
        store.close()

    def test_a_transaction_is_whole_or_nothing(self, path: Path) -> None:
        store = Store.open(path)
        store.add({"results": [result(1)]})
        with pytest.raises(duckdb.ConstraintException):
            store.add({"extractions": [extraction(2, 1)], "results": [result(2), result(1)]})
        assert store.rows("SELECT count(*) FROM results") == [(1,)]
        assert store.rows("SELECT count(*) FROM extractions") == [(0,)]
        store.add({"extractions": [extraction(2, 1)], "results": [result(2)]})
        assert store.rows("SELECT count(*) FROM extractions") == [(1,)]

    def test_a_ranking_keeps_the_name_it_had_first(self, path: Path) -> None:
        store = Store.open(path)
        store.add({"rankings": [("r", "first", "rules: []")]})
        store.add({"rankings": [("r", "second", "rules: []"), ("s", "third", "rules: []")]})
        assert store.rows("SELECT name FROM rankings ORDER BY name") == [("first",), ("third",)]

    def test_finished_runs_are_found_by_version_and_limit(self, path: Path) -> None:
        store = Store.open(path)
        store.add({"results": [result(1), result(2), result(2, "backtracking")]})
        one, two = (f"{number:016x}" for number in (1, 2))
        assert store.done([two, "f" * 16], VERSION, 0.0) == {
            (two, "r", "published", 0, 0): True,
            (two, "r", "backtracking", 0, 0): True,
        }
        assert store.done([one], "0+other", 0.0) == {}
        assert store.done([one], VERSION, 10.0) == {}

    @pytest.mark.slow
    def test_one_process_writes_at_a_time(self, path: Path) -> None:
        store = Store.open(path)
        program = (
            "import sys; from pathlib import Path; from heuristan.lab.store import *\n"
            "for attempt in (Store.open, connect):\n"
            "    try: attempt(Path(sys.argv[1]))\n"
            "    except StoreError as fault: print(fault)"
        )
        told = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
        writing, reading = told.stdout.splitlines()
        assert "another run is writing to this file" in writing
        assert "--results" in writing
        assert "another run is writing to this file" in reading
        store.close()

    @pytest.mark.slow
    def test_two_runs_that_begin_a_file_at_once_write_to_one_file(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make = stores._make

        def another_begins(draft: Path) -> None:
            make(draft)
            monkeypatch.setattr(stores, "_make", make)
            monkeypatch.setattr(os, "getpid", lambda: 1)
            quicker = Store.open(path)
            quicker.add({"results": [result(1)]})
            quicker.close()

        monkeypatch.setattr(stores, "_make", another_begins)
        store = Store.open(path)
        assert store.rows("SELECT count(*) FROM results") == [(1,)]
        store.close()
        assert [each.name for each in path.parent.iterdir()] == [path.name]

    @pytest.mark.slow
    def test_what_is_no_results_file_is_refused(self, path: Path, tmp_path: Path) -> None:
        text = tmp_path / "text.duckdb"
        text.write_text("these are no results\n" * 100)
        other = tmp_path / "other.duckdb"
        duckdb.connect(str(other)).execute("CREATE TABLE mine (a INTEGER)").close()
        Store.open(path).close()
        duckdb.connect(str(path)).execute(f"UPDATE about SET schema = {SCHEMA - 1}").close()
        for wrong, reason in ((text, "not a DuckDB file"), (other, "holds no results"), (path, "another heuristan")):
            for attempt in (Store.open, connect):
                with pytest.raises(StoreError, match=reason):
                    attempt(wrong)
        assert duckdb.connect(str(other)).execute("SELECT count(*) FROM duckdb_tables()").fetchall() == [(1,)]

    def test_there_is_no_file_or_folder(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="no such file"):
            connect(tmp_path / "missing.duckdb")
        with pytest.raises(StoreError, match="no such folder"):
            Store.open(tmp_path / "missing" / "lab.duckdb")


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stored") / "lab.duckdb"
    store = Store.open(path)
    steps = [extraction(1, step) for step in range(1, 260)]
    store.add({"results": [result(1, taken=252), result(2)], "extractions": steps})
    store.close()
    return path


@pytest.fixture
def filled(stored: Path, path: Path) -> Path:
    return Path(copy(stored, path))


def ask(*arguments: object) -> tuple[int, str]:
    told = CliRunner().invoke(app, ["lab", "sql", *map(str, arguments)])
    assert told.exception is None or isinstance(told.exception, SystemExit)
    return told.exit_code, told.output


class TestSql:
    @pytest.mark.slow
    def test_without_a_query_it_lists_every_column(self, filled: Path) -> None:
        code, words = ask(filled)
        assert code == 0
        assert "results: 2 rows." in words
        assert all(column.meaning in words for table in TABLES.values() for column in table.columns)

    def test_a_table(self, filled: Path) -> None:
        code, words = ask(
            filled, "SELECT status, sum(extractions) AS taken, max(stuck_at) AS at FROM results GROUP BY 1"
        )
        assert code == 0
        heading, rule, row = filter(str.strip, words.splitlines())
        assert heading.split() == ["status", "taken", "at"]
        assert set(rule.strip()) == {"─"}
        assert row.split() == ["solved", "259"]

    @pytest.mark.slow
    def test_long_answers_are_cut_where_they_are_printed(self, filled: Path) -> None:
        assert "... 59 rows more" in ask(filled, "FROM extractions")[1]

    @pytest.mark.slow
    def test_other_formats(self, filled: Path, tmp_path: Path) -> None:
        query = "SELECT solutions, stuck_at, message FROM results ORDER BY solutions"
        assert ask(filled, query, "--format", "csv")[1] == "solutions,stuck_at,message\n1,,solved\n2,,solved\n"
        lines = [json.loads(line) for line in ask(filled, query, "--format", "json")[1].splitlines()]
        assert lines[1] == {"solutions": 2, "stuck_at": None, "message": "solved"}
        table = tmp_path / "answer.parquet"
        assert ask(filled, query, "--output", table) == (0, "")
        assert duckdb.sql(f"FROM '{table}'").fetchall() == [(1, None, "solved"), (2, None, "solved")]

    @pytest.mark.part(3)
    @pytest.mark.parametrize("form", ["text", "csv", "json", "parquet"])
    @pytest.mark.parametrize(
        "query",
        [
            "WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x) SELECT max(i) FROM x",
            "SELECT count(*) FROM range(1000000000) a, range(1000000000) b",
            "FROM range(1000000000000)",
        ],
    )
    def test_what_does_not_end_is_ended(self, query: str, form: str, filled: Path, tmp_path: Path) -> None:
        """A test that fails here does not end: a timeout of pytest tells it."""
        output = () if form == "text" else ("--output", tmp_path / f"o.{form}")
        code, words = ask(filled, query, "--limit", "0.2", *output)
        assert code == 2
        assert words.startswith("heuristan: the query took longer than 0.2 s")
        assert ask(filled, "SELECT 1")[0] == 0

    def test_a_column_named_by_a_stranger_is_no_formula(self, filled: Path, tmp_path: Path) -> None:
        ask(filled, "PIVOT (SELECT '=cmd' AS a) ON a", "--output", tmp_path / "o.csv")
        assert (tmp_path / "o.csv").read_text().startswith("'=cmd\n")

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["SELECT solvd FROM results"], "did you mean 'solved'?"),
            (["SELECT name FROM results"], "a column of rankings"),
            (["FROM resuts"], "did you mean 'results'?"),
            (["SELECT way, count(*) FROM results"], "GROUP BY ALL"),
            (["SELECT avg(solved) FROM results"], "solved::INT"),
            (["SELECT FROM"], "at 'FROM'"),
            (["DROP TABLE results"], "change nothing"),
            (["SELECT 1", "--format", "parquet"], "--output FILE.parquet"),
            (["SELECT 1", "--output", "answer.xls"], "no format ends in 'xls'"),
        ],
    )
    def test_refusals_are_one_line(self, filled: Path, arguments: list[str], reason: str) -> None:
        code, words = ask(filled, *arguments)
        assert code == 2
        assert reason in words
        assert words.startswith("heuristan: ")
        assert words.count("\n") == 1
        assert duckdb.connect(str(filled)).execute("SELECT count(*) FROM results").fetchall() == [(2,)]

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "query",
        [
            "COPY results TO '{place}/stolen.csv'",
            "FROM read_csv('{place}/secret.csv')",
            "FROM '{place}/secret.csv'",
            "ATTACH '{place}/other.duckdb'",
            "INSTALL httpfs",
            "SET enable_external_access = true",
            "SET allowed_directories = ['{place}']",
        ],
    )
    def test_queries_reach_no_other_file(self, filled: Path, tmp_path: Path, query: str) -> None:
        (tmp_path / "secret.csv").write_text("word\nsesame\n", encoding="utf-8")
        before = sorted(tmp_path.iterdir())
        code, words = ask(filled, query.format(place=tmp_path))
        assert code == 2
        assert "sesame" not in words
        assert words.count("\n") == 1
        assert sorted(tmp_path.iterdir()) == before

    def test_a_hyphen_is_standard_output(self, filled: Path) -> None:
        query = "SELECT count(*) AS runs FROM results"
        assert ask(filled, query, "--format", "csv", "--output", "-") == (0, "runs\n2\n")

    def test_no_file(self, tmp_path: Path) -> None:
        code, words = ask(tmp_path / "missing.duckdb")
        assert (code, "no such file" in words) == (2, True)


@pytest.mark.slow
def test_a_query_ends_and_then_it_comes(tmp_path: Path) -> None:
    """Ctrl-C waits, because DuckDB looks for signals while it works and would raise an error of its own."""
    store = Store.open(tmp_path / "lab.duckdb")
    Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        store.rows("SELECT count(*) FROM range(4000000) a, range(40) b WHERE (a.range * b.range) % 7 = 3")
    assert store.rows("SELECT 1") == [(1,)]
    store.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting is for root")
@pytest.mark.parametrize("size", ["8k", "64k"])
def test_a_full_disk_is_said(size: str, tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        with pytest.raises(StoreError, match=r"(?i)no space left on"):
            Store.open(tmp_path / "lab.duckdb")
        assert not [*tmp_path.iterdir()]
    finally:
        subprocess.run(["umount", "-l", tmp_path], check=True)


@pytest.mark.slow
def test_a_database_that_was_cut_off_is_said(tmp_path: Path) -> None:
    path = tmp_path / "lab.duckdb"
    Store.open(path).close()
    whole = path.read_bytes()
    for size in range(0, len(whole), len(whole) // 9):
        path.write_bytes(whole[:size])
        for use in (connect, Store.open):
            with pytest.raises(StoreError):
                use(path).close()

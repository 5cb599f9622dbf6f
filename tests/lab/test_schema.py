"""Results files that somebody filled: what is no result of a run is refused when the file is opened."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

duckdb = pytest.importorskip("duckdb")

from adversary.databases import DEFINED, SECRET, VALUES  # noqa: E402
from shared.commands import Run  # noqa: E402

from heuristan.common.faults import InputError  # noqa: E402
from heuristan.lab.reporting import report  # noqa: E402
from heuristan.lab.schema import TABLES  # noqa: E402
from heuristan.lab.store import Store, StoreError, connect  # noqa: E402

RUN = ("o", "r", "published", 0, 0, "v", 0.0)
OUTLINE = '{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [2, 4], [0, 4], [0, 0]]]}}'  # noqa: E501
ROWS = {
    "outlines": [("o", "s", "a", "test", "convex", None, 4, 1, "tangram", 1, 8.0, True, None, OUTLINE)],
    "rankings": [("r", "mine", "rules: [a]"), ("q", "other", "rules: [b]")],
    "results": [(*RUN, "solved", True, 1, 1, 0, 1, 0, 0, 0.5, None, "", 1, 1.0, 1.0, 1, 1)],
    "sessions": [(1, "2026", "run", 1, 0.0, "v", "m", 2, "3.11", "", "c", "d", 1)],
    "decisions": [
        (
            "o",
            "r",
            0,
            0,
            "v",
            1,
            1,
            "s",
            0,
            "piece",
            "square",
            "[]",
            "EEEE",
            1,
            "a",
            1,
            False,
            True,
            True,
            0,
            1,
            -1,
            0,
            4,
            -5,
            0,
            0,
        )
    ],
    "extractions": [(*RUN, 1, 1, 1, 1, "a", "piece", "square", "right", False, True)],
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "lab.duckdb"
    store = Store.open(path)
    store.add(ROWS)
    store.close()
    return path


def spoilt(sound: Path, folder: Path, *statements: str) -> Path:
    path = folder / "b.duckdb"
    copy(sound, path)
    (folder / "secret.txt").write_text(SECRET, encoding="utf-8")
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"SET file_search_path = '{folder}'")
        for statement in statements:
            connection.execute(statement)
    return path


def columns() -> Iterator[tuple[str, str, str]]:
    yield from ((name, column.name, column.type) for name, table in TABLES.items() for column in table.columns)


@pytest.mark.part(5)
@pytest.mark.parametrize("name", [name for name in DEFINED if not name.startswith("many")])
def test_a_database_that_is_none_of_ours_is_refused(name: str, sound: Path, tmp_path: Path) -> None:
    path = spoilt(sound, tmp_path, *DEFINED[name])
    for attempt in (connect, Store.open):
        with pytest.raises(StoreError, match=r"b\.duckdb: ") as told:
            attempt(path)
        assert SECRET not in str(told.value)
        assert str(told.value).isprintable()


def test_equal_rows_are_more_than_the_runs_took(sound: Path, tmp_path: Path) -> None:
    path = spoilt(sound, tmp_path, "INSERT INTO extractions FROM extractions")
    with pytest.raises(StoreError, match="has 2 rows, though the runs took 1"):
        connect(path)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_any_value_is_refused_or_reported(
    data: st.DataObject, sound: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table, column, kind = data.draw(st.sampled_from([*columns()]))
    value = data.draw(st.sampled_from(VALUES[kind]))
    try:
        path = spoilt(sound, tmp_path_factory.mktemp("b"), f"UPDATE {table} SET {column} = {value} WHERE rowid = 0")
    except duckdb.ConstraintException:  # DuckDB itself refuses it
        reject()
    with suppress(InputError):
        assert report(path).findings


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE results SET attempts = 1001", "'1001' as attempts"),
        ("UPDATE results SET attempts = 2000000000", "'2000000000' as attempts"),
        ("UPDATE results SET attempts = -1", "'-1' as attempts"),
        ("UPDATE results SET seconds = 'NaN'", "'nan' as seconds"),
        ("UPDATE results SET seconds = 1e308", "'1e\\+308' as seconds"),
        ("UPDATE results SET seconds = -1", "'-1.0' as seconds"),
        ("ALTER TABLE results ALTER attempts TYPE VARCHAR", "its column attempts is 'VARCHAR', not INTEGER"),
        ("UPDATE results SET difficulty = -1", "'-1.0' as difficulty"),
        ("UPDATE outlines SET vertices = NULL", "NULL as vertices"),
        ("UPDATE results SET way = E'\\x1b[31m'", r"\\x1b\[31m"),
        ("ALTER TABLE results ALTER undone TYPE VARCHAR", "its column undone is 'VARCHAR', not INTEGER"),
    ],
)
def test_the_message_names_table_column_and_value(statement: str, told: str, sound: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=told):
        connect(spoilt(sound, tmp_path, statement))


def test_tables_and_views_of_ones_own_are_left_alone(sound: Path, tmp_path: Path) -> None:
    path = spoilt(
        sound, tmp_path, "CREATE TABLE mine (a INTEGER)", "CREATE VIEW theirs AS FROM read_text('secret.txt')"
    )
    connection = connect(path)
    with pytest.raises(duckdb.Error):
        connection.execute("FROM theirs")
    assert connection.execute("SELECT count(*) FROM results").fetchall() == [(1,)]


class TestNames:
    @pytest.mark.parametrize(
        "words",
        [
            ("lab", "sql", "{sound}", "SELECT 1", "--output", "{odd}.parquet"),
            ("lab", "run", "--sample", "1", "--rankings", "heuristan", "--results", "{odd}.duckdb"),
        ],
    )
    def test_a_name_that_is_not_utf_8_is_refused(
        self, words: tuple[str, ...], sound: Path, tmp_path: Path, heuristan: Run
    ) -> None:
        odd = os.fsdecode(os.fsencode(tmp_path) + b"/a\xff")
        outcome = heuristan(*(word.format(sound=sound, odd=odd) for word in words))
        assert outcome.status == 2
        assert "the name is not UTF-8" in outcome.err
        assert not [path for path in tmp_path.rglob("*") if path.is_file()]

    def test_a_log_that_stayed_is_named_with_the_way_out(self, sound: Path, tmp_path: Path) -> None:
        path, log = tmp_path / "lab.duckdb", tmp_path / "lab.duckdb.wal"
        log.write_bytes(b"left over")
        with pytest.raises(StoreError, match=r"lab\.duckdb\.wal .* remove it"):
            Store.open(path)
        assert [*tmp_path.iterdir()] == [log]
        log.unlink()
        copy(sound, path)
        connect(path).close()


def killed_while_writing(path: Path) -> Path:
    """Let a process end that wrote to a results file, and return the log that it leaves."""
    code = f"import duckdb, os; a = duckdb.connect({str(path)!r}); a.execute('CREATE TABLE m (a INTEGER)'); os._exit(9)"
    subprocess.run([sys.executable, "-c", code], check=False)
    return path.with_name(f"{path.name}.wal")


class TestLogs:
    """What a killed run, or somebody, left beside a results file."""

    @pytest.fixture
    def path(self, sound: Path, tmp_path: Path) -> Path:
        return Path(copy(sound, tmp_path / "lab.duckdb"))

    @pytest.mark.slow
    @pytest.mark.parametrize("attempt", [connect, Store.open])
    def test_its_own_is_read(self, attempt: Callable[[Path], Any], path: Path) -> None:
        assert killed_while_writing(path).exists()
        attempt(path).close()

    @pytest.mark.slow
    @pytest.mark.part(2)
    @pytest.mark.parametrize("attempt", [connect, Store.open])
    @pytest.mark.parametrize("kind", ["of another", "of a later copy", "a folder", "a link to one of another"])
    def test_one_that_does_not_belong_to_it_is_named_with_the_way_out(
        self, kind: str, attempt: Callable[[Path], Any], path: Path, tmp_path: Path
    ) -> None:
        log, other = tmp_path / "lab.duckdb.wal", tmp_path / "other.duckdb"
        if kind == "a folder":
            log.mkdir()
        elif kind == "of a later copy":
            copy(path, other)
            with duckdb.connect(str(path)) as connection:
                connection.execute("CREATE TABLE later (a INTEGER)")
            killed_while_writing(path)
            copy(other, path)
        else:
            Store.open(other).close()
            left = killed_while_writing(other)
            log.symlink_to(left) if kind.startswith("a link") else left.rename(log)
        with pytest.raises(StoreError, match=r"lab\.duckdb\.wal .* does not belong .* remove it"):
            attempt(path)
        log.rmdir() if kind == "a folder" else log.unlink()
        attempt(path).close()

    @pytest.mark.slow
    @pytest.mark.parametrize("kept", [0, 5, 40])
    def test_one_that_is_cut_off_loses_its_own_end_alone(self, kept: int, path: Path) -> None:
        log = killed_while_writing(path)
        log.write_bytes(log.read_bytes()[:kept])
        store = Store.open(path)
        assert store.rows("SELECT count(*) FROM results") == [(1,)]
        store.close()

    def test_noise_is_no_log_and_takes_nothing(self, path: Path) -> None:
        path.with_name("lab.duckdb.wal").write_bytes(os.urandom(5000))
        store = Store.open(path)
        store.add({"rankings": [("s", "third", "rules: [c]")]})
        store.close()
        assert connect(path).execute("SELECT count(*) FROM rankings").fetchall() == [(3,)]

    @pytest.mark.parametrize("kind", ["a folder", "a link that leads nowhere", "an empty file"])
    def test_without_its_file_none_is_begun(self, kind: str, tmp_path: Path) -> None:
        path, log = tmp_path / "lab.duckdb", tmp_path / "lab.duckdb.wal"
        if kind == "a folder":
            log.mkdir()
        elif kind == "an empty file":
            log.touch()
        else:
            log.symlink_to(tmp_path / "nowhere")
        with pytest.raises(StoreError, match=r"lab\.duckdb\.wal .* remove it"):
            Store.open(path)
        assert [*tmp_path.iterdir()] == [log]

    @pytest.mark.parametrize("name", ["WAL.duckdb", "locked.duckdb"])
    def test_the_name_of_a_file_is_taken_for_no_reason(self, name: str, tmp_path: Path) -> None:
        path = tmp_path / name
        path.write_bytes(os.urandom(9000))
        with pytest.raises(StoreError, match="this is not a DuckDB file"):
            connect(path)

    @pytest.mark.part(4)
    @pytest.mark.parametrize("ending", [".wal.lock", ".wal.recovery", ".wal.checkpoint", ".tmp"])
    @pytest.mark.parametrize("is_folder", [True, False])
    def test_what_else_stayed_beside_it_is_in_nobodys_way(self, ending: str, is_folder: bool, path: Path) -> None:
        beside = path.with_name(path.name + ending)
        beside.mkdir() if is_folder else beside.write_bytes(b"left over")
        Store.open(path).close()
        connect(path).close()

    def test_a_draft_of_a_killed_run_is_swept_away(self, tmp_path: Path) -> None:
        (tmp_path / ".heuristan-left").mkdir()
        (tmp_path / ".heuristan-left" / "lab.duckdb").write_bytes(b"half")
        Store.open(tmp_path / "lab.duckdb").close()
        assert [*tmp_path.iterdir()] == [tmp_path / "lab.duckdb"]

    @pytest.mark.slow
    def test_a_log_that_nobody_may_write_is_read(self, path: Path) -> None:
        killed_while_writing(path).chmod(0o444)
        assert connect(path).execute("SELECT count(*) FROM results").fetchall() == [(1,)]

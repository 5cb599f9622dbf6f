"""`heuristan census` from end to end, with few pieces."""

import subprocess
import sys
from pathlib import Path

import pytest
from shared.commands import Run
from shared.places import TOP

PIECES = """
name: three
pieces:
  - {piece: triangle, count: 2, vertices: [[0, 0], [1, 0], [0, 1]]}
  - {piece: square, vertices: [[0, 0], [1, 0], [1, 1], [0, 1]]}
"""
OBLONG = "pieces: [{piece: oblong, vertices: [[0, 0], [1+r2, 0], [1+r2, 1], [0, 1]]}]\n"


@pytest.fixture
def three(tmp_path: Path) -> Path:
    (tmp_path / "three.yaml").write_text(PIECES, encoding="utf-8")
    return tmp_path / "three.yaml"


def test_counts_are_told(heuristan: Run, three: Path) -> None:
    told = heuristan("census", "--set", str(three))
    assert told.status == 0
    assert told.out.startswith("8 snug shapes, each once")


@pytest.mark.slow
def test_every_shape_is_written_once(heuristan: Run, three: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from heuristan.lab.census.census_file import count, rows

    files = [tmp_path / "one.parquet", tmp_path / "two.parquet"]
    for file in files:
        assert heuristan("census", "--set", str(three), "--output", str(file)).status == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    (found,) = rows(files[0])
    assert len(found) == count(files[0]) == 8
    assert [row["digest"] for row in found] == sorted({row["digest"] for row in found})
    assert all(row["unique"] == (row["distinct"] == 1) for row in found)
    assert {each.name for each in tmp_path.iterdir()} == {"one.parquet", "two.parquet", "three.yaml"}


def test_what_cannot_be_counted_is_said(
    heuristan: Run, three: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heuristan.lab.commands.census.MOST_SHAPES", 3)
    (tmp_path / "oblong.yaml").write_text(OBLONG, encoding="utf-8")
    for arguments, words in (
        (("--set", str(tmp_path / "oblong.yaml")), "the oblong is not made of right triangles"),
        (("--set", str(three)), "more than 3 shapes"),
        (("--sets", "4"), "32 is the maximum; take fewer --sets"),
        (("--output", str(tmp_path / "shapes.csv")), "end the name in .parquet"),
        (("--output", str(tmp_path / "none" / "shapes.parquet")), "there is no such folder"),
    ):
        told = heuristan("census", *arguments)
        assert (told.status, words in told.err) == (2, True), told.err


def test_another_file_is_no_census(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from heuristan.common.faults import InputError
    from heuristan.lab.census.census_file import count

    (tmp_path / "other.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match="this is not a census"):
        count(tmp_path / "other.parquet")


@pytest.mark.slow
def test_two_at_once_write_one_whole_file(three: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from heuristan.lab.census.census_file import count

    file = tmp_path / "c.parquet"
    words = [sys.executable, "-m", "heuristan", "census", "--set", str(three), "--output", str(file)]
    begun = [subprocess.Popen(words, cwd=TOP, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [each.wait(60) for each in begun] == [0, 0]
    assert count(file) == 8
    assert {each.name for each in tmp_path.iterdir()} == {"c.parquet", "three.yaml"}

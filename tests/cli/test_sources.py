"""Sources: patterns, refusals, laziness."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from heuristan.cli.failing import refuse_overwriting
from heuristan.cli.sources import id_of, peek, read_all
from heuristan.common.faults import InputError, MissingExtraError


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name in ("a.txt", "b.txt", "bad.txt", "folder/c.txt", "odd[1].txt"):
        Path(name).write_text("", encoding="utf-8")


def read(source: str) -> Iterator[str]:
    if "bad" in source or not Path(source).exists():
        raise InputError(f"{source}: it is bad")
    if source.startswith("image"):
        raise MissingExtraError("OpenCV", "image")
    yield source


def refuse(id: str, message: str) -> tuple[str, str]:
    return id, message


def all_of(*sources: str) -> list[str | tuple[str, str]]:
    return list(read_all(sources, read, refuse))


def test_a_bad_one_among_several_is_refused() -> None:
    assert all_of("a.txt", "bad.txt", "gone", "b.txt") == [
        "a.txt",
        ("bad", "bad.txt: it is bad"),
        ("gone", "gone: it is bad"),
        "b.txt",
    ]


def test_the_only_one_is_an_error() -> None:
    with pytest.raises(InputError):
        all_of("bad.txt")


def test_a_missing_extra_is_treated_alike() -> None:
    Path("image.png").write_text("", encoding="utf-8")
    with pytest.raises(MissingExtraError):
        all_of("image.png")
    (good, refused) = all_of("a.txt", "image.png")
    assert (good, refused[0]) == ("a.txt", "image")
    assert "pip install 'heuristan[image]'" in refused[1]


def test_patterns() -> None:
    assert all_of("[ab].txt", "folder/*") == ["a.txt", "b.txt", "folder/c.txt"]
    assert all_of("ba*.txt") == [("bad", "bad.txt: it is bad")]
    with pytest.raises(InputError, match="no file fits this pattern"):
        all_of("*.svg")
    assert all_of("*.svg", "a.txt")[1] == "a.txt"


def test_a_file_whose_name_looks_like_a_pattern() -> None:
    assert all_of("odd[1].txt") == ["odd[1].txt"]


def test_sources_are_read_while_they_are_asked_for() -> None:
    asked: list[str] = []

    def noting(source: str) -> Iterator[str]:
        asked.append(source)
        yield source

    found, many = peek(read_all(["a.txt", "b.txt", "gone", "never"], noting, refuse))
    assert (many, asked) == (True, ["a.txt", "b.txt"])
    assert [next(found), next(found), next(found)] == ["a.txt", "b.txt", "gone"]
    assert asked == ["a.txt", "b.txt", "gone"]


def test_one_is_not_several() -> None:
    found, many = peek(iter([1]))
    assert (list(found), many) == ([1], False)
    assert peek(iter([]))[1] is False


@pytest.mark.parametrize(
    ("source", "id"), [("a/b.svg", "b"), ("cat", "cat"), ("a\nb.svg", "'a\\nb'"), ("x" * 300, None)]
)
def test_ids(source: str, id: str | None) -> None:
    assert id_of(source) == id if id else len(id_of(source)) < 210


@pytest.mark.parametrize("source", ["a.txt", "*.txt", "./a.txt", "."])
def test_nothing_that_is_read_is_overwritten(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        refuse_overwriting(reads=[source], writes=[Path("b.txt"), None, Path("a.txt")])
    assert "would be lost" in capsys.readouterr().err


def test_what_is_new_may_be_written_beside_what_is_read() -> None:
    refuse_overwriting(reads=["a.txt", "*.txt", ".", "folder", "cat"], writes=[Path("new.txt"), Path("folder/new.txt")])


def test_a_file_is_not_written_twice(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        refuse_overwriting(reads=[], writes=[Path("x"), Path("./x")])
    assert "written twice" in capsys.readouterr().err

"""Sources: patterns, refusals, laziness."""

import io
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shared.commands import Run

from heuristan.cli.failing import refuse_overwriting
from heuristan.cli.sources import id_of, peek, read_all
from heuristan.common.faults import InputError, MissingExtraError, installing


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
    assert installing("image") in refused[1]


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


TWO = "convert cat swan - --format"


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which temporary files are made."""
    made = tmp_path / "places"
    made.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(made))
    return made


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put bytes, or a text, into standard input."""

    def piped(data: str | bytes) -> None:
        data = data.encode() if isinstance(data, str) else data
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return piped


def found(out: str) -> list[dict[str, Any]]:
    """Return results without what differs from run to run."""
    results = [json.loads(line) for line in out.splitlines()]
    for result in results:
        del result["seconds"]
    return results


@pytest.mark.parametrize("form", ["wkt", "geojson", "geojsonl"])
def test_outlines_are_solved_as_from_a_file(form: str, heuristan: Run, pipe: Any, places: Path) -> None:
    text = heuristan(*TWO.split(), form).out
    Path(f"stdin.{form}").write_text(text, encoding="utf-8")
    from_file = heuristan("solve", f"stdin.{form}", "--format", "jsonl")
    pipe(text)
    outcome = heuristan("solve", "-", "--format", "jsonl")
    assert (outcome.status, outcome.err) == (0, from_file.err)
    assert found(outcome.out) == found(from_file.out)
    assert len(found(outcome.out)) == 2
    assert not [*places.iterdir()]


@pytest.mark.parametrize("form", ["svg", "yaml", "wkt"])
def test_one_outline_is_read_in_any_format(form: str, heuristan: Run, pipe: Any) -> None:
    pipe(heuristan("convert", "cat", "-", "--format", form).out)
    outcome = heuristan("solve", "-", "--format", "json")
    assert outcome.status == 0
    assert json.loads(outcome.out)["status"] == "solved"


@pytest.mark.slow
def test_a_picture_is_read(heuristan: Run, pipe: Any) -> None:
    pytest.importorskip("cv2")
    from shared.pages import encoded, page

    pipe(encoded(page()))
    outcome = heuristan("solve", "-", "--format", "jsonl")
    assert [result["status"] for result in found(outcome.out)] == ["solved"] * 3


@pytest.mark.parametrize(
    ("command", "text", "words"),
    [
        ("solve -", "", "heuristan: stdin: the file is empty; it should hold an outline"),
        ("hint -", "garbage", "heuristan: stdin: the file has no known format"),
        (
            "solve -",
            '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0]]]}',
            "heuristan: stdin:1: ring 1 has 2 positions",
        ),
        ("edgematching solve -", '{"kind": "square"}', "stdin"),
        ("edgematching solve -", '{"kind": "square"}\n{"kind": "cube"}', "stdin:2"),
    ],
)
def test_a_fault_names_standard_input_and_no_other_file(
    command: str, text: str, words: str, heuristan: Run, pipe: Any, places: Path
) -> None:
    pipe(text)
    outcome = heuristan(*command.split())
    assert outcome.status in (1, 2)
    assert words in outcome.out + outcome.err
    assert str(places) not in outcome.out + outcome.err
    assert not [*places.iterdir()]


def test_a_refused_outline_among_others_names_its_line(heuristan: Run, pipe: Any, places: Path) -> None:
    good = heuristan("convert", "cat", "-", "--format", "geojsonl").out
    pipe(good + '{"type": "Polygon"}\n')
    outcome = heuristan("solve", "-", "--format", "jsonl")
    assert outcome.status == 1
    assert [result["status"] for result in found(outcome.out)] == ["solved", "refused"]
    assert "stdin:2" in outcome.out
    assert str(places) not in outcome.out


def test_puzzles_of_edges_are_solved_and_verified(heuristan: Run, pipe: Any) -> None:
    made = heuristan("edgematching", "generate", "--number", "2", "--seed", "3", "--format", "jsonl").out
    pipe(made)
    solved = heuristan("edgematching", "solve", "-", "--format", "jsonl")
    assert solved.status == 0
    Path("results.jsonl").write_text(solved.out, encoding="utf-8")
    pipe(made)
    assert heuristan("edgematching", "verify", "-", "results.jsonl").status == 0


@pytest.mark.parametrize("words", ["solve -", "edgematching solve -", "sliding solve -", "verify cat -"])
def test_a_closed_one_is_told(words: str, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    outcome = heuristan(*words.split())
    assert outcome.status == 2
    assert "standard input is closed" in outcome.err


@pytest.mark.parametrize("words", ["verify - -", "edgematching verify - -", "sliding verify - -"])
def test_sources_and_results_cannot_both_come_from_it(words: str, heuristan: Run, pipe: Any) -> None:
    pipe("")
    outcome = heuristan(*words.split())
    assert outcome.status == 2
    assert "cannot both be read from standard input" in outcome.err

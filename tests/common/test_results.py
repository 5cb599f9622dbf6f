"""Words and keys of results, and faults that all systems share."""

import pickle
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from heuristan.common.faults import InputError, MissingExtraError, installing, nearest, require
from heuristan.common.results import STATUSES, Fault, Verdict, status_of
from heuristan.common.words import WIDTH, Said, counted, line_width, paragraph, plural


@pytest.mark.parametrize("columns", ["", "x", "0", "57", "99999"])
def test_lines_are_as_wide_as_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    widest = max(map(len, paragraph("word " * 99, "  ").splitlines()))
    assert widest <= line_width() < widest + 5
    assert line_width() == {"57": 57, "0": 40}.get(columns, WIDTH)


def test_words_of_files() -> None:
    assert [status_of(word) for word in STATUSES] == list(STATUSES)
    for word in ("perhaps", "", None, 3, ["solved"]):
        assert status_of(word) is None


def test_a_verdict_as_json() -> None:
    verdict = Verdict("x", "wrong", "solved", (Fault("gap", "there is a gap"),), ("by the way",))
    assert verdict.as_json() == {
        "id": "x",
        "verdict": "wrong",
        "status": "solved",
        "faults": [{"kind": "gap", "message": "there is a gap"}],
        "notes": ["by the way"],
    }


def test_an_extra_is_installed_where_heuristan_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pip").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert installing("lab").startswith(f"{sys.executable} -m pip install ")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert installing("lab").startswith("pip install ")


@pytest.mark.parametrize(
    ("told", "command"),
    [
        (None, "'heuristan[lab]'"),
        ('{"url": "file:///a%20b", "dir_info": {"editable": true}}', "--editable '/a b[lab]'"),
        ('{"url": "file:///a/heuristan.whl", "archive_info": {}}', "'/a/heuristan.whl[lab]'"),
        ('{"url": "https://a/b", "vcs_info": {"vcs": "git"}}', "'heuristan[lab] @ git+https://a/b'"),
    ],
)
def test_an_extra_comes_from_where_heuristan_came_from(
    told: str | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "distribution", lambda _: SimpleNamespace(read_text=lambda _: told))
    assert installing("lab").endswith(f" install {command}")


def test_a_missing_extra() -> None:
    with pytest.raises(MissingExtraError) as missing:
        require("no_such_module", "Nothing", "lab")
    assert str(missing.value) == f"this needs Nothing; install it with: {installing('lab')}"
    assert not isinstance(missing.value, InputError)
    assert str(pickle.loads(pickle.dumps(missing.value))) == str(missing.value)
    assert require("json", "JSON", "lab").dumps([]) == "[]"


def test_the_nearest_word() -> None:
    assert nearest("slove", ["solve", "verify"]) == "did you mean 'solve'?"
    assert nearest("KAT", ["Skater", "Cat"]) == "did you mean 'Cat'?"
    assert nearest("xyz", ["solve", "verify"]) == "there are solve, verify"
    assert nearest("xyz", map(str, range(100))).endswith("15 and 84 more")
    assert nearest("xyz", []) == "there are none"


def test_plurals() -> None:
    assert [plural(n, "fault") for n in (0, 1, 2, 1200)] == ["0 faults", "1 fault", "2 faults", "1,200 faults"]
    assert plural(2, "vertex", "vertices") == "2 vertices"
    assert [counted(n, "branches") for n in (1, 2)] == ["1 branch", "2 branches"]


def test_a_text_within_a_text_is_one_value_and_several_are_a_list() -> None:
    piece = Said("{name} of several pieces", {"name": "a square"})
    both = Said("{one}, then {all}", {"one": piece, "all": (piece, Said("a triangle", {}))})
    assert str(both) == "a square of several pieces, then a square of several pieces and a triangle"
    inner = ["{name} of several pieces", {"name": "a square"}]
    assert both.to_json() == ["{one}, then {all}", {"one": inner, "all": [inner, ["a triangle", {}]]}]

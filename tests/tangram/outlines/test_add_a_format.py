"""The worked example of docs/add-a-format.md: the modules and lines on the page are all that a format needs."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from shared.places import TOP
from shared.strategies import puzzles

from heuristan.common.faults import InputError
from heuristan.tangram.outlines import reading
from heuristan.tangram.outlines.reading import Format, read_outlines
from heuristan.tangram.outlines.writing import forms
from heuristan.tangram.outlines.writing.forms import Form, form_of
from heuristan.tangram.puzzle.puzzle import Puzzle

PAGE = (TOP / "docs" / "add-a-format.md").read_text(encoding="utf-8")
MODULES = re.findall(r"^`heuristan/(\S+)\.py`:\n\n```py\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
READER_LINE, WRITER_LINE = re.findall(r"^```\n(.*)\n```$", PAGE, re.MULTILINE)


@pytest.fixture(autouse=True)
def _with_the_format(monkeypatch: pytest.MonkeyPatch) -> None:
    for path, code in MODULES:
        name = f"heuristan.{path.replace('/', '.')}"
        module = ModuleType(name)
        exec(compile(code, f"{path}.py", "exec"), vars(module))
        monkeypatch.setitem(sys.modules, name, module)
    (entry,) = eval(f"[{READER_LINE}]", {"Format": Format})
    monkeypatch.setattr(reading, "FORMATS", (*reading.FORMATS[:-1], entry, reading.FORMATS[-1]))
    for word, form in eval(f"{{{WRITER_LINE}}}", {"Form": Form}).items():
        monkeypatch.setitem(forms.FORMS, word, form)


def read(path: Path) -> Puzzle:
    (found,) = read_outlines(path)
    assert isinstance(found, Puzzle)
    return found


def test_the_page_has_a_reader_and_a_writer() -> None:
    assert [path for path, _ in MODULES] == [
        "tangram/outlines/vertices_csv",
        "tangram/outlines/writing/vertices_csv",
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(puzzles().filter(lambda puzzle: len(puzzle.rings) == 1))
def test_what_is_written_is_read_back(tmp_path: Path, puzzle: Puzzle) -> None:
    path = tmp_path / "mine.csv"
    assert form_of(path) == "csv"
    path.write_text(forms.FORMS["csv"].text(puzzle, 10.0))
    found = read(path)
    assert found.id == "mine"
    assert found.boundary.area == puzzle.boundary.area or found.denominator != puzzle.denominator
    assert len(found.boundary.vertices) == len(puzzle.boundary.vertices)


def test_it_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "brick"
    path.write_text("x, y\n0,0\n4,0\n4,2\n0,2\n")
    assert read(path).sets == 1


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "brick.csv"
    path.write_text("x,y\n0,0\n4;0\n")
    with pytest.raises(InputError, match=r"brick\.csv:3: this is not a vertex; write two numbers"):
        read_outlines(path)


def test_what_it_cannot_write_is_said() -> None:
    (puzzle,) = read_outlines("paradox-shed-window")
    assert isinstance(puzzle, Puzzle)
    with pytest.raises(ValueError, match="several rings"):
        forms.FORMS["csv"].text(puzzle)

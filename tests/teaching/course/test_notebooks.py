"""The notebooks of the course run from top to bottom, and git keeps them without outputs."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from shared.places import TOP

from heuristan.teaching.course.exercises import LESSONS, exercises_of
from heuristan.teaching.web.site.lessons import LEFT_OUT
from heuristan.teaching.web.site.lessons import LESSONS as IN_BROWSERS

COURSE = TOP / "docs" / "course"
NOTEBOOKS = sorted(COURSE.rglob("*.ipynb"))
SOLUTIONS = "solutions"
SECONDS = 120
"""Maximum time of a cell, on a busy machine."""


def named(path: Path) -> str:
    return path.relative_to(COURSE).with_suffix("").as_posix()


@pytest.fixture
def tidy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(COURSE.parent / "making"))
    return import_module("tidy")


def code_of(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
class TestAsKept:
    def test_it_is_tidy(self, path: Path, tidy: ModuleType) -> None:
        text = path.read_text(encoding="utf-8")
        assert text == tidy.tidied(text), "run python docs/making/tidy.py"

    def test_its_cells_have_names_of_their_own(self, path: Path) -> None:
        ids = [cell["id"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
        assert len({*ids}) == len(ids)
        assert all(re.fullmatch(r"[\w-]{1,64}", name) for name in ids)

    def test_it_asks_every_exercise_of_its_lesson_once(self, path: Path) -> None:
        asked = re.findall(r'check\("([\d.]+)"', code_of(path))
        assert asked == [*exercises_of(path.stem.partition("-")[0])]

    def test_its_links_lead_somewhere(self, path: Path) -> None:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        words = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        links = [link.partition("#")[0] for link in re.findall(r"\]\(([^()\s:]+)\)", words)]
        assert links
        assert [link for link in links if not (path.parent / link).exists()] == []


def test_there_is_a_lesson_with_solutions_for_each_module_of_tests() -> None:
    lessons = [path.name for path in NOTEBOOKS if path.parent == COURSE]
    assert [name.partition("-")[0] for name in lessons] == [*LESSONS]
    assert [path.name for path in NOTEBOOKS if path.parent.name == SOLUTIONS] == lessons


def test_what_a_run_leaves_is_tidied_away(tidy: ModuleType) -> None:
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "id": "a", "metadata": {"collapsed": True}, "source": "# One\n\nWords"},
        {"cell_type": "code", "id": "b", "metadata": {}, "source": ["1 + 1\n"], "outputs": [2], "execution_count": 7},
        {"cell_type": "code", "id": "c", "metadata": {}, "source": [], "outputs": [], "execution_count": None},
    ]
    kept = tidy.tidied(json.dumps({"cells": cells, "metadata": {"language_info": {"version": "3.11.4"}}}))
    words, code = json.loads(kept)["cells"]
    assert words == {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# One\n", "\n", "Words"]}
    assert code["source"] == ["1 + 1"]
    assert (code["outputs"], code["execution_count"]) == ([], None)
    assert "3.11.4" not in kept
    assert tidy.tidied(kept) == kept


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Any], None]]:
    """Run a notebook with no names defined; all share one kernel, because starting one takes longer than most runs."""
    for module in ("ipykernel", "nbclient", "nbformat"):
        pytest.importorskip(module, reason="notebooks are run with the extra test")
    client = import_module("nbclient").NotebookClient
    kernel = import_module("jupyter_client.manager").KernelManager()
    kernel.start_kernel(cwd=str(COURSE))

    def run(notebook: Any) -> None:
        for each in (notebook_of("%reset -f"), notebook):
            client(each, km=kernel, timeout=SECONDS).execute()

    yield run
    kernel.shutdown_kernel(now=True)


HOLDS = re.compile(r"<!-- holds: (.+?) -->")
SAMP = re.compile(r"<samp>(.+?)</samp>")


def with_claims(cells: list[Any], cell_of: Callable[[str], Any]) -> list[Any]:
    """Return cells with one after each that claims something, which fails if that does not hold where it is said."""
    found: list[Any] = []
    for cell in cells:
        claims = HOLDS.findall("".join(cell["source"])) if cell["cell_type"] == "markdown" else []
        found += [cell, *(cell_of(f"assert {claim}, {f'the words say: {claim}'!r}") for claim in claims)]
    return found


def not_printed(cells: list[Any]) -> list[str]:
    """Return what the words say is printed, and neither a cell before them nor the next one prints."""
    missing = []
    for place, cell in enumerate(cells):
        if cell["cell_type"] == "markdown":
            codes = [number for number, other in enumerate(cells) if other["cell_type"] == "code" and number > place]
            shown = json.dumps([each.get("outputs") for each in cells[: (codes or [place])[0] + 1]], ensure_ascii=False)
            missing += [each for each in SAMP.findall("".join(cell["source"])) if each not in shown]
    return missing


@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path.parent == COURSE], ids=named)
def test_every_lesson_makes_claims_that_can_be_read(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    words = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert HOLDS.findall(words)
    assert len(re.findall("holds:", words)) == len(HOLDS.findall(words))
    for claim in HOLDS.findall(words):
        compile(claim, "<claim>", "eval")


def test_a_claim_that_does_not_hold_is_found() -> None:
    words = {"cell_type": "markdown", "source": ["It is <samp>stuck</samp>. <!-- holds: 1 + 1 == 3 -->"]}
    code = {"cell_type": "code", "source": [], "outputs": [{"text": ["solved\n"]}]}
    claim = with_claims([code, words], str)[-1]
    with pytest.raises(AssertionError, match="the words say"):
        exec(claim)
    assert not_printed([code, words]) == ["stuck"]
    assert not_printed([words, {**code, "outputs": [{"text": "stuck"}]}]) == []


def notebook_of(code: str) -> Any:
    """Return a notebook with one cell."""
    made = import_module("nbformat").v4
    return made.new_notebook(cells=[made.new_code_cell(code)])


@pytest.mark.slow
@pytest.mark.part(12)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_it_runs(path: Path, run: Callable[[Any], None]) -> None:
    """A lesson runs without answers, what its words claim holds, and its solutions are right."""
    for module in NEEDED.get(path.stem[0], ()):
        pytest.importorskip(module, reason="this lesson needs the extra all")
    notebook = import_module("nbformat").read(path, as_version=4)
    notebook.cells = with_claims(notebook.cells, import_module("nbformat").v4.new_code_cell)
    run(notebook)
    assert not not_printed(notebook.cells)
    verdicts = re.findall(r"Exercise ([\d.]+) is (\w+)", json.dumps(notebook, ensure_ascii=False))
    wanted = "right" if path.parent.name == SOLUTIONS else "open"
    assert verdicts == [(name, wanted) for name in exercises_of(path.stem.partition("-")[0])]


IN_BROWSER = """
import sys
from heuristan.common.native import refuse
refuse("this is a browser")
{code}
left_out = {left_out!r}
assert not [name for name in sys.modules if name.startswith(left_out)]
"""


def run_as_in_a_browser(code: str) -> None:
    left_out = tuple(f"heuristan.{part.removesuffix('.py').replace('/', '.')}" for part in LEFT_OUT)
    code = IN_BROWSER.format(code=code, left_out=left_out)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_they_import_nothing_that_a_browser_lacks() -> None:
    """All of them at once, in each run: the next test draws a few."""
    codes = [code_of(path) for path in NOTEBOOKS if path.stem[0] in IN_BROWSERS]
    imports = (each for code in codes for each in ast.parse(code).body if isinstance(each, ast.Import | ast.ImportFrom))
    run_as_in_a_browser("\n".join(dict.fromkeys(map(ast.unparse, imports))))


@pytest.mark.slow
@pytest.mark.part(10)
@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path.stem[0] in IN_BROWSERS], ids=named)
def test_it_needs_nothing_that_a_browser_lacks(path: Path) -> None:
    run_as_in_a_browser(code_of(path))


@pytest.mark.slow
def test_a_notebook_begins_with_no_names(run: Callable[[Any], None]) -> None:
    run(notebook_of("left_by_another = 1"))
    run(notebook_of("assert 'left_by_another' not in globals()"))


NEEDED = {"6": ("scipy",)}
"""Modules that the notebooks of a lesson import beside the core, which come with other extras."""

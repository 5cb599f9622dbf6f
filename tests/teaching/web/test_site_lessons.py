"""The lessons that ``heuristan site --lessons`` adds: what is in their folder, and by night each in a real browser."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from shared.commands import Run
from shared.hosting import hosting

from heuristan.common.faults import InputError
from heuristan.teaching.course.exercises import exercises_of
from heuristan.teaching.web.site import lessons, pyodide_files, site_tools
from heuristan.teaching.web.site.compiled_archive import compile_for_lessons
from heuristan.teaching.web.site.lessons import LESSONS, lesson_files, opened

pytest.importorskip("jupyterlite_pyodide_kernel", reason="lessons are built with the extra lessons")
pytestmark = pytest.mark.slow

MINUTES = 12
"""Time limit of a lesson in the browser, on a busy machine: alone it takes one. A cell that fails ends it at once."""
CELLS = """() => [...document.querySelectorAll(".jp-CodeCell")].map((cell) => [
  cell.querySelector(".jp-InputArea-prompt").textContent.replace(/[^0-9*]/g, ""),
  [...cell.querySelectorAll(".jp-OutputArea-output")].map((each) => each.textContent).join(" "),
  cell.querySelectorAll('[data-mime-type$="error"], [data-mime-type$="stderr"]').length,
])"""
"""What stands beside each cell with code, what it shows, and whether that is an error."""
ALL_RUN = f"(cells => cells.some(([, , failed]) => failed) || cells.every(([number]) => +number > 0))(({CELLS})())"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The lessons with empty wheels and a Pyodide that is none."""
    folder = tmp_path_factory.mktemp("empty")
    made = BytesIO()
    with ZipFile(made, "w") as wheel:
        wheel.writestr("nothing.py", "")
    wheels = {name: folder / name for name in lessons.DIGESTS}
    for path in wheels.values():
        path.write_bytes(made.getvalue())
    pyodide = {name: folder / name for name in (lessons.LOCK, lessons.STDLIB)}
    pyodide[lessons.LOCK].write_text('{"info": {"python": "3"}, "packages": {"numpy": {}}}')
    pyodide[lessons.STDLIB].write_bytes(made.getvalue())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_tools, "which", lambda _: None)
        return lesson_files(wheels, pyodide, folder / "build")


class TestFolder:
    def test_every_package_is_there_and_loaded_beforehand(self, built: Mapping[str, bytes]) -> None:
        found = json.loads(built["lessons/python/pyodide-lock.json"])["packages"]
        for package in found.values():
            assert sha256(built[f"lessons/python/{package['file_name']}"]).hexdigest() == package["sha256"]
        (settings,) = json.loads(built["lessons/jupyter-lite.json"])["jupyter-config-data"][
            "litePluginSettings"
        ].values()
        assert settings["loadPyodideOptions"]["packages"] == [*found]
        # what the kernel asks for by itself if it is not there
        assert {"micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "heuristan"} <= {
            *found
        }

    def test_settings_name_no_other_host(self, built: Mapping[str, bytes]) -> None:
        settings = [data for name, data in built.items() if name.endswith("jupyter-lite.json")]
        assert settings
        assert not [data for data in settings if b"://" in data]

    def test_notebooks_are_listed_without_dead_links(self, built: Mapping[str, bytes]) -> None:
        listed = [each["path"] for each in json.loads(built["lessons/api/contents/all.json"])["content"]]
        assert {name[0] for name in listed} == {*LESSONS}
        for name in listed:
            notebook = built[f"lessons/files/{name}"].decode()
            assert json.loads(notebook)["cells"]
            assert {*re.findall(r"\]\(([^)]+)\)", notebook)} <= {*listed}

    def test_the_wheel_has_what_lessons_need(self, built: Mapping[str, bytes]) -> None:
        with ZipFile(BytesIO(built[f"lessons/python/{lessons.OWN}"])) as wheel:
            names = wheel.namelist()
            assert b"refuse(" in wheel.read("heuristan/__init__.py")
        assert {"heuristan/sliding/boards.py", "heuristan/teaching/course/exercises.py", "experta/__init__.py"} <= {
            *names
        }
        assert not [name for name in names if name.startswith(("heuristan/cli/", "heuristan/teaching/web/"))]


def test_compiled_modules_run_and_sources_of_heuristan_stay(tmp_path: Path) -> None:
    given, made = tmp_path / "given.whl", tmp_path / "made.whl"
    with ZipFile(given, "w") as wheel:
        wheel.writestr("heuristan/__init__.py", "")
        wheel.writestr("heuristan/part.py", "from b import two\n")
        wheel.writestr("b.py", "two = 2\n")
        wheel.writestr("jedi/third_party/django-stubs/a.pyi", "")
    compile_for_lessons(str(given), str(made))
    with ZipFile(made) as wheel:
        names = {re.sub(r"cpython-\d+", "python", name) for name in wheel.namelist()}
        wheel.extractall(tmp_path)
    own = {"__init__.py", "part.py", "__pycache__/__init__.python.pyc", "__pycache__/part.python.pyc"}
    assert names == {"b.pyc", *(f"heuristan/{name}" for name in own)}
    (tmp_path / "heuristan" / "part.py").write_text("raise ValueError\n")  # the compiled one is taken without a look
    code = "from heuristan.part import two; print(two)"
    beside = {name: value for name, value in os.environ.items() if name != "PYTHONPYCACHEPREFIX"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, env=beside
    )
    assert done.stdout == "2\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the lessons of a site, and of what they take from its page."""
    place, fetched = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("fetched")
    try:
        pyodide_files.fetch(fetched, lessons.DIGESTS)
    except InputError as fault:
        pytest.skip(f"the site cannot be built here: {fault}")
    pyodide, wheels = pyodide_files.checked(fetched), pyodide_files.checked(fetched, lessons.DIGESTS)
    found = dict(lesson_files(wheels, pyodide, tmp_path_factory.mktemp("build") / "lessons"))
    found |= {f"python/{name}": path.read_bytes() for name, path in pyodide.items() if name.startswith("pyodide.")}
    for name, data in found.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    with hosting(place) as server:
        yield f"http://127.0.0.1:{server.server_port}/"


@contextmanager
def lesson(chromium: Any, site: str, name: str) -> Iterator[Any]:
    """Open a notebook in a browser where no other host answers; demand that none is asked, and that nothing fails."""
    context, faults = chromium.new_context(), []
    context.set_default_timeout(MINUTES * 60_000)

    def answer(route: Any) -> None:
        if route.request.url.startswith(site):
            route.continue_()
        else:
            faults.append(route.request.url)
            route.abort()

    context.route("**/*", answer)
    page = context.new_page()
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("response", lambda reply: faults.append(reply.url) if not reply.ok else None)
    page.goto(site + opened(name))
    page.locator(".jp-CodeCell").first.wait_for()
    yield page
    context.close()
    assert not faults


def run_all(page: Any) -> str:
    """Run all cells, demand that none fails, and return what they show."""
    page.get_by_text("Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(ALL_RUN)
    cells = page.evaluate(CELLS)
    assert not [shown for _, shown, failed in cells if failed]
    return "\n".join(shown for _, shown, _ in cells)


def verdicts(shown: str) -> list[tuple[str, str]]:
    return re.findall(r"Exercise ([\d.]+): \S (\w+)", shown)


@pytest.mark.night
def test_the_first_lesson_runs_and_an_answer_is_checked(chromium: Any, site: str) -> None:
    with lesson(chromium, site, "1-search.ipynb") as page:
        assert verdicts(run_all(page)) == [(name, "open") for name in exercises_of("1")]
        page.locator(".jp-CodeCell", has_text='check("1.2"').locator(".cm-content").fill('check("1.2", 22)')
        page.keyboard.press("Control+Enter")
        page.locator(".jp-OutputArea-output", has_text="Exercise 1.2: ✔ right").wait_for()


@pytest.mark.night
@pytest.mark.parametrize("name", ["2-rules", "3-reliability", "4-backtracking", "5-exact"])
def test_it_runs(chromium: Any, site: str, name: str) -> None:
    with lesson(chromium, site, f"{name}.ipynb") as page:
        shown = run_all(page)
    assert verdicts(shown) == [(exercise, "open") for exercise in exercises_of(name[0])]
    assert ("drawings off it need" in shown) == (name == "5-exact")


def test_the_lessons_need_an_extra(tmp_path: Path, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jupyterlite_pyodide_kernel", None)
    done = heuristan("site", str(tmp_path / "site"), "--lessons")
    assert done.status == 2
    assert "lessons" in done.err

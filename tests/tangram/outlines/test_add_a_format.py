"""The worked example of docs/add-a-format.md: pasted into a copy of the project, it passes the tests of all formats."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from shared.places import TOP

PAGE = (TOP / "docs" / "add-a-format.md").read_text(encoding="utf-8")
MODULES = re.findall(r"^`(heuristan/\S+\.py)`:\n\n```py\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
READER_LINE, WRITER_LINE = re.findall(r"^```\n(.*)\n```$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the example pasted in."""
    place = tmp_path_factory.mktemp("copy")
    for name in ("heuristan", "tests", "shapes", "rules", "docs"):
        shutil.copytree(TOP / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TOP / "pyproject.toml", place)
    for path, code in MODULES:
        (place / path).write_text(code, encoding="utf-8")
    outlines = place / "heuristan" / "tangram" / "outlines"
    paste(outlines / "formats.py", READER_LINE, before="    PROSE_LIKE,\n)")
    paste(outlines / "formats.py", WRITER_LINE, before='}\n"""The formats that are written')
    return place


def paste(path: Path, line: str, *, before: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, f"    {line}\n{before}"), encoding="utf-8")


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )


def test_the_page_has_a_reader_and_a_writer() -> None:
    assert [path for path, _ in MODULES] == [
        "heuristan/tangram/outlines/wavefront.py",
        "heuristan/tangram/outlines/writing/wavefront_lines.py",
    ]


@pytest.mark.slow
def test_the_tests_of_all_formats_pass(copy: Path) -> None:
    tests = ("tests/tangram/outlines/test_formats.py", "tests/tangram/commands/test_convert.py")
    done = run(copy, "-m", "pytest", "-p", "no:cacheprovider", *tests, "-k", "obj or cannot_be_done")
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 25


@pytest.mark.slow
def test_the_help_names_it(copy: Path) -> None:
    done = run(copy, "-m", "heuristan", "convert", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"svg\W+obj", done.stdout)


@pytest.mark.slow
def test_it_is_recognised_by_its_content(copy: Path) -> None:
    path = copy / "brick"
    path.write_text("v 0 0\nv 4 0\nv 4 2\nv 0 2\n", encoding="utf-8")
    done = run(copy, "-m", "heuristan", "convert", str(path), "-", "--format", "obj")
    assert (done.returncode, done.stdout) == (0, "v 0 0\nv 4 0\nv 4 2\nv 0 2\n")


@pytest.mark.slow
def test_a_bad_line_is_named(copy: Path) -> None:
    path = copy / "brick.obj"
    path.write_text("v 0 0\nv 4 0\nv 4;0\n", encoding="utf-8")
    done = run(copy, "-m", "heuristan", "solve", str(path))
    assert done.returncode == 2
    assert "brick.obj:3: this is not a vertex; write two numbers" in done.stderr

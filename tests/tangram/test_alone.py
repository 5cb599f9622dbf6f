"""The core alone: it works without the other rooms, and loads none of them where they are."""

import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from shared.refusing import refusing

TOP = Path(__file__).parents[2]
CORE = ("tangram", "cli", "common", "version.py", "__init__.py", "__main__.py")
DEPENDENCIES = frozenset({"click", "experta", "numpy", "yaml", "rich", "shapely", "resvg_py", "svg"})
"""What the core imports of other projects: at its top and where it draws."""
LISTING = """
import sys, json
from heuristan.__main__ import main
statuses = []
for words in json.loads(sys.argv[1]):
    sys.argv = ["heuristan", *words]
    try:
        main()
    except SystemExit as ended:
        statuses.append(ended.code or 0)
print(json.dumps([statuses, sorted(sys.modules)]), file=sys.stderr)
"""
"""Runs lines one after the other in one process, which starts once."""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the core and of what is below it, with rankings and shapes."""
    place = tmp_path_factory.mktemp("core")
    for name in CORE:
        source, target = TOP / "heuristan" / name, place / "heuristan" / name
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            copytree(source, target, ignore=ignore_patterns("__pycache__"))
        else:
            target.write_bytes(source.read_bytes())
    for name in ("rules", "shapes"):
        copytree(TOP / name, place / name)
    return place


def run(place: Path, *lines: str, before: str = "") -> tuple[list[int], str, list[str]]:
    """Run lines in a copy; return their statuses, what they wrote, and the modules that they loaded."""
    given = [sys.executable, "-c", before + LISTING, json.dumps([line.split() for line in lines])]
    done = subprocess.run(given, cwd=place, capture_output=True, text=True, timeout=120, check=False)
    *said, last = done.stderr.strip().splitlines()
    statuses, modules = json.loads(last)
    return statuses, done.stdout + "\n".join(said), modules


@pytest.mark.slow
def test_it_works_installed_alone(alone: Path) -> None:
    others = ("cv2", "pypdfium2", "svgelements", "scipy", "numba", "duckdb", "starlette", "skimage", "typst")
    before = refusing(others)
    written = ("solve cat --output cat.svg", "convert cat cat.wkt")
    assert run(alone, *written, "solve cat.wkt --no-backtracking", before=before)[0] == [0, 0, 0]
    assert (alone / "cat.svg").read_text().startswith("<svg")
    assert run(alone, "solve cat --solver exact --count", before=before)[0] == [0]
    statuses, said, _ = run(alone, "--help", before=before)
    assert statuses == [0]
    assert " hint " not in said


@pytest.mark.slow
def test_what_is_not_there_is_said(alone: Path) -> None:
    (alone / "page.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0L2 0L1 1Z"/></svg>')
    statuses, said, _ = run(alone, "hint cat", "solve page.svg", "solve cat --output cat.html")
    assert statuses == [2, 2, 2]
    assert "Traceback" not in said


@pytest.mark.slow
def test_no_other_room_is_loaded() -> None:
    statuses, _, modules = run(TOP, "solve cat", "solve cat --solver exact", "rankings")
    assert statuses == [0, 0, 0]
    rooms = {module.split(".")[1] for module in modules if module.startswith("heuristan.")}
    assert rooms == {"__main__", "cli", "common", "tangram", "version"}

"""A run by the exact solver imports no expert system, and nothing else that it does not need: starting is quick."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[3]

NEVER = (
    "heuristan.tangram.expert",
    "heuristan.lab.ford",
    "experta",
    "numba",
    "resvg_py",
    "rich",
    "svg",
    "difflib",
    "multiprocessing",
    "concurrent",
    "tempfile",
)
ON_THE_LATTICE = ("numpy", "shapely", "cv2", "heuristan.tangram.solving.contacts", "heuristan.pictures.images")
A_PICTURE = ("yaml", "numpy.ma")


def imported(*words: str) -> set[str]:
    """Return the modules that a run of the program imports."""
    script = f"import sys\nfrom heuristan.cli import app\napp({list(words)!r}, standalone_mode=False)\n"
    at_exit = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TOP), *filter(None, sys.path)])}
    done = subprocess.run(
        [sys.executable, "-c", at_exit + script], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def those_of(modules: set[str], unwanted: tuple[str, ...]) -> list[str]:
    """Return the modules that are one of some packages or lie in one."""
    return sorted(name for name in modules if any(f"{name}.".startswith(f"{package}.") for package in unwanted))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json"])
def test_an_outline_on_the_lattice(form: str) -> None:
    modules = imported("solve", "convex-square", "--solver", "exact", "--format", form)
    assert "heuristan.tangram.exact.search" in modules
    assert those_of(modules, (*NEVER, *ON_THE_LATTICE)) == []


@pytest.mark.slow
def test_a_picture(tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2")
    np = pytest.importorskip("numpy")
    pixels = np.full((300, 300), 255, np.uint8)
    cv2.rectangle(pixels, (60, 60), (240, 240), 20, cv2.FILLED)
    path = tmp_path / "square.png"
    cv2.imwrite(str(path), pixels)
    modules = imported("solve", str(path), "--solver", "exact")
    assert "cv2" in modules
    assert those_of(modules, (*NEVER, *A_PICTURE)) == []

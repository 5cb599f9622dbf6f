"""The notebooks of the course, where they lie: in a checkout, or in an installed package."""

import json
import posixpath
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from heuristan.common.files import folder

LESSONS = folder("docs/course")
SOLUTIONS = "solutions"
"""The folder of the solutions, in that of the lessons."""
EXAMPLES = folder("docs/examples")
"""Puzzles and rankings that the lesson for schools uses."""

_SEED = re.compile(rb"\bSEED = 0\b")
_LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)#]+)[^)]*\)")


def lesson_paths() -> Mapping[str, Path]:
    """Return the lessons by their file names."""
    return {path.name: path for path in sorted(LESSONS.glob("*.ipynb"))}


def solution_paths() -> Mapping[str, Path]:
    """Return the solutions by their file names, which are those of the lessons."""
    return {path.name: path for path in sorted((LESSONS / SOLUTIONS).glob("*.ipynb"))}


def copies(seed: int, *, with_solutions: bool) -> Mapping[Path, bytes]:
    """Return the files of a folder to learn in: the lessons with a seed, and the examples of the documentation.

    Args:
        seed: what some figures of exercises are drawn by; 0 for those that are printed.
        with_solutions: whether the solutions come along.
    """
    paths = {Path(name): path for name, path in lesson_paths().items()}
    if with_solutions:
        paths |= {Path(SOLUTIONS, name): path for name, path in solution_paths().items()}
    kept = {place.as_posix() for place in paths}
    found = {place: _SEED.sub(b"SEED = %d" % seed, copy_of(path, kept)) for place, path in paths.items()}
    return found | {Path("docs", "examples", path.name): path.read_bytes() for path in sorted(EXAMPLES.iterdir())}


def copy_of(notebook: Path, kept: Collection[str]) -> bytes:
    """Return a notebook that stands elsewhere: links to what is not there become names of files.

    Args:
        notebook: a lesson, or its solutions.
        kept: paths of what is there too, from the folder of the lessons on.
    """
    below = notebook.parent.relative_to(LESSONS).as_posix()

    def named(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(below, link[2]))
        there = posixpath.normpath(posixpath.join("docs/course", target))
        return link[0] if target in kept else f"{link[1]} ({there})"

    found: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
    for cell in found["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = _LINK.sub(named, "".join(cell["source"]))
    return json.dumps(found, ensure_ascii=False, indent=1).encode()

"""Points for notebooks of others: each is run in a process of its own, and a right answer to an exercise is a point.

Whoever writes a notebook can make it say anything. So points are as honest as those who handed it in.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import read_text
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.common.processes import Helper
from heuristan.teaching.course.exercises import LESSONS, exercises_of, varied_in
from heuristan.teaching.course.lesson_files import SOLUTIONS

LARGEST = 16 << 20
"""Maximum size of a notebook in bytes."""
MEMORY = 4 << 30
"""Maximum memory of a notebook, in bytes of addresses; lessons with numba need a quarter of it."""
LEFT_OUT = frozenset({".ipynb_checkpoints", SOLUTIONS})
"""Folders whose notebooks nobody answered: copies of Jupyter, and what a teacher handed out."""


class Notebook(NamedTuple):
    """What a notebook came to."""

    path: Path
    verdicts: Mapping[str, str]
    """The status of each exercise that it asks, by its number."""
    seeds: frozenset[int] = frozenset()
    faults: tuple[str, ...] = ()


@dataclass
class Grade:
    """What somebody's notebooks came to."""

    name: str
    notebooks: list[Notebook] = field(default_factory=list)

    @property
    def verdicts(self) -> Mapping[str, str]:
        """The status of each exercise; right if one of several notebooks has it right."""
        found: dict[str, str] = {}
        for notebook in self.notebooks:
            found |= {name: status for name, status in notebook.verdicts.items() if found.get(name) != "right"}
        return found

    @property
    def points(self) -> int:
        return sum(status == "right" for status in self.verdicts.values())

    @property
    def seeds(self) -> list[int]:
        """The seeds of exercises, which should be one."""
        return sorted({seed for notebook in self.notebooks for seed in notebook.seeds})

    @property
    def faults(self) -> list[str]:
        return [f"{notebook.path.name}: {fault}" for notebook in self.notebooks for fault in notebook.faults]


def handed_in(folder: Path) -> Mapping[str, Sequence[Path]]:
    """Return the notebooks of each pupil: those of each folder in a folder, or of the folder itself.

    Raises:
        InputError: if there is no notebook, or some lie beside the folders.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder; name the one with the notebooks")
    found_there = [path for path in sorted(folder.rglob("*.ipynb")) if path.is_file()]
    every = [path for path in found_there if LEFT_OUT.isdisjoint(path.relative_to(folder).parts)]
    beside = [path for path in every if path.parent == folder]
    if not every:
        raise InputError(f"{folder}: there is no notebook (.ipynb) in it; name the folder with the notebooks")
    if len(beside) == len(every):
        return {folder.resolve().name: every}
    if beside:
        names = ", ".join(path.name for path in beside[:3])
        raise InputError(f"{folder}: {names} beside folders of pupils; move it into one of them")
    found: dict[str, list[Path]] = {}
    for path in every:
        found.setdefault(path.relative_to(folder).parts[0], []).append(path)
    return found


def run_notebook(path: Path, seconds: float) -> Notebook:
    """Run a notebook, and return the verdicts of its exercises, the last one of each; faults are said, not raised.

    Args:
        path: the notebook.
        seconds: the time limit.
    """
    try:
        cells = code_cells(path)
    except InputError as fault:
        return Notebook(path, {}, faults=(str(fault).removeprefix(f"{path}:").lstrip(),))
    verdicts, seeds, faults, end = dict[str, str](), set[int](), list[str](), monotonic() + seconds
    with TemporaryDirectory(prefix="heuristan-") as folder:
        helper = Helper("heuristan.teaching.course.exam", {"memory": MEMORY, "folder": folder}, has_children=True)
        try:
            helper.send({}, json.dumps(cells).encode(), seconds)
            while (message := helper.received(max(0.01, end - monotonic()))) is not None:
                if "fault" in message.fields:
                    faults += filter(None, [str(message.fields["fault"])])
                    break
                exercise = str(message.fields["exercise"])
                verdicts[exercise] = str(message.fields["status"])
                if exercise in varied_in(exercise.partition(".")[0]):
                    seeds.add(int(message.fields["seed"]))
            else:
                faults.append(f"it was ended after {seconds:g} seconds" if helper.is_late else "its process ended")
        except (KeyError, TypeError, ValueError):
            faults.append("its process said what no exercise says")
        finally:
            helper.end()
    known = {name for lesson in LESSONS for name in exercises_of(lesson)}
    return Notebook(path, {name: verdicts[name] for name in verdicts if name in known}, frozenset(seeds), tuple(faults))


def code_cells(path: Path) -> list[str]:
    """Return the code of a notebook, cell by cell.

    Raises:
        InputError: if it is no notebook.
    """
    try:
        found = read_json(read_text(path, LARGEST, "clear its outputs"))
        return ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]
    except JsonTextError as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}; save it in Jupyter") from fault
    except (KeyError, TypeError) as fault:
        raise InputError(f"{path}: this is no notebook, as its cells are missing; save it in Jupyter") from fault


def exercises_asked(grades: Iterable[Grade]) -> list[str]:
    """Return the exercises that somebody was asked, in their order."""
    asked = {name for grade in grades for name in grade.verdicts}
    return [name for lesson in LESSONS for name in exercises_of(lesson) if name in asked]


def rows_of(grades: Sequence[Grade]) -> list[dict[str, Any]]:
    """Return a row for each pupil: a point for each exercise, their sum, and of how many."""
    exercises = exercises_asked(grades)
    return [
        {
            "name": grade.name,
            **{name: int(grade.verdicts.get(name) == "right") for name in exercises},
            "points": grade.points,
            "of": len(exercises),
            "seed": " ".join(map(str, grade.seeds)),
            "faults": "; ".join(grade.faults),
        }
        for grade in grades
    ]

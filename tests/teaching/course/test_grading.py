"""``heuristan course``: the lessons are copied, and notebooks that were handed in get points."""

import csv
import json
from pathlib import Path

import pytest
from shared.commands import Run

from heuristan.sliding.boards import neighbours
from heuristan.teaching.course import check, variants
from heuristan.teaching.course.exactness import _powers
from heuristan.teaching.course.exercises import LESSONS, exercises_of, varied_in
from heuristan.teaching.course.grading import handed_in
from heuristan.teaching.course.searching import LAYERS


def notebook(path: Path, *cells: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    code = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "# One"}, *code]}))


CHECK = "from heuristan.teaching.course import check, variants\n"


@pytest.mark.slow
def test_each_right_answer_is_a_point_whatever_else_a_notebook_does(heuristan: Run, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    right = CHECK + "%matplotlib inline\ncheck(1.2, 22)"
    notebook(folder / "=Ada" / "1.ipynb", right, "1 / 0", CHECK + "variants(5, 3)\ncheck('5.3', (0, 0))", "exit()")
    notebook(folder / "Bo" / "deep" / "1.ipynb", CHECK + "check('1.2', 21)")
    notebook(folder / "Bo" / "2.ipynb", CHECK + "check('1.2', ...)", "import os; os._exit(0)")
    notebook(folder / "Bo" / ".ipynb_checkpoints" / "1.ipynb", right)
    notebook(folder / "Bo" / "solutions" / "1.ipynb", right)
    (folder / "Bo" / "3.ipynb").write_text("{}")
    done = heuristan("course", "grade", str(folder), "--run", "--output", str(tmp_path / "points.csv"))
    assert done.status == 1
    first, second = csv.DictReader((tmp_path / "points.csv").open())
    faults = first.pop("faults")
    assert first == {"name": "'=Ada", "1.2": "1", "5.3": "0", "points": "1", "of": "2", "seed": "0 3"}
    assert faults == "1.ipynb: cell 2: ZeroDivisionError: division by zero"
    assert (second["points"], second["seed"]) == ("0", "0")
    assert "2.ipynb: its process ended" in second["faults"]
    assert "3.ipynb: this is no notebook" in second["faults"]


@pytest.mark.slow
def test_a_notebook_that_does_not_end_is_ended(heuristan: Run, tmp_path: Path) -> None:
    notebook(tmp_path / "1.ipynb", "while True: pass")
    done = heuristan("course", "grade", str(tmp_path), "--run", "--limit", "1")
    assert "1.ipynb: it was ended after 1 seconds" in done.out


def test_no_code_is_run_without_consent(heuristan: Run, tmp_path: Path) -> None:
    notebook(tmp_path / "1.ipynb", f"open({str(tmp_path / 'there')!r}, 'w')")
    done = heuristan("course", "grade", str(tmp_path))
    assert done.status == 2
    assert "add --run" in done.err
    assert not (tmp_path / "there").exists()


def test_a_notebook_beside_the_folders_of_pupils_is_refused(tmp_path: Path) -> None:
    notebook(tmp_path / "1.ipynb")
    assert [*handed_in(tmp_path)] == [tmp_path.name]
    notebook(tmp_path / "Bo" / "1.ipynb")
    with pytest.raises(ValueError, match="beside folders of pupils"):
        handed_in(tmp_path)


def test_lessons_are_copied_and_nothing_is_overwritten(heuristan: Run, tmp_path: Path) -> None:
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "1-search.ipynb").write_text("mine")
    done = heuristan("course", "start", str(folder), "--seed", "7", "--no-open", "--solutions")
    assert "1 that were there stay" in done.out
    assert (folder / "1-search.ipynb").read_text() == "mine"
    assert "SEED = 7 " in (folder / "5-exact.ipynb").read_text()
    assert "](solutions/2-rules.ipynb)" in (folder / "2-rules.ipynb").read_text()
    assert "](../2-rules.ipynb)" in (folder / "solutions" / "2-rules.ipynb").read_text()
    assert "the engine (docs/engine.md)" in (folder / "2-rules.ipynb").read_text().lower()
    assert (folder / "docs" / "examples" / "bunting.yaml").exists()


def near_states() -> set[str]:
    """The states of the 8-puzzle that are four moves from the goal or fewer."""
    found = {"123456780"}
    for _ in range(4):
        for state in [*found]:
            blank = state.index("0")
            for cell in (cell for cell in neighbours(3, 3)[blank] if cell >= 0):
                tiles = [*state]
                tiles[blank], tiles[cell] = tiles[cell], "0"
                found.add("".join(tiles))
    return found


def right_answer(exercise: str) -> object:
    """Find what a variant asks for, by trying."""
    powers = [(a * n, b * n) for a, b in _powers(60) for n in range(1, 40)]
    tried = {
        "1.2": range(len(LAYERS)),
        "1.4": near_states(),
        "5.3": [*powers, *_powers(60)],
        "5.4": powers,
    }[exercise]
    return next((answer for answer in tried if check(exercise, answer)), None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_variants_have_answers_which_others_have_not(seed: int) -> None:
    try:
        for lesson in LESSONS:
            said = variants(int(lesson), seed).words
            assert [*said] == [*varied_in(lesson)]
            assert {*said} <= {*exercises_of(lesson)}
            for exercise in said:
                assert variants(int(lesson), seed).words == said
                assert right_answer(exercise) is not None, (exercise, said)
        variants(1, seed)
        assert not check("1.2", 22)
    finally:
        variants(1, 0)
    assert check("1.2", 22)

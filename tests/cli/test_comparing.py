"""The report of every comparison: the same table and the same picture, whatever the puzzle."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from shared.commands import Run as Heuristan

from heuristan.cli.comparing import effort, in_words, report
from heuristan.cli.outputs import Output
from heuristan.common.comparing import Comparison, Quantity, Run, by_puzzle, contradictions
from heuristan.common.plots.comparison import runs_svg

MANNER = Comparison(
    "board",
    {"plan": "the planner", "search": "a search"},
    {"search": "states"},
    (Quantity("moves", "{:.0f}".format, max, "most moves", panel="Moves"),),
)


def a_run(puzzle: int, solver: str, status: str = "solved", seconds: float = 0.1, moves: float | None = 9) -> Run:
    return Run(puzzle, f"board-{puzzle}", solver, status, seconds, 12 if solver == "search" else None, (moves,))


def words(drawn: str, kind: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(drawn).iter() if kind in (each.get("class") or "").split()]


class TestWords:
    def test_few_puzzles_have_a_table_each(self) -> None:
        found = in_words(MANNER, [a_run(1, "plan", moves=20), a_run(1, "search", "limit", 1.0, None)])
        assert found[0] == "board-1"
        assert [line.split() for line in found[1:]] == [
            ["solver", "status", "effort", "seconds", "times", "moves"],
            ["plan", "solved", "-", "0.100", "1.0", "20"],
            ["search", "limit", "12", "states", "1.00", "over", "10.0", "-"],
        ]

    def test_many_have_one_summary(self) -> None:
        found = in_words(MANNER, [a_run(i, "plan", "stuck" if i == 7 else "solved", i) for i in range(1, 9)])
        assert " ".join(found[0].split()) == "solver solved median s 99 % s effort most moves not solved"
        assert found[1].split() == ["plan", "7", "of", "8", "4.00", "8.00", "-", "9", "1", "stuck"]
        assert found[-1] == "The statuses differ on 0 of 8 boards"

    @pytest.mark.parametrize(
        ("units", "number", "words"),
        [("programs", 1, "1 program"), ("branches", 1, "1 branch"), ("nodes", 2, "2 nodes")],
    )
    def test_one_is_not_written_in_the_plural(self, units: str, number: int, words: str) -> None:
        assert effort(Comparison("puzzle", {}, {"lp": units}), "lp", number) == words

    @pytest.mark.parametrize(("number", "words"), [(0, "0"), (1, "1"), (5000, "5,000")])
    def test_without_a_unit_the_number_is_alone(self, number: int, words: str) -> None:
        assert effort(Comparison("puzzle", {}, {"lp": "programs"}), "greedy", number) == words

    def test_a_refused_puzzle_says_why_and_has_no_columns(self) -> None:
        refused = Run(1, "bad", "", "refused", message="it is empty")
        assert in_words(MANNER, [refused]) == ["bad: refused: it is empty"]
        assert "  bad: refused: it is empty" in in_words(MANNER, [refused, *(a_run(i, "plan") for i in range(2, 9))])


class TestPicture:
    def test_each_puzzle_has_a_line_and_each_quantity_a_panel(self) -> None:
        drawn = runs_svg(MANNER, [a_run(1, "plan"), a_run(1, "search", "limit"), a_run(2, "plan")], "Seconds")
        assert words(drawn, "name") == ["board-1", "board-2"]
        assert words(drawn, "panel-title") == ["Seconds", "States", "Moves"]
        assert {"the planner", "a search"} <= set(words(drawn, "legend"))

    def test_many_puzzles_have_a_line_for_each_solver(self) -> None:
        drawn = runs_svg(
            MANNER, [a_run(i, "plan", "solved" if i % 2 else "stuck", i) for i in range(1, 101)], "Seconds"
        )
        assert words(drawn, "name") == ["the planner: 50 of 100 solved"]

    def test_a_quantity_without_a_value_has_no_panel(self) -> None:
        drawn = runs_svg(MANNER, [a_run(1, "plan", moves=None)], "Seconds")
        assert words(drawn, "panel-title") == ["Seconds"]


def test_a_contradiction_names_both_sides() -> None:
    (found,) = contradictions(
        by_puzzle([a_run(1, "plan"), a_run(1, "search", "unsolvable"), a_run(2, "plan", "stuck")])
    )
    assert found == ("board-1", ("plan",), ("search",))


def test_what_was_interrupted_before_the_first_run_writes_nothing(tmp_path: Path) -> None:
    output = Output(tmp_path / "rows.csv", "csv")
    assert not report(MANNER, [], (output,), "Seconds", lambda form: form)
    assert not any(tmp_path.iterdir())


def test_what_was_interrupted_before_the_first_solver_keeps_the_rest(tmp_path: Path) -> None:
    outputs = (Output(tmp_path / "rows.csv", "csv"), Output(tmp_path / "plot.svg", "svg"))
    assert not report(MANNER, [], outputs, "Seconds", lambda form: form, ["a measure"])
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]


HERE = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "source", "solver"),
    [
        ("compare", "cat", "plain"),
    ],
)
def test_all_systems_have_one_form(command: str, source: object, solver: str, heuristan: Heuristan) -> None:
    pytest.importorskip("cv2")
    outputs = [word for name in ("p.svg", "r.csv", "r.jsonl") for word in ("--output", name)]
    outcome = heuristan(*command.split(), source, "--solvers", solver, *outputs)
    assert outcome.status == 0
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[1][:5] == ["solver", "status", "effort", "seconds", "times"]
    assert lines[2][:2] == [solver, "solved"]
    assert words(Path("p.svg").read_text(encoding="utf-8"), "panel-title")[0] == "Seconds"
    assert "The solvers on " in words(Path("p.svg").read_text(encoding="utf-8"), "title")[0]
    rows = [json.loads(line) for line in Path("r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {"id", "solver", "status", "seconds"} <= set(rows[-1])
    assert (rows[-1]["solver"], rows[-1]["status"]) == (solver, "solved")
    head = Path("r.csv").read_text(encoding="utf-8").partition("\n")[0].split(",")
    assert {"id", "solver", "status", "seconds"} <= set(head)

"""The report of every comparison: the same table, whatever the puzzle."""

import json
from pathlib import Path

import pytest
from shared.commands import Run as Heuristan

from heuristan.cli.comparing import effort, in_words, report
from heuristan.cli.outputs import Output
from heuristan.common.comparing import Comparison, Quantity, Run, by_puzzle, contradictions

MANNER = Comparison(
    "board",
    {"search": "states"},
    (Quantity("moves", "{:.0f}".format, max, "most moves"),),
)


def a_run(puzzle: int, solver: str, status: str = "solved", seconds: float = 0.1, moves: float | None = 9) -> Run:
    return Run(puzzle, f"board-{puzzle}", solver, status, seconds, 12 if solver == "search" else None, (moves,))


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
        assert effort(Comparison("puzzle", {"lp": units}), "lp", number) == words

    @pytest.mark.parametrize(("number", "words"), [(0, "0"), (1, "1"), (5000, "5,000")])
    def test_without_a_unit_the_number_is_alone(self, number: int, words: str) -> None:
        assert effort(Comparison("puzzle", {"lp": "programs"}), "greedy", number) == words

    def test_a_refused_puzzle_says_why_and_has_no_columns(self) -> None:
        refused = Run(1, "bad", "", "refused", message="it is empty")
        assert in_words(MANNER, [refused]) == ["bad: refused: it is empty"]
        assert "  bad: refused: it is empty" in in_words(MANNER, [refused, *(a_run(i, "plan") for i in range(2, 9))])


def test_a_contradiction_names_both_sides() -> None:
    (found,) = contradictions(
        by_puzzle([a_run(1, "plan"), a_run(1, "search", "unsolvable"), a_run(2, "plan", "stuck")])
    )
    assert found == ("board-1", ("plan",), ("search",))


def test_what_was_interrupted_before_the_first_run_writes_nothing(tmp_path: Path) -> None:
    output = Output(tmp_path / "rows.csv", "csv")
    assert not report(MANNER, [], (output,), lambda form: form)
    assert not any(tmp_path.iterdir())


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
    outputs = [word for name in ("r.csv", "r.jsonl") for word in ("--output", name)]
    outcome = heuristan(*command.split(), source, "--solvers", solver, *outputs)
    assert outcome.status == 0
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[1][:5] == ["solver", "status", "effort", "seconds", "times"]
    assert lines[2][:2] == [solver, "solved"]
    rows = [json.loads(line) for line in Path("r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {"id", "solver", "status", "seconds"} <= set(rows[-1])
    assert (rows[-1]["solver"], rows[-1]["status"]) == (solver, "solved")
    head = Path("r.csv").read_text(encoding="utf-8").partition("\n")[0].split(",")
    assert {"id", "solver", "status", "seconds"} <= set(head)

"""The solvers side by side: what is measured, how it is reported, and that nothing ends a comparison."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.common.faults import DEBUG
from heuristan.lab import comparison
from heuristan.lab.commands.compare import SOLVERS
from heuristan.lab.comparison import (
    TITLES,
    Row,
    aligned,
    contradictions,
    default_solvers,
    in_words,
    quantile,
    seconds,
    solve_by,
    title_of,
)
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

STATUSES = ("solved", "stuck", "unsolvable", "limit", "refused", "failed")
REFUSAL = Refusal("off", "off.yaml:2: the area is 9")


def shape(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def a_row(outline: int, solver: str, status: str = "solved", took: float | None = 0.1, **more: Any) -> Row:
    return Row(outline, f"outline-{outline}", solver, status, seconds=took, **more)  # type: ignore[arg-type]


class TestSolvers:
    def test_the_options_of_the_command_line_are_the_solvers(self) -> None:
        assert tuple(TITLES) == SOLVERS

    def test_the_slow_one_and_retry_are_compared_on_request_alone(self) -> None:
        assert not {"ford-no-pre-test", "retry"} & {*default_solvers()}
        assert {"expert", "published", "exact", "ford"} <= {*default_solvers()}

    def test_without_numba_the_exact_search_is_the_plain_one_and_listed_once(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(comparison, "has_numba", lambda: False)
        assert "plain" not in default_solvers()
        assert title_of("exact") == title_of("plain")
        monkeypatch.setattr(comparison, "has_numba", lambda: True)
        assert "plain" in default_solvers()
        assert title_of("exact") != title_of("plain")


class TestRuns:
    def test_a_run_says_what_solving_says(self) -> None:
        (found,) = comparison.rows_of([shape("cat")], ["plain"], None, 60)
        here = solve_by("plain", shape("cat"), None, 60)
        assert here.searched is not None
        assert (found.status, found.nodes, found.undone) == ("solved", here.searched.nodes, here.backtracks)
        assert found.extractions is None
        assert found.seconds is not None

    def test_each_solver_by_rules_runs_in_its_way(self) -> None:
        ways = {
            name: solve_by(name, shape("squirrel"), read_ranking(DEFAULT), 60).trace[0].way  # type: ignore[union-attr]
            for name in comparison.BY_RULES
        }
        assert ways == {"expert": "with backtracking", "retry": "with retry", "published": "as published"}

    def test_a_solver_that_raises_has_failed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(DEBUG, raising=False)
        (found,) = comparison.rows_of([shape("cat")], ["expert"], None, 60)  # without the ranking that it needs
        assert found.status == "failed"
        assert "AssertionError" in found.message

    def test_the_first_run_of_a_solver_is_not_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        limits: list[float] = []

        def solve(solver: str, puzzle: Puzzle, ranking: Any, limit: float) -> Any:
            limits.append(limit)
            return solve_by(solver, puzzle, ranking, limit)

        monkeypatch.setattr(comparison, "solve_by", solve)
        rows = [*comparison.rows_of([shape("cat"), REFUSAL, shape("swan")], ["plain"], None, 60)]
        assert [(row.id, row.status) for row in rows] == [("cat", "solved"), ("off", "refused"), ("swan", "solved")]
        assert limits == [comparison.WARM_UP_SECONDS, 60, 60]


def scripted_rows(script: Callable[[str], dict[str, Any]]) -> Callable[..., Any]:
    """Stand for the runs: `script` makes the fields of a row of its solver."""

    def rows(outlines: Sequence[Any], solvers: Sequence[str], *_: object) -> Any:
        for number, of in enumerate(outlines, 1):
            for solver in solvers:
                if isinstance(of, Refusal):
                    yield Row(number, of.id, solver, "refused", message=of.message)
                else:
                    yield Row(number, of.id, solver, **script(solver))

    return rows


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], dict[str, Any]]], None]:
    """Lets a function stand for the solvers."""
    return lambda script: monkeypatch.setattr(comparison, "rows_of", scripted_rows(script))


Scripted: TypeAlias = Callable[[Callable[[str], dict[str, Any]]], None]

row_lists = st.lists(
    st.builds(a_row, st.integers(1, 4), st.sampled_from(list(TITLES)), st.sampled_from(STATUSES), st.floats(0, 100)),
    max_size=30,
).map(lambda rows: sorted(rows, key=lambda row: row.outline))


class TestQuantiles:
    @given(times=st.lists(st.floats(0, 100), min_size=1, max_size=300))
    def test_they_are_measured_values_with_enough_runs_below(self, times: list[float]) -> None:
        rows = [a_row(1, "plain", took=took) for took in times]
        for share in (0.5, 0.99):
            found = quantile(rows, share)
            assert found in [
                seconds(took) for took in times if sum(each <= took for each in times) >= share * len(times)
            ]
            assert found in [seconds(took) for took in times if sum(each < took for each in times) < share * len(times)]

    def test_a_run_at_the_limit_makes_a_lower_bound_and_counts_as_the_longest(self) -> None:
        rows = [a_row(1, "plain", "limit", 10.0), a_row(2, "plain", took=10.4), a_row(3, "plain", took=1.0)]
        assert quantile(rows, 0.5) == "10.4"
        assert quantile(rows, 0.99) == "over 10.0"

    def test_refused_and_failed_runs_have_no_seconds(self) -> None:
        rows = [a_row(1, "plain", "refused", None), a_row(2, "plain", "failed", None)]
        assert quantile(rows, 0.5) == "-"


class TestContradictions:
    @given(rows=row_lists)
    def test_they_are_outlines_both_solved_and_unsolvable(self, rows: list[Row]) -> None:
        def numbers(status: str) -> set[int]:
            return {row.outline for row in rows if row.status == status}

        both = numbers("solved") & numbers("unsolvable")
        assert [each["id"] for each in contradictions(rows)] == [f"outline-{number}" for number in sorted(both)]

    def test_other_differences_are_none(self) -> None:
        rows = [
            a_row(1, "expert"),
            a_row(1, "published", "stuck"),
            a_row(1, "ford", "limit"),
            a_row(2, "plain", "unsolvable"),
        ]
        assert contradictions(rows) == []


class TestWords:
    @given(number=st.floats(1e-5, 1e5))
    def test_seconds_have_three_digits_and_no_exponent(self, number: float) -> None:
        shown = seconds(number)
        assert re.fullmatch(r"\d+(\.\d+)?", shown)
        assert float(shown) == pytest.approx(number, rel=0.006, abs=1e-6)

    @given(rows=st.lists(st.tuples(st.text("ab ", max_size=5), st.text("12", max_size=5)), min_size=1))
    def test_columns_are_aligned(self, rows: list[tuple[str, str]]) -> None:
        lines = aligned(rows, "<>")
        wide = max(len(text) for text, _ in rows)
        for line, (text, number) in zip(lines, rows, strict=True):
            assert line[2 : 2 + wide].rstrip() == text.rstrip()
            assert line.endswith(number.rstrip())

    def test_it_is_said_how_many_times_as_long_as_the_quickest_each_took(self) -> None:
        rows = [a_row(1, "exact", took=0.002), a_row(1, "plain", took=0.03), a_row(1, "ford", "limit", took=10.0)]
        rows.append(a_row(1, "expert", "failed", None))
        assert [line.split()[3:-1] for line in in_words(rows)[2:6]] == [
            ["0.00200", "1.0"], ["0.0300", "15.0"], ["10.0", "over", "5,000"], ["-", "-"],
        ]  # fmt: skip

    def test_many_outlines_have_a_summary_and_their_differences(self) -> None:
        rows = [a_row(i, solver, "stuck" if i < 13 and solver == "published" else "solved") for i in range(1, 21)
                for solver in ("expert", "published")]  # fmt: skip
        shown = in_words(rows)
        assert sum("20 of 20" in line for line in shown) == 1
        assert sum("8 of 20" in line and "12 stuck" in line for line in shown) == 1
        assert "The statuses differ on 12 of 20 outlines:" in shown
        assert "  outline-1: stuck: published; solved: expert" not in shown
        assert "  outline-1: solved: expert; stuck: published" in shown
        assert shown[-1] == "  … and 2 more"


def at_once(solver: str) -> dict[str, Any]:
    effort = {"extractions": 7} if solver in comparison.BY_RULES else {"nodes": 9}
    return {"status": "solved", "message": "a message", "undone": 2, "seconds": 0.25, **effort}


class TestCommand:
    @pytest.mark.slow
    def test_real_runs_side_by_side(self, heuristan: Run) -> None:
        outcome = heuristan("compare", "cat", "--solvers", "published,plain", "--limit", 60)
        assert (outcome.status, outcome.err) == (0, "")
        lines = outcome.out.splitlines()
        assert lines[0] == "cat"
        assert [line.split()[:2] for line in lines[2:]] == [["published", "solved"], ["plain", "solved"]]
        assert "extractions" in lines[2]
        assert "nodes" in lines[3]

    @pytest.mark.slow
    def test_the_compiled_search_takes_the_same_steps(self, heuristan: Run) -> None:
        pytest.importorskip("numba")
        outcome = heuristan("compare", "cat", "--solvers", "exact,plain", "--limit", 60, "--format", "json")
        exact, plain = json.loads(outcome.out)["rows"]
        assert (exact["status"], exact["nodes"], exact["undone"]) == ("solved", plain["nodes"], plain["undone"])

    def test_json_holds_everything(self, heuristan: Run, scripted: Scripted) -> None:
        scripted(at_once)
        outcome = heuristan("compare", "cat", "swan", "--solvers", "expert,ford", "--format", "json")
        document = json.loads(outcome.out)
        assert [(row["outline"], row["id"], row["solver"]) for row in document["rows"]] == [
            (1, "cat", "expert"), (1, "cat", "ford"), (2, "swan", "expert"), (2, "swan", "ford"),
        ]  # fmt: skip
        assert set(document["rows"][0]) == {field.name for field in fields(Row)}
        assert (document["limit"], document["contradictions"]) == (10, [])
        assert document["solvers"] == {name: title_of(name) for name in ("expert", "ford")}

    def test_csv_has_a_line_a_row(self, heuristan: Run, scripted: Scripted) -> None:
        scripted(at_once)
        assert heuristan("compare", "cat", "--solvers", "expert,ford", "--output", "rows.csv").status == 0
        table = list(csv.DictReader(io.StringIO(Path("rows.csv").read_text(encoding="utf-8"))))
        assert [(row["solver"], row["nodes"], row["extractions"]) for row in table] == [
            ("expert", "", "7"),
            ("ford", "9", ""),
        ]

    @pytest.mark.parametrize("name", ["words.txt", "rows.json"])
    def test_the_ending_says_what_is_written(self, name: str, heuristan: Run, scripted: Scripted) -> None:
        scripted(at_once)
        outcome = heuristan("compare", "cat", "swan", "--solvers", "expert,ford", "--output", name)
        assert outcome.status == 0
        assert outcome.out.startswith("cat\n")
        assert outcome.out.endswith(f"written to {name}\n")
        content = Path(name).read_bytes()
        starts = {"words.txt": b"cat\n", "rows.json": b"{"}
        assert content.startswith(starts[name])

    def test_a_refused_outline_is_told_and_the_others_are_compared(self, heuristan: Run, scripted: Scripted) -> None:
        scripted(at_once)
        line = '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, %s], [0, 2], [0, 0]]]}\n'
        Path("two.geojsonl").write_text(line % "2.5" + line % "2", encoding="utf-8")
        outcome = heuristan("compare", "two.geojsonl", "--solvers", "plain,ford")
        assert outcome.status == 1
        assert re.search(r"^two-1: refused: two.geojsonl:1: ", outcome.out, re.MULTILINE)
        assert outcome.out.count("refused") == 1
        assert outcome.out.count("9 nodes") == 2

    def test_a_failed_run_is_told_with_its_reason(self, heuristan: Run, scripted: Scripted) -> None:
        scripted(lambda of: {"status": "failed", "message": "MemoryError: too much"} if of == "ford" else at_once(of))
        outcome = heuristan("compare", "cat", "--solvers", "ford,plain")
        assert outcome.status == 1
        assert "ford: MemoryError: too much" in outcome.out
        assert "9 nodes" in outcome.out

    def test_a_contradiction_is_said_loudly(self, heuristan: Run, scripted: Scripted) -> None:
        scripted(lambda of: {"status": "unsolvable"} if of == "plain" else at_once(of))
        outcome = heuristan("compare", "cat", "--solvers", "expert,plain,ford", "--format", "json")
        assert outcome.status == 1
        assert "CONTRADICTION on cat: expert and ford solved it" in outcome.err
        assert "plain says it is unsolvable" in outcome.err
        assert json.loads(outcome.out)["contradictions"] == [
            {"id": "cat", "solved": ["expert", "ford"], "unsolvable": ["plain"]}
        ]

    def test_other_differences_are_results(self, heuristan: Run, scripted: Scripted) -> None:
        scripted(lambda of: {"status": "stuck"} if of == "published" else at_once(of))
        outcome = heuristan("compare", "cat", "--solvers", "expert,published")
        assert (outcome.status, outcome.err) == (0, "")
        assert "stuck" in outcome.out

    def test_an_interruption_keeps_what_is_done(self, heuristan: Run, scripted: Scripted) -> None:
        def script(solver: str) -> dict[str, Any]:
            if solver == "ford":
                raise KeyboardInterrupt
            return at_once(solver)

        scripted(script)
        outcome = heuristan("compare", "cat", "swan", "--solvers", "plain,ford", "--output", "rows.json")
        assert outcome.status == 130
        assert "interrupted after 1 of 4 runs" in outcome.err
        assert [row["solver"] for row in json.loads(Path("rows.json").read_text(encoding="utf-8"))["rows"]] == ["plain"]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["cat", "--solvers", "exakt"], "did you mean 'exact'?"),
            (["cat", "--solvers", "plain", "--ranking", "paper"], "--ranking is for expert, retry and published alone"),
            (["cat", "--ranking", "no-such"], "no-such"),
            (["cat", "--set", "no-such"], "no-such"),
            (["no-such"], "there is no shape or file 'no-such'"),
            (["cat", "--output", "plot.pdf"], "no format ends in .pdf"),
            (["cat", "--output", "none/rows.csv"], "cannot be written"),
            (["cat", "--limit", "nan"], "'nan' is not a time limit"),
        ],
    )
    def test_what_cannot_be_used_is_said_before_any_run(
        self, arguments: list[str], words: str, heuristan: Run, scripted: Scripted
    ) -> None:
        def script(solver: str) -> dict[str, Any]:
            raise AssertionError(solver)

        scripted(script)
        outcome = heuristan("compare", *arguments)
        assert outcome.status == 2
        assert words in outcome.err
        assert "Traceback" not in outcome.err

    def test_nothing_that_is_read_is_overwritten(self, heuristan: Run) -> None:
        Path("mine.json").write_text("{}", encoding="utf-8")
        assert heuristan("compare", "mine.json", "--output", "mine.json").status == 2
        assert Path("mine.json").read_text(encoding="utf-8") == "{}"

"""The solvers side by side: what is measured, how it is reported, and that nothing ends a comparison."""

import csv
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.cli.comparing import aligned, seconds
from heuristan.cli.comparing import in_words as words_of
from heuristan.common.comparing import quantile
from heuristan.lab import measuring
from heuristan.lab.commands.compare import SOLVERS
from heuristan.lab.commands.comparison import comparison_of, run_of
from heuristan.lab.measuring import (
    TITLES,
    Job,
    Measured,
    Row,
    apart,
    contradictions,
    default_solvers,
    forget_peak,
    measured,
    peak_memory,
    solve_by,
    title_of,
)
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

PNG = b"\x89PNG\r\n\x1a\n"
STATUSES = ("solved", "stuck", "unsolvable", "limit", "refused", "failed")
REFUSAL = Refusal("off", "off.yaml:2: the area is 9")


def shape(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def a_row(outline: int, solver: str, status: str = "solved", took: float | None = 0.1, **more: Any) -> Row:
    return Row(outline, f"outline-{outline}", solver, status, seconds=took, **more)  # type: ignore[arg-type]


def in_words(rows: Sequence[Row]) -> list[str]:
    return words_of(comparison_of(), [*map(run_of, rows)])


class TestSolvers:
    @pytest.mark.slow
    @pytest.mark.parametrize("pieces", piece_set_names())
    @pytest.mark.parametrize("solver", [name for name in TITLES if name not in ("exact", "ford-no-pre-test")])
    @pytest.mark.parametrize("denominator", [1, 2])
    def test_every_solver_warms_up_on_every_set(self, pieces: str, solver: str, denominator: int) -> None:
        laid_with = read_piece_set(pieces)
        lines = apart(make_puzzle("one", _one_set(laid_with, denominator), denominator=denominator, pieces=laid_with))
        assert (lines.pieces, lines.denominator, lines.sets) == (laid_with, denominator, 1)
        assert len(lines.boundary.parts) == laid_with.size
        assert solve_by(solver, lines, read_ranking(DEFAULT), 60).status == "solved"

    def test_the_options_of_the_command_line_are_the_solvers(self) -> None:
        assert tuple(TITLES) == SOLVERS

    def test_the_slow_one_and_retry_are_compared_on_request_alone(self) -> None:
        assert not {"ford-no-pre-test", "retry"} & {*default_solvers()}
        assert {"expert", "published", "exact", "ford"} <= {*default_solvers()}

    def test_without_numba_the_exact_search_is_the_plain_one_and_listed_once(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(measuring, "has_numba", lambda: False)
        assert "plain" not in default_solvers()
        assert title_of("exact") == title_of("plain")
        monkeypatch.setattr(measuring, "has_numba", lambda: True)
        assert "plain" in default_solvers()
        assert title_of("exact") != title_of("plain")


def _one_set(laid_with: Any, denominator: int) -> list[Any]:
    """The pieces of a set, far from each other."""
    from heuristan.tangram.lattice.points import add, point
    from heuristan.tangram.pieces.sets import scaled

    return [
        tuple(add(scaled(p, denominator), point(0, 0, 40 * i * denominator, 0)) for p in laid_with.by_name[name].ring)
        for i, name in enumerate(laid_with.stock(1).elements())
    ]


class TestMemory:
    @pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the mark cannot be set back")
    def test_a_peak_is_seen_and_forgotten(self) -> None:
        size = 60_000_000
        forget_peak()
        before = peak_memory()
        held = bytearray(os.urandom(1) * size)
        during = peak_memory()
        del held
        assert before is not None
        assert during is not None
        assert before + 0.9 * size < during == pytest.approx(peak_memory(), rel=0.1)
        forget_peak()
        after = peak_memory()
        assert after is not None
        assert after < during - 0.8 * size

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform != "linux", reason="elsewhere children are measured by another mark")
    def test_what_the_parent_holds_is_not_counted(self) -> None:
        held = bytearray(os.urandom(1) * 250_000_000)
        found = measured(Job("plain", shape("cat"), None, 60))
        assert found.peak_memory is not None
        assert 0 < found.peak_memory < len(held)

    def test_where_nothing_can_be_measured_it_is_null(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr("heuristan.lab.measuring._STATUS", tmp_path / "none")
        monkeypatch.setattr("heuristan.lab.measuring._MARKS", tmp_path)
        monkeypatch.setattr(sys, "platform", "win32")
        forget_peak()
        assert peak_memory() is None

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such mark")
    @pytest.mark.parametrize(("platform", "unit"), [("darwin", 1), ("freebsd14", 1024)])
    def test_elsewhere_the_mark_of_the_process_is_taken(
        self, platform: str, unit: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        from resource import RUSAGE_SELF, getrusage

        monkeypatch.setattr("heuristan.lab.measuring._STATUS", tmp_path / "none")
        monkeypatch.setattr(sys, "platform", platform)
        assert peak_memory() == pytest.approx(getrusage(RUSAGE_SELF).ru_maxrss * unit, rel=0.05)


class Dying:
    """A value that ends the process that reads it."""

    def __reduce__(self) -> Any:
        return os._exit, (3,)


class TestAlone:
    @pytest.mark.slow
    def test_a_run_says_what_solving_says(self) -> None:
        found = measured(Job("plain", shape("cat"), None, 60))
        here = solve_by("plain", shape("cat"), None, 60)
        assert here.searched is not None
        assert (found.status, found.nodes, found.undone) == ("solved", here.searched.nodes, here.backtracks)
        assert found.extractions is None
        assert found.seconds is not None

    @pytest.mark.slow
    def test_the_expert_system_counts_extractions(self) -> None:
        found = measured(Job("published", shape("digit-9"), read_ranking(DEFAULT), 60))
        here = solve_by("published", shape("digit-9"), read_ranking(DEFAULT), 60)
        assert (found.status, found.extractions, found.nodes) == (here.status, here.extractions, None)

    def test_each_solver_by_rules_runs_in_its_way(self) -> None:
        ways = {
            name: solve_by(name, shape("squirrel"), read_ranking(DEFAULT), 60).trace[0].way  # type: ignore[union-attr]
            for name in measuring.BY_RULES
        }
        assert ways == {"expert": "with backtracking", "retry": "with retry", "published": "as published"}

    @pytest.mark.slow
    def test_a_solver_that_does_not_look_at_the_clock_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(measuring, "GRACE", -59.9)
        found = measured(Job("ford-no-pre-test", shape("two-swans"), None, 60))
        assert found.status == "limit"
        assert "stopped from outside" in found.message

    @pytest.mark.slow
    def test_a_solver_that_raises_has_failed(self) -> None:
        found = measured(Job("expert", shape("cat"), None, 60))  # without the ranking that it needs
        assert found.status == "failed"
        assert "AssertionError" in found.message
        assert len(found.message) < 400

    @pytest.mark.slow
    def test_a_process_that_dies_has_failed(self) -> None:
        found = measured(Job("plain", Dying(), None, 60))  # type: ignore[arg-type]
        assert (found.status, found.message) == ("failed", "the process ended without a result (exit code 3)")

    def test_a_process_that_is_never_ready_has_failed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(measuring, "START", 0.0)
        found = measured(Job("plain", shape("cat"), None, 60))
        assert found.status == "failed"
        assert "not ready" in found.message


Script: TypeAlias = Callable[[Job], Measured]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Script], None]:
    """Lets a function stand for the processes."""
    return lambda script: monkeypatch.setattr(measuring, "measured", script)


def one_run(repeat: int) -> measuring.Run:
    (run,) = measuring.runs([shape("cat")], ["plain"], repeat=repeat)
    return run


class TestRuns:
    @given(times=st.lists(st.floats(0, 100), min_size=1, max_size=9))
    def test_the_row_is_that_of_the_run_with_the_median(self, times: list[float]) -> None:
        left = iter(times)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(measuring, "measured", lambda job: Measured("solved", "", seconds=next(left)))  # noqa: ARG005
            row = one_run(len(times)).row()
        assert row.all_seconds == tuple(sorted(times))
        assert row.seconds == sorted(times)[(len(times) - 1) // 2]

    @pytest.mark.parametrize("status", ["limit", "failed"])
    def test_what_fails_or_takes_too_long_is_not_repeated(
        self, status: Any, scripted: Callable[[Script], None]
    ) -> None:
        jobs: list[Job] = []

        def script(job: Job) -> Measured:
            jobs.append(job)
            return Measured(status, "why", seconds=10.0 if status == "limit" else None)

        scripted(script)
        row = one_run(5).row()
        assert (row.status, row.message, len(jobs)) == (status, "why", 1)

    def test_a_refused_outline_is_a_row_and_is_not_run(self, scripted: Callable[[Script], None]) -> None:
        def script(job: Job) -> Measured:
            raise AssertionError(job)

        scripted(script)
        rows = [run.row() for run in measuring.runs([REFUSAL], ["expert", "plain"])]
        assert [(row.solver, row.status, row.message) for row in rows] == [
            (solver, "refused", REFUSAL.message) for solver in ("expert", "plain")
        ]

    def test_a_ranking_goes_to_those_alone_that_use_it(self) -> None:
        ranking = read_ranking(DEFAULT)
        found = measuring.runs([shape("cat")], list(TITLES), ranking)
        assert {run.solver for run in found if run.ranking is ranking} == {"expert", "retry", "published"}


row_lists = st.lists(
    st.builds(a_row, st.integers(1, 4), st.sampled_from(list(TITLES)), st.sampled_from(STATUSES), st.floats(0, 100)),
    max_size=30,
).map(lambda rows: sorted(rows, key=lambda row: row.outline))


class TestQuantiles:
    @given(times=st.lists(st.floats(0, 100), min_size=1, max_size=300))
    def test_they_are_measured_values_with_enough_runs_below(self, times: list[float]) -> None:
        for share in (0.5, 0.99):
            found = quantile([("solved", took) for took in times], share)
            assert found is not None
            assert found.seconds in times
            assert sum(took <= found.seconds for took in times) >= share * len(times)
            assert sum(took < found.seconds for took in times) < share * len(times)

    def test_a_run_at_the_limit_makes_a_lower_bound_and_counts_as_the_longest(self) -> None:
        timed = [("limit", 10.0), ("solved", 10.4), ("solved", 1.0)]
        assert quantile(timed, 0.5) == (10.4, False)
        assert quantile(timed, 0.99) == (10.0, True)

    def test_refused_and_failed_runs_have_no_seconds(self) -> None:
        rows = [a_row(1, "plain", "refused", None), a_row(2, "plain", "failed", None)]
        assert quantile([(row.status, row.seconds) for row in rows], 0.5) is None
        assert "-" in "\n".join(in_words(rows))


class TestContradictions:
    @given(rows=row_lists)
    def test_they_are_outlines_both_solved_and_unsolvable(self, rows: list[Row]) -> None:
        def numbers(status: str) -> set[int]:
            return {row.outline for row in rows if row.status == status}

        both = numbers("solved") & numbers("unsolvable")
        assert [each.id for each in contradictions(rows)] == [f"outline-{number}" for number in sorted(both)]

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
        lines = aligned(rows, "<>", indent="  ")
        wide = max(len(text) for text, _ in rows)
        for line, (text, number) in zip(lines, rows, strict=True):
            assert line[2 : 2 + wide].rstrip() == text.rstrip()
            assert line.endswith(number.rstrip())

    def test_it_is_said_how_many_times_as_long_as_the_quickest_each_took(self) -> None:
        rows = [a_row(1, "exact", took=0.002), a_row(1, "plain", took=0.03), a_row(1, "ford", "limit", took=10.0)]
        rows.append(a_row(1, "expert", "failed", None))
        assert [line.split()[3:-2] for line in in_words(rows)[2:6]] == [
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


def at_once(job: Job) -> Measured:
    is_by_rules = job.solver in measuring.BY_RULES
    return Measured(
        "solved", "a message", None if is_by_rules else 9, 7 if is_by_rules else None, 2, 0.25, 30_000_000, 400_000
    )


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

    def test_json_holds_everything(self, heuristan: Run, scripted: Callable[[Script], None]) -> None:
        scripted(at_once)
        outcome = heuristan("compare", "cat", "swan", "--solvers", "expert,ford", "--format", "json", "--repeat", 3)
        document = json.loads(outcome.out)
        assert [(row["outline"], row["id"], row["solver"]) for row in document["rows"]] == [
            (1, "cat", "expert"), (1, "cat", "ford"), (2, "swan", "expert"), (2, "swan", "ford"),
        ]  # fmt: skip
        assert set(document["rows"][0]) == {field.name for field in fields(Row)}
        assert document["rows"][0]["all_seconds"] == [0.25] * 3
        assert document["rows"][0]["memory_added"] == 400_000
        assert (document["limit"], document["repeat"], document["contradictions"]) == (10, 3, [])
        assert document["solvers"] == {name: title_of(name) for name in ("expert", "ford")}

    def test_csv_has_a_line_a_row(self, heuristan: Run, scripted: Callable[[Script], None]) -> None:
        scripted(at_once)
        assert heuristan("compare", "cat", "--solvers", "expert,ford", "--output", "rows.csv").status == 0
        table = list(csv.DictReader(io.StringIO(Path("rows.csv").read_text(encoding="utf-8"))))
        assert [(row["solver"], row["nodes"], row["extractions"]) for row in table] == [
            ("expert", "", "7"),
            ("ford", "9", ""),
        ]

    @pytest.mark.parametrize("name", ["words.txt", "rows.json"])
    def test_the_ending_says_what_is_written(
        self, name: str, heuristan: Run, scripted: Callable[[Script], None]
    ) -> None:
        scripted(at_once)
        outcome = heuristan("compare", "cat", "swan", "--solvers", "expert,ford", "--output", name)
        assert outcome.status == 0
        assert outcome.out.startswith("cat\n")
        assert outcome.out.endswith(f"written to {name}\n")
        content = Path(name).read_bytes()
        starts = {"words.txt": b"cat\n", "rows.json": b"{"}
        assert content.startswith(starts[name])

    def test_a_refused_outline_is_told_and_the_others_are_compared(
        self, heuristan: Run, scripted: Callable[[Script], None]
    ) -> None:
        scripted(at_once)
        line = '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, %s], [0, 2], [0, 0]]]}\n'
        Path("two.geojsonl").write_text(line % "2.5" + line % "2", encoding="utf-8")
        outcome = heuristan("compare", "two.geojsonl", "--solvers", "plain,ford")
        assert outcome.status == 1
        assert re.search(r"^two-1: refused: two.geojsonl:1: ", outcome.out, re.MULTILINE)
        assert outcome.out.count("refused") == 1
        assert outcome.out.count("9 nodes") == 2

    def test_a_failed_run_is_told_with_its_reason(self, heuristan: Run, scripted: Callable[[Script], None]) -> None:
        scripted(lambda job: Measured("failed", "MemoryError: too much") if job.solver == "ford" else at_once(job))
        outcome = heuristan("compare", "cat", "--solvers", "ford,plain")
        assert outcome.status == 1
        assert "ford: MemoryError: too much" in outcome.out
        assert "9 nodes" in outcome.out

    def test_a_contradiction_is_said_loudly(self, heuristan: Run, scripted: Callable[[Script], None]) -> None:
        scripted(lambda job: Measured("unsolvable", "none") if job.solver == "plain" else at_once(job))
        outcome = heuristan("compare", "cat", "--solvers", "expert,plain,ford", "--format", "json")
        assert outcome.status == 1
        assert "CONTRADICTION on cat: expert and ford solved it" in outcome.err
        assert "plain says it is unsolvable" in outcome.err
        assert json.loads(outcome.out)["contradictions"] == [
            {"id": "cat", "solved": ["expert", "ford"], "unsolvable": ["plain"]}
        ]

    def test_other_differences_are_results(self, heuristan: Run, scripted: Callable[[Script], None]) -> None:
        scripted(lambda job: Measured("stuck", "dry", None, 4, 0, 0.2) if job.solver == "published" else at_once(job))
        outcome = heuristan("compare", "cat", "--solvers", "expert,published")
        assert (outcome.status, outcome.err) == (0, "")
        assert "stuck" in outcome.out

    def test_an_interruption_keeps_what_is_done(self, heuristan: Run, scripted: Callable[[Script], None]) -> None:
        def script(job: Job) -> Measured:
            if job.solver == "ford":
                raise KeyboardInterrupt
            return at_once(job)

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
        self, arguments: list[str], words: str, heuristan: Run, scripted: Callable[[Script], None]
    ) -> None:
        def script(job: Job) -> Measured:
            raise AssertionError(job)

        scripted(script)
        outcome = heuristan("compare", *arguments)
        assert outcome.status == 2
        assert words in outcome.err
        assert "Traceback" not in outcome.err

    def test_nothing_that_is_read_is_overwritten(self, heuristan: Run) -> None:
        Path("mine.json").write_text("{}", encoding="utf-8")
        assert heuristan("compare", "mine.json", "--output", "mine.json").status == 2
        assert Path("mine.json").read_text(encoding="utf-8") == "{}"

"""Runs of the laboratory: corpora, verdicts, and a file that is the same however the work was done."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.places import TOP

pytest.importorskip("duckdb")

from shared.laboratory import PAPER, few, is_at_work, plan_of, ran, tables

from heuristan.cli import app
from heuristan.common.clock import Clock
from heuristan.lab.corpora import Corpus, Outline, OutlineChoice
from heuristan.lab.digests import corpus_digest
from heuristan.lab.dispatch import LabRun
from heuristan.lab.identity import ranking_digest, trials_of
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Store
from heuristan.lab.tasks import Chunk, Job, extractions_in, work
from heuristan.lab.verdicts import Solutions, verdicts
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import run_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import CompositeHeld, MatchTaken


def puzzle_named(name: str) -> Puzzle:
    (puzzle,) = read_outlines(name)
    assert isinstance(puzzle, Puzzle)
    return puzzle


class Watcher(Tracer):
    """Keeps the states that extractions lead to, attempt by attempt."""

    def __init__(self, *about: Any) -> None:
        self.attempts: list[list[State]] = []
        super().__init__(*about)

    def attempt_started(self, *about: Any) -> None:
        self.attempts.append([])
        super().attempt_started(*about)

    def extracted(self, *about: Any) -> None:
        self.attempts[-1].append(about[-1])
        super().extracted(*about)


class TestVerdicts:
    @pytest.mark.slow
    @pytest.mark.parametrize("ranking", [PAPER, "composites-first"])
    def test_they_are_those_of_a_tiling_after_each_extraction(
        self, ranking: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.syspath_prepend(str(TOP / "benchmarks"))
        from why_stuck import can_be_filled

        rules = read_ranking(ranking)
        seen = set()
        for name in ("cat", "convex-square", "house", "swan"):
            puzzle = puzzle_named(name)
            solutions = Solutions.of(puzzle)
            assert solutions is not None
            watcher = Watcher(puzzle, rules, rules.rules, lambda _: None)
            run_ranking(puzzle, rules, "published", watcher, Clock())
            plainly = []
            for states in watcher.attempts:
                can = [True, *map(can_be_filled, states)]
                plainly += ["right" if after else "wrong" if before else "late" for before, after in pairwise(can)]
            found = verdicts(solve(puzzle, rules, backtracking=False).trace, solutions)
            assert found == plainly
            seen |= {*found}
        assert seen == {"right", "wrong", "late"}

    def test_undoing_gives_solutions_back(self) -> None:
        for name in ("swan", "baby", "cat", "runner"):
            puzzle = puzzle_named(name)
            solutions = Solutions.of(puzzle)
            assert solutions is not None
            result = solve(puzzle, PAPER)
            taken = list(extractions_in(result, verdicts(result.trace, solutions)))
            assert result.status == "solved"
            assert all(each["verdict"] == "right" for each in taken if each["kept"])
            assert sum(each["undone"] for each in taken) == result.backtracks
            # what was undone beneath nothing but right ones can only have been wrong
            assert all(each["verdict"] != "right" or each["kept"] or each["undone"] for each in taken)

    def test_an_outline_without_a_solution_is_lost_from_the_start(self) -> None:
        name = next(iter(sorted((TOP / "shapes" / "impossible").glob("*.yaml")))).stem
        puzzle = puzzle_named(name)
        solutions = Solutions.of(puzzle)
        assert solutions == Solutions(())
        assert {*verdicts(solve(puzzle, PAPER, backtracking=False).trace, solutions)} <= {"late"}

    def test_what_takes_too_long_is_not_known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        puzzle = puzzle_named("convex-square")
        assert Solutions.of(puzzle) is not None
        monkeypatch.setattr("heuristan.lab.verdicts.MAX_STATES", 10)
        assert Solutions.of(puzzle) is None

    def test_a_composite_must_be_made_of_a_set_that_is_left_for_it(self) -> None:
        puzzle = puzzle_named("aeroplane")
        solutions = Solutions.of(puzzle)
        assert solutions is not None
        trace = solve(puzzle, PAPER, backtracking=False).trace
        found = next(event for event in trace if isinstance(event, MatchTaken) and event.kind == "composite")
        held = next(event for event in trace if isinstance(event, CompositeHeld))
        every = solutions.every
        assert solutions.with_match(found, frozenset(held.sets), every)
        assert solutions.with_match(found, frozenset(), every) == 0
        assert solutions.with_match(found, frozenset({("square",)}), every) == 0


class TestRankings:
    def test_a_ranking_keeps_its_digest_when_its_rules_are_renamed(self) -> None:
        assert ranking_digest(read_ranking("heuristan")) == "ed0b5b64709f942f"

    def test_a_digest_is_of_what_a_ranking_does(self) -> None:
        paper = read_ranking(PAPER)
        renamed = replace(paper, name="mine", title="My own", note="the same")
        assert ranking_digest(renamed) == ranking_digest(paper)
        assert ranking_digest(replace(paper, rules=paper.rules[::-1])) != ranking_digest(paper)
        assert ranking_digest(replace(paper, most_composites=2)) != ranking_digest(paper)

    def test_rankings_that_do_the_same_are_one(self) -> None:
        paper = read_ranking(PAPER)
        found = trials_of([paper, replace(paper, name="mine")], ["published", "backtracking", "published"])
        assert [(trial.ranking.name, trial.way) for trial in found] == [(PAPER, "published"), (PAPER, "backtracking")]


def feature(name: str, **properties: Any) -> str:
    """An outline that ships, moved, as a line of GeoJSON."""
    puzzle = puzzle_named(name)
    ring = [[x + 3, y - 1] for x, y in puzzle.own_each(puzzle.rings[0])]
    geometry = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
    return json.dumps({"type": "Feature", "properties": {"name": f"my {name}", **properties}, "geometry": geometry})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of outlines: three, one of them twice, and what is none."""
    found = tmp_path / "corpus"
    found.mkdir()
    lines = [feature("cat", made="human"), feature("convex-square", made="auto", style="neat"), '{"type": "Point"}']
    (found / "some.geojsonl").write_text("\n".join(lines) + "\n")
    (found / "more.geojsonl").write_text(feature("cat") + "\n" + feature("house", made="human") + "\n")
    (found / "notes.txt").write_text("\0")
    return found


def ids(corpus: Iterable[Outline]) -> list[str]:
    return [outline.puzzle.id for outline in corpus]


class TestCorpora:
    def test_each_outline_once_and_refusals_counted(self, folder: Path) -> None:
        corpus = Corpus([str(folder)])
        assert ids(corpus) == ["my cat", "my house", "my convex-square"]
        assert (corpus.taken, corpus.twice, len(corpus.refused)) == (3, 1, 2)

    def test_an_outline_that_ships_is_the_same_in_a_file(self, folder: Path) -> None:
        corpus = Corpus(["cat", str(folder / "some.geojsonl")])
        assert ids(corpus) == ["cat", "my convex-square"]

    @pytest.mark.slow
    def test_training_and_test_share_nothing(self) -> None:
        every, training, test = (
            {outline.digest for outline in Corpus(["shapes"], OutlineChoice(split=split))}
            for split in ("all", "training", "test")  # type: ignore[attr-defined]
        )
        assert len(every) == len(shape_names())
        assert training | test == every
        assert not training & test
        assert min(len(training), len(test)) > len(every) // 4

    @pytest.mark.parametrize(
        ("choice", "taken"),
        [
            (OutlineChoice(where=("made=human",)), ["my house"]),
            (OutlineChoice(where=("made=auto", "style=neat")), ["my convex-square"]),
            (OutlineChoice(where=("vertices > 6", "made IS NULL")), ["my cat"]),
            (OutlineChoice(kinds=("convex",)), ["my convex-square"]),
            (OutlineChoice(sets=2), []),
        ],
        ids=str,
    )
    def test_conditions(self, folder: Path, choice: OutlineChoice, taken: list[str]) -> None:
        files = [str(folder / "more.geojsonl"), str(folder / "some.geojsonl")]
        part, whole = Corpus(files, choice), Corpus(files)
        outlines, every = list(part), list(whole)
        assert ids(outlines) == taken
        # whatever is chosen, the corpus keeps its digest, and the part has its own
        assert part.chosen_digest == corpus_digest(outline.digest for outline in outlines)
        assert part.digest == whole.digest == corpus_digest(outline.digest for outline in every)

    @pytest.mark.slow
    @settings(max_examples=10, deadline=None)
    @given(sample=st.integers(1, 80), seed=st.integers(0, 3), order=st.permutations(["cat", "house", "swan", "lamp"]))
    def test_a_draw_does_not_depend_on_the_order(self, sample: int, seed: int, order: list[str]) -> None:
        drawn = [outline.digest for outline in Corpus(order, OutlineChoice(sample=sample, seed=seed))]
        assert drawn == [outline.digest for outline in Corpus(sorted(order), OutlineChoice(sample=sample, seed=seed))]
        assert len(drawn) == min(sample, len(order))


class TestRuns:
    @pytest.mark.slow
    def test_rows_say_what_the_result_says(self, tmp_path: Path) -> None:
        plan, outlines = plan_of(PAPER, ways=("published", "backtracking")), few(3)
        found = ran(tmp_path / "lab.duckdb", plan, outlines)
        assert len(found["results"]) == 6
        names = [name for name in TABLES["results"].names if name != "seconds"]
        for row in found["results"]:
            fields = dict(zip(names, row, strict=True))
            puzzle = next(each.puzzle for each in outlines if each.digest == fields["outline"])
            result = solve(puzzle, PAPER, backtracking=fields["way"] == "backtracking")
            assert fields["status"] == result.status
            assert (fields["extractions"], fields["undone"]) == (result.extractions, result.backtracks)
            assert (fields["entry_point"], fields["message"]) == (result.entry_point, result.message)
            taken = [each for each in found["extractions"] if each[:3] == (row[0], row[1], row[2])]
            assert len(taken) == result.extractions
            assert sum(each[-2] for each in taken) == result.backtracks
            assert any(each[-1] for each in taken) == fields["solved"]

    @pytest.mark.slow
    def test_done_bit_by_bit_the_tables_are_the_same(self, tmp_path: Path) -> None:
        plan, outlines = plan_of(PAPER, "pieces-first"), few(4)
        alone = ran(tmp_path / "alone.duckdb", plan, outlines)
        bit_by_bit = tmp_path / "bits.duckdb"
        ran(bit_by_bit, plan_of("pieces-first"), outlines[2:])
        ran(bit_by_bit, plan, outlines[:3])
        assert ran(bit_by_bit, plan, outlines) == alone

    @pytest.mark.slow
    def test_nothing_is_computed_twice(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        plan, outlines = plan_of(PAPER), few(4)
        path = tmp_path / "lab.duckdb"
        before = ran(path, plan, outlines)
        asked: list[Job] = []
        monkeypatch.setattr("heuristan.lab.dispatch.work", lambda chunk: asked.extend(chunk.jobs) or work(chunk))
        assert ran(path, plan, outlines) == before
        assert not asked
        ran(path, plan_of(PAPER, "pieces-first"), outlines)
        assert [job.runs for job in asked] == [((0, 1),)] * 4
        ran(path, plan_of(PAPER, limit=100.0), outlines[:1])
        assert len(asked) == 5

    @pytest.mark.slow
    def test_what_came_before_an_interruption_is_kept(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("heuristan.lab.dispatch.CHUNK", 1)
        plan, outlines = plan_of(PAPER), few()
        store = Store.open(tmp_path / "lab.duckdb")
        run = iter(LabRun(store, plan, outlines))
        assert isinstance(run, Iterator)
        for _ in range(3):
            next(run)
        with pytest.raises(KeyboardInterrupt):
            run.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
        assert store.rows("SELECT count(*) FROM results") == store.rows("SELECT count(*) FROM outlines")
        assert store.rows("SELECT count(*) >= 3 FROM results") == [(True,)]
        store.close()
        whole = ran(tmp_path / "whole.duckdb", plan, outlines)
        assert ran(tmp_path / "lab.duckdb", plan, outlines) == whole

    @pytest.mark.slow
    def test_in_processes_too_and_one_that_is_killed_loses_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("heuristan.lab.dispatch.CHUNK", 1)
        plan, outlines = plan_of(PAPER), few()
        whole = ran(tmp_path / "whole.duckdb", plan, outlines)
        store, is_killed = Store.open(tmp_path / "lab.duckdb"), False
        for _ in LabRun(store, plan, outlines, 2):
            if not is_killed:
                active_children()[0].kill()
                is_killed = True
        assert tables(store) == whole
        store.close()


def lab_run(*arguments: object) -> tuple[int, str]:
    told = CliRunner().invoke(app, ["lab", "run", *map(str, arguments)])
    assert told.exception is None or isinstance(told.exception, SystemExit)
    return told.exit_code, told.output


class TestCommand:
    @pytest.mark.slow
    def test_what_is_written_at_the_end(self, folder: Path, tmp_path: Path) -> None:
        results = tmp_path / "mine.duckdb"
        arguments = ("--rankings", PAPER, "pieces-first", "--corpus", folder, "--results", results)
        code, words = lab_run(*arguments)
        assert code == 1
        assert re.search(r"3 outlines, all of corpus [0-9a-f]{16}; 6 runs; 1 outline found twice", words)
        assert f"{PAPER} (as published): " in words
        assert "2 outlines refused" in words
        assert f"next: heuristan lab report {results}" in words
        code, words = lab_run(*arguments)
        assert (code, "6 runs; 6 of them in the file already" in words) == (1, True)
        _, words = lab_run(*arguments, "--quiet")
        assert f"{PAPER} (as published): " in words
        assert "next:" not in words
        assert "6 runs" not in words

    @pytest.mark.slow
    def test_the_ways_that_are_asked_for_are_run(self, folder: Path, tmp_path: Path) -> None:
        arguments = ("--rankings", PAPER, "--corpus", folder, "--results", tmp_path / "mine.duckdb")
        _, words = lab_run(*arguments, "--retry", "--no-backtracking")
        assert f"{PAPER} (as published): " in words
        assert f"{PAPER} (with retry): " in words
        assert "with backtracking" not in words

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            ("--rankings nowhere", "there is no ranking or file 'nowhere'"),
            (f"--rankings {PAPER} --corpus nowhere.svg", "there is no file 'nowhere.svg'"),
            (f"--rankings {PAPER} --where made==human", "'made==human' is not a condition"),
            (f"--rankings {PAPER} --sets 50", "meets the conditions"),
            (f"--rankings {PAPER} --results nowhere/lab.duckdb", "no such folder"),
        ],
    )
    def test_refusals_are_one_line(
        self, arguments: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        code, words = lab_run(*arguments.split())
        assert code == 2
        assert reason in words
        assert words.startswith("heuristan: ")
        assert words.count("\n") == 1

    @pytest.mark.slow
    def test_a_source_that_cannot_be_used_among_several_is_refused(self, folder: Path, tmp_path: Path) -> None:
        results = tmp_path / "mine.duckdb"
        sources = (folder / "more.geojsonl", tmp_path / "missing.svg", "house")
        code, words = lab_run("--rankings", PAPER, "--corpus", *sources, "--results", results)
        assert code == 1
        assert "there is no file" in words
        assert "1 outline refused" in words
        assert "; 2 runs" in words

    @pytest.mark.slow
    def test_a_condition_may_have_commas(self, folder: Path, tmp_path: Path) -> None:
        arguments = ("--rankings", PAPER, "--corpus", folder / "more.geojsonl", "--results", tmp_path / "mine.duckdb")
        code, words = lab_run(*arguments, "--where", "id IN ('my house', 'my cat')", "made=human")
        assert (code, "; 1 run" in words) == (0, True)

    def test_an_option_does_not_eat_the_next(self) -> None:
        code, words = lab_run("--rankings", "--corpus", "shapes")
        assert (code, "--rankings needs a value" in words) == (2, True)

    @pytest.mark.slow
    def test_ctrl_c_says_how_to_go_on(self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        begun: list[Chunk] = []

        def interrupted(chunk: Chunk) -> Any:
            begun.append(chunk)
            if len(begun) == 2:
                raise KeyboardInterrupt
            return work(chunk)

        monkeypatch.setattr("heuristan.lab.dispatch.CHUNK", 1)
        monkeypatch.setattr("heuristan.lab.dispatch.work", interrupted)
        results = tmp_path / "lab.duckdb"
        code, words = lab_run("--rankings", PAPER, "--corpus", folder, "--sample", 2, "--results", results)
        assert (code, "the same command goes on from there" in words) == (130, True)
        store = Store.open(results)
        assert store.rows("SELECT count(*) FROM results") == store.rows("SELECT count(*) FROM outlines") == [(1,)]
        corpus = Corpus([str(folder)], OutlineChoice(sample=2))
        assert len(list(corpus)) == 2
        assert corpus.chosen_digest != corpus.digest
        found = store.rows("SELECT corpus, chosen, outlines FROM sessions")
        assert found == [(corpus.digest, corpus.chosen_digest, 2)]
        store.close()

    @pytest.mark.night
    def test_ctrl_c_keeps_what_is_done(self, tmp_path: Path) -> None:
        results = tmp_path / "lab.duckdb"
        command = [sys.executable, "-m", "heuristan", "lab", "run", "--results", str(results), "--corpus", "shapes"]
        # more than can be done in the seconds until it is interrupted
        trials = ["--no-backtracking", "--backtracking", "--rankings", PAPER, "pieces-first", "composites-first"]
        process = subprocess.Popen([*command, *trials], stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 120
        while time.monotonic() < end and process.poll() is None and not results.exists():
            time.sleep(0.1)
        while time.monotonic() < end and process.poll() is None and not is_at_work(process.pid):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=60)
        # where Ctrl-C met an exec, as of a dataclass that is imported, "python -m" ends as if by the signal, though it
        # was handled; a shell says 130 of both
        assert process.returncode in (130, -signal.SIGINT)
        assert "the same command goes on from there" in words
        store = Store.open(results)
        assert store.rows("SELECT count(DISTINCT outline) FROM results") == store.rows("SELECT count(*) FROM outlines")
        store.close()

"""The search for rankings: what it proposes can be read, what it remembers is true, and it is the same every time."""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("duckdb")

from shared.laboratory import is_at_work

from heuristan.cli import app
from heuristan.lab.corpora import Corpus, Outline, OutlineChoice
from heuristan.lab.digests import shape_digest, split_of_shape
from heuristan.lab.identity import ranking_digest
from heuristan.lab.searching.evaluating import (
    GOALS,
    Goal,
    LocalEvaluator,
    Values,
    as_evaluated,
    evaluator_of,
)
from heuristan.lab.searching.racing import AT_ONCE, Material, Search, TuningOnTestError, batch_ends, is_hopeless
from heuristan.lab.searching.space import VARIED, Space, Varied, entry_names, trimmed
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve

PAPER = "deutsch-hayes-1972"
ORDER: tuple[Varied, ...] = ("order", "repeat")
NAMES = ("cat", "swan", "house", "arrow", "lamp", "convex-square", "goose", "crown")

starts = st.sampled_from(ranking_names()).map(read_ranking)
varieties = st.sets(st.sampled_from(VARIED), min_size=1)
within = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def puzzles() -> Mapping[int, Puzzle]:
    found = [puzzle for name in NAMES for puzzle in read_outlines(name)]
    return {i: puzzle for i, puzzle in enumerate(found) if isinstance(puzzle, Puzzle)}


@cache
def training() -> tuple[Outline, ...]:
    return tuple(Corpus(["shapes"], OutlineChoice("training", sample=15)))


def read_text(text: str, folder: Path) -> Ranking:
    path = folder / "written.yaml"
    path.write_text(text, encoding="utf-8")
    return read_ranking(path)


words = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=150).map(
    lambda text: " ".join(text.split())
)
lengths = st.builds(Length, st.fractions(0, 9, max_denominator=60), st.fractions(0, 9, max_denominator=60))


@st.composite
def rules(draw: st.DrawFn, name: str) -> RankedRule:
    """A rule of the catalogue with changes, or one of one's own."""
    usual = catalogue().get(name, RankedRule(name, name, draw(st.sampled_from(["piece", "composite"]))))
    figures = (
        st.frozensets(st.sampled_from(TANGRAM.names), max_size=2) if usual.kind == "piece" else st.just(frozenset())
    )
    grades = st.lists(st.sampled_from(GRADES), min_size=4, max_size=4).map(lambda word: sorted(word, key=GRADES.index))
    rule = replace(
        usual,
        title=draw(st.just(usual.title) | words),
        note=draw(st.just(usual.note) | words),
        three_sided=draw(st.sampled_from([usual.three_sided, None, "EEO"])),
        four_sided="".join(draw(grades)),
        only=draw(st.just(usual.only) | figures),
        last=draw(st.just(usual.last) | figures),
        prefer=draw(
            st.lists(st.sampled_from([each for each in PREFERENCES if each != "vertex-order"]), max_size=3).map(tuple)
        ),
        evidence=draw(st.sampled_from([usual.evidence, None])),
        repeat=draw(st.booleans()),
        may_cross=draw(st.booleans()),
    )
    return draw(st.sampled_from([rule, usual])) if name in catalogue() else rule


@st.composite
def rankings(draw: st.DrawFn) -> Ranking:
    names = draw(
        st.lists(st.sampled_from([*catalogue(), "my-rule", "a: rule, {mine}", "true"]), min_size=1, unique=True)
    )
    found = tuple(draw(rules(name)) for name in names)
    assume(any(not rule.rules_out for rule in found))
    ranking = Ranking(
        name=draw(words),
        title=draw(words),
        rules=found,
        composites=draw(st.sampled_from(["paper", "all", "none"])),
        most_composites=draw(st.integers(0, 999)),
        shortest=draw(lengths),
        parallel=draw(lengths),
        internal_edge=draw(lengths),
        note=draw(words),
    )
    entries = draw(st.lists(st.sampled_from(entry_names(ranking)), unique=True))
    return replace(ranking, entry_points=tuple(entries))


class TestWriter:
    @pytest.mark.slow
    @given(rankings())
    @within
    def test_what_is_written_is_read_back(self, tmp_path_factory: pytest.TempPathFactory, ranking: Ranking) -> None:
        assert read_text(ranking_text(ranking), tmp_path_factory.mktemp("rankings")) == ranking


class TestSpace:
    @given(starts, varieties, st.booleans(), st.integers(1, 12), st.integers(0, 999))
    @within
    def test_moves_lead_to_rankings_that_can_be_read(
        self,
        tmp_path_factory: pytest.TempPathFactory,
        start: Ranking,
        varied: set[str],
        has_more: bool,
        attempts: int,
        seed: int,
    ) -> None:
        more = catalogue().values() if has_more else ()
        space, rng = Space.around(start, more, varied, attempts), Random(seed)
        assert space.start == trimmed(start, attempts)
        folder = tmp_path_factory.mktemp("rankings")
        for ranking in (space.moved(space.start, rng), space.anywhere(rng)):
            assert 1 <= len(ranking.entry_lines) <= attempts
            assert read_text(ranking_text(ranking), folder) == ranking
            self.check_what_varies(space, ranking)

    @staticmethod
    def check_what_varies(space: Space, ranking: Ranking) -> None:
        start, names = space.start, [rule.name for rule in ranking.rules]
        if "rules" not in space.varied:
            assert sorted(names) == sorted(rule.name for rule in start.rules)
        if "order" not in space.varied:
            order = [rule.name for rule in space.pool]
            assert names == sorted(names, key=order.index)
        for key, fields in {"composites": ("composites", "most_composites"), "extension-lines": ("shortest",)}.items():
            if key not in space.varied:
                assert all(getattr(ranking, field) == getattr(start, field) for field in fields)
        for rule in ranking.rules:
            usual = next(each for each in space.pool if each.name == rule.name)
            same = {key: getattr(usual, key) for key in ("prefer", "repeat") if key not in space.varied}
            assert replace(rule, prefer=usual.prefer, repeat=usual.repeat) == usual
            assert all(getattr(rule, key) == value for key, value in same.items())

    def test_only_what_may_change_does(self) -> None:
        space, rng = Space.around(read_ranking(PAPER), varied=ORDER), Random(1)
        start = space.start
        for ranking in (space.anywhere(rng) for _ in range(10)):
            assert replace(ranking, rules=start.rules) == start
            rules = {replace(rule, repeat=False) for rule in ranking.rules}
            assert rules == {replace(rule, repeat=False) for rule in start.rules}

    def test_moves_come_to_other_rankings_nearly_always(self) -> None:
        space, rng = Space.around(read_ranking(PAPER), varied=ORDER), Random(1)
        found = {ranking_digest(space.moved(space.start, rng)) for _ in range(60)}
        assert len(found) > 30


class TestGoals:
    @given(starts, st.sampled_from(GOALS))
    @within
    def test_what_makes_no_difference_is_left_out_once(self, start: Ranking, goal: Goal) -> None:
        judged = as_evaluated(start, goal)
        assert as_evaluated(judged, goal) == judged
        assert judged.rules == start.rules

    def test_the_first_attempt_is_the_first_of_all(self) -> None:
        ranking = read_ranking(PAPER)
        assert entry_names(as_evaluated(ranking, "first-attempt")) == entry_names(ranking)[:1]


def plainly(puzzle: Puzzle, ranking: Ranking, goal: Goal) -> int:
    """What a run is worth, without remembering anything."""
    result = solve(puzzle, ranking, backtracking=False)
    return int(result.status == "solved" and (goal == "any-attempt" or result.entry_point == 1))


class TestJudges:
    @pytest.mark.slow
    @pytest.mark.part(3)
    @pytest.mark.parametrize(("name", "varied"), [(PAPER, VARIED), (PAPER, ORDER), ("heuristan", VARIED)])
    def test_remembered_values_are_those_of_a_plain_run(self, name: str, varied: Sequence[str]) -> None:
        some = {i: puzzles()[i] for i in (0, 2, 4)}
        space, rng = Space.around(read_ranking(name), varied=varied), Random(4)
        judges = {goal: LocalEvaluator(some) for goal in GOALS}
        candidate, seen = space.start, set()
        for _ in range(3):
            candidate = space.moved(candidate, rng)
            for goal, judge in judges.items():
                ranking = as_evaluated(candidate, goal)
                found = judge.values(ranking, list(some))
                assert found == {i: plainly(puzzle, candidate, goal) for i, puzzle in some.items()}
                assert judge.values(ranking, list(some)) == found
                seen |= set(found.values())
        assert seen == {0, 1} or name != PAPER

    @pytest.mark.slow
    def test_rules_that_rule_out_are_remembered_with_the_lines_before_them(self) -> None:
        start = read_ranking("heuristan")
        guards = [rule for rule in start.rules if rule.rules_out]
        others = [rule for rule in start.rules if not rule.rules_out]
        some = {i: puzzles()[i] for i in (0, 2)}
        judge = LocalEvaluator(some)
        for order in ([*others[:2], *guards, *others[2:]], [*others, *guards], [guards[-1], *others, *guards[:-1]]):
            ranking = replace(start, rules=tuple(order), entry_points=tuple(rule.name for rule in others[2:5]))
            found = judge.values(ranking, list(some))
            assert found == {i: plainly(puzzle, ranking, "any-attempt") for i, puzzle in some.items()}

    @pytest.mark.slow
    def test_several_say_the_same_as_one(self) -> None:
        ranking, some = read_ranking(PAPER), {i: puzzles()[i] for i in (0, 2, 5)}
        with evaluator_of(some, 2) as several:
            found = several.values(ranking, [2, 5])
        assert found == LocalEvaluator(some).values(ranking, [2, 5])


class TestRaces:
    @given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1), st.integers(0, 50))
    def test_nobody_is_given_up_who_won(self, pairs: list[tuple[int, int]], more: int) -> None:
        values, best = (list(each) for each in zip(*pairs, strict=True))
        if sum(values) > sum(best):
            assert not is_hopeless(values, best + [0] * more)

    def test_who_cannot_win_any_more_is_given_up(self) -> None:
        assert is_hopeless([1, 1, 0], [1, 1, 1, 0])
        assert not is_hopeless([1, 1, 0], [1, 1, 1, 0, 0])

    def test_who_lost_far_more_than_won_is_given_up(self) -> None:
        assert is_hopeless([0] * 4, [1] * 4 + [0] * 100)
        assert not is_hopeless([0] * 2, [1] * 2 + [0] * 100)

    @given(st.integers(1, 5000))
    def test_batches_grow_to_all(self, count: int) -> None:
        ends = batch_ends(count)
        assert ends[-1] == count
        assert all(a < b <= 2 * a for a, b in pairwise(ends))


class TestMaterial:
    @pytest.mark.slow
    def test_it_is_divided_by_shape(self) -> None:
        material = Material.of(training(), 0)
        assert len(material.searched) + len(material.held_out) == len(training())
        assert material.searched
        assert material.held_out
        other = Material.of(reversed(training()), 7)
        assert {p.id for p in other.held_out.values()} == {p.id for p in material.held_out.values()}
        assert other.digests == material.digests
        assert [p.id for p in other.searched.values()] != [p.id for p in material.searched.values()]

    @pytest.mark.slow
    def test_a_test_outline_is_refused(self) -> None:
        test = next(iter(Corpus(["shapes"], OutlineChoice("test"))))
        with pytest.raises(TuningOnTestError, match=test.puzzle.id):
            Material.of([*training(), test], 0)


class Counting(LocalEvaluator):
    """Keeps what it was asked."""

    def __init__(self, found: Mapping[int, Puzzle]) -> None:
        super().__init__(found)
        self.asked: list[tuple[str, int]] = []

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        assert len(which) <= AT_ONCE
        self.asked += [(ranking_digest(ranking), i) for i in which]
        return super().values(ranking, which)


def search_of(trials: int, goal: Goal = "first-attempt", seed: int = 0) -> tuple[Search, Counting]:
    """A search among orders on a few outlines."""
    space = Space.around(read_ranking(PAPER), varied=ORDER)
    some = {i: puzzles()[i] for i in range(4)}
    judge = Counting(some)
    search = Search(space, goal, judge, len(some), seed)
    while len(search.tried) < trials and not search.is_exhausted:
        list(search.step())
    return search, judge


@cache
def searched(goal: Goal = "first-attempt") -> tuple[Search, Counting]:
    """Return a search that nothing interrupted."""
    return search_of(25, goal)


class TestSearch:
    @pytest.mark.slow
    @pytest.mark.parametrize("goal", GOALS)
    def test_it_is_never_worse_than_its_start(self, goal: Goal) -> None:
        search, _ = searched(goal)
        start, best = search.tried[0], search.best
        assert best is not None
        assert start.is_whole
        assert start.ranking == search.space.start
        assert best.total >= start.total
        assert best.total == max(tried.total for tried in search.tried if tried.is_whole)

    @pytest.mark.slow
    def test_nothing_is_run_twice(self) -> None:
        _, judge = searched()
        assert len(judge.asked) == len(set(judge.asked))

    @pytest.mark.slow
    def test_the_same_seed_finds_the_same(self) -> None:
        (one, _), (two, _), (other, _) = searched(), search_of(12), search_of(12, seed=1)
        assert one.tried[:12] == two.tried
        assert two.tried != other.tried

    @pytest.mark.slow
    def test_it_ends_where_nothing_is_left(self) -> None:
        ranking = read_ranking(PAPER)
        space = Space.around(replace(ranking, rules=ranking.rules[:2]), varied=["order"])
        search = Search(space, "any-attempt", LocalEvaluator(puzzles()), 2, 0)
        for _ in range(5):
            list(search.step())
        assert search.is_exhausted
        assert len(search.tried) == 2


def ran(*args: str) -> Result:
    return CliRunner().invoke(app, ["lab", "search", *args])


CORPUS = ("--corpus", "shapes", "--sample", "9")
"""A few outlines of the training split, and those of the test split beside them."""


class TestCommand:
    @pytest.mark.slow
    def test_what_it_writes_is_a_ranking_with_its_provenance(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[str] = []
        values = LocalEvaluator.values

        def watched(judge: LocalEvaluator, ranking: Ranking, which: Sequence[int]) -> Values:
            seen.extend(split_of_shape(shape_digest(judge._puzzles[i])) for i in which)
            return values(judge, ranking, which)

        monkeypatch.setattr(LocalEvaluator, "values", watched)
        texts = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            output = tmp_path / name / "better.yaml"
            done = ran(
                "--start", PAPER, *CORPUS, "--change", "order", "repeat", "--trials", "6", "--output", str(output)
            )
            assert done.exit_code == 0, done.output
            assert "held out: " in done.output
            texts.append(output.read_text())
        assert texts[0] == texts[1]
        assert set(seen) == {"training"}
        ranking = read_ranking(tmp_path / "one" / "better.yaml")
        assert ranking.name == "better"
        assert {rule.name for rule in ranking.rules} == {rule.name for rule in read_ranking(PAPER).rules}
        for words in (
            PAPER,
            "Seed 0",
            "6 rankings tried",
            "Searched: ",
            "Held out: ",
            "none of the test split",
            f"Of {PAPER}: Pieces have",
        ):
            assert words in ranking.note
        solved = CliRunner().invoke(app, ["solve", "house", "--ranking", str(tmp_path / "one" / "better.yaml")])
        assert solved.exit_code == 0, solved.output

    @pytest.mark.slow
    def test_rules_can_be_added(self, tmp_path: Path) -> None:
        more = ("--rules", "forced", "no-room", "--change", "order", "rules", "--output", str(tmp_path / "better.yaml"))
        done = ran("--start", PAPER, *CORPUS, *more, "--trials", "6")
        assert "6 rankings tried" in done.output

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (["--change", "ordre"], "did you mean 'order'?"),
            (["--rules", "forcd"], "did you mean 'forced'?"),
            (["--output", "better.txt"], ".yaml"),
            (["--output", "nowhere/better.yaml"], "no such folder"),
            (["--start", "pieces-frist"], "did you mean 'pieces-first'?"),
            (["--where", "vertices > 1000"], "too few"),
            (["--time", "nan"], "not a time limit"),
        ],
    )
    def test_what_cannot_be_used_is_refused_in_a_line(self, args: list[str], words: str) -> None:
        done = ran("--start", PAPER, *CORPUS, "--output", "better.yaml", *args)
        assert done.exit_code == 2
        assert words in done.output
        assert "Traceback" not in done.output
        assert not Path("better.yaml").exists()

    @pytest.mark.slow
    @pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
    def test_ctrl_c_writes_the_best_so_far(self, tmp_path: Path) -> None:
        output = tmp_path / "better.yaml"
        args = ["--start", PAPER, *CORPUS, "--change", "order", "--time", "300"]
        process = subprocess.Popen(
            [sys.executable, "-m", "heuristan", "lab", "search", *args, "--output", str(output)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        # where it shows no progress nothing tells when the first trial is done
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None and not is_at_work(process.pid):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        told, warned = process.communicate(timeout=60)
        assert process.returncode == 130, warned
        assert "interrupted" in warned
        assert "Traceback" not in warned
        assert "ranking in" in told
        assert read_ranking(output).rules


def test_what_processes_get_can_be_sent() -> None:
    assert pickle.loads(pickle.dumps(puzzles())) == puzzles()

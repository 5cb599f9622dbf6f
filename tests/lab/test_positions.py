"""Outlines in all their positions, and ties broken by lot: what is run, what is stored, and what reports make of it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run
from shared.laboratory import few, ran

from heuristan.common.files import folder
from heuristan.common.kernels import PLAIN
from heuristan.common.proportions import mcnemar
from heuristan.lab.columns import in_position
from heuristan.lab.digests import digest, shape_digest
from heuristan.lab.identity import ranking_digest, trials_of, unnamed_settings
from heuristan.lab.quick.as_published import solve_quickly
from heuristan.lab.reporting import comparison, rates, report
from heuristan.lab.statistics import net_differences, outlines_needed
from heuristan.lab.store import Store
from heuristan.lab.tasks import Plan
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import ranking_in, read_ranking
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import Options
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.trace.events import MatchTaken

BY_LOT = """
seed: 3
rules:
  - {rule: pieces-2.5-3.5-edges, prefer: random}
  - {rule: composites-2.5-3.5-edges, prefer: [smallest, random]}
  - {rule: pieces-2-3-edges, prefer: random}
  - {rule: pieces-2-edges-only, prefer: random}
"""


def shape(name: str) -> Puzzle:
    return read_shape(folder("shapes") / f"{name}.yaml").puzzle


def by_lot(seed: int = 3) -> Ranking:
    return replace(ranking_in(BY_LOT, "lots"), seed=seed)


def test_positions_are_eight_outlines_of_one_shape() -> None:
    puzzle = shape("cat")
    found = [in_position(puzzle, position) for position in range(8)]
    assert found[0] is puzzle
    assert len({digest(each) for each in found}) == 8
    assert {shape_digest(each) for each in found} == {shape_digest(puzzle)}
    # the first two, and the first four, are groups
    for count in (2, 4, 8):
        some = {digest(each) for each in found[:count]}
        assert all({digest(in_position(each, n)) for n in range(count)} == some for each in found[:count])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 3])
def test_all_engines_draw_the_same_lots(seed: int) -> None:
    puzzle, ranking = in_position(shape("swan"), 5), by_lot(seed)
    taken = []
    for engine in ("production", "compiled"):
        result = solve_puzzle(puzzle, Options("expert", (ranking,), way="published", engine=engine))
        taken.append([(each.rule, each.vertices) for each in result.trace if isinstance(each, MatchTaken)])
    quick = solve_quickly(puzzle, ranking, backend=PLAIN)
    assert quick is not None
    taken.append([(each.rule, each.vertices) for each in quick.trace if isinstance(each, MatchTaken)])
    assert taken[0] == taken[1] == taken[2]


def test_seeds_are_of_the_run_and_not_of_the_ranking() -> None:
    assert ranking_digest(by_lot(0)) == ranking_digest(by_lot(7))
    assert ranking_in(ranking_text(by_lot()), "lots") == by_lot()
    trials = trials_of([by_lot(), read_ranking("pieces-first")], ["published"], seeds=2)
    assert [(trial.ranking.name, trial.seed) for trial in trials] == [("lots", 3), ("lots", 4), ("pieces-first", 0)]
    runs = [solve_quickly(shape("swan"), by_lot(seed), backend=PLAIN) for seed in range(3)]
    assert len({run.trace for run in runs if run}) == 3


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("positions") / "lab.duckdb"
    trials = trials_of([read_ranking("pieces-first"), by_lot()], ["published"], seeds=2)
    done = ran(path, Plan(trials, 0.0, positions=2), few(3))
    assert len(done["results"]) == 3 * 2 * (1 + 2)
    store = Store.open(path)
    store.add(
        {"rankings": [(ranking_digest(each), each.name, "") for each in (read_ranking("pieces-first"), by_lot())]}
    )
    store.close()
    return path


@pytest.mark.slow
def test_what_is_there_is_not_run_again_in_more_positions(lab: Path, tmp_path: Path) -> None:
    path = tmp_path / "more.duckdb"
    path.write_bytes(lab.read_bytes())
    before = {row[:7] for row in ran(path, Plan((), 0.0), [])["results"]}
    plan = Plan(trials_of([read_ranking("pieces-first")], ["published"]), 0.0, positions=4)
    after = ran(path, plan, few(3))["results"]
    assert {row[:7] for row in after} > before
    assert len(after) == len(before) + 3 * 2


@pytest.mark.slow
def test_reports_say_the_mean_and_what_all_and_some_runs_solved(lab: Path) -> None:
    for row in rates(lab):
        assert row.everywhere is not None
        assert row.everywhere.in_all.count <= row.outlines * row.solved.share <= row.everywhere.in_some.count
    found = report(lab)
    assert {row.part for row in found["solved_by_position"]} == {"0", "1"}
    assert not [words for words in found.remarks if "only as they lie" in words]
    pair = comparison(lab, "pieces-first", "lots")
    assert (pair.runs, pair.outlines) == (3 * 2 * 2, 3)


@pytest.mark.slow
def test_a_report_warns_of_rankings_that_were_run_as_outlines_lie_alone(lab: Path, tmp_path: Path) -> None:
    path, heuristan = tmp_path / "more.duckdb", read_ranking("heuristan")
    path.write_bytes(lab.read_bytes())
    ran(path, Plan(trials_of([heuristan], ["published"]), 0.0), few(3))
    store = Store.open(path)
    store.add({"rankings": [(ranking_digest(heuristan), heuristan.name, "")]})
    store.close()
    (warning,) = (words for words in report(path).remarks if "only as they lie" in words)
    assert "by heuristan," in warning


class TestClusters:
    @given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
    def test_with_one_run_each_the_test_is_mcnemars(self, first: int, second: int, same: int) -> None:
        net = {-1: first, 1: second, 0: same + 1}
        mean, p = net_differences(net, first + second + same + 1)
        assert p == pytest.approx(mcnemar(first, second))
        assert mean.value == pytest.approx((second - first) / (first + second + same + 1))

    def test_the_same_run_again_tells_nothing_new(self) -> None:
        nets: Any = ({-1: 4, 0: 9, 1: 12}, 25), ({-8: 4, 0: 9, 8: 12}, 200)
        once, again = (net_differences(net, runs) for net, runs in nets)
        assert once[0] == pytest.approx(again[0])
        assert once[1] == pytest.approx(again[1])
        assert len({outlines_needed(net, runs, 0.1, 0.8) for net, runs in nets}) == 1

    def test_the_number_of_outlines_finds_the_difference(self) -> None:
        """Connor's number of pairs (Biometrics 43, 1987): 20 % disagree, 5 points, chance 80 %: 624 of them."""
        assert outlines_needed({-1: 75, 0: 800, 1: 125}, 1000, 0.05, 0.8) == pytest.approx(624, abs=6)


def test_what_a_ranking_does_not_name_is_said(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    edge = "internal-edge (0 here, 1 in the paper's ranking)"
    repeat = "repeat (of pieces-direct: false here, true in the paper's ranking)"
    for rules, expected in (
        ("[pieces-2-edges-only]", []),
        ("[{rule: pieces-direct, repeat: false}]", []),
        ("[pieces-direct, {rule: composites-2-3-edges, repeat: true}]", []),
        ("[pieces-direct]", [repeat]),
        ("[[pieces-2-edges-only, {rule: pieces-direct, title: it}]]", [repeat]),
    ):
        mine.write_text(f"rules: {rules}\n")
        assert unnamed_settings(str(mine)) == [edge, *expected]
        mine.write_text(f"extension-lines: {{internal-edge: 0}}\nrules: {rules}\n")
        assert unnamed_settings(str(mine)) == expected
    assert unnamed_settings("foresight") == []


@pytest.mark.slow  # it imports what each begins with
def test_each_command_that_takes_rankings_of_ones_own_says_it(heuristan: Run, tmp_path: Path) -> None:
    mine, none = tmp_path / "mine.yaml", tmp_path / "none.geojsonl"
    mine.write_text("rules: [pieces-direct]\n")
    for command in (
        ("run", "--rankings", mine, "--corpus", none),
        ("survey", "--rankings", mine, "--census", none),
        ("search", "--start", mine, "--corpus", none, "--output", tmp_path / "better.yaml"),
    ):
        told = heuristan("lab", *command)
        assert (told.status, "mine.yaml does not name internal-edge (" in told.err) == (2, True), command


def test_rankings_that_draw_no_lots_are_said_to_have_one_seed(heuristan: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("rules: [{rule: pieces-direct, prefer: random}]\n")
    words = ("lab", "run", "--corpus", tmp_path / "none.geojsonl", "--rankings", mine, "heuristan", "--seeds")
    assert "heuristan: heuristan: run with one seed," in heuristan(*words, 2).err
    assert "with one seed" not in heuristan(*words, 1).err

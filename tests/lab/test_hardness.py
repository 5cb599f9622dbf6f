"""How hard runs find outlines: the documented measure, as columns of the laboratory."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("duckdb")

from shared.laboratory import PAPER, few, plan_of, ran

from heuristan.common.kernels import PLAIN
from heuristan.lab.difficulty import difficulty_of
from heuristan.lab.digests import digest
from heuristan.lab.quick.as_published import solve_quickly
from heuristan.lab.store import connect
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle


@pytest.mark.slow
def test_the_columns_hold_the_documented_measure(tmp_path: Path) -> None:
    outlines = few()
    ran(tmp_path / "lab.duckdb", plan_of("heuristan", ways=("backtracking",)), outlines)
    with connect(tmp_path / "lab.duckdb") as file:
        stored = file.execute("SELECT outline, difficulty, choices FROM results").fetchall()
    assert len(stored) == len(outlines)
    for name, score, choices in stored:
        found = difficulty_of(next(each.puzzle for each in outlines if each.digest == name))
        assert found is not None
        assert (score, choices) == pytest.approx((found.score, found.choices), abs=1e-3)


@pytest.mark.slow
def test_the_weakest_rule_is_one_that_the_solution_has(tmp_path: Path) -> None:
    ran(tmp_path / "lab.duckdb", plan_of(PAPER), few())
    ranked = [rule.name for rule in read_ranking(PAPER).rules]
    with connect(tmp_path / "lab.duckdb") as file:
        runs = file.execute("SELECT outline, solved, weakest, difficulty FROM results").fetchall()
        kept = file.execute("SELECT outline, rule FROM extractions WHERE kept").fetchall()
    assert {solved for _, solved, _, _ in runs} == {True, False}
    for name, solved, weakest, difficulty in runs:
        places = [ranked.index(rule) + 1 for outline, rule in kept if outline == name]
        assert weakest == max(places, default=None)
        assert (difficulty is not None) == solved


@pytest.mark.slow
def test_an_outline_is_kept_as_it_can_be_read_again(tmp_path: Path) -> None:
    ran(tmp_path / "lab.duckdb", plan_of("heuristan"), few(3))
    with connect(tmp_path / "lab.duckdb") as file:
        ((text,),) = file.execute("SELECT string_agg(geojson, chr(10)) FROM outlines").fetchall()
    (tmp_path / "again.geojsonl").write_text(text, encoding="utf-8")
    again = list(read_outlines(str(tmp_path / "again.geojsonl")))
    assert all(isinstance(each, Puzzle) for each in again)
    assert {digest(each) for each in again if isinstance(each, Puzzle)} == {each.digest for each in few(3)}


@pytest.mark.slow
def test_it_is_stored_even_if_kernels_ran_of_outlines_as_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, outlines = replace(plan_of(PAPER), positions=2), few(3)
    stored = ran(tmp_path / "lab.duckdb", plan, outlines)["results"]
    monkeypatch.setattr("heuristan.lab.tasks.solve_quickly", partial(solve_quickly, backend=PLAIN))
    assert ran(tmp_path / "kernels.duckdb", plan, outlines, again=True)["results"] == stored
    with connect(tmp_path / "lab.duckdb") as file:
        unmeasured = "SELECT position, min(difficulty) IS NULL FROM results WHERE solved GROUP BY ALL ORDER BY ALL"
        assert file.execute(unmeasured).fetchall() == [(0, False), (1, True)]

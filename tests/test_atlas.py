"""Outlines of the census that pages tell of: what is said of each is what a run says today."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristan import Puzzle
from heuristan.tangram.solving.shortcuts import solve

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
LAST = EXAMPLES / "census-last.geojsonl"
VARIANTS = EXAMPLES.parents[1] / "rules" / "variants"
WITHOUT, SMALLEST = VARIANTS / "without-no-way-through.yaml", VARIANTS / "smallest-first.yaml"
FEATURES = [json.loads(line) for line in (EXAMPLES / "atlas.geojsonl").read_text(encoding="utf-8").splitlines()]


def test_each_group_is_one_of_the_counted() -> None:
    counted = json.loads((EXAMPLES / "atlas.json").read_text(encoding="utf-8"))["galleries"]
    assert {feature["id"].rpartition("-")[0] for feature in FEATURES} == set(counted)


@pytest.fixture(scope="module")
def puzzles() -> Sequence[Puzzle]:
    found = [*Puzzle.all_from_file(EXAMPLES / "atlas.geojsonl")]
    assert len(found) == len(FEATURES)
    return found


@pytest.mark.slow
@pytest.mark.part(4)
@pytest.mark.parametrize("number", range(len(FEATURES)))
def test_runs_come_to_what_the_survey_kept(puzzles: Sequence[Puzzle], number: int) -> None:
    puzzle, kept = puzzles[number], FEATURES[number]["properties"]
    assert isinstance(puzzle, Puzzle)
    for ranking, attempt in kept["attempts"].items():
        run = solve(puzzle, ranking, way="published", traced=False)
        assert (run.status == "solved") == (attempt > 0)
        assert run.extractions == kept["extractions"][ranking]
        assert not attempt or run.entry_point == attempt
    assert puzzle.count().distinct == kept["solutions"]


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(st.data())
def test_the_last_shapes_need_no_way_through_and_nothing_else(data: st.DataObject) -> None:
    puzzle, feature = data.draw(st.sampled_from(last_shapes()))
    for ranking, is_solved in ((WITHOUT, False), ("foresight", True), (SMALLEST, True)):
        assert (solve(puzzle, str(ranking), way="published", traced=False).status == "solved") is is_solved
    assert feature["properties"]["needs"].keys() == {"t"}
    assert puzzle.count().distinct == feature["properties"]["solutions"]


@cache
def last_shapes() -> list[tuple[Puzzle, Any]]:
    lines = LAST.read_text(encoding="utf-8").splitlines()
    return [(puzzle, json.loads(line)) for puzzle, line in zip(Puzzle.all_from_file(LAST), lines, strict=True)]

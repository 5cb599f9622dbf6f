"""The atlas's outlines: what the page says of each is what a run says today."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from heuristan import Puzzle
from heuristan.tangram.solving.shortcuts import solve

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
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

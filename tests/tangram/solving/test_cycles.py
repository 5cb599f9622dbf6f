"""Solving makes no cycles of objects: so nothing is lost while Python does not look for them."""

import gc

import pytest

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.expert import solve


@pytest.mark.parametrize("ranking", ["deutsch-hayes-1972", "heuristan"])
@pytest.mark.parametrize("way", ["published", "retry", "backtracking"])
def test_what_a_run_makes_is_freed_without_the_collector(ranking: str, way: str) -> None:
    puzzle = next(iter(read_outlines("runner")))
    assert isinstance(puzzle, Puzzle)
    solve(puzzle, ranking, way=way)  # type: ignore[arg-type]  # what is kept for the next time is made
    gc.collect()
    gc.disable()
    try:
        solve(puzzle, ranking, way=way)  # type: ignore[arg-type]
        assert gc.collect() == 0
    finally:
        gc.enable()

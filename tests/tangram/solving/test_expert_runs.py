"""Runs of rankings: they make no cycles of objects, and come to the same without a trace."""

import gc
from dataclasses import replace

import pytest

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("ranking", ["deutsch-hayes-1972", "heuristan"])
@pytest.mark.parametrize("way", ["published", "retry", "backtracking"])
def test_what_a_run_makes_is_freed_without_the_collector(ranking: str, way: str) -> None:
    puzzle = next(iter(read_outlines("runner")))
    assert isinstance(puzzle, Puzzle)
    solve(puzzle, ranking, way=way)  # type: ignore[arg-type]  # what is kept for the next time is made
    gc.collect()
    gc.freeze()  # what other tests left is passed over
    gc.disable()
    try:
        left = []
        for _ in range(3):
            solve(puzzle, ranking, way=way)  # type: ignore[arg-type]
            left.append(gc.collect())
    finally:
        gc.enable()
    # a run leaves the same each time; a thread of an earlier test, as of a cluster, leaves something now and then
    assert min(left) == 0


@pytest.mark.parametrize("way", ["published", "backtracking"])
def test_without_a_trace_the_result_is_the_same(way: str) -> None:
    for name in ("runner", "house", "digit-9"):
        puzzle = next(iter(read_outlines(name)))
        assert isinstance(puzzle, Puzzle)
        traced, untraced = (solve(puzzle, way=way, traced=each) for each in (True, False))  # type: ignore[arg-type]
        assert traced.trace
        assert replace(traced, trace=(), seconds=untraced.seconds) == untraced

"""The parts of a decision of the expert system, and its two ways to run."""

from dataclasses import replace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from heuristan.tangram.expert.extension import extend
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve


@pytest.fixture
def state(puzzle: Puzzle) -> State:
    return State.start(puzzle, read_ranking(DEFAULT))


def test_extension_lines(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(lambda: extend(state.boundary, (), state.setting.thresholds))


def test_matches(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(lambda: replace(state).matches)


def test_joined(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(lambda: replace(state).joined)


@pytest.mark.parametrize("backtracking", [True, False], ids=["with-backtracking", "as-published"])
def test_solve(benchmark: BenchmarkFixture, puzzle: Puzzle, backtracking: bool) -> None:
    benchmark.pedantic(solve, (puzzle,), {"backtracking": backtracking}, rounds=3, warmup_rounds=1)

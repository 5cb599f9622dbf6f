"""Timings: pytest benchmarks. What they show stands in docs/results.md; nothing is asserted of seconds."""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from heuristan.boundary import Boundary
from heuristan.expert.extension import extend
from heuristan.expert.matches import MatchFinder
from heuristan.expert.ranking import DEFAULT
from heuristan.expert.ranking_file import read_ranking
from heuristan.expert.state import State
from heuristan.outlines.reading import read_outlines
from heuristan.pipeline.expert import solve
from heuristan.puzzle import Puzzle
from heuristan.tiling import tilings

SHAPES = ("cat", "swan", "convex-square", "letter-a")


@pytest.fixture(params=SHAPES)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    found = next(read_outlines(request.param))
    assert isinstance(found, Puzzle)
    return found


@pytest.fixture
def state(puzzle: Puzzle) -> State:
    return State.start(puzzle, read_ranking(DEFAULT))


def test_boundary_and_loops(benchmark: BenchmarkFixture, puzzle: Puzzle) -> None:
    benchmark(lambda: Boundary.of(puzzle.rings).loops)


def test_extension_lines(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(lambda: extend(state.boundary, (), state.setting.thresholds))


def test_matches(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(lambda: MatchFinder(state.boundary, state.extensions, state.subpuzzles).find(state.offer))


@pytest.mark.parametrize("backtracking", [True, False], ids=["with-backtracking", "as-published"])
def test_solve(benchmark: BenchmarkFixture, puzzle: Puzzle, backtracking: bool) -> None:
    benchmark(solve, puzzle, backtracking=backtracking)


def test_plain_tiler(benchmark: BenchmarkFixture, puzzle: Puzzle) -> None:
    """The plainest exact search, beside which the rules can be seen."""
    everything = tuple(puzzle.stock.elements())
    benchmark(lambda: tilings(puzzle.boundary, [everything], puzzle.denominator))


@pytest.mark.parametrize("words", [["-c", "import heuristan"], ["-m", "heuristan", "--help"]], ids=["import", "help"])
def test_start(benchmark: BenchmarkFixture, words: list[str]) -> None:
    benchmark(lambda: subprocess.run([sys.executable, *words], check=True, capture_output=True))

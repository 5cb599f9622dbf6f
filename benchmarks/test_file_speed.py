"""Files: outlines in, results out, and the whole way between. `extra_info` says how many outlines a second."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from inputs import puzzles_of
from profile_exact import SEARCH, VERIFICATION, solve_file, stages
from pytest_benchmark.fixture import BenchmarkFixture

from heuristan.cli.outputs import Output
from heuristan.tangram.commands.outputs import manner_of
from heuristan.tangram.exact.backends import PLAIN, SearchBackend
from heuristan.tangram.solving.shortcuts import solve_exactly


def measured(benchmark: BenchmarkFixture, work: Callable[[], int]) -> int:
    """Work on many outlines, which says how many they are."""
    count: int = benchmark.pedantic(work, rounds=5, warmup_rounds=1)
    if benchmark.stats is not None:
        benchmark.extra_info["outlines a second"] = round(count / benchmark.stats.stats.median)
    return count


@pytest.mark.benchmark(group="a file of outlines")
class TestFiles:
    """The same outlines in each."""

    def test_reading(self, benchmark: BenchmarkFixture, outlines: Path) -> None:
        assert measured(benchmark, lambda: sum(1 for _ in puzzles_of(outlines))) > 0

    def test_writing(self, benchmark: BenchmarkFixture, outlines: Path) -> None:
        results = [solve_exactly(puzzle, traced=False) for puzzle in puzzles_of(outlines)]

        def write() -> int:
            writer = manner_of(None).writer(Output(None, "jsonl"), io.StringIO(), many=True)
            for result in results:
                writer.one(result)
            return len(results)

        measured(benchmark, write)

    def test_whole_way(self, benchmark: BenchmarkFixture, outlines: Path, backend: SearchBackend) -> None:
        assert measured(benchmark, lambda: solve_file(outlines, by="plain" if backend is PLAIN else "compiled")) > 0


def test_every_stage_is_timed(outlines: Path) -> None:
    """The stages are found by the names of functions: this fails where one is renamed."""
    assert all(f"| {stage} |" in stages(outlines) for stage in (SEARCH, VERIFICATION))

"""Both solvers on the same outlines, the plain search beside the compiled one, and the slow ones beside them.

    python -m pytest benchmarks/test_solver_speed.py --benchmark-group-by=group --benchmark-columns=median,min,rounds

pytest-benchmark sets what is in one group side by side, with the ratios in parentheses.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from inputs import puzzles_of
from pytest_benchmark.fixture import BenchmarkFixture

from heuristan.lab import ford
from heuristan.tangram.exact.backends import PLAIN, SearchBackend
from heuristan.tangram.exact.search import search
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve, solve_exactly

if TYPE_CHECKING:
    from heuristan.tangram.solving.options import By


def fresh(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles as they were read, without the boundaries that solvers leave there."""
    return [replace(puzzle) for puzzle in puzzles]


@pytest.mark.benchmark(group="sixty shapes")
class TestSixtyShapes:
    """The first solution of each."""

    def test_exact(self, benchmark: BenchmarkFixture, sixty: list[Puzzle], backend: SearchBackend) -> None:
        def solve_all() -> Counter[str]:
            return Counter(search(puzzle, backend=backend).status for puzzle in fresh(sixty))

        assert benchmark.pedantic(solve_all, rounds=5, warmup_rounds=1).total() == len(sixty)

    def test_expert(self, benchmark: BenchmarkFixture, sixty: list[Puzzle]) -> None:
        def solve_all() -> Counter[str]:
            return Counter(solve(puzzle).status for puzzle in fresh(sixty))

        assert benchmark.pedantic(solve_all, rounds=1).total() == len(sixty)


@pytest.mark.benchmark(group="twenty outlines of two sets")
class TestDoubles:
    """The first solution of each."""

    def test_exact(self, benchmark: BenchmarkFixture, pairs: list[Puzzle], backend: SearchBackend) -> None:
        def solve_all() -> Counter[str]:
            return Counter(search(puzzle, backend=backend).status for puzzle in fresh(pairs))

        assert benchmark.pedantic(solve_all, rounds=3, warmup_rounds=1) == {"solved": len(pairs)}


@pytest.mark.benchmark(group="four outlines of two sets")
class TestFewDoubles:
    """Fewer of them, as the expert system takes longer."""

    def test_exact(self, benchmark: BenchmarkFixture, pairs: list[Puzzle], backend: SearchBackend) -> None:
        benchmark.pedantic(lambda: [search(p, backend=backend) for p in fresh(pairs[:4])], rounds=3, warmup_rounds=1)

    def test_expert(self, benchmark: BenchmarkFixture, pairs: list[Puzzle]) -> None:
        benchmark.pedantic(lambda: [solve(puzzle) for puzzle in fresh(pairs[:4])], rounds=1)


@pytest.mark.benchmark(group="all solutions")
class TestCounting:
    """Every solution found, and put into classes up to symmetry."""

    @pytest.mark.parametrize("shape", ["convex-square", "convex-hexagon-long", "shonagon-square"])
    def test_exact(self, benchmark: BenchmarkFixture, shape: str, backend: SearchBackend) -> None:
        puzzle = next(puzzles_of(shape))
        by: By = "plain" if backend is PLAIN else "compiled"
        result = benchmark(lambda: solve_exactly(replace(puzzle), want="count", by=by, traced=False))
        assert result.searched is not None
        assert result.searched.count is not None
        assert result.searched.count.complete


@pytest.mark.benchmark(group="the cat, by every exact method")
class TestBaselines:
    """The search beside the plainest one and Ford's."""

    @pytest.fixture
    def cat(self) -> Puzzle:
        return next(puzzles_of("cat"))

    def test_exact(self, benchmark: BenchmarkFixture, cat: Puzzle, backend: SearchBackend) -> None:
        benchmark(lambda: search(replace(cat), backend=backend))

    def test_plainest(self, benchmark: BenchmarkFixture, cat: Puzzle) -> None:
        everything = tuple(cat.stock.elements())
        benchmark.pedantic(lambda: tilings(cat.boundary, [everything], cat.denominator), rounds=3)

    @pytest.mark.parametrize("pre_test", [True, False], ids=["with-pre-test", "without-pre-test"])
    def test_ford(self, benchmark: BenchmarkFixture, cat: Puzzle, pre_test: bool) -> None:
        benchmark.pedantic(lambda: ford.search(replace(cat), pre_test=pre_test), rounds=1)

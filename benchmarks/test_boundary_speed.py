"""The boundary as a chain."""

from dataclasses import replace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from heuristan.tangram.boundary import Boundary
from heuristan.tangram.exact.backends import PLAIN
from heuristan.tangram.exact.region import Solution
from heuristan.tangram.exact.search import search
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.verification.in_integers import fault_of


@pytest.fixture
def solution(puzzle: Puzzle) -> Solution:
    return search(puzzle, backend=PLAIN).solutions[0]


def test_made_of_a_ring(benchmark: BenchmarkFixture, puzzle: Puzzle) -> None:
    benchmark(Boundary.of, puzzle.rings)


def test_made_of_pieces(benchmark: BenchmarkFixture, solution: Solution) -> None:
    """Shared sides of pieces cancel."""
    rings = [piece.ring for piece in solution]
    benchmark(Boundary.of, rings)


def test_a_piece_taken_out(benchmark: BenchmarkFixture, puzzle: Puzzle, solution: Solution) -> None:
    benchmark(puzzle.boundary.without, solution[0].ring)


def test_loops(benchmark: BenchmarkFixture, puzzle: Puzzle) -> None:
    """Followed from wedge to wedge, the boundary made before each time."""
    benchmark(lambda: Boundary.of(puzzle.rings).loops)


def test_parts(benchmark: BenchmarkFixture, puzzle: Puzzle) -> None:
    benchmark(lambda: Boundary.of(puzzle.rings).parts)


def test_key(benchmark: BenchmarkFixture, puzzle: Puzzle) -> None:
    benchmark(lambda: hash(Boundary.of(puzzle.rings)))


def test_fits(benchmark: BenchmarkFixture, puzzle: Puzzle, solution: Solution) -> None:
    """Test whether each of the pieces lies inside."""
    boundary = replace(puzzle).boundary
    benchmark(lambda: [boundary.fits(piece.bounds) for piece in solution])


def test_checked(benchmark: BenchmarkFixture, puzzle: Puzzle) -> None:
    """A puzzle made of rings: crossings, nesting, area."""
    benchmark(make_puzzle, "again", puzzle.rings, denominator=puzzle.denominator)


def test_verified(benchmark: BenchmarkFixture, puzzle: Puzzle, solution: Solution) -> None:
    benchmark(fault_of, puzzle, solution)

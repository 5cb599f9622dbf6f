"""Numbers and points of the lattice."""

from itertools import pairwise

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from heuristan.tangram.boundary import Ring, line_through
from heuristan.tangram.lattice.points import (
    add,
    bounds,
    crossing,
    doubled_area,
    mirror,
    parts,
    point,
    projection,
    turn,
    value,
)
from heuristan.tangram.puzzle.puzzle import Puzzle

POINTS = [point(a, b, b - a, a + b) for a in range(-8, 8, 2) for b in range(-8, 8, 2)]
"""Sixty-four points."""

CROSSING_LINES = [
    (*line_through(p, k), *line_through(q, m)) for p, q in pairwise(POINTS) for k in range(4) for m in range(k)
]


@pytest.fixture
def ring(puzzle: Puzzle) -> Ring:
    return puzzle.rings[0]


def test_add(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [add(p, q) for p, q in pairwise(POINTS)])


def test_turn(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [turn(p, 3) for p in POINTS])


def test_mirror(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [mirror(p) for p in POINTS])


def test_projection(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [projection(p, 5) for p in POINTS])


def test_order(benchmark: BenchmarkFixture) -> None:
    """The order of a + b sqrt2 is that of the codes."""
    benchmark(lambda: sorted(p[0] for p in POINTS))


@pytest.mark.parametrize("kept", [True, False], ids=["met-before", "new"])
def test_parts(benchmark: BenchmarkFixture, kept: bool) -> None:
    """Codes taken apart: looked up, or worked out."""
    apart = parts if kept else parts.__wrapped__
    benchmark(lambda: [apart(p[1]) for p in POINTS])


def test_value(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [value(p[1]) for p in POINTS])


def test_crossing(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [crossing(*lines) for lines in CROSSING_LINES])


def test_doubled_area(benchmark: BenchmarkFixture, ring: Ring) -> None:
    benchmark(doubled_area, ring)


def test_bounds(benchmark: BenchmarkFixture, ring: Ring) -> None:
    benchmark(bounds, ring)

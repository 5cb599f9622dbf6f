"""Fixtures of the benchmarks. Nothing is asserted of seconds; what is compared lies in one group of one run."""

from pathlib import Path

import pytest
from inputs import doubles, puzzles_of, sixty_shapes, write_outlines

from heuristan.tangram.exact.backends import PLAIN, SearchBackend, compiled
from heuristan.tangram.exact.search import warm_up
from heuristan.tangram.puzzle.puzzle import Puzzle

SHAPES = ("cat", "swan", "convex-square", "letter-a", "two-swans")
LINES = 300
"""Lines of the files of outlines."""


@pytest.fixture(params=SHAPES)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    """Some shapes, one after the other."""
    return next(puzzles_of(request.param))


@pytest.fixture(scope="session")
def sixty() -> list[Puzzle]:
    """The sixty shapes of inputs.py."""
    return sixty_shapes()


@pytest.fixture(scope="session")
def pairs() -> list[Puzzle]:
    """Twenty outlines of two sets."""
    return doubles(20)


@pytest.fixture(params=["plain", "compiled"])
def backend(request: pytest.FixtureRequest) -> SearchBackend:
    """The plain search and the compiled one, warmed up."""
    found = PLAIN if request.param == "plain" else compiled()
    if found is None:
        pytest.skip("numba is not installed")
    warm_up(found)
    return found


@pytest.fixture(scope="session", params=[0.0, 7.0], ids=["straight", "turned"])
def outlines(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, sixty: list[Puzzle]) -> Path:
    """A file of the sixty shapes, repeated; along the axes and diagonals, or turned by seven degrees."""
    path = tmp_path_factory.mktemp("outlines") / "outlines.geojsonl"
    write_outlines(path, sixty, LINES, turn=request.param)
    return path

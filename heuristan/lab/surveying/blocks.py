"""The work of a worker: rankings run on a block of shapes."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.common.kernels import compiled_backend, current, use
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.lattice.points import Point, point
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.solving.shortcuts import solve

Rings: TypeAlias = Sequence[Sequence[int]]
"""x and y of the vertices of each ring, in small legs, as a census has them."""

WORTH_COMPILING = 1_000
"""Number of shapes for which kernels are compiled, or loaded."""


class Outcome(NamedTuple):
    """What a ranking reached on a shape."""

    entry_point: int
    """The number of the attempt that solved it; 0 if none did."""
    extractions: int
    """In all attempts."""


@dataclass(frozen=True)
class Block:
    """Shapes that follow each other in a census, and the ranking to run on them."""

    number: int
    ranking: bytes
    """Pickled; a worker keeps it for the next block."""
    shapes: tuple[Rings, ...]

    def do(self) -> list[Outcome]:
        """Run the ranking on each shape."""
        ranking = _ranking(self.ranking)
        backend = compiled_backend() if len(self.shapes) >= WORTH_COMPILING else None
        with use(backend or current()):
            return [_outcome(puzzle_of(rings), ranking) for rings in self.shapes]


@lru_cache(maxsize=16)
def _ranking(data: bytes) -> Ranking:
    ranking: Ranking = pickle.loads(data)
    return ranking


def puzzle_of(rings: Rings, id: str = "shape") -> Puzzle:
    """Return a shape of a census as a puzzle."""
    return make_puzzle(id, [tuple(map(_corner, ring[::2], ring[1::2])) for ring in rings])


def _corner(x: int, y: int) -> Point:
    return point(UNITS_A_LEG * x, 0, UNITS_A_LEG * y, 0)


def _outcome(puzzle: Puzzle, ranking: Ranking) -> Outcome:
    result = solve(puzzle, ranking, way="published", traced=False)
    return Outcome(result.entry_point or 0 if result.status == "solved" else 0, result.extractions)

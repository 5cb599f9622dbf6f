"""Puzzles that have no solution."""

from collections.abc import Iterator
from itertools import product
from random import Random

from heuristan.tangram.boundary import Ring, line_through
from heuristan.tangram.lattice.points import crossing
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle


def spoilt(puzzle: Puzzle, random: Random) -> Puzzle | None:
    """The outline with one vertex moved on the lattice, the area and the directions of edges kept, if there is such."""
    found = [
        moved
        for number, ring in enumerate(puzzle.rings)
        for i in range(len(ring))
        for moved in _moved(puzzle, number, i)
    ]
    return random.choice(found) if found else None


def _moved(puzzle: Puzzle, number: int, i: int) -> Iterator[Puzzle]:
    ring = puzzle.rings[number]
    before, after = ring[i - 1], ring[(i + 1) % len(ring)]
    for k, m in product(range(4), repeat=2):
        if k == m:
            continue
        try:
            vertex = crossing(*line_through(before, k), *line_through(after, m))
            moved: Ring = (*ring[:i], vertex, *ring[i + 1 :])
            if vertex != ring[i]:
                yield make_puzzle("spoilt", [moved if other is ring else other for other in puzzle.rings])
        except (ValueError, OutlineError):
            continue

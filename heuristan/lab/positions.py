"""The positions of an outline: the eight in which a square lies as it lay, for rules break ties by where vertices lie.

The bits of a position say how an outline is moved: 1 mirrored, then 2 turned by a half, then 4 by a quarter of a turn.
So the first two, and the first four, are groups as well.
"""

from dataclasses import replace

from heuristan.lab.columns import is_exact
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import mirror, turn
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle


def positions_of(puzzle: Puzzle, count: int) -> range:
    """Return the positions in which an outline is run; a drawing off the lattice is run as it lies alone."""
    return range(count if is_exact(puzzle) else 1)


def in_position(puzzle: Puzzle, position: int) -> Puzzle:
    """Return an outline on the lattice in a position; 0 is that in which it lies."""
    if not position:
        return puzzle
    rings = [_moved(ring, position) for ring in puzzle.rings]
    made = make_puzzle(puzzle.id, rings, denominator=puzzle.denominator, sets=puzzle.sets, pieces=puzzle.pieces)
    return replace(made, properties=puzzle.properties)


def _moved(ring: Ring, position: int) -> Ring:
    eighths = 2 * (position & 2) + (position & 4) // 2
    if position & 1:
        return tuple(turn(mirror(p), eighths) for p in reversed(ring))
    return tuple(turn(p, eighths) for p in ring)

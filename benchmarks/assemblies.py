"""Outlines with a known solution, made from a seed: all pieces of some sets, joined edge to edge.

The figures of speed have been measured with these from the first day on: a piece's vertex lies on the vertex where a
side ends, and not on the one where it starts. `heuristan generate` makes more varied outlines.
"""

from collections.abc import Sequence
from functools import partial
from random import Random

from heuristan.lab.generating import are_apart, grown
from heuristan.tangram.boundary import sides
from heuristan.tangram.exact.boards import ways_to_lay
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet, Placement, lay
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

CHOICES = 4
"""Number of ways to join a piece that are compared; the one that leaves the fewest vertices is taken."""


def assembled(seed: int, sets: int = 1, pieces: PieceSet = TANGRAM) -> Puzzle:
    """Return the outline of a random assembly; the same seed gives the same one."""
    return make_puzzle(f"assembly-{seed}", [piece.ring for piece in assembly_of(seed, sets, pieces)])


def assembly_of(seed: int, sets: int = 1, pieces: PieceSet = TANGRAM) -> list[Placement]:
    """Return the pieces of a random assembly; the same seed gives the same one.

    Raises:
        ValueError: if one of them finds no room.
    """
    random = Random(seed)
    names = list(pieces.stock(sets).elements())
    random.shuffle(names)
    first = random.choice([corner for corner in ways_to_lay(pieces, 1) if corner.name == names[0]])
    assembly = grown(random, lay(first, ORIGIN), names[1:], partial(_joins, pieces), CHOICES)
    if assembly is None:
        raise ValueError(f"no room is left for a piece of seed {seed}; take another seed")
    return assembly


def _joins(pieces: PieceSet, random: Random, assembly: Sequence[Placement], name: str, count: int) -> list[Placement]:
    """Return some ways to lay a piece along a side of an assembly, with a vertex on the vertex where the side ends."""
    found = {}
    for placement in assembly:
        for direction, _, end in sides(placement.ring):
            for corner in ways_to_lay(pieces, 1):
                if corner.name == name and corner.opening == (direction + 4) % 8:
                    join = lay(corner, end)
                    found[join.bounds] = join
    joins = [join for join in found.values() if all(are_apart(join.bounds, other.bounds) for other in assembly)]
    return random.sample(joins, min(count, len(joins)))

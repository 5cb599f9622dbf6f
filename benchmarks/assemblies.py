"""Outlines with a known solution, made from a seed: all pieces of some sets, joined edge to edge."""

from random import Random

from heuristan.boundary import Boundary, sides
from heuristan.exact.tables import corners_of
from heuristan.lattice import ORIGIN
from heuristan.pieces import TANGRAM, PieceSet, Placement, lay
from heuristan.puzzle import Puzzle, make_puzzle

CHOICES = 4
"""Of so many ways to join a piece, the one that leaves the fewest vertices is taken."""


def assembled(seed: int, sets: int = 1, pieces: PieceSet = TANGRAM) -> Puzzle:
    """The outline of a random assembly; the same seed gives the same one."""
    return make_puzzle(f"assembly-{seed}", [piece.ring for piece in assembly_of(seed, sets, pieces)])


def assembly_of(seed: int, sets: int = 1, pieces: PieceSet = TANGRAM) -> list[Placement]:
    """The pieces of a random assembly; the same seed gives the same one.

    Merely random assemblies straggle, and their many vertices make them easy. People draw compact figures, so of a few
    ways to join a piece the one that leaves the fewest vertices is taken.
    """
    random = Random(seed)
    names = list(pieces.stock(sets).elements())
    random.shuffle(names)
    first = random.choice([corner for corner in corners_of(pieces, 1) if corner.name == names[0]])
    assembly = [lay(first, ORIGIN)]
    for name in names[1:]:
        joins = _joins(assembly, name, pieces)
        some = random.sample(joins, min(CHOICES, len(joins)))
        assembly.append(min(some, key=lambda join: _vertices([*assembly, join])))
    return assembly


def _joins(assembly: list[Placement], name: str, pieces: PieceSet) -> list[Placement]:
    """Every way to lay a piece with a side along a side of an assembly, a corner on its corner."""
    found = {}
    for placement in assembly:
        for direction, _, end in sides(placement.ring):
            for corner in corners_of(pieces, 1):
                if corner.name == name and corner.opening == (direction + 4) % 8:
                    join = lay(corner, end)
                    found[join.bounds] = join
    return [join for join in found.values() if all(_are_apart(join, other) for other in assembly)]


def _are_apart(a: Placement, b: Placement) -> bool:
    """Whether two pieces have no inner point in common: separating axes."""
    return any(a.bounds[i + 1] <= b.bounds[i] or b.bounds[i + 1] <= a.bounds[i] for i in range(0, len(a.bounds), 2))


def _vertices(assembly: list[Placement]) -> int:
    return len(Boundary.of(placement.ring for placement in assembly).vertices)

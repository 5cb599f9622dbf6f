"""The pieces to cut out: each turned so that it takes little room, the largest first."""

from collections.abc import Iterable
from math import atan2

from heuristan.common.plane import Ring, turned
from heuristan.common.svg.geometry import size_of
from heuristan.tangram.pieces.sets import PieceSet, Shape, in_legs
from heuristan.teaching.worksheets.puzzles import SheetPuzzle


def pieces_for(puzzles: Iterable[SheetPuzzle]) -> list[tuple[str, Ring]]:
    """Return the pieces that every puzzle of a worksheet can be laid with, as names and rings in legs.

    Of each set of pieces, as many sets as the puzzle has that needs the most.
    """
    needed: dict[PieceSet, int] = {}
    for puzzle in puzzles:
        needed[puzzle.pieces] = max(needed.get(puzzle.pieces, 0), puzzle.sets)
    found: list[tuple[str, Ring]] = []
    for pieces, sets in needed.items():
        shapes = sorted(pieces.shapes, key=lambda shape: -_area(shape))
        stock = pieces.stock(sets)
        found += [(shape.name, resting(shape)) for shape in shapes for _ in range(stock[shape.name])]
    return found


def resting(shape: Shape) -> Ring:
    """Return a piece, in legs, turned so that it is as low as a side on the ground makes it."""
    ring = tuple(map(in_legs, shape.ring))
    ways = [
        tuple(turned(spot, -atan2(q[1] - p[1], q[0] - p[0])) for spot in ring)
        for p, q in zip(ring, (*ring[1:], *ring[:1]), strict=True)
    ]
    return min(ways, key=lambda way: round(size_of([way], 0.0)[1], 6))


def _area(shape: Shape) -> float:
    whole, root = shape.area
    return whole + root / 2**0.5

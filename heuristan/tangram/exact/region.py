"""What a search is to fill, and with what."""

from dataclasses import dataclass

from heuristan.tangram.boundary import Boundary, LoopTable
from heuristan.tangram.lattice.points import Code
from heuristan.tangram.pieces.sets import Items, PieceSet, Stock, items_of
from heuristan.tangram.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Region:
    """An outline, or what is left of one, and the pieces left for it. Their areas are the same."""

    outline: Puzzle | Boundary
    stock: Stock
    pieces: PieceSet
    denominator: int
    nearness: Code = 0
    """How far apart what is the same may lie."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Region":
        """The whole of a puzzle."""
        return cls(puzzle, puzzle.stock, puzzle.pieces, puzzle.denominator, puzzle.nearness)

    @property
    def items(self) -> Items:
        """The stock as a value to look up by."""
        return items_of(self.pieces, self.stock)

    @property
    def loops(self) -> LoopTable:
        """All that a search needs of the boundary."""
        return self.outline.table if isinstance(self.outline, Puzzle) else LoopTable.of_loops(self.outline.loops)

    @property
    def boundary(self) -> Boundary:
        return self.outline.boundary if isinstance(self.outline, Puzzle) else self.outline

"""A region to fill, and the pieces to fill it with."""

from dataclasses import dataclass
from typing import Protocol

from heuristan.tangram.boundary import Boundary, LoopTable
from heuristan.tangram.lattice.points import Code
from heuristan.tangram.pieces.sets import Items, PieceSet, Stock, items_of
from heuristan.tangram.puzzle.puzzle import Puzzle


class Outline(Protocol):
    """A puzzle, or the boundary of what is left of one."""

    @property
    def table(self) -> LoopTable:
        """The loops, as a search reads them."""

    @property
    def boundary(self) -> Boundary:
        """The boundary, which may take longer to make than the table."""


@dataclass(frozen=True)
class Region:
    """An outline, or what is left of one, and the pieces left for it. Their areas are the same."""

    outline: Outline
    stock: Stock
    pieces: PieceSet
    denominator: int
    nearness: Code = 0
    """The maximum distance of points and lines that count as the same."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Region":
        """Return the whole of a puzzle."""
        return cls(puzzle, puzzle.stock, puzzle.pieces, puzzle.denominator, puzzle.nearness)

    @property
    def items(self) -> Items:
        """The stock as a hashable value."""
        return items_of(self.pieces, self.stock)

    @property
    def loops(self) -> LoopTable:
        """The loops of the boundary: all that a search reads of it."""
        return self.outline.table

    @property
    def boundary(self) -> Boundary:
        """The boundary of the outline."""
        return self.outline.boundary

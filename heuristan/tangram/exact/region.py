"""A region to fill and the pieces to fill it with, and the outcome of a search of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from heuristan.tangram.boundary import Boundary, LoopTable
from heuristan.tangram.lattice.points import Code
from heuristan.tangram.pieces.sets import Items, PieceSet, Placement, Stock, items_of
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


Solution: TypeAlias = Sequence[Placement]
"""Pieces in the order in which they were placed."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a search, and how much of the tree it saw."""

    status: Literal["solved", "stuck", "unsolvable", "limit"]
    solutions: tuple[Solution, ...]
    """The first one, or all of them, as asked for; those found until then, if the time was over."""
    nodes: int
    """Number of states that the search looked at, the empty board included."""
    depth: int
    """Maximum number of pieces placed at once."""
    message: str
    """One sentence: how it was solved, the strongest simple reason why it cannot be, or what ran out."""
    is_complete: bool = False
    """Whether the whole tree was seen, so that there are no other solutions."""
    choices: tuple[int, ...] = ()
    """For each piece of the first solution, the number of fits that it was chosen from, if the search counts them."""

"""A region to fill and the pieces to fill it with, and the outcome of a search of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.boundary import Boundary
from heuristan.tangram.boundary.loops import LoopTable
from heuristan.tangram.lattice.points import Code, Point, value
from heuristan.tangram.pieces.sets import UNITS_A_LEG, Items, PieceSet, Placement, Stock, items_of, pieces_at_vertices
from heuristan.tangram.pieces.tiling import fits_at, infeasible_edges, infeasible_parts
from heuristan.tangram.puzzle.puzzle import Puzzle, legs_squared


class Region(NamedTuple):
    """An outline, or what is left of one, and the pieces left for it. Their areas are the same."""

    outline: Puzzle | Boundary
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


@dataclass
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


Own: TypeAlias = Callable[[Point], tuple[float, float]]
"""From lattice points to the outline's own coordinates."""


def reason_against(region: Region, own: Own) -> str | None:
    """Return the strongest simple reason why there is no solution, as a clause; None if there is no simple one.

    A part of the wrong area rules out every way to share out the pieces; an edge that no sides add up to, every way to
    lay pieces along it; a vertex where nothing fits says least.
    """
    return _infeasible_part(region, own) or _infeasible_edge(region, own) or _infeasible_vertex(region, own)


def _infeasible_part(region: Region, own: Own) -> str | None:
    for part in infeasible_parts(region.boundary, region.pieces, region.items, region.denominator):
        size = legs_squared(part.area, region.denominator)
        what = "the outline" if len(region.boundary.parts) == 1 else f"the part at {_at(own(part.outer[0].point))}"
        return f"{what} has an area of {size:.6g} legs squared, and no selection of the pieces has that area"
    return None


def _infeasible_edge(region: Region, own: Own) -> str | None:
    for start, end, length in infeasible_edges(region.boundary, region.pieces, region.items, region.denominator):
        legs = value(length) / (UNITS_A_LEG * region.denominator)
        return (
            f"the edge from {_at(own(start.point))} to {_at(own(end.point))} is {legs:.6g} legs long, "
            "and no sides of pieces add up to that"
        )
    return None


def _infeasible_vertex(region: Region, own: Own) -> str | None:
    names = frozenset(name for name, _ in region.items)
    table = pieces_at_vertices(region.pieces, region.denominator)
    for vertex in region.boundary.vertices:
        if vertex.convex and not fits_at(region.boundary, vertex, names, table):
            return f"no piece fits at the vertex {_at(own(vertex.point))}"
    return None


def _at(position: tuple[float, float]) -> str:
    return f"({position[0]:.6g}, {position[1]:.6g})"

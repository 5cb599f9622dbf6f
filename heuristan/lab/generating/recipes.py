"""What is wanted of outlines that are made, and what is known of them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from heuristan.lab.generating.joining import How, tables_of
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet, Placement
from heuristan.tangram.puzzle.kinds import KINDS, Kind
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.difficulty import Difficulty

COMPACT = (4,)
"""Number of ways to join a piece of which the best is taken: with four, outlines are about as compact as people's."""

EVERY_COMPACT = (1, 2, 4, 8, 16, 32)
"""Together they make outlines of nearly every possible number of vertices."""

MADE: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "parts")
"""The kinds of outline that are made: every piece is joined to another."""


@dataclass(frozen=True)
class Recipe:
    """The properties of the outlines to make.

    Raises:
        NotSnug: if the outlines must be snug, and the pieces cannot be laid so.
    """

    how: How = "assembly"
    sets: int = 1
    pieces: PieceSet = TANGRAM
    vertices: range | None = None
    """Possible numbers of vertices; None for any number."""
    kinds: Collection[Kind] = tuple(kind for kind in MADE if kind != "touching")
    compact: tuple[int, ...] = COMPACT
    """Number of ways to join a piece of which the one that leaves the fewest vertices is taken. Of several numbers each
    try draws one; those that made more wanted outlines are drawn more often."""
    difficulty: range | None = None
    """The levels of difficulty that are wanted; None for any."""

    def __post_init__(self) -> None:
        tables_of(self.how, self.pieces)

    @property
    def max_vertices(self) -> int:
        """Upper bound of the number of vertices: at each vertex of an outline there is one of a piece."""
        vertices = {shape.name: len(shape.ring) for shape in self.pieces.shapes}
        return sum(vertices[name] * count for name, count in self.pieces.stock(self.sets).items())


class Made(NamedTuple):
    """An outline and the pieces that it was made of."""

    puzzle: Puzzle
    vertices: int
    kind: Kind
    pieces: tuple[Placement, ...]
    """Their places; none if the outline was drawn from a census."""
    difficulty: Difficulty | None = None
    """How hard it is, if certain levels were asked for."""

"""The outcome of an exhaustive search."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from heuristan.tangram.pieces.sets import Placement

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

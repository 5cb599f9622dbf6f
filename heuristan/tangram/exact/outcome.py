"""What an exhaustive search came to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from heuristan.tangram.pieces.sets import Placement

Solution: TypeAlias = Sequence[Placement]
"""Pieces in the order in which they were placed."""


@dataclass(frozen=True)
class Outcome:
    """What a search came to, and how much of the tree it saw."""

    status: Literal["solved", "stuck", "unsolvable", "limit"]
    solutions: tuple[Solution, ...]
    """The first one, or all of them, as was asked for. Those found until then, if the time was over."""
    nodes: int
    """States that the search looked at, the empty board included."""
    depth: int
    """Pieces that lay at once at most."""
    message: str
    """One sentence: how it was solved, the strongest simple reason why it cannot be, or what ran out."""
    is_complete: bool = False
    """Whether the whole tree was seen, so that there are no other solutions."""
    choices: tuple[int, ...] = ()
    """Of how many fits each piece of the first solution was chosen, where the search counts them."""

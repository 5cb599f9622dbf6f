"""What can be said to a person at the table."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from heuristan.tangram.lattice.points import Point
from heuristan.tangram.pieces.sets import Placement

Certainty: TypeAlias = Literal["only-fit", "others-fail", "every-solution", "a-solution", "unchecked"]
"""Why a piece should lie there, the most certain first: nothing else fits at its corner; all else that fits there
leaves at once what cannot be filled; a search shows the same; some solution has it there; the rules would take it."""


@dataclass(frozen=True)
class Hint:
    """Where one piece goes."""

    piece: Placement
    corner: Point
    """The corner of what is left where it is to be seen ..."""
    edge_to: Point | None
    """... and the other end of the edge there that one of its sides lies along; None if it lies along none."""
    certainty: Certainty
    ways: int
    """In how many ways the pieces that are left fit at that corner, along that edge."""
    rule: str | None = None
    """The title of the rule that takes it; None where its corner says enough."""
    grades: str = ""
    """The grades of its sides, best first."""
    is_checked: bool = True
    """Whether what is placed can be completed, and with this piece: a search came to its end."""


@dataclass(frozen=True)
class Solved:
    """Nothing is left to place."""


@dataclass(frozen=True)
class TakeBack:
    """What is placed can no longer work."""

    reason: str | None
    """A simple reason, as a clause; None where only a search shows it."""
    pieces: tuple[int, ...]
    """The places, from 1, of the pieces to take back: the fewest that will do, rather the last than the first. Empty
    if the time was over before any were found."""
    is_fewest: bool = True
    """Whether no smaller number would do."""


@dataclass(frozen=True)
class Unsolvable:
    """The outline has no solution, whatever is placed."""

    reason: str | None
    """A simple reason, as a clause; None where only a search shows it."""


Advice: TypeAlias = Hint | Solved | TakeBack | Unsolvable

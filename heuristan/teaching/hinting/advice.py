"""The advice that a person at the table can get."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from heuristan.common.plane import Spot
from heuristan.tangram.verification.claims.claims import LaidPiece

Certainty: TypeAlias = Literal["only-fit", "others-fail", "every-solution", "a-solution", "unchecked"]
"""The reasons why a piece should lie there, the most certain first: nothing else fits at its vertex; everything else
that fits there immediately leaves something that cannot be filled; a search shows the same; some solution has it there;
the rules would take it."""


@dataclass(frozen=True)
class Hint:
    """The place of one piece, in the outline's own coordinates."""

    piece: LaidPiece
    vertex: Spot
    """The vertex of what is left where to look."""
    edge_to: Spot | None
    """The other end of the edge at the vertex that a side of the piece lies along; None if there is no such edge."""
    certainty: Certainty
    ways: int
    """Number of ways in which the pieces that are left fit at that vertex, along that edge."""
    rule: str | None = None
    """The title of the rule that takes it; None if the vertex decides."""
    grades: str = ""
    """The grades of its sides, best first."""
    is_checked: bool = True
    """Whether a search has shown that what is placed can be completed, with this piece."""

    @property
    def name(self) -> str:
        """The name of the piece."""
        return self.piece.name or ""


@dataclass(frozen=True)
class Solved:
    """Nothing is left to place."""


@dataclass(frozen=True)
class TakeBack:
    """The pieces that are placed cannot be completed."""

    reason: str | None
    """A simple reason, as a clause; None if only a search shows it."""
    pieces: tuple[int, ...]
    """Numbers, from 1, of the pieces to take back: as few as possible, and later ones rather than earlier ones. Empty
    if the time limit was reached before any were found."""
    is_fewest: bool = True
    """Whether it is known that fewer pieces are not enough."""


@dataclass(frozen=True)
class Unsolvable:
    """The outline has no solution, whatever is placed."""

    reason: str | None
    """A simple reason, as a clause; None if only a search shows it."""


@dataclass(frozen=True)
class Unknown:
    """No solution is known, so that nothing can be advised."""

    reason: str
    """Why, as a clause."""


Advice: TypeAlias = Hint | Solved | TakeBack | Unsolvable | Unknown

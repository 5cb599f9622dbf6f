"""What comes of solving a board, and how it is written as JSON."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.sliding.files import Puzzle
from heuristan.sliding.notation import text_of

Status: TypeAlias = Literal["solved", "not-solved", "unsolvable", "limit", "refused"]
"""solved: moves lead to the goal. not-solved: the method gave up, which proves nothing. unsolvable: no moves do, which
is proven. limit: the time was up. refused: the method does not take this board."""


class StageMoves(NamedTuple):
    """A stage of a plan: what it is for, the tiles that go home in it, and its moves."""

    name: str
    tiles: tuple[int, ...]
    moves: str


@dataclass(frozen=True)
class Result:
    """What a method came to.

    Attributes:
        puzzle: the board.
        status: see `Status`.
        method: plan, optimal or paper: the one whose answer this is.
        seconds: of the clock.
        moves: those that lead to the goal; None if none were found.
        stages: of a plan, in order; together they have all moves.
        is_optimal: whether no solution is shorter.
        nodes: states that a search looked at; 0 where none was made.
        bound: moves that every solution has at least, as a search has proven.
        estimate: what the search went by.
        message: why there are no moves, or what else must be said.
    """

    puzzle: Puzzle
    status: Status
    method: str
    seconds: float
    moves: str | None = None
    stages: tuple[StageMoves, ...] = ()
    is_optimal: bool = False
    nodes: int = 0
    bound: int = 0
    estimate: str | None = None
    message: str = ""

    def as_json(self) -> dict[str, Any]:
        """The result as JSON values."""
        found: dict[str, Any] = {
            "id": self.puzzle.id,
            "status": self.status,
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "start": text_of(self.puzzle.start),
            "goal": text_of(self.puzzle.goal),
            "moves": self.moves,
            "length": None if self.moves is None else len(self.moves),
            "optimal": self.is_optimal,
            "nodes": self.nodes,
            "bound": self.bound,
        }
        if self.estimate:
            found["estimate"] = self.estimate
        if self.stages:
            found["stages"] = [
                {"name": stage.name, "tiles": list(stage.tiles), "moves": stage.moves} for stage in self.stages
            ]
        if self.message:
            found["message"] = self.message
        return found

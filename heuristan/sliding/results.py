"""Names of the solvers and estimates, and results of solving a board: without numpy, as the command line needs them."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common.results import Refused, Status
from heuristan.sliding.boards import text_of
from heuristan.sliding.files import Puzzle

Solver: TypeAlias = Literal["auto", "plan", "optimal"]
SOLVERS: tuple[Solver, ...] = ("auto", "plan", "optimal")
Estimate: TypeAlias = Literal["distances", "conflicts", "patterns"]
ESTIMATES: tuple[Estimate, ...] = ("distances", "conflicts", "patterns")

AUTO_LIMIT = 60.0
"""Seconds after which `auto` ends its search for a shortest solution and takes the plan, if no limit is given."""
SHORT_LIMIT = 5.0
"""The same for a board of which most take days, because it is large or numba is missing."""
NEAR = 60
"""Maximum sum of the distances of the tiles from home at which such a board is searched: of boards of 5 x 5 to 8 x 8,
none with more than 50 was solved in `SHORT_LIMIT`."""


class Stage(NamedTuple):
    """A stage of a solution."""

    name: str
    """Its name for readers, like "row 1: 1 2 3"."""
    tiles: tuple[int, ...]
    """Numbers of the tiles that go home in it."""
    moves: str


@dataclass(frozen=True)
class Result:
    """The answer of a solver.

    Attributes:
        puzzle: the board with its goal.
        status: how solving ended; `refused` if the solver does not take this board.
        solver: the solver whose answer this is; never auto if it is solved.
        seconds: wall clock of solving.
        moves: moves that lead to the goal; None if none were found.
        stages: stages of the solution in order, which together have all moves; empty if the solver has no stages.
        is_optimal: whether it is proven that no solution is shorter.
        nodes: number of states that a search visited; 0 if nothing was searched.
        bound: minimum number of moves of a solution, as far as a search has proven it.
        estimate: the estimate that a search used.
        message: the reason why there are no moves, or a remark.
    """

    puzzle: Puzzle
    status: Status
    solver: str
    seconds: float
    moves: str | None = None
    stages: tuple[Stage, ...] = ()
    is_optimal: bool = False
    nodes: int = 0
    bound: int = 0
    estimate: str | None = None
    message: str = ""

    @property
    def id(self) -> str:
        """The id of the board."""
        return self.puzzle.id

    def as_json(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        found: dict[str, Any] = {
            "id": self.id,
            "status": self.status,
            "solver": self.solver,
            "seconds": round(self.seconds, 6),
            "message": self.message,
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
        return found


@dataclass(frozen=True)
class Refusal(Refused):
    """The result of a source that cannot be used, among several sources."""

    solver: str
    status: Status = "refused"

    def as_json(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return {"id": self.id, "status": self.status, "solver": self.solver, "seconds": 0.0, "message": self.message}

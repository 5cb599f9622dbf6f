"""The result of a solver for a puzzle. Polygons have fields of their own, in `polygons.results`."""

from dataclasses import dataclass, field
from typing import Any

from heuristan.common.results import Status
from heuristan.edgematching.puzzle import Arrangement


@dataclass(frozen=True)
class Result:
    """The fields that the results of all kinds of puzzles share."""

    id: str
    """The puzzle."""
    kind: str
    """`squares`, `cubes` or `polygons`; empty if the puzzle is refused."""
    status: Status
    solver: str
    seconds: float
    """Wall-clock time of solving."""
    message: str = ""
    """Why it is not solved; of polygons also how it was solved."""
    processor_seconds: float = 0.0
    """Processor time of solving, in all processes."""

    def as_json(self) -> dict[str, Any]:
        """Return the result as the command line writes it."""
        return {
            "id": self.id,
            "status": self.status,
            "solver": self.solver,
            "seconds": round(self.seconds, 4),
            "message": self.message,
            "kind": self.kind,
            "processor_seconds": round(self.processor_seconds, 4),
        }


@dataclass(frozen=True)
class GridResult(Result):
    """The result for a puzzle of squares or cubes."""

    sizes: tuple[int, ...] = ()
    """Rows and columns, or layers, rows and columns."""
    arrangement: Arrangement | None = None
    """The piece at each place, if it is solved."""
    turns: bool = False
    """Whether pieces may be turned."""
    effort: dict[str, int] = field(default_factory=dict)
    """Counts of the solver: `programs` and `restarts`, `nodes`, or `branches`."""

    def as_json(self) -> dict[str, Any]:
        """Return the result as the command line writes it; pieces are counted from 1."""
        found = super().as_json() | self.effort
        if self.arrangement is not None:
            found["places"] = nested([laid.piece + 1 for laid in self.arrangement], self.sizes)
            if self.turns:
                found["turned"] = nested([laid.turn for laid in self.arrangement], self.sizes)
        return found


def nested(flat: list[int], sizes: tuple[int, ...]) -> list[Any]:
    """Return a flat list as rows (as layers of rows)."""
    if len(sizes) == 1:
        return flat
    step = len(flat) // sizes[0]
    return [nested(flat[at : at + step], sizes[1:]) for at in range(0, len(flat), step)]

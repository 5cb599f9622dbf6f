"""The result of a solver for a puzzle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common.results import Status, Verdict
from heuristan.edgematching.puzzle import Arrangement, Faces, Puzzle

SolverName: TypeAlias = Literal["auto", "lp", "backtracking"]
SOLVERS: tuple[SolverName, ...] = ("auto", "lp", "backtracking")
AUTO_LIMIT = 60.0
"""Seconds of `auto` without a time limit."""


class Best(NamedTuple):
    """A full board that is no solution."""

    arrangement: Arrangement
    matching: int
    """The number of edges that match."""
    edges: int
    """The number of edges that touch another one."""

    def in_words(self) -> str:
        return f"{self.matching} of {self.edges} edges match"


class Tried(NamedTuple):
    """A reading of the file in which there is no solution, or none was found."""

    assumed: Mapping[str, Any]
    """Assumptions of the reading."""
    status: Status
    message: str


@dataclass(frozen=True)
class Result:
    """The result for a puzzle.

    Attributes:
        id: the name of the puzzle.
        puzzle: the puzzle, in the reading that was solved; None if it is refused.
        status: how solving ended.
        solver: the solver.
        seconds: wall-clock time of solving.
        message: why it is not solved.
        processor_seconds: processor time of solving, in all processes.
        arrangement: the piece at each place, if it is solved.
        effort: counts of the solver: `programs` and `restarts`, or `nodes`.
        best: the best board that was met, if it is not solved.
        tried: the other readings that were tried.
        iterates: what is seen of the iterates of the linear programs, if they are kept.
    """

    id: str
    puzzle: Puzzle | None
    status: Status
    solver: str
    seconds: float
    message: str = ""
    processor_seconds: float = 0.0
    arrangement: Arrangement | None = None
    effort: dict[str, int] = field(default_factory=dict)
    best: Best | None = None
    tried: tuple[Tried, ...] = ()
    iterates: tuple[Any, ...] = ()

    @property
    def shown(self) -> Arrangement | None:
        """The solution, or else the best board."""
        return self.arrangement or (self.best and self.best.arrangement)

    def as_json(self) -> dict[str, Any]:
        """Return the result as the command line writes it; pieces are counted from 1."""
        found = {
            "id": self.id,
            "status": self.status,
            "solver": self.solver,
            "seconds": round(self.seconds, 4),
            "message": self.message,
            "kind": self.puzzle.kind if self.puzzle else "",
            "processor_seconds": round(self.processor_seconds, 4),
            **self.effort,
        }
        if self.puzzle and self.arrangement is not None:
            found |= _laid(self.puzzle, self.arrangement)
        if self.puzzle and self.best is not None:
            score = {"matching": self.best.matching, "edges": self.best.edges}
            found["best"] = score | _laid(self.puzzle, self.best.arrangement)
        if self.puzzle and self.puzzle.assumed:
            found["assumed"] = dict(self.puzzle.assumed)
        if self.tried:
            found["tried"] = [each._asdict() for each in self.tried]
        return found


def _laid(puzzle: Puzzle, arrangement: Arrangement) -> dict[str, Any]:
    """Return the pieces, from 1, and the turns row by row (layer by layer), None where the board has no place."""

    def in_box(values: Sequence[int]) -> list[Any]:
        shown = dict(zip(puzzle.board.places, values, strict=True))
        return nested([shown.get(place) for place in product(*map(range, puzzle.board.sizes))], puzzle.board.sizes)

    found = {"places": in_box([laid.piece + 1 for laid in arrangement])}
    return found | ({"turned": in_box([laid.turn for laid in arrangement])} if puzzle.turns else {})


class Answer(NamedTuple):
    """The answer of a solver for squares and cubes, before it is checked."""

    solver: str
    faces: tuple[Faces, ...] | None
    """The colours at each place, if it found a solution."""
    effort: dict[str, int]
    """Counts, as `Result` has them."""
    proven: bool = False
    """Whether it is proven that there is no solution."""
    message: str = ""
    """Reason why no solution exists or none was found."""
    best: Sequence[Faces | None] | None = None
    """The colours at each place of the best board, None where nothing lies, if there is no solution."""


def without_solution(id: str, status: Status, impossible: str | None) -> Verdict:
    """Return the verdict on a result that does not claim a solution.

    Args:
        id: the puzzle.
        status: the claim.
        impossible: why there is no solution, as far as it is clear without a search.
    """
    if status != "unsolvable":
        return Verdict(id, "unchecked", status, notes=(f"a result that is {status} claims nothing",))
    if impossible is None:
        return Verdict(id, "unchecked", status, notes=("a proof by search is not checked here",))
    return Verdict(id, "right", status, merit=impossible)


def nested(flat: list[Any], sizes: tuple[int, ...]) -> list[Any]:
    """Return a flat list as rows (as layers of rows)."""
    if len(sizes) == 1:
        return flat
    step = len(flat) // sizes[0]
    return [nested(flat[at : at + step], sizes[1:]) for at in range(0, len(flat), step)]

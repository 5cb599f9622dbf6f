"""The result of a solver for a puzzle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common.results import Status, Verdict
from heuristan.edgematching.puzzle import Arrangement, Board, Faces, Puzzle

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
        id: the puzzle.
        kind: `squares`, `cubes`, `hexagons` or `triangles`; empty if the puzzle is refused.
        status: how solving ended.
        solver: the solver.
        seconds: wall-clock time of solving.
        message: why it is not solved.
        processor_seconds: processor time of solving, in all processes.
        sizes: rows and columns, or layers, rows and columns.
        arrangement: the piece at each place, if it is solved.
        turns: whether pieces may be turned.
        effort: counts of the solver: `programs` and `restarts`, or `nodes`.
        best: the best board that was met, if it is not solved.
        missing: the places of the box that the board does not have.
        assumed: assumptions about what the file does not say.
        tried: the other readings that were tried.
    """

    id: str
    kind: str
    status: Status
    solver: str
    seconds: float
    message: str = ""
    processor_seconds: float = 0.0
    sizes: tuple[int, ...] = ()
    arrangement: Arrangement | None = None
    turns: bool = False
    effort: dict[str, int] = field(default_factory=dict)
    best: Best | None = None
    missing: tuple[tuple[int, ...], ...] = ()
    assumed: Mapping[str, Any] = field(default_factory=dict)
    tried: tuple[Tried, ...] = ()

    @classmethod
    def of(cls, puzzle: Puzzle, **found: Any) -> "Result":
        """Return a result for a puzzle, whose id, kind, sizes, turns and missing places it takes."""
        board = puzzle.board
        return cls(puzzle.id, puzzle.kind, sizes=board.sizes, turns=puzzle.turns, missing=board.missing, **found)

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
            "kind": self.kind,
            "processor_seconds": round(self.processor_seconds, 4),
            **self.effort,
        }
        if self.arrangement is not None:
            found |= self._laid(self.arrangement)
        if self.best is not None:
            score = {"matching": self.best.matching, "edges": self.best.edges}
            found["best"] = score | self._laid(self.best.arrangement)
        if self.assumed:
            found["assumed"] = dict(self.assumed)
        if self.tried:
            found["tried"] = [each._asdict() for each in self.tried]
        return found

    def _laid(self, arrangement: Arrangement) -> dict[str, Any]:
        found = {"places": self.in_box([laid.piece + 1 for laid in arrangement])}
        if self.turns:
            found["turned"] = self.in_box([laid.turn for laid in arrangement])
        return found

    @property
    def board(self) -> Board:
        """The places, row by row (layer by layer)."""
        return Board(self.sizes, missing=self.missing)

    def in_box(self, values: Sequence[Any]) -> list[Any]:
        """Return the values of the places row by row (layer by layer), None where the board has no place."""
        found = dict(zip(self.board.places, values, strict=True))
        return nested([found.get(place) for place in product(*map(range, self.sizes))], self.sizes)


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

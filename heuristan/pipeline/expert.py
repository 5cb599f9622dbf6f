"""The pipeline: a puzzle goes in, a result with its trace comes out."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from heuristan.expert.backtracking import rules_with_corner_fit, run_with_backtracking
from heuristan.expert.narration import Narrator
from heuristan.expert.published import run_as_published
from heuristan.expert.ranking import DEFAULT, Ranking
from heuristan.expert.ranking_file import read_ranking
from heuristan.expert.running import Clock, Run
from heuristan.puzzle import Puzzle
from heuristan.trace import Event, Status, Trace
from heuristan.verify import fault_of

Solver = Literal["expert"]


class UnsoundSolutionError(AssertionError):
    """A solver called something a solution that is none: a bug, never an answer."""


@dataclass(frozen=True)
class ResultPiece:
    """A piece of a solution, in the outline's own coordinates."""

    piece: str
    step: int
    rule: str
    vertices: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Result:
    """What became of an outline."""

    id: str
    status: Status
    solver: Solver
    ranking: str
    seconds: float
    """Time for solving alone."""
    entry_point: int | None
    extractions: int
    backtracks: int
    message: str
    pieces: tuple[ResultPiece, ...]
    trace: Trace = ()

    def as_json(self) -> dict[str, Any]:
        """The result without its trace, as the command line writes it."""
        fields = {name: value for name, value in vars(self).items() if name not in ("trace", "pieces")}
        return fields | {"seconds": round(self.seconds, 6), "pieces": [vars(piece) for piece in self.pieces]}


def solve(
    puzzle: Puzzle, ranking: Ranking | str = DEFAULT, *, backtracking: bool = True, limit: float | None = None
) -> Result:
    """Solve a puzzle by ranked rules. (From one thread at a time: engines are kept and used again.)

    Args:
        puzzle: the outline.
        ranking: the rules in order, or the name or file of a ranking.
        backtracking: with undoing, and complete; or as published, without.
        limit: the most seconds it may take.

    Raises:
        RankingError: the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    events: list[Event] = []
    rules = rules_with_corner_fit(ranking) if backtracking else ranking.rules
    narrator = Narrator(puzzle, ranking, rules, events.append)
    run_ranking = run_with_backtracking if backtracking else run_as_published
    start = perf_counter()
    run = run_ranking(puzzle, ranking, narrator, Clock.of(limit))
    seconds = perf_counter() - start
    return Result(
        puzzle.id,
        run.status,
        "expert",
        ranking.name,
        seconds,
        run.entry_point,
        run.extractions,
        run.backtracks,
        run.message,
        _own(puzzle, run),
        tuple(events),
    )


def refused(id: str, message: str, ranking: str) -> Result:
    """The result of an outline that is no puzzle."""
    return Result(id, "refused", "expert", ranking, 0.0, None, 0, 0, message, ())


def _own(puzzle: Puzzle, run: Run) -> tuple[ResultPiece, ...]:
    if run.status != "solved":
        return ()
    fault = fault_of(puzzle, [piece.placement for piece in run.pieces])
    if fault is not None:
        raise UnsoundSolutionError(f"{puzzle.id}: {fault}")
    return tuple(
        ResultPiece(
            piece.placement.name, piece.step, piece.rule, tuple(puzzle.frame.own(p) for p in piece.placement.ring)
        )
        for piece in run.pieces
    )

"""The puzzles of a worksheet: each with its name, how hard it is, and its solution as a trace."""

from dataclasses import dataclass
from functools import cached_property

from heuristan.common.plane import Ring
from heuristan.common.svg.geometry import size_of
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.story import Story, story_of
from heuristan.tangram.solving.difficulty import Difficulty, difficulty_in, run_for_difficulty
from heuristan.tangram.trace.events import Trace


@dataclass(frozen=True)
class SheetPuzzle:
    """A puzzle of a worksheet, with its solution."""

    name: str
    difficulty: Difficulty
    trace: Trace
    """The trace of the run that solved it: everything that is drawn is in it."""
    pieces: PieceSet
    sets: int

    @cached_property
    def story(self) -> Story:
        return story_of(self.trace)

    @property
    def outline(self) -> tuple[Ring, ...]:
        """The rings of the outline, in legs."""
        return self.story.puzzle.outline

    @property
    def angle(self) -> float:
        """The turn by which it lies as its author drew it."""
        return self.story.puzzle.frame.angle

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height as it is drawn, in legs."""
        return size_of(self.outline, self.angle)


class UnsolvedError(ValueError):
    """A puzzle that cannot be on a worksheet, since no solution was found; the message says why."""


def sheet_puzzle(name: str, puzzle: Puzzle, limit: float | None = None) -> SheetPuzzle:
    """Return a puzzle with its solution and how hard it is.

    Args:
        name: the name on the worksheet.
        puzzle: the outline.
        limit: time limit in seconds.

    Raises:
        UnsolvedError: if it has no solution, or none was found within the time limit.
    """
    run = run_for_difficulty(puzzle, limit)
    difficulty = difficulty_in(run.trace)
    if difficulty is None:
        raise UnsolvedError(f"{puzzle.id}: {run.status}{': ' * bool(run.message)}{run.message}")
    return SheetPuzzle(name, difficulty, run.trace, puzzle.pieces, puzzle.sets)

"""Faults of puzzles, the time limit of solvers, and the extra that they need."""

from collections.abc import Mapping, Sequence

from heuristan.common.clock import Clock
from heuristan.common.faults import InputError

EXTRA = "edgematching"
"""The extra of heuristan with the libraries of the solvers."""


class PuzzleError(InputError):
    """A puzzle that cannot be used; the message names the spot in it, and the reader of a file adds file and line."""


class LimitReached(Exception):
    """The time limit of a puzzle is reached.

    Attributes:
        effort: the counts of the solver.
        best: the colours at each place when most pieces lay, None where nothing lay.
    """

    def __init__(
        self,
        effort: Mapping[str, int] | None = None,
        best: Sequence[tuple[int, ...] | None] | None = None,
    ) -> None:
        super().__init__()
        self.effort = dict(effort or {})
        self.best = best


class Deadline(Clock):
    """A clock that ends a solver by LimitReached."""

    def check(self) -> None:
        """Raise LimitReached if the limit has passed."""
        if self.is_over():
            raise LimitReached

"""The moment at which a solver must stop."""

from collections.abc import Mapping, Sequence

from heuristan.common.clock import Clock


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

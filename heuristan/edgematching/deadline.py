"""The moment at which a solver must stop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic


class LimitReached(Exception):
    """The time limit of a puzzle is reached.

    Attributes:
        elsewhere: processor seconds that another process has used.
        effort: the counts of the solver.
        best: the colours at each place when most pieces lay, None where nothing lay.
    """

    def __init__(
        self,
        elsewhere: float = 0.0,
        effort: Mapping[str, int] | None = None,
        best: Sequence[tuple[int, ...] | None] | None = None,
    ) -> None:
        super().__init__()
        self.elsewhere = elsewhere
        self.effort = dict(effort or {})
        self.best = best


@dataclass(frozen=True)
class Deadline:
    """A moment of the monotonic clock; by default there is no limit."""

    at: float = inf

    @classmethod
    def after(cls, seconds: float | None) -> "Deadline":
        return cls() if seconds is None else cls(monotonic() + seconds)

    @property
    def left(self) -> float | None:
        """Seconds until then, at least 0; None without a limit."""
        return None if self.at == inf else max(0.0, self.at - monotonic())

    @property
    def is_over(self) -> bool:
        return monotonic() > self.at

    def check(self) -> None:
        """Raise LimitReached if the deadline is over."""
        if self.is_over:
            raise LimitReached

    def sooner(self, seconds: float) -> "Deadline":
        """Return the earlier of this deadline and the given number of seconds from now."""
        return Deadline(min(self.at, monotonic() + seconds))

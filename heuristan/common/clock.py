"""Time limits: how much of one is left, and what is raised when it is over."""

from time import perf_counter
from typing import Self


class OutOfTime(Exception):
    """The time limit is over."""


class Clock:
    """A clock that starts when it is made, with a time limit or without."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else perf_counter() + seconds
        self.has_stopped = False
        """Whether the limit ended work that was left."""

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - perf_counter())

    def is_over(self) -> bool:
        """Return whether the limit has passed, to be asked only while work is left; without a limit it never has."""
        if self._end is None or perf_counter() <= self._end:
            return False
        self.has_stopped = True
        return True

    def check(self) -> None:
        """Raise OutOfTime if the limit has passed."""
        if self.is_over():
            raise OutOfTime

    def sooner(self, seconds: float) -> Self:
        """Return a clock with the earlier of this limit and a number of seconds from now."""
        left = self.left
        return type(self)(seconds if left is None else min(left, seconds))

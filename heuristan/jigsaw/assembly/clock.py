"""The time limit of an assembly."""

from time import perf_counter


class Clock:
    """A clock that starts when it is made."""

    def __init__(self, limit: float | None = None) -> None:
        self._began = perf_counter()
        self._limit = limit
        self._has_stopped = False

    @property
    def has_stopped(self) -> bool:
        """Whether the limit ended work that was left."""
        return self._has_stopped

    def seconds(self) -> float:
        """Return the seconds since the start."""
        return perf_counter() - self._began

    def is_over(self) -> bool:
        """Return whether the limit has passed, to be asked only while work is left; without a limit it never has."""
        over = self._limit is not None and self.seconds() > self._limit
        self._has_stopped |= over
        return over

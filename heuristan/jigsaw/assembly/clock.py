"""The time limit of an assembly."""

from time import perf_counter


class Clock:
    """A clock that starts when it is made."""

    def __init__(self, limit: float | None = None) -> None:
        self._end = None if limit is None else perf_counter() + limit
        self.has_stopped = False
        """Whether the limit ended work that was left."""

    def left(self) -> float | None:
        """Return the seconds that are left, 0 or less if the limit has passed; None without a limit."""
        return None if self._end is None else self._end - perf_counter()

    def is_over(self) -> bool:
        """Return whether the limit has passed, to be asked only while work is left; without a limit it never has."""
        over = self._end is not None and perf_counter() > self._end
        self.has_stopped |= over
        return over

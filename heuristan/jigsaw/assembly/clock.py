"""How long an assembly may go on."""

from time import perf_counter


class Clock:
    """Runs from when it is made."""

    def __init__(self, limit: float | None = None) -> None:
        self._began = perf_counter()
        self._limit = limit
        self._has_stopped = False

    @property
    def has_stopped(self) -> bool:
        """Whether somebody with work left was told that the limit has passed."""
        return self._has_stopped

    def seconds(self) -> float:
        """Since it was made."""
        return perf_counter() - self._began

    def is_over(self) -> bool:
        """Whether the limit has passed; without one it never has. To be asked only while there is work left."""
        over = self._limit is not None and self.seconds() > self._limit
        self._has_stopped |= over
        return over

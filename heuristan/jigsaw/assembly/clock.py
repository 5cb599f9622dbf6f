"""How long an assembly may go on."""

from time import perf_counter


class Clock:
    """Runs from when it is made."""

    def __init__(self, limit: float | None = None) -> None:
        self._began = perf_counter()
        self._limit = limit

    def seconds(self) -> float:
        """Since it was made."""
        return perf_counter() - self._began

    def is_over(self) -> bool:
        """Whether the limit has passed; without one it never has."""
        return self._limit is not None and self.seconds() > self._limit

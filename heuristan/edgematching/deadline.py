"""How long a search may take."""

from dataclasses import dataclass
from math import inf
from time import monotonic


class LimitReached(Exception):
    """The time for a puzzle is over.

    Attributes:
        elsewhere: processor seconds that another process took until then.
    """

    def __init__(self, elsewhere: float = 0.0) -> None:
        super().__init__()
        self.elsewhere = elsewhere


@dataclass(frozen=True)
class Deadline:
    """A moment of the monotonic clock; without one a search is never over."""

    at: float = inf

    @classmethod
    def after(cls, seconds: float | None) -> "Deadline":
        return cls() if seconds is None else cls(monotonic() + seconds)

    @property
    def left(self) -> float | None:
        """Seconds until then, at least 0; None where there is no end."""
        return None if self.at == inf else max(0.0, self.at - monotonic())

    def check(self) -> None:
        """Raises LimitReached where it is over."""
        if monotonic() > self.at:
            raise LimitReached

    def sooner(self, seconds: float) -> "Deadline":
        """The sooner of this one and so many seconds from now."""
        return Deadline(min(self.at, monotonic() + seconds))

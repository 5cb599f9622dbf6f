"""Progress of long searches: who searches says how far it is, and who shows it asks, as often as it likes.

A search pays nothing for it: it hands out a function that describes it, and goes on.
"""

from collections.abc import Callable
from typing import TypeAlias

Describe: TypeAlias = Callable[[], str]
"""Says in a few words how far a search is. It is called from another thread, and reads only."""

_running: list[Describe] = []


class announced:  # noqa: N801 - a context manager, like those of `contextlib`, at half their price
    """Let others ask how far the work of the block is; blocks within each other are all asked."""

    def __init__(self, describe: Describe) -> None:
        self._describe = describe

    def __enter__(self) -> None:
        _running.append(self._describe)

    def __exit__(self, *_: object) -> None:
        _running.remove(self._describe)


def progress() -> str:
    """Return how far the searches are that run now, the outer ones first; empty if there are none."""
    return ", ".join(describe() for describe in tuple(_running))

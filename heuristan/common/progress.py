"""Progress of long searches: who searches says how far it is, and who shows it asks, as often as it likes.

A search pays nothing for it: it hands out a function that describes it, and goes on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Describe: TypeAlias = Callable[[], str]
"""Says in a few words how far a search is. It is called from another thread, and reads only."""

_running: list[Describe] = []


@contextmanager
def announced(describe: Describe) -> Iterator[None]:
    """Let others ask how far the work of the block is; blocks within each other are all asked."""
    _running.append(describe)
    try:
        yield
    finally:
        _running.remove(describe)


def progress() -> str:
    """Return how far the searches are that run now, the outer ones first; empty if there are none."""
    return ", ".join(describe() for describe in tuple(_running))

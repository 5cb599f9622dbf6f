"""Ctrl-C deferred where it would do harm."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from signal import SIGINT, getsignal, signal
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, TypeAlias

_Handler: TypeAlias = Callable[[int, FrameType | None], Any]


class _Noting:
    """A handler that records that Ctrl-C came."""

    def __init__(self, usual: _Handler, *, again: bool) -> None:
        self.usual, self.again = usual, again
        self.has_come = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.has_come and self.again:
            self.usual(number, frame)
        self.has_come = True


@contextmanager
def undisturbed(*, unless_again: bool = False) -> Iterator[None]:
    """Defer Ctrl-C until the block ends; nested blocks defer it to the outermost.

    Args:
        unless_again: whether a second Ctrl-C acts at once. A block that writes to a pipe needs it: such a block lasts
            for ever if the reader of the pipe stops.
    """
    usual = getsignal(SIGINT)
    if current_thread() is not main_thread() or isinstance(usual, _Noting) or not callable(usual):
        yield
        return
    noting = _Noting(usual, again=unless_again)
    signal(SIGINT, noting)
    try:
        yield
    finally:
        signal(SIGINT, usual)
    if noting.has_come:
        raise KeyboardInterrupt

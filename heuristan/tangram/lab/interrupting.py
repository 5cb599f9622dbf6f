"""Ctrl-C deferred where it would do harm."""

from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, getsignal, signal
from threading import current_thread, main_thread


class _Noting:
    """A handler that records that Ctrl-C came."""

    has_come = False

    def __call__(self, *_: object) -> None:
        self.has_come = True


@contextmanager
def undisturbed() -> Iterator[None]:
    """Defer Ctrl-C until the block ends; nested blocks defer it to the outermost."""
    usual = getsignal(SIGINT)
    if current_thread() is not main_thread() or isinstance(usual, _Noting):
        yield
        return
    noting = _Noting()
    signal(SIGINT, noting)
    try:
        yield
    finally:
        signal(SIGINT, usual)
    if noting.has_come:
        raise KeyboardInterrupt

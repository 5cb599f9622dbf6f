"""Ctrl-C where it would do harm: it waits until what was begun is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, getsignal, signal
from threading import current_thread, main_thread


class _Noting:
    """A handler that notes that Ctrl-C came."""

    has_come = False

    def __call__(self, *_: object) -> None:
        self.has_come = True


@contextmanager
def undisturbed() -> Iterator[None]:
    """What is done here is done whole: Ctrl-C waits for it. Of blocks within each other it waits for the outer one."""
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

"""Ctrl-C noted, because code in C may swallow it: while numpy is imported it ends as an ImportError."""

from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, default_int_handler, getsignal, signal
from types import FrameType

_has_come = False


def note_interrupts() -> None:
    """Note Ctrl-C from now on, unless this process was started so that it is ignored."""
    if getsignal(SIGINT) is default_int_handler:
        signal(SIGINT, interrupt)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Note Ctrl-C, and raise KeyboardInterrupt as usual."""
    global _has_come
    _has_come = True
    default_int_handler(number, frame)


@contextmanager
def interrupts_told() -> Iterator[None]:
    """Raise KeyboardInterrupt for an import that failed because of Ctrl-C."""
    try:
        yield
    except ImportError:
        if _has_come:
            raise KeyboardInterrupt from None
        raise

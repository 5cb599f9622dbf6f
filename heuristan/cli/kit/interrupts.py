"""Ctrl-C noted, because code in C may swallow it: while numpy is imported it ends as an ImportError."""

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


def was_interrupted() -> bool:
    """Return whether Ctrl-C has come."""
    return _has_come

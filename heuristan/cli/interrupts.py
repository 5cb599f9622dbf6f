"""Ctrl-C at the wrong moment: noted while numpy is imported, put off while numba compiles.

An import ends with an ImportError then. The compiler loses what is raised while it calls Python, so that numba fails
later, or is left half made, so that the process crashes at its end.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, default_int_handler, getsignal, raise_signal, signal
from threading import Timer
from types import FrameType

PUT_OFF = 0.05
"""Seconds until Ctrl-C is tried again."""
_COMPILER = "llvmlite.binding"
"""The package whose code calls the compiler, and is called by it."""

_has_come = False


def note_interrupts() -> None:
    """Note Ctrl-C from now on, unless this process was started so that it is ignored."""
    if getsignal(SIGINT) is default_int_handler:
        signal(SIGINT, interrupt)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Note Ctrl-C, and raise KeyboardInterrupt as usual, or soon if it would be lost now."""
    global _has_come
    _has_come = True
    if _would_be_lost(frame):
        again = Timer(PUT_OFF, _send, (number,))
        again.daemon = True
        again.start()
    else:
        default_int_handler(number, frame)


def _send(number: int) -> None:
    """Send a signal to the process: one that is raised in this thread does not wake the main thread from waiting."""
    if sys.platform == "win32":
        # to kill is to end the process there
        raise_signal(number)
    else:
        os.kill(os.getpid(), number)


def _would_be_lost(frame: FrameType | None) -> bool:
    """Return whether the compiler is at work."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(_COMPILER):
            return True
        frame = frame.f_back
    return False


@contextmanager
def interrupts_told() -> Iterator[None]:
    """Raise KeyboardInterrupt for an import that failed because of Ctrl-C."""
    try:
        yield
    except ImportError:
        if _has_come:
            raise KeyboardInterrupt from None
        raise

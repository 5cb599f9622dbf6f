"""Ctrl-C at the wrong moment, deferred where it would do harm; and work that is ended when its time is over.

While numpy is imported it is noted: the import would end with an ImportError. While numba compiles it is put off: the
compiler loses what is raised while it calls Python, so that numba fails later, or is left half made, so that the
process crashes at its end.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from signal import SIG_IGN, SIGINT, Handlers, default_int_handler, getsignal, raise_signal, signal
from threading import Timer, current_thread, main_thread
from types import FrameType
from typing import Any, TypeAlias

from heuristan.common.clock import Clock, OutOfTime

if sys.platform != "win32" and sys.platform != "emscripten":
    from signal import ITIMER_PROF, ITIMER_REAL, SIGALRM, SIGPROF, setitimer

_HAS_TIMERS = sys.platform != "win32" and sys.platform != "emscripten"
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
    if isinstance(usual, _Noting) or not callable(usual):
        yield
        return
    noting = _Noting(usual, again=unless_again)
    with _handled_by(noting):
        yield
    if noting.has_come:
        raise KeyboardInterrupt


@contextmanager
def _handled_by(handler: _Handler | Handlers) -> Iterator[None]:
    """Handle Ctrl-C otherwise in the block, in the main thread, to which alone it comes."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal(SIGINT, handler)
    try:
        yield
    finally:
        signal(SIGINT, usual)


@contextmanager
def interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Give a function that says whether Ctrl-C came in the block, which ends by itself; a second one is raised."""
    noting = _Noting(default_int_handler, again=True)
    with _handled_by(noting):
        yield lambda: noting.has_come


def uninterrupted() -> AbstractContextManager[None]:
    """Ignore Ctrl-C in the block. A process started there inherits that, so that it never ends with a traceback."""
    return _handled_by(SIG_IGN)


LATER = 1.0
"""Seconds that a block has beyond its limit to end by itself."""


@contextmanager
def ended_with(clock: Clock) -> Iterator[None]:
    """Raise OutOfTime in the block soon after a limit is over, for work that need not ask the clock.

    That is so in the main thread alone, and where the system has timers.
    """
    left = clock.left
    if not _HAS_TIMERS or left is None or current_thread() is not main_thread():
        yield
        return
    with _timer(ITIMER_REAL, SIGALRM, left + LATER):
        yield


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block when it has used some seconds of the processor, where `ended_with` can."""
    if not _HAS_TIMERS or current_thread() is not main_thread():
        yield
        return
    with _timer(ITIMER_PROF, SIGPROF, seconds):
        yield


@contextmanager
def _timer(which: int, number: int, seconds: float) -> Iterator[None]:
    usual = signal(number, _end_late)
    setitimer(which, seconds, LATER)
    try:
        yield
    finally:
        setitimer(which, 0)
        signal(number, usual)


def _end_late(*_: object) -> None:
    raise OutOfTime


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
        # os.kill would end the process there
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

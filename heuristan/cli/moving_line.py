"""A line on the terminal that moves while one piece of work takes long: how far it is, and for how long."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

from heuristan.cli.quiet import is_quiet
from heuristan.common.progress import progress

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 1.0
"""Seconds of work without a line."""
PER_SECOND = 8


@contextmanager
def moving_line() -> Iterator[None]:
    """Show on standard error, where that is a terminal, how far the block is, once it has worked for a second."""
    if is_quiet() or not sys.stderr.isatty():
        yield
        return
    line = _Line()
    try:
        yield
    finally:
        line.end()


class _Line:
    """A line that appears after a while; what draws it is imported only then."""

    def __init__(self) -> None:
        self._began = monotonic()
        self._lock = Lock()
        self._is_over = False
        self._live: Live | None = None
        self._timer = Timer(PATIENCE, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def _appear(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        spinner = Spinner("dots")

        def drawn() -> Spinner:
            spinner.update(text=self.words())
            return spinner

        with self._lock:
            if self._is_over:
                return
            self._live = Live(
                get_renderable=drawn,
                console=Console(stderr=True),
                refresh_per_second=PER_SECOND,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()

    def words(self) -> str:
        """Return what the line says."""
        minutes, seconds = divmod(int(monotonic() - self._began), 60)
        return f"{progress() or 'working'}, {minutes}:{seconds:02}"

    def end(self) -> None:
        """Take the line away, or see to it that it never comes."""
        self._timer.cancel()
        with self._lock:
            self._is_over = True
            if self._live is not None:
                self._live.stop()

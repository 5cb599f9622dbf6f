"""Progress of long work, on standard error where that is a terminal: a bar, or a line that moves."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from heuristan.cli.echoing import is_quiet
from heuristan.common.progress import progress
from heuristan.common.words import plural

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 1.0
"""Seconds of work without a line."""
PER_SECOND = 8


@contextmanager
def moving_line(words: str = "working") -> Iterator[None]:
    """Show on standard error, where that is a terminal, how far the block is, once it has worked for a second.

    Args:
        words: what is shown where the block does not say how far it is.
    """
    if not _is_shown():
        yield
        return
    line = _Line(words)
    try:
        yield
    finally:
        line.end()


class _Line:
    """A line that appears after a while; what draws it is imported only then."""

    def __init__(self, words: str) -> None:
        self._words = words
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
        return f"{progress() or self._words}, {minutes}:{seconds:02}"

    def end(self) -> None:
        """Take the line away, or see to it that it never comes."""
        self._timer.cancel()
        with self._lock:
            self._is_over = True
            if self._live is not None:
                self._live.stop()


T = TypeVar("T")


def track(
    items: Iterable[T],
    noun: str,
    total: int | None = None,
    good: Callable[[T], bool] | None = None,
    word: str = "",
    *,
    shown: bool = True,
) -> Iterator[T]:
    """Yield the items, and show a bar that counts them meanwhile, or for a single item a line that moves.

    Args:
        items: the items, each a piece of work that is done when it comes.
        noun: what they are, in the singular, like "outline".
        total: the number of items if it is known; the time left is shown then.
        good: chooses items that are counted by themselves, like those that are solved.
        word: what these are, like "solved".
        shown: whether there are several, which are worth a bar, and nothing else is written on the terminal meanwhile.
    """
    if not _is_shown():
        yield from items
        return
    if not shown:
        yield from _one_by_one(items)
        return
    with bar(noun) as show:
        found = 0
        for number, item in enumerate(items, 1):
            found += good is not None and good(item)
            show(number, total, f"{found} {word}" if word else "")
            yield item


def _is_shown() -> bool:
    return sys.stderr.isatty() and not is_quiet()


def _one_by_one(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and show a line that moves while one takes long to come."""
    found = iter(items)
    nothing = object()
    while True:
        with moving_line():
            item = next(found, nothing)
        if item is nothing:
            return
        yield cast("T", item)


class Show(Protocol):
    """Shows how much is done, of how much in all (None if that is not known), and what else there is to say."""

    def __call__(self, done: int, total: int | None = None, words: str = "") -> None: ...


@contextmanager
def bar(noun: str) -> Iterator[Show]:
    """Show a bar while the block runs; the block says how far it is.

    Args:
        noun: what is counted, in the singular.
    """
    if not _is_shown():
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=300) as progress:
        task = progress.add_task(f"{noun}s", total=None)

        def show(done: int, total: int | None = None, words: str = "") -> None:
            counted = plural(done, noun) if total is None else f"{done:,} of {plural(total, noun)}"
            text = f"{counted}{', ' * bool(words)}{words}"
            progress.update(task, completed=done, total=total, description=text)

        yield show


def _ignore(done: int, total: int | None = None, words: str = "") -> None:
    """Show nothing."""

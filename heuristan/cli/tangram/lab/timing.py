"""Progress of long work with the time that is left, on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Tick: TypeAlias = Callable[[int, int, str], None]
"""Is told how much is done, of how much in all, and what else there is to say."""


@contextmanager
def timed(noun: str) -> Iterator[Tick]:
    """A bar with the time left, where standard error is a terminal; else nothing."""
    if not sys.stderr.isatty():
        yield lambda done, total, words: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{noun}, {{task.description}},", markup=False),
        TimeElapsedColumn(),
        TextColumn("gone,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=300) as progress:
        bar = progress.add_task("", total=None)
        yield lambda done, total, words: progress.update(bar, completed=done, total=total, description=words)

"""Progress of long work, on standard error."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heuristan.pipeline.result import Result


def counted(results: "Iterable[Result]", shown: bool) -> "Iterator[Result]":
    """The results, with a line that counts them while they come (where standard error is a terminal)."""
    if not shown or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed} outlines, {task.fields[solved]} solved"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=None, solved=0)
        solved = 0
        for result in results:
            solved += result.status == "solved"
            progress.update(bar, advance=1, solved=solved)
            yield result

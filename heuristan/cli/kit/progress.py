"""Progress of long work, on standard error."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from heuristan.tangram.solving.result import Result

_T = TypeVar("_T")


def is_solved(result: "Result") -> bool:
    return result.status == "solved"


def counted(items: Iterable[_T], shown: bool, is_good: Callable[[_T], bool], word: str) -> Iterator[_T]:
    """The items, with a line that counts them while they come (where standard error is a terminal).

    Args:
        items: one for each outline.
        shown: whether they are worth a line.
        is_good: those that are counted by themselves, ...
        word: ... and what is said of them.
    """
    if not shown or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        TextColumn(f"{{task.completed}} outlines, {{task.fields[good]}} {word}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=None, good=0)
        good = 0
        for item in items:
            good += is_good(item)
            progress.update(bar, advance=1, good=good)
            yield item

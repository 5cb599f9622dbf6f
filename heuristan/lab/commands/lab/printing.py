"""Tables on the terminal."""

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from textwrap import fill

from heuristan.cli.echoing import echo
from heuristan.common.quoting import readable

NARROWEST = 40
"""Minimum number of columns that words are wrapped to."""


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[bool], leading: int = 0) -> None:
    """Print a table, its numeric columns aligned on the right.

    Args:
        head: the titles of the columns.
        rows: the cells.
        numeric: for each column whether it is aligned on the right.
        leading: number of first columns that name what a row is about. Where the terminal is too narrow they are
            written in a line of their own above its numbers.
    """
    # rich would pass control characters on to the terminal
    head, rows, numeric = [*map(readable, head)], [[*map(readable, row)] for row in rows], list(numeric)
    # nothing is folded in a pipe, which has no width
    room = _room() if sys.stdout.isatty() else None
    if room is not None and 0 < leading < len(head) and _width([head, *rows]) > room:
        echo("\n".join(_narrow(head, rows, leading, room)))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for title, right in zip(head, numeric, strict=True):
        table.add_column(title, justify="right" if right else "left")
    for row in rows:
        table.add_row(*row)
    console = Console() if room is not None else Console(width=10_000, file=sys.stdout)
    console.print(table, end="", markup=False)


def wrapped(words: str) -> str:
    """Return a paragraph in lines that fit the terminal; in one line where there is none."""
    return fill(words, _room() - 1, break_on_hyphens=False) if sys.stdout.isatty() else words


def _room() -> int:
    return max(shutil.get_terminal_size().columns, NARROWEST)


def _width(rows: Iterable[Sequence[str]]) -> int:
    """Return the width of a table as it is drawn with a frame."""
    return sum(max(map(len, column)) + 3 for column in zip(*rows, strict=True))


def _narrow(head: Sequence[str], rows: Sequence[Sequence[str]], leading: int, room: int) -> Iterator[str]:
    """Yield the lines of a table whose rows have their names above them; last columns without room are in words."""
    cells = [[cell.replace("\xa0", " ") for cell in row[leading:]] for row in rows]
    titles = [_in_lines(title, max(len(row[i]) for row in cells)) for i, title in enumerate(head[leading:])]
    widths = [max(map(len, (*title, *(row[i] for row in cells)))) for i, title in enumerate(titles)]
    ends = list(accumulate(width + 2 for width in widths))
    shown = max(1, sum(end < room for end in ends))
    high = max(map(len, titles[:shown]))
    for i in range(high):
        yield _line([("",) * (high - len(title)) + tuple(title) for title in titles[:shown]], i, widths)
    yield "-" * ends[shown - 1]
    before: Sequence[str] = ()
    for row, numbers in zip(rows, cells, strict=True):
        names = row[:leading]
        same = next((i for i, name in enumerate(names) if i >= len(before) or name != before[i]), leading)
        yield f"{'  ' * min(same, 1)}{', '.join(names[same:])}"
        yield _line([(cell,) for cell in numbers[:shown]], 0, widths)
        pairs = zip(head[leading + shown :], numbers[shown:], strict=True)
        rest = "; ".join(f"{title}: {cell}" for title, cell in pairs)
        if rest:
            yield fill(rest, room - 1, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
        before = names


def _in_lines(title: str, width: int) -> list[str]:
    """Return the title of a column in lines that are hardly wider than its cells."""
    return fill(title, max(width, *map(len, title.split())), break_on_hyphens=False).splitlines()


def _line(columns: Sequence[Sequence[str]], number: int, widths: Sequence[int]) -> str:
    return "".join(f"  {column[number]:>{width}}" for column, width in zip(columns, widths, strict=False))

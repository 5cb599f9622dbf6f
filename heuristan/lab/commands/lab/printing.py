"""Tables on the terminal."""

import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import fill

from heuristan.common.quoting import readable

NARROWEST = 40
"""Minimum number of columns that words are wrapped to."""


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[bool]) -> None:
    """Print a table, its numeric columns aligned on the right; cells are folded where the terminal is too narrow.

    Args:
        head: the titles of the columns.
        rows: the cells.
        numeric: for each column whether it is aligned on the right.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for title, right in zip(head, numeric, strict=True):
        table.add_column(readable(title), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(readable, row))  # rich would pass control characters on to the terminal
    # nothing is folded in a pipe, which has no width
    console = Console() if sys.stdout.isatty() else Console(width=10_000, file=sys.stdout)
    console.print(table, end="", markup=False)


def wrapped(words: str) -> str:
    """Return a paragraph in lines that fit the terminal; in one line where there is none."""
    if not sys.stdout.isatty():
        return words
    return fill(words, max(shutil.get_terminal_size().columns, NARROWEST) - 1, break_on_hyphens=False)

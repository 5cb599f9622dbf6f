"""Tables on the terminal."""

import sys
from collections.abc import Iterable, Sequence


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[bool]) -> None:
    """Print a table, its numeric columns aligned on the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for title, right in zip(head, numeric, strict=True):
        table.add_column(title, justify="right" if right else "left")
    for row in rows:
        table.add_row(*row)
    # nothing is folded in a pipe, which has no width
    console = Console() if sys.stdout.isatty() else Console(width=10_000, file=sys.stdout)
    console.print(table, end="", markup=False)

"""Estimates of the moves that are left from distances alone, none of which is ever too large.

- The *Manhattan distance* of a tile is its number of rows and columns from home.
- Two tiles in their home row in the wrong order are a *linear conflict* (Hansson, Mayer and Yung, 1992): one of them
  must leave the row and come back, two moves that its distance does not count. For a whole line the moves to add are
  twice the minimum number of tiles that must leave so that the others are in order: the number of tiles minus the
  length of the longest rising sequence of them.

`pattern_databases` has larger ones.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product

from heuristan.sliding.searching import kernel

LONGEST_LINE = 5
"""Maximum length of a line with a table of conflicts: (5 + 1) ** 5 entries. Longer lines count only distances."""


@lru_cache(maxsize=32)
def distances(rows: int, columns: int) -> tuple[int, ...]:
    """Return the Manhattan distances between all cells, indexed by home * cells + cell."""
    cells = range(rows * columns)
    return tuple(
        abs(home // columns - cell // columns) + abs(home % columns - cell % columns)
        for home in cells
        for cell in cells
    )


@lru_cache(maxsize=8)
def conflicts(length: int) -> tuple[int, ...]:
    """Return the linear conflicts of every line of this length; empty if lines are too long.

    A line is a number with a digit for each cell: 0 for the blank or a tile of another line, else 1 + its home place.
    """
    if length > LONGEST_LINE:
        return ()
    return tuple(map(conflict, product(range(length + 1), repeat=length)))


def conflict(line: tuple[int, ...]) -> int:
    """Return the number of moves that the tiles of a line need beyond their distances."""
    ends: list[int] = []  # for each length the smallest last place of a rising sequence
    for place in filter(None, line):
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return 2 * (sum(place > 0 for place in line) - len(ends))


def by_distances(rows: int, columns: int, hole: int, *, with_conflicts: bool) -> Callable[[Sequence[int]], int]:
    """Return the sum of Manhattan distances, with or without linear conflicts, as a function of states.

    A state is the home of the tile or blank in each cell.
    """
    cells, far = rows * columns, distances(rows, columns)
    in_rows, in_columns = (conflicts(columns), conflicts(rows)) if with_conflicts else ((), ())

    def estimate(state: Sequence[int]) -> int:
        found = sum(far[home * cells + cell] for cell, home in enumerate(state) if home != hole)
        if in_rows:
            found += sum(kernel.conflicts_of_row(state, row, columns, hole, in_rows) for row in range(rows))
        if in_columns:
            found += sum(
                kernel.conflicts_of_column(state, column, rows, columns, hole, in_columns) for column in range(columns)
            )
        return found

    return estimate

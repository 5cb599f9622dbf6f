"""Tables of the two estimates that need no database.

The *Manhattan distance* of a tile is how many rows and columns it is from home. Two tiles in their home row that stand
in the wrong order are a *linear conflict* (Hansson, Mayer and Yung, 1992): one of them must leave the row and come
back, two moves that its distance does not count. For a whole line the moves to add are twice the fewest tiles that must
leave so that the others stand in order: the tiles less the longest rising sequence among them.
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import product

LONGEST_LINE = 5
"""Cells of a line whose conflicts are tabled: (5 + 1) ** 5 entries. Longer lines count distances alone."""


@lru_cache(maxsize=32)
def distances(rows: int, columns: int) -> tuple[int, ...]:
    """The Manhattan distance between each two cells, home * cells + cell."""
    cells = range(rows * columns)
    return tuple(
        abs(home // columns - cell // columns) + abs(home % columns - cell % columns)
        for home in cells
        for cell in cells
    )


@lru_cache(maxsize=8)
def conflicts(length: int) -> tuple[int, ...]:
    """The linear conflicts of every line of so many cells; empty where lines are too long.

    A line is a number with a digit for each cell: 0 for a tile from elsewhere or the blank, else 1 + its place at home.
    """
    if length > LONGEST_LINE:
        return ()
    return tuple(map(conflict, product(range(length + 1), repeat=length)))


def conflict(line: tuple[int, ...]) -> int:
    """The moves that the tiles of a line need beyond their distances."""
    ends: list[int] = []  # of the rising sequences of each length the least last place
    for place in filter(None, line):
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return 2 * (sum(place > 0 for place in line) - len(ends))

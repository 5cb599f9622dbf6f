"""The ways to put a fragment into a rectangle, some of its flat sides being read wrongly."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.arrays import Booleans
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.fragments import Fragment, Lie, turned


class Window(NamedTuple):
    """A fragment, or most of it, in a rectangle."""

    worth: int
    """Four for each piece, less the flat sides that lie wrongly, and less those that are missing or too many."""
    size: Dimensions
    inside: dict[int, Lie]


def windows(flat: Booleans, fragment: Fragment, *, upright: bool) -> Iterator[Window]:
    """Yield the ways to put a fragment into a rectangle of as many places as there are pieces.

    Args:
        flat: which sides are read as flat, shape (pieces, 4).
        fragment: some of the pieces.
        upright: whether the pieces stand upright; if not, there are at most as many rows as columns.
    """
    count = len(flat)
    for rows in range(2, count // 2 + 1):
        if count % rows or (not upright and rows * rows > count):
            continue
        size = Dimensions(rows, count // rows)
        off = abs(int(flat.sum()) - 2 * sum(size))
        for quarters in range(1 if upright else 4):
            own = turned(fragment, quarters)
            for row in _starts([lie.row for lie in own.values()], size.rows):
                for column in _starts([lie.column for lie in own.values()], size.columns):
                    inside = _cut(own, size, row, column)
                    if inside:
                        yield Window(4 * len(inside) - _wrong(flat, size, inside) - off, size, inside)


def _starts(places: Sequence[int], length: int) -> range:
    """Return where a stretch may begin that contains all places, or as many of them as it can."""
    ends = min(places), max(places) - length + 1
    return range(min(ends), max(ends) + 1)


def _cut(fragment: Fragment, size: Dimensions, row: int, column: int) -> dict[int, Lie]:
    """Return what of a fragment lies in a rectangle whose top left place is given."""
    moved = {piece: Lie(lie.row - row, lie.column - column, lie.turn) for piece, lie in fragment.items()}
    return {p: lie for p, lie in moved.items() if 0 <= lie.row < size.rows and 0 <= lie.column < size.columns}


def _wrong(flat: Booleans, size: Dimensions, inside: Fragment) -> int:
    """Count the flat sides that do not lie at the rim of a rectangle, and the other sides that do."""
    row, column, turn = np.array([*inside.values()]).T
    rim = np.stack([row == 0, column == size.columns - 1, row == size.rows - 1, column == 0], axis=1)
    sides = (np.arange(4)[None, :] - turn[:, None]) % 4
    return int((flat[np.array([*inside])[:, None], sides] != rim).sum())

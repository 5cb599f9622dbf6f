"""Tables of macro moves: the shortest way home for a few tiles in a small window, whatever the other tiles do.

A table is made once for a shape of window, the fixed cells in it, and the homes of the tiles, by going back from all
states in which the tiles are home, with the blank anywhere. Unlike a search, a table knows only a few tiles and is made
before any board is seen. Two tiles in 4 x 4 cells make 16 ** 3 entries, all five of the last 2 x 3 make 6 ** 6, and the
maximum is 35 ** 4, for three tiles in 5 x 7.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from heuristan.sliding.boards import neighbours
from heuristan.sliding.planning.parts import Part
from heuristan.sliding.planning.position import Position

_BACK = np.array([[2], [3], [0], [1]])
"""For each move the move that undoes it."""
_HOME = 4
"""Entry of a table in place of a move: the tiles are home."""
_NEVER = 5
"""Entry of a table in place of a move: there is no such state, or no moves lead home from it."""


@dataclass(frozen=True)
class Window:
    """A part of a board, the cells in it that must not change, and the homes of the tiles that go home in it."""

    part: Part
    fixed: frozenset[int]
    homes: tuple[int, ...]

    def bring_home(self, position: Position) -> None:
        """Bring the tiles home in the minimum number of moves. They and the blank must be in the window."""
        place, table = _table_of(self)
        base, width = self.part.size, self.part.width
        steps, weights = (-1, width, 1, -width), [base**digit for digit in range(len(self.homes), 0, -1)]
        cells = [place[position.where[home]] for home in self.homes]
        blank = place[position.blank]
        code = blank + sum(cell * weight for cell, weight in zip(cells, weights, strict=True))
        moves: list[int] = []
        while (move := table[code]) != _HOME:
            moves.append(move)
            to = blank + steps[move]
            code += to - blank
            if to in cells:
                tile = cells.index(to)
                code += (blank - to) * weights[tile]
                cells[tile] = blank
            blank = to
        position.make_all(moves)


@lru_cache(maxsize=1024)
def _table_of(window: Window) -> tuple[dict[int, int], bytes]:
    """Return for each cell of a window its number in it, and the table of the window."""
    part = window.part
    place = {cell: number for number, cell in enumerate(part.cells())}
    fixed = tuple(sorted(place[cell] for cell in window.fixed))
    return place, macro_table(part.height, part.width, fixed, tuple(place[home] for home in window.homes))


@lru_cache(maxsize=512)
def macro_table(height: int, width: int, fixed: tuple[int, ...], homes: tuple[int, ...]) -> bytes:
    """Return the next move for every state of a window.

    Args:
        height: number of rows of the window.
        width: number of its columns.
        fixed: the cells that the blank does not enter.
        homes: the home cells of the tiles.

    Returns:
        The index of a move for each state; a state is a number whose digits are the cells of the tiles and of the
        blank.
    """
    cells = height * width
    after = np.array(neighbours(height, width), dtype=np.int64)
    after[np.isin(after, fixed)] = -1
    table = np.full(cells ** (len(homes) + 1), _NEVER, dtype=np.uint8)
    free = [cell for cell in range(cells) if cell not in fixed and cell not in homes]
    # a row for each tile, then one for the blank; a column for each state of the layer
    layer = np.array([[home] * len(free) for home in homes] + [free], dtype=np.int64)
    table[_codes(layer, cells)] = _HOME
    while layer.shape[1]:
        layer = _reached(layer, after, table)
    return table.tobytes()


def _reached(
    layer: npt.NDArray[np.int64], after: npt.NDArray[np.int64], table: npt.NDArray[np.uint8]
) -> npt.NDArray[np.int64]:
    """Return the new states one move away from a layer, each once, and enter the way back into the table."""
    blank = layer[-1]
    to = after[blank].T
    found = np.where(layer[:, None] == to, blank, layer[:, None])
    found[-1] = to
    found, back = found[:, to >= 0], (_BACK * np.ones_like(to))[to >= 0]
    codes = _codes(found, len(after))
    new = table[codes] == _NEVER
    found, back, codes = found[:, new], back[new], codes[new]
    # written backwards, so that the first of several moves that lead to a state remains
    table[codes[::-1]] = back[::-1]
    return found[:, table[codes] == back]


def _codes(states: npt.NDArray[np.int64], cells: int) -> npt.NDArray[np.int64]:
    codes = np.zeros(states.shape[1], dtype=np.int64)
    for digits in states:
        codes = codes * cells + digits
    return codes


def groups_of(line: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Divide the cells of a line into twos and threes, which go home together; in sevens the first goes alone."""
    sizes = {2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (2, 2, 2), 7: (1, 2, 2, 2)}[len(line)]
    found, start = [], 0
    for size in sizes:
        found.append(tuple(line[start : start + size]))
        start += size
    return tuple(found)

"""Tables of macro moves: the shortest way home for a few tiles in a small window, whatever the other tiles do.

A table is made once for a shape of window, the cells in it that are not to be touched, and the homes of the tiles: by
going back from all states in which they are home, the blank anywhere. A table differs from a search in that it looks
at a few tiles alone and is made before any board is seen. Two tiles in 4 x 4 cells make 16 ** 3 entries, all five of
the last 2 x 3 make 6 ** 6, and the most are the 15 ** 4 of three tiles in 3 x 5.
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
"""For each move the one that undoes it."""
_HOME = 4
"""In a table instead of a move: the tiles are home."""
_NEVER = 5
"""... the state is none, or no moves lead home from it."""


@dataclass(frozen=True)
class Window:
    """A part of a board with some cells that stay as they are, and the homes of the tiles that are to go there."""

    part: Part
    fixed: frozenset[int]
    homes: tuple[int, ...]

    def bring_home(self, position: Position) -> None:
        """Make the fewest moves after which these tiles are home. They and the blank are in the window."""
        part = self.part
        place = _places_of(part)
        table = macro_table(
            part.height,
            part.width,
            tuple(sorted(place[cell] for cell in self.fixed)),
            tuple(place[home] for home in self.homes),
        )
        base, after, blank = part.size, position.after, position.blank
        cells = [position.where[home] for home in self.homes]
        moves: list[int] = []
        while True:
            code = 0
            for cell in cells:
                code = code * base + place[cell]
            move = table[code * base + place[blank]]
            if move == _HOME:
                return position.make_all(moves)
            moves.append(move)
            to = after[blank][move]
            if to in cells:
                cells[cells.index(to)] = blank
            blank = to


@lru_cache(maxsize=1024)
def _places_of(part: Part) -> dict[int, int]:
    """For each cell of a part its number in it."""
    return {cell: number for number, cell in enumerate(part.cells())}


@lru_cache(maxsize=512)
def macro_table(height: int, width: int, fixed: tuple[int, ...], homes: tuple[int, ...]) -> bytes:
    """The next move for every state of a window.

    Args:
        height: rows of the window.
        width: its columns.
        fixed: cells of it that the blank does not enter.
        homes: where the tiles belong.

    Returns:
        For each state the index of a move; states are numbers with the cells of the tiles and then that of the blank
        as digits.
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
    """The new states that one move leads to from a layer, each once; the way back is entered into the table."""
    blank = layer[-1]
    to = after[blank].T
    found = np.where(layer[:, None] == to, blank, layer[:, None])
    found[-1] = to
    found, back = found[:, to >= 0], (_BACK * np.ones_like(to))[to >= 0]
    codes = _codes(found, len(after))
    new = table[codes] == _NEVER
    found, back, codes = found[:, new], back[new], codes[new]
    # written backwards the first of several moves that lead to a state is what stays
    table[codes[::-1]] = back[::-1]
    return found[:, table[codes] == back]


def _codes(states: npt.NDArray[np.int64], cells: int) -> npt.NDArray[np.int64]:
    codes = np.zeros(states.shape[1], dtype=np.int64)
    for digits in states:
        codes = codes * cells + digits
    return codes


def groups_of(line: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The cells of a line in twos and threes, which go home together."""
    sizes = {2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2)}[len(line)]
    found, start = [], 0
    for size in sizes:
        found.append(tuple(line[start : start + size]))
        start += size
    return tuple(found)

"""Bringing a row or column home: by tables of macro moves in a small part, by carrying tile after tile in a large one.

`Position` is the board while moves are made on it, `Part` what is left of it while lines at the rim go home.

A *table of macro moves* has the shortest way home for a few tiles in a small window, whatever the other tiles do. It is
made once for a shape of window, the fixed cells in it, and the homes of the tiles, by going back from all states in
which the tiles are home, with the blank anywhere. Two tiles in 4 x 4 cells make 16 ** 3 entries, all five of the last
2 x 3 make 6 ** 6, and the maximum is 35 ** 4, for three tiles in 5 x 7.

On larger boards a tile is *carried* along a shortest path. Before each step the blank moves to the cell ahead. If it is
beside the tile already, it goes round it: 2 moves to a cell at a right angle, 4 to the opposite one, the other way
round if one way is barred. So a step with a turn costs 3 moves and a step straight on 5, and of the steps that lead
nearer the cheapest is taken: tiles go in zigzags as long as possible.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from heuristan.sliding.boards import distance, neighbours

Side: TypeAlias = Literal["row", "column"]


class RimLine(NamedTuple):
    """A row or column at the rim of a part."""

    side: Side
    number: int
    """Number of the row or column on the whole board, counted from 1."""
    cells: tuple[int, ...]
    """The cells, from left to right or from top to bottom."""
    inwards: int
    """The step from a cell of the line to the cell beside it that is farther from the rim."""


class Part(NamedTuple):
    """A rectangle of a board; `columns` is the number of columns of the whole board."""

    top: int
    left: int
    height: int
    width: int
    columns: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.height * self.width

    def cells(self) -> tuple[int, ...]:
        """Return the cells, as numbers of cells of the board, row by row."""
        rows, columns = range(self.top, self.top + self.height), range(self.left, self.left + self.width)
        return tuple(row * self.columns + column for row in rows for column in columns)

    def holds(self, cell: int) -> bool:
        """Return whether a cell of the board is in the part."""
        row, column = cell // self.columns - self.top, cell % self.columns - self.left
        return 0 <= row < self.height and 0 <= column < self.width

    def rows_and_columns(self) -> Iterator[tuple[RimLine, "Part"]]:
        """Yield the lines at the rim that can be removed, each with the rest: at least two rows and two columns."""
        top, left, height, width, columns = self
        if height > 2:
            yield self._row(top, columns), Part(top + 1, left, height - 1, width, columns)
            yield self._row(top + height - 1, -columns), Part(top, left, height - 1, width, columns)
        if width > 2:
            yield self._column(left, 1), Part(top, left + 1, height, width - 1, columns)
            yield self._column(left + width - 1, -1), Part(top, left, height, width - 1, columns)

    def _row(self, row: int, inwards: int) -> RimLine:
        cells = (row * self.columns + column for column in range(self.left, self.left + self.width))
        return RimLine("row", row + 1, tuple(cells), inwards)

    def _column(self, column: int, inwards: int) -> RimLine:
        cells = (row * self.columns + column for row in range(self.top, self.top + self.height))
        return RimLine("column", column + 1, tuple(cells), inwards)


class Position:
    """A board in the form of `heuristan.sliding.boards.homes`: a tile is known by its home cell.

    Attributes:
        at: for each cell the home of the tile or blank in it.
        where: for each home the cell of its tile or blank: the inverse of `at`.
        hole: the home of the blank.
        moves: the moves that were made, as indices into `MOVES`.
    """

    __slots__ = ("after", "at", "columns", "hole", "moves", "rows", "where")

    def __init__(self, rows: int, columns: int, at: Sequence[int], hole: int) -> None:
        self.rows, self.columns, self.hole = rows, columns, hole
        self.after = neighbours(rows, columns)
        self.at = list(at)
        self.where = [0] * len(self.at)
        for cell, home in enumerate(self.at):
            self.where[home] = cell
        self.moves: list[int] = []

    @property
    def blank(self) -> int:
        """Cell of the blank."""
        return self.where[self.hole]

    def distance(self, cells: Iterable[int]) -> int:
        """Return the number of rows and columns that the tiles in some cells are from home, in all."""
        return sum(distance(cell, self.at[cell], self.columns) for cell in cells if self.at[cell] != self.hole)

    def copy(self) -> "Position":
        """Return a copy of the board without the moves made so far."""
        return Position(self.rows, self.columns, self.at, self.hole)

    def make(self, move: int) -> None:
        """Make a move that does not lead off the board."""
        self.make_all((move,))

    def make_all(self, moves: Sequence[int]) -> None:
        """Make some moves, one after another."""
        at, where, hole, after = self.at, self.where, self.hole, self.after
        blank = where[hole]
        for move in moves:
            cell = after[blank][move]
            tile = at[cell]
            at[blank], where[tile] = tile, blank
            blank = cell
        at[blank], where[hole] = hole, blank
        self.moves.extend(moves)


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


class Barred(RuntimeError):
    """The blank cannot reach a cell: the planner has enclosed it, which is a bug of the planner."""


def carry(position: Position, home: int, target: int, barred: Sequence[bool]) -> None:
    """Carry the tile that belongs at home to a target cell; the blank enters no barred cell."""
    columns = position.columns
    while position.where[home] != target:
        tile = position.where[home]
        rows_left, columns_left = target // columns - tile // columns, target % columns - tile % columns
        steps = []
        if columns_left:
            steps.append((2 if columns_left > 0 else 0, abs(columns_left)))
        if rows_left:
            steps.append((1 if rows_left > 0 else 3, abs(rows_left)))
        ways = []
        for step, left in steps:
            ahead = position.after[tile][step]
            if not barred[ahead]:
                ways.append((way_to_one_of(position, (ahead,), barred, tile), left, step))
        if not ways:
            raise Barred
        way, _, step = min(ways, key=lambda found: (len(found[0]), -found[1]))
        position.make_all(way)
        position.make(step ^ 2)


def way_to_one_of(
    position: Position, targets: Collection[int], barred: Sequence[bool], tile: int | None = None
) -> list[int]:
    """Search breadth first for a shortest way of the blank to the nearest of some cells, round a tile."""
    after, blank = position.after, position.blank
    came: dict[int, tuple[int, int]] = {blank: (blank, -1)}
    queue = deque([blank])
    while queue:
        cell = queue.popleft()
        if cell in targets:
            found: list[int] = []
            while cell != blank:
                cell, move = came[cell]
                found.append(move)
            return found[::-1]
        for move, then in enumerate(after[cell]):
            if then >= 0 and then != tile and then not in came and not barred[then]:
                came[then] = (cell, move)
                queue.append(then)
    raise Barred


class Step(NamedTuple):
    """Tiles that were brought home together, with the moves."""

    part: Part
    """The part that the blank did not leave."""
    line: RimLine | None
    """The line of the tiles; None for the whole last part."""
    homes: tuple[int, ...]
    moves: tuple[int, ...]


def bring_groups_home(position: Position, part: Part, line: RimLine, groups: Sequence[tuple[int, ...]]) -> list[Step]:
    """Bring the tiles of a line home, group by group, each by its table."""
    fixed: frozenset[int] = frozenset()
    steps = []
    for group in groups:
        before = len(position.moves)
        Window(part, fixed, group).bring_home(position)
        steps.append(Step(part, line, group, tuple(position.moves[before:])))
        fixed |= {*group}
    return steps


def bring_rest_home(position: Position, part: Part) -> Step:
    """Bring all tiles of the last part home at once, by its table."""
    before = len(position.moves)
    homes = tuple(cell for cell in part.cells() if cell != position.hole)
    Window(part, frozenset(), homes).bring_home(position)
    return Step(part, None, homes, tuple(position.moves[before:]))


def carry_line_home(position: Position, part: Part, line: RimLine) -> Step:
    """Bring the tiles of a line home one by one, and the last two together.

    The last but one goes to the end of the line, the last to the cell beside it, and from there a table for a window of
    2 x 3 cells brings both home: the paper's homing from relative order, in a small window.
    """
    before = len(position.moves)
    barred = [not part.holds(cell) for cell in range(len(position.at))]
    *first, last_but_one, last = line.cells
    for home in first:
        carry(position, home, home, barred)
        barred[home] = True
    if any(position.where[home] != home for home in (last_but_one, last)):
        _bring_pair_home(position, part, line, last_but_one, last, barred)
    return Step(part, line, line.cells, tuple(position.moves[before:]))


def _bring_pair_home(
    position: Position, part: Part, line: RimLine, last_but_one: int, last: int, barred: list[bool]
) -> None:
    cells = {end + i * line.inwards for end in (last_but_one, last) for i in range(3)}
    where = position.where
    if where[last_but_one] not in (last_but_one, last):
        carry(position, last_but_one, last, barred)
    barred[where[last_but_one]] = True
    if where[last] not in cells:
        carry(position, last, last + line.inwards, barred)
    barred[where[last]] = True
    if position.blank not in cells:
        position.make_all(way_to_one_of(position, cells, barred))
    rows, columns = [cell // part.columns for cell in cells], [cell % part.columns for cell in cells]
    corner = (min(rows), min(columns))
    window = Part(*corner, max(rows) - corner[0] + 1, max(columns) - corner[1] + 1, part.columns)
    Window(window, frozenset(), (last_but_one, last)).bring_home(position)

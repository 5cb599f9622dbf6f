"""The plan for a board: lines brought home one after another, and the stages that a reader sees.

It is made of the paper's strategies, repaired and extended to any size. The dimension is reduced step by step (Liu and
Liu, section VI, Strategy 1): the tiles of a row or column at the rim go home and are not touched again, until 2 x 3
cells are left.

While more than `TABLE_CELLS` cells are left, the lines that may go home next are compared, and the `KEPT` best plans so
far go on: those with the fewest moves, to which twice the distances of the tiles that are left are added. In the rest
all orders are tried to the end, row or column first and either end of it first, and the shortest plan is taken: 16
plans for 4 x 4, two for 3 x 3. No states of the whole board are searched: a table knows at most three tiles, except in
the last 2 x 3 cells.

A stage is of one of four kinds: in *bubbling* tiles of a line and the blank come into this line and the one beside it
(Strategy 3); in *row* and *column* they go home (Strategies 4 and 2); in *rotation* the last three tiles turn into
place (Strategy 1).

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
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from heuristan.sliding.boards import MOVES, Board, distance, homes, neighbours, why_unsolvable
from heuristan.sliding.results import Stage

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


class Window(NamedTuple):
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


TABLE_CELLS = 16
"""Maximum size of a part in which tables are used and all orders are tried."""
LONGEST_LINE = 7
"""Maximum length of the sides of a part in which lines go home by tables; longer ones are carried."""
LAST_CELLS = 6
"""Size of the last part: 2 x 3 has 360 states."""
KEPT = 3
"""Number of plans that go on while a part is larger than `TABLE_CELLS`."""
MOVES_A_STEP = 2
"""Moves that a plan needs for each step that a tile is from home, roughly: the blank must come round."""


class _Begun(NamedTuple):
    """The beginning of a plan."""

    position: Position
    part: Part
    """Part of the board that is left to bring home."""
    steps: list[Step]

    def moves_in_all(self) -> int:
        """Return the moves made, and those to come by a rough estimate."""
        return _length(self.steps) + MOVES_A_STEP * self.position.distance(self.part.cells())


class UnsolvableError(ValueError):
    """No moves lead to the goal; the message says why, and the smallest change."""


def plan(start: Board, goal: Board) -> tuple[Stage, ...]:
    """Plan the moves from one board to another, in stages.

    Raises:
        UnsolvableError: if no moves lead to the goal.
    """
    fault = why_unsolvable(start, goal)
    if fault is not None:
        raise UnsolvableError(fault)
    position = Position(start.rows, start.columns, homes(start, goal), goal.blank)
    steps = _steps(position.copy(), Part(0, 0, start.rows, start.columns, start.columns))
    return tuple(stage for step in _without_undone(steps) for stage in _stages(position, step, goal))


def _steps(position: Position, part: Part) -> list[Step]:
    """Return the steps that bring a part home."""
    begun = [_Begun(position, part, [])]
    while any(each.part.size > TABLE_CELLS for each in begun):
        longer = [after for each in begun for after in _with_a_line_more(each)]
        begun = sorted(longer, key=_Begun.moves_in_all)[:KEPT]
    return min((each.steps + _shortest(each.position, each.part) for each in begun), key=_length)


def _with_a_line_more(begun: _Begun) -> Iterator[_Begun]:
    """Yield a plan with each line of a large part that may go home next, beginning at either end of it."""
    position, part, steps = begun
    if part.size <= TABLE_CELLS:
        yield begun
        return
    is_by_tables = max(part.height, part.width) <= LONGEST_LINE
    for line, rest in part.rows_and_columns():
        if not rest.holds(position.hole):
            continue
        if not is_by_tables and (line.side == "row") != (part.height >= part.width):
            continue
        for cells in (line.cells, line.cells[::-1]):
            after = position.copy()
            if is_by_tables:
                found = bring_groups_home(after, part, line, groups_of(cells))
            else:
                found = [carry_line_home(after, part, line._replace(cells=cells))]
            yield _Begun(after, rest, steps + found)


def _length(steps: Sequence[Step]) -> int:
    return sum(len(step.moves) for step in steps)


def _without_undone(steps: Sequence[Step]) -> list[Step]:
    """Return the steps without the moves that the next move undoes, also if that is the first move of another step.

    Tiles that are home after a step remain home: the next step does not touch them, and its first move leads back to
    the board before the move that is left out.
    """
    kept: list[tuple[int, int]] = []
    for number, step in enumerate(steps):
        for move in step.moves:
            if kept and kept[-1][1] == move ^ 2:
                kept.pop()
            else:
                kept.append((number, move))
    moves: list[list[int]] = [[] for _ in steps]
    for number, move in kept:
        moves[number].append(move)
    return [step._replace(moves=tuple(found)) for step, found in zip(steps, moves, strict=True)]


def _shortest(position: Position, part: Part) -> list[Step]:
    """Return the shortest of the plans for a small part."""
    if part.size <= LAST_CELLS:
        return [bring_rest_home(position, part)]
    found: list[list[Step]] = []
    for line, rest in part.rows_and_columns():
        if not rest.holds(position.hole):
            continue
        for cells in dict.fromkeys((line.cells, line.cells[::-1])):
            groups = groups_of(cells)
            if len(groups) == 1 and cells != line.cells:
                continue
            after = position.copy()
            steps = bring_groups_home(after, part, line, groups)
            found.append(steps + _shortest(after, rest))
    return min(found, key=_length)


def _stages(position: Position, step: Step, goal: Board) -> list[Stage]:
    """Return the stages of a step, without empty ones, and make its moves on the position."""
    tiles = tuple(goal.tiles[home] for home in sorted(step.homes))
    if step.line is not None:
        line = step.line
        cut = _first(position, step, {cell + i * line.inwards for cell in line.cells for i in (0, 1)})
        first = Stage(f"bubbling of {_in_words(tiles)}", tiles, "")
        second = Stage(f"{line.side} {line.number}: {_in_words(tiles)}", tiles, "")
    else:  # the last part: a line of it if there is one, and then the rotation of the last three tiles
        found = next((line for line, rest in step.part.rows_and_columns() if rest.holds(position.hole)), None)
        cut = _last_away(position, step, found.cells if found else ())
        of_line = tuple(goal.tiles[home] for home in found.cells) if found else ()
        first = Stage(f"{found.side} {found.number}: {_in_words(of_line)}" if found else "rotation", of_line, "")
        second = Stage("rotation", tuple(tile for tile in tiles if tile not in of_line), "")
    words = "".join(MOVES[move] for move in step.moves)
    return [stage for stage in (first._replace(moves=words[:cut]), second._replace(moves=words[cut:])) if stage.moves]


def _in_words(tiles: Sequence[int]) -> str:
    return " ".join(map(str, tiles))


def _first(position: Position, step: Step, cells: set[int]) -> int:
    """Count the moves until the tiles of a step and the blank are first all in some cells."""
    where = position.where
    for number, move in enumerate(step.moves):
        if where[position.hole] in cells and all(where[home] in cells for home in step.homes):
            position.make_all(step.moves[number:])
            return number
        position.make(move)
    return len(step.moves)


def _last_away(position: Position, step: Step, cells: tuple[int, ...]) -> int:
    """Count the moves until some tiles are home to stay."""
    found = 0
    for number, move in enumerate(step.moves, 1):
        away = any(position.where[home] != home for home in cells)
        position.make(move)
        if away:
            found = number
    return found

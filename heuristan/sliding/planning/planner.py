"""The plan for a board: the order in which lines go home, and the stages that a reader sees.

While more than `TABLE_CELLS` cells are left, the lines that may go home next are compared, and the `KEPT` best plans so
far go on: those with the fewest moves, to which twice the distances of the tiles that are left are added. In the rest
all orders are tried to the end, row or column first and either end of it first, and the shortest plan is taken: 16
plans for 4 x 4, two for 3 x 3. No states of the whole board are searched: a table knows at most three tiles, except in
the last 2 x 3 cells.

A stage is of one of four kinds: in *bubbling* tiles of a line and the blank come into this line and the one beside it
(Strategy 3); in *row* and *column* they go home (Strategies 4 and 2); in *rotation* the last three tiles turn into
place (Strategy 1).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heuristan.sliding.boards import MOVES, Board, homes, why_unsolvable
from heuristan.sliding.planning.lines import (
    Part,
    Position,
    Step,
    bring_groups_home,
    bring_rest_home,
    carry_line_home,
    groups_of,
)
from heuristan.sliding.results import Stage

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

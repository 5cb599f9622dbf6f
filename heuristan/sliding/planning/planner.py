"""The plan for a board: which line goes home when, and the stages that a reader sees.

What is chosen locally, and how: while more than `MOST_CELLS` cells are left, the line on the longer side goes home by
carrying, and nothing is tried. In what is left then all orders are tried, row or column first and either end of it
first, each to its end, and the shortest plan is taken: 16 plans for 4 x 4, two for 3 x 3. Nothing looks at the whole
board at once: a table knows of three tiles at most, but for the last 2 x 3 cells.
"""

from typing import Literal, NamedTuple, TypeAlias

from heuristan.sliding.boards import MOVES, Board, homes
from heuristan.sliding.parity import why_unsolvable
from heuristan.sliding.planning.lines import Step, bring_groups_home, bring_rest_home, carry_line_home
from heuristan.sliding.planning.macros import groups_of
from heuristan.sliding.planning.parts import Line, Part
from heuristan.sliding.planning.position import Position

MOST_CELLS = 16
"""Of a part in which tables are used and all orders are tried."""
LAST_CELLS = 6
"""Of the last part: 2 x 3 has 360 states."""

Kind: TypeAlias = Literal["bubbling", "row", "column", "rotation"]


class Stage(NamedTuple):
    """A stage of a plan.

    bubbling: tiles of a line, and the blank, come into it and the line beside it (Strategy 3). row, column: they go
    home (Strategies 4 and 2). rotation: the last three tiles turn into place (Strategy 1).
    """

    kind: Kind
    number: int
    """Of the row or column, counted from 1; 0 for the rotation."""
    tiles: tuple[int, ...]
    """The numbers on the tiles that go home."""
    moves: str

    @property
    def name(self) -> str:
        if self.kind == "rotation":
            return "rotation"
        tiles = " ".join(map(str, self.tiles))
        return f"{self.kind} of {tiles}" if self.kind == "bubbling" else f"{self.kind} {self.number}: {tiles}"


class UnsolvableError(ValueError):
    """No moves lead to the goal; the message says why, and the smallest change."""


def plan(start: Board, goal: Board) -> tuple[Stage, ...]:
    """A plan that leads from one board to another: its stages, each with its moves.

    Raises:
        UnsolvableError: no moves lead there.
    """
    fault = why_unsolvable(start, goal)
    if fault is not None:
        raise UnsolvableError(str(fault))
    position = Position(start.rows, start.columns, homes(start, goal), goal.blank)
    steps = _steps(position.copy(), Part(0, 0, start.rows, start.columns, start.columns))
    return tuple(stage for step in steps for stage in _stages(position, step, goal))


def _steps(position: Position, part: Part) -> list[Step]:
    """The steps that bring a part home."""
    steps: list[Step] = []
    while part.size > MOST_CELLS:
        line, rest = next(
            (line, rest)
            for line, rest in part.rows_and_columns()
            if rest.holds(position.hole) and (line.side == "row") == (part.height >= part.width)
        )
        steps.append(carry_line_home(position, part, line))
        part = rest
    return steps + _shortest(position, part)


def _shortest(position: Position, part: Part) -> list[Step]:
    """The shortest of the plans for a small part."""
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
    return min(found, key=lambda steps: sum(len(step.moves) for step in steps))


def _stages(position: Position, step: Step, goal: Board) -> list[Stage]:
    """The stages of a step, whose moves are made on the position."""
    if step.line is None:
        return _last_stages(position, step, goal)
    beside = {cell + i * step.line.inwards for cell in step.line.cells for i in (0, 1)}
    cut = _first(position, step, beside)
    tiles = tuple(goal.tiles[home] for home in sorted(step.homes))
    return _named(
        step, (Stage("bubbling", step.line.number, tiles, ""), Stage(step.line.side, step.line.number, tiles, "")), cut
    )


def _last_stages(position: Position, step: Step, goal: Board) -> list[Stage]:
    """The last part: a line of it, and then the rotation of the last three tiles."""
    found = [(line, rest) for line, rest in step.part.rows_and_columns() if rest.holds(position.hole)]
    tiles = tuple(goal.tiles[home] for home in step.homes)
    cut = 0
    line: Line | None = None
    if found:
        line, _ = found[0]
        cut = _last_away(position, step, line.cells)
    else:
        position.make_all(step.moves)
    if line is None:
        return _named(step, (Stage("rotation", 0, tiles, ""),) * 2, 0)
    of_line = tuple(goal.tiles[home] for home in line.cells)
    rest = tuple(tile for tile in tiles if tile not in of_line)
    return _named(step, (Stage(line.side, line.number, of_line, ""), Stage("rotation", 0, rest, "")), cut)


def _named(step: Step, stages: tuple[Stage, Stage], cut: int) -> list[Stage]:
    """The stages with their moves, those without any left out."""
    words = "".join(MOVES[move] for move in step.moves)
    first, second = stages
    return [stage for stage in (first._replace(moves=words[:cut]), second._replace(moves=words[cut:])) if stage.moves]


def _first(position: Position, step: Step, cells: set[int]) -> int:
    """After how many moves the tiles of a step and the blank are all in some cells for the first time."""
    where = position.where
    for number, move in enumerate(step.moves):
        if where[position.hole] in cells and all(where[home] in cells for home in step.homes):
            position.make_all(step.moves[number:])
            return number
        position.make(move)
    return len(step.moves)


def _last_away(position: Position, step: Step, cells: tuple[int, ...]) -> int:
    """After how many moves some tiles are home for good."""
    found = 0
    for number, move in enumerate(step.moves, 1):
        away = any(position.where[home] != home for home in cells)
        position.make(move)
        if away:
            found = number
    return found

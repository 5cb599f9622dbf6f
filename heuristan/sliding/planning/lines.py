"""Bringing a row or column home: by tables in a small part, by carrying in a large one."""

from collections.abc import Sequence
from typing import NamedTuple

from heuristan.sliding.planning.carrying import carry, way_to_one_of
from heuristan.sliding.planning.macros import Window
from heuristan.sliding.planning.parts import Line, Part
from heuristan.sliding.planning.position import Position


class Step(NamedTuple):
    """Tiles that were brought home together, with the moves."""

    part: Part
    """The part that the blank did not leave."""
    line: Line | None
    """The line of the tiles; None for the whole last part."""
    homes: tuple[int, ...]
    moves: tuple[int, ...]


def bring_groups_home(position: Position, part: Part, line: Line, groups: Sequence[tuple[int, ...]]) -> list[Step]:
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


def carry_line_home(position: Position, part: Part, line: Line) -> Step:
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
    position: Position, part: Part, line: Line, last_but_one: int, last: int, barred: list[bool]
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

"""Carrying one tile across a board by rule, for boards whose tables would be too large.

The tile takes a shortest path, step by step. Before each step the blank moves to the cell ahead. If it is beside the
tile already, it goes round it: 2 moves to a cell at a right angle, 4 to the opposite one, the other way round if one
way is barred. So a step with a turn costs 3 moves and a step straight on 5, and of the steps that lead nearer the
cheapest is taken: tiles go in zigzags as long as possible.
"""

from collections import deque
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from heuristan.sliding.planning.position import Position

_RING = ((-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1))
"""The cells round a tile (row, column), each beside the one before."""


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
                ways.append((way_of_blank(position, tile, ahead, barred), left, step))
        if not ways:
            raise Barred
        way, _, step = min(ways, key=lambda found: (len(found[0]), -found[1]))
        position.make_all(way)
        position.make(step ^ 2)


def way_of_blank(position: Position, tile: int, to: int, barred: Sequence[bool]) -> list[int]:
    """Return a shortest way of the blank to a cell beside a tile, which does not move."""
    for found in (_round, _with_one_turn):
        way = found(position, tile, to, barred)
        if way is not None:
            return way
    return way_to_one_of(position, (to,), barred, tile)


def _round(position: Position, tile: int, to: int, barred: Sequence[bool]) -> list[int] | None:
    """Return the shorter way round a tile; None if the blank is not beside it, or if both ways are barred."""
    ring = rings(position.rows, position.columns)[tile]
    blank = position.blank
    if blank not in ring:
        return None
    first, last = ring.index(blank), ring.index(to)
    best: list[int] | None = None
    for turn in (1, -1):
        way = [ring[(first + turn * i) % 8] for i in range((turn * (last - first)) % 8 + 1)]
        if best is not None and len(way) >= len(best):
            continue
        for cell in way[1:]:
            if cell < 0 or barred[cell]:
                break
        else:
            best = way
    if best is None:
        return None
    return [position.after[cell].index(then) for cell, then in pairwise(best)]


def _with_one_turn(position: Position, tile: int, to: int, barred: Sequence[bool]) -> list[int] | None:
    """Return the way along a row and a column, in either order; None if both are barred."""
    columns, after = position.columns, position.after
    down, right = to // columns - position.blank // columns, to % columns - position.blank % columns
    legs = [1 if down > 0 else 3] * abs(down), [2 if right > 0 else 0] * abs(right)
    for first, second in (legs, legs[::-1]):
        cell, way = position.blank, first + second
        for move in way:
            cell = after[cell][move]
            if cell == tile or barred[cell]:
                break
        else:
            return way
    return None


@lru_cache(maxsize=64)
def rings(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the eight cells round it, in order; -1 beyond the edge of the board."""
    return tuple(
        tuple(
            (row + down) * columns + column + right if 0 <= row + down < rows and 0 <= column + right < columns else -1
            for down, right in _RING
        )
        for row in range(rows)
        for column in range(columns)
    )


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

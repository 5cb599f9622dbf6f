"""The number of ways to lay pieces on a shape of the grid.

The first cell that is not covered is covered next, so that each tiling is come upon once: whichever piece covers it
has its own first cell there.

A kernel (`heuristan.common.kernels`) for `heuristan.tangram.census.described`.
"""

from collections.abc import Sequence

from heuristan.tangram.census.growing import WIDEST, clear, lay_out

# columns of a way to turn a piece, before x, y and first quarter of each of its halves
KIND = 0
SIZE = 1
HALVES = 2
# columns of a step
AT_X = 0
AT_Y = 1
TURN = 2


def count_all(
    shapes: Sequence[Sequence[int]],
    first: int,
    last: int,
    size: int,
    turns: Sequence[Sequence[int]],
    stock: Sequence[int],
    left: list[int],
    steps: list[list[int]],
    grid: list[list[int]],
    counts: list[int],
) -> None:
    """Write the number of tilings of shapes.

    Args:
        shapes: the shapes.
        first: the first of them.
        last: the number after the last.
        size: the number of halves of each.
        turns: every way to turn every kind of piece, its first cell first.
        stock: the number of pieces of each kind.
        left: as many numbers, for scratch.
        steps: a row for each piece, for scratch.
        grid: an empty grid of three times `WIDEST` cells, for scratch.
        counts: a table for the numbers.
    """
    for number in range(first, last):
        lay_out(shapes[number], size, grid, WIDEST)
        counts[number - first] = _count(turns, stock, left, steps, grid)
        clear(shapes[number], size, grid, WIDEST)


def _count(
    turns: Sequence[Sequence[int]],
    stock: Sequence[int],
    left: list[int],
    steps: list[list[int]],
    grid: list[list[int]],
) -> int:
    for kind in range(len(stock)):
        left[kind] = stock[kind]
    found, depth, last = 0, 0, len(steps) - 1
    _begin(steps[0], grid, WIDEST, WIDEST)
    while depth >= 0:
        step = steps[depth]
        if step[TURN] >= 0:
            _flip(turns[step[TURN]], step[AT_X], step[AT_Y], grid)
            left[turns[step[TURN]][KIND]] += 1
        step[TURN] = _next(turns, left, step, grid)
        if step[TURN] == len(turns):
            depth -= 1
            continue
        _flip(turns[step[TURN]], step[AT_X], step[AT_Y], grid)
        left[turns[step[TURN]][KIND]] -= 1
        if depth == last:
            found += 1
        else:
            depth += 1
            _begin(steps[depth], grid, step[AT_X], step[AT_Y])
    return found


def _begin(step: list[int], grid: Sequence[Sequence[int]], x: int, y: int) -> None:
    """Go to the first cell that is not covered, from a cell on."""
    while grid[x][y] == 0:
        y += 1
        if y == 2 * WIDEST:
            x, y = x + 1, WIDEST
    step[AT_X], step[AT_Y], step[TURN] = x, y, -1


def _next(
    turns: Sequence[Sequence[int]], left: Sequence[int], step: Sequence[int], grid: Sequence[Sequence[int]]
) -> int:
    """Return the next way to cover the cell of a step, the number of all ways if there is no more."""
    turn = step[TURN] + 1
    while turn < len(turns) and not (left[turns[turn][KIND]] and _fits(turns[turn], step[AT_X], step[AT_Y], grid)):
        turn += 1
    return turn


def _fits(piece: Sequence[int], at_x: int, at_y: int, grid: Sequence[Sequence[int]]) -> bool:
    """Return whether a piece lies on nothing but cells to cover, and covers the first quarter to cover."""
    for place in range(piece[SIZE]):
        x, y, quarter = piece[HALVES + 3 * place], piece[HALVES + 3 * place + 1], piece[HALVES + 3 * place + 2]
        half = 1 << quarter | 1 << (quarter + 1 & 3)
        if grid[at_x + x][at_y + y] & half != half:
            return False
    return _covers_first(piece, grid[at_x][at_y])


def _covers_first(piece: Sequence[int], there: int) -> bool:
    covered = 0
    for place in range(min(2, piece[SIZE])):
        if piece[HALVES + 3 * place] == 0 and piece[HALVES + 3 * place + 1] == 0:
            quarter = piece[HALVES + 3 * place + 2]
            covered |= 1 << quarter | 1 << (quarter + 1 & 3)
    return there & -there & covered != 0


def _flip(piece: Sequence[int], at_x: int, at_y: int, grid: list[list[int]]) -> None:
    """Cover what was to cover, or the other way round."""
    for place in range(piece[SIZE]):
        quarter = piece[HALVES + 3 * place + 2]
        x, y = at_x + piece[HALVES + 3 * place], at_y + piece[HALVES + 3 * place + 1]
        grid[x][y] ^= 1 << quarter | 1 << (quarter + 1 & 3)

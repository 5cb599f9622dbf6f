"""The number of ways to lay pieces on a shape of the grid.

The first cell that is not covered is covered next, so that each tiling is come upon once: whichever piece covers it
has its own first cell there.

Two tilings are like each other if a symmetry of the shape takes one to the other. Those that are not like each other
are as many as each symmetry leaves unmoved, in the mean over all symmetries (Burnside's lemma).

A kernel (`heuristan.common.kernels`) for `heuristan.lab.census.described`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from heuristan.lab.census.growing import MOVED, WIDEST, Numbers, clear, lay_out

# columns of a way to turn a piece, before x, y and first quarter of each of its halves
KIND = 0
SIZE = 1
COVERS = 2
"""The quarters of the first cell that it covers, a bit each."""
HALVES = 3
# columns of the image of a way: the way that it is, and x and y of its first cell
WAY = 0
TO_X = 1
TO_Y = 2
# columns of a step
AT_X = 0
AT_Y = 1
TURN = 2


class Ways(NamedTuple):
    """The ways to lay the pieces, and room for scratch."""

    turns: Sequence[Sequence[int]]
    """Every way to turn every kind of piece, its first cell first."""
    images: Sequence[Sequence[int]]
    """For each way its images under the eight symmetries, one after the other."""
    stock: Sequence[int]
    """The number of pieces of each kind."""
    left: list[int]
    """As many numbers, for scratch."""
    steps: list[list[int]]
    """A row for each piece, for scratch."""


def count_all(
    shapes: Sequence[Sequence[int]],
    first: int,
    last: int,
    size: int,
    ways: Ways,
    numbers: Numbers,
    kept: Sequence[int],
    counts: list[list[int]],
) -> None:
    """Write the number of tilings of shapes, and of tilings up to symmetry.

    Args:
        shapes: the shapes.
        first: the first of them.
        last: the number after the last.
        size: the number of halves of each.
        ways: the ways to lay the pieces.
        numbers: the tables that are the same for all shapes.
        kept: the symmetries of each shape, as bits.
        counts: a table for both numbers of each shape.
    """
    for number in range(first, last):
        wide, high = lay_out(shapes[number], size, numbers.grid, WIDEST)
        bits = kept[number - first]
        tilings, unmoved = _count(ways, numbers, bits, wide, high)
        order = 0
        for symmetry in range(8):
            order += bits >> symmetry & 1
        counts[number - first][0], counts[number - first][1] = tilings, unmoved // order
        clear(shapes[number], size, numbers.grid, WIDEST)


def _count(ways: Ways, numbers: Numbers, kept: int, wide: int, high: int) -> tuple[int, int]:
    """Return the number of tilings, and the sum over the symmetries of how many each leaves unmoved."""
    turns, left, steps, grid = ways.turns, ways.left, ways.steps, numbers.grid
    for kind in range(len(left)):
        left[kind] = ways.stock[kind]
    found, unmoved, depth, last = 0, 0, 0, len(steps) - 1
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
            for symmetry in range(8):
                if kept >> symmetry & 1 and _is_unmoved(ways, symmetry, numbers.symmetries[symmetry], wide, high):
                    unmoved += 1
        else:
            depth += 1
            _begin(steps[depth], grid, step[AT_X], step[AT_Y])
    return found, unmoved


def _is_unmoved(ways: Ways, number: int, symmetry: Sequence[int], wide: int, high: int) -> bool:
    """Return whether a symmetry of a shape, so wide and high, takes each piece to where one like it lies."""
    low_x = min(0, symmetry[0] * wide) + min(0, symmetry[1] * high) + symmetry[MOVED]
    low_y = min(0, symmetry[2] * wide) + min(0, symmetry[3] * high) + symmetry[MOVED + 1]
    for step in ways.steps:
        image = ways.images[8 * step[TURN] + number]
        x, y = step[AT_X] - WIDEST, step[AT_Y] - WIDEST
        to_x = symmetry[0] * x + symmetry[1] * y + image[TO_X] - low_x + WIDEST
        to_y = symmetry[2] * x + symmetry[3] * y + image[TO_Y] - low_y + WIDEST
        if not _is_laid(ways.steps, image[WAY], to_x, to_y):
            return False
    return True


def _is_laid(steps: Sequence[Sequence[int]], way: int, x: int, y: int) -> bool:
    for step in steps:  # noqa: SIM110 - a kernel keeps to loops
        if step[TURN] == way and step[AT_X] == x and step[AT_Y] == y:
            return True
    return False


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
    """Return the next way to cover the first quarter of a step's cell, the number of all ways if there is no more."""
    there = grid[step[AT_X]][step[AT_Y]]
    quarter = there & -there
    turn = step[TURN] + 1
    while turn < len(turns):
        piece = turns[turn]
        if left[piece[KIND]] and piece[COVERS] & quarter and _fits(piece, step[AT_X], step[AT_Y], grid):
            break
        turn += 1
    return turn


def _fits(piece: Sequence[int], at_x: int, at_y: int, grid: Sequence[Sequence[int]]) -> bool:
    """Return whether a piece lies on nothing but quarters to cover."""
    for place in range(piece[SIZE]):
        x, y, quarter = piece[HALVES + 3 * place], piece[HALVES + 3 * place + 1], piece[HALVES + 3 * place + 2]
        half = 1 << quarter | 1 << (quarter + 1 & 3)
        if grid[at_x + x][at_y + y] & half != half:
            return False
    return True


def _flip(piece: Sequence[int], at_x: int, at_y: int, grid: list[list[int]]) -> None:
    """Cover the halves of a piece, or uncover them."""
    for place in range(piece[SIZE]):
        quarter = piece[HALVES + 3 * place + 2]
        x, y = at_x + piece[HALVES + 3 * place], at_y + piece[HALVES + 3 * place + 1]
        grid[x][y] ^= 1 << quarter | 1 << (quarter + 1 & 3)

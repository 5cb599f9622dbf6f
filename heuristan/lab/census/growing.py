"""Shapes grown by one piece: every place where it touches along a whole side, and each new shape kept once.

A shape is known by a key that its eight symmetries and all its places share: a polynomial hash of its halves,

    key = sum of column^x * row^y * (a number of each quarter)    modulo the prime 2^31 - 1,

divided by the powers of its least x and y, and the minimum over the symmetries. The key of a shape with a piece more
follows from those of the two in a few multiplications. Four such hashes are taken, with numbers chosen at random once:
two different shapes share all four with a probability below 2^-110 or so, ten million shapes one pair below 2^-60.

A kernel (`heuristan.common.kernels`) for `heuristan.lab.census.levels`.
"""

from collections.abc import Sequence
from typing import NamedTuple

# these numbers are compiled into functions, so they belong in kernels: a change compiles the functions again
PRIME = 2147483647
REACH = 64
"""Column 0 of a table of powers is that of minus this number."""
HASHES = 4
FIRST = 2
"""Column of a shape's first word of halves, after its two keys."""
A_WORD = 5
"""Number of halves in a word, of twelve bits each: five of x, five of y, two of its first quarter."""
WIDEST = 32
"""Maximum width and height of a shape, in cells."""
EMPTY = -1
"""A slot without a shape."""
TURNS = 4
"""Column of a symmetry's first quarter, after its matrix; its displacement is in the two after the quarters."""
MOVED = 8


class Numbers(NamedTuple):
    """The tables that are the same for all shapes, and room for scratch."""

    symmetries: Sequence[Sequence[int]]
    """The eight symmetries."""
    columns: Sequence[Sequence[int]]
    """Powers for x, a row for each hash."""
    rows: Sequence[Sequence[int]]
    """Powers for y."""
    quarters: Sequence[Sequence[int]]
    """A number for each half, a row for each hash."""
    grid: list[list[int]]
    """An empty grid of three times `WIDEST` cells, for scratch."""
    hashes: list[list[int]]
    """Eight rows for scratch: the hashes of a shape's images."""
    box: list[int]
    """Four numbers for scratch: the least x and y, and the greatest, of a shape and a piece together."""


def modulo(number: int) -> int:
    """Return a number below 2^62 modulo the prime."""
    number = (number & PRIME) + (number >> 31)
    if number >= PRIME:
        number -= PRIME
    return number


def half_at(shape: Sequence[int], place: int) -> int:
    """Return the twelve bits of a shape's half."""
    return shape[FIRST + place // A_WORD] >> (12 * (place % A_WORD)) & 4095


def put(shape: list[int], place: int, x: int, y: int, quarter: int) -> None:
    """Write a half of a shape, whose words were 0."""
    shape[FIRST + place // A_WORD] |= (x << 7 | y << 2 | quarter) << (12 * (place % A_WORD))


def lay_out(shape: Sequence[int], size: int, grid: list[list[int]], margin: int) -> tuple[int, int]:
    """Write the quarters of a shape into a grid, as four bits a cell, and return its greatest x and y."""
    wide = high = 0
    for place in range(size):
        half = half_at(shape, place)
        x, y, quarter = half >> 7, half >> 2 & 31, half & 3
        grid[x + margin][y + margin] |= 1 << quarter | 1 << (quarter + 1 & 3)
        wide, high = max(wide, x), max(high, y)
    return wide, high


def clear(shape: Sequence[int], size: int, grid: list[list[int]], margin: int) -> None:
    """Empty the cells of a shape."""
    for place in range(size):
        half = half_at(shape, place)
        grid[(half >> 7) + margin][(half >> 2 & 31) + margin] = 0


def hash_into(shape: Sequence[int], size: int, numbers: Numbers) -> None:
    """Write the hashes of the images of a shape where the symmetries take it."""
    for number in range(8):
        symmetry, row = numbers.symmetries[number], numbers.hashes[number]
        for which in range(HASHES):
            row[which] = 0
        for place in range(size):
            half = half_at(shape, place)
            x, y, quarter = half >> 7, half >> 2 & 31, symmetry[TURNS + (half & 3)]
            u = symmetry[0] * x + symmetry[1] * y + symmetry[MOVED]
            v = symmetry[2] * x + symmetry[3] * y + symmetry[MOVED + 1]
            for which in range(HASHES):
                power = modulo(numbers.columns[which][u + REACH] * numbers.rows[which][v + REACH])
                row[which] = modulo(row[which] + modulo(power * numbers.quarters[which][quarter]))


def _key_of(piece: Sequence[int], at_x: int, at_y: int, numbers: Numbers) -> tuple[int, int]:
    """Return both keys of a shape, whose hashes and box are written, with a piece.

    Args:
        piece: the hashes of the images of the piece at the origin, symmetry after symmetry.
        at_x: where the piece is.
        at_y: the same.
        numbers: the tables.
    """
    least, best = 1 << 62, 0
    for number in range(8):
        key = _hashes_of(piece, at_x, at_y, number, 0, numbers)
        if key < least:
            least, best = key, number
    return least, _hashes_of(piece, at_x, at_y, best, 2, numbers)


def _hashes_of(piece: Sequence[int], at_x: int, at_y: int, number: int, first: int, numbers: Numbers) -> int:
    """Return two of the hashes of an image of a shape with a piece, as one number."""
    u, v, low_u, low_v = _moved(numbers.symmetries[number], at_x, at_y, numbers.box)
    key = 0
    for which in range(first, first + 2):
        column, row = numbers.columns[which], numbers.rows[which]
        power = modulo(column[u + REACH] * row[v + REACH])
        both = modulo(numbers.hashes[number][which] + modulo(power * piece[number * HASHES + which]))
        key = key << 31 | modulo(modulo(both * column[REACH - low_u]) * row[REACH - low_v])
    return key


def _moved(symmetry: Sequence[int], at_x: int, at_y: int, box: Sequence[int]) -> tuple[int, int, int, int]:
    """Return where a symmetry takes a displacement, and the least x and y of a box."""
    a, b, c, d = symmetry[0], symmetry[1], symmetry[2], symmetry[3]
    low_u = min(a * box[0], a * box[2]) + min(b * box[1], b * box[3]) + symmetry[MOVED]
    low_v = min(c * box[0], c * box[2]) + min(d * box[1], d * box[3]) + symmetry[MOVED + 1]
    return a * at_x + b * at_y, c * at_x + d * at_y, low_u, low_v


def _touches(grid: Sequence[Sequence[int]], piece: Sequence[int], size: int, at_x: int, at_y: int) -> bool:
    """Return whether a piece may lie in a place: over nothing, and with a whole side of a half along another's.

    Args:
        grid: the quarters that are taken.
        piece: x, y and first quarter of each of its halves, from column 2 on.
        size: its number of halves.
        at_x: the column of the grid that x = 0 comes to.
        at_y: the row of the grid that y = 0 comes to.
    """
    is_touching = False
    for place in range(size):
        x, y, quarter = piece[2 + 3 * place] + at_x, piece[3 + 3 * place] + at_y, piece[4 + 3 * place]
        following = quarter + 1 & 3
        there = grid[x][y]
        if there & (1 << quarter | 1 << following):
            return False
        if there or _is_beside(grid, x, y, quarter) or _is_beside(grid, x, y, following):
            is_touching = True
    return is_touching


def _is_beside(grid: Sequence[Sequence[int]], x: int, y: int, quarter: int) -> bool:
    """Return whether the quarter across the leg of a quarter is taken."""
    if quarter == 0:
        return grid[x + 1][y] & 4 != 0
    if quarter == 1:
        return grid[x][y + 1] & 8 != 0
    if quarter == 2:
        return grid[x - 1][y] & 1 != 0
    return grid[x][y - 1] & 2 != 0


def _slot_of(slots: Sequence[int], shapes: Sequence[Sequence[int]], key: int, second: int) -> int:
    """Return the slot of a shape: where it is, or where it is to be put."""
    mask = len(slots) - 1
    slot = key & mask
    while slots[slot] != EMPTY:
        shape = shapes[slots[slot]]
        if shape[0] == key and shape[1] == second:
            return slot
        slot = slot + 1 & mask
    return slot


def enter_all(slots: list[int], shapes: Sequence[Sequence[int]], count: int) -> None:
    """Empty all slots, and enter shapes."""
    for slot in range(len(slots)):
        slots[slot] = EMPTY
    for number in range(count):
        slots[_slot_of(slots, shapes, shapes[number][0], shapes[number][1])] = number


def join(
    parent: Sequence[int],
    size: int,
    piece: Sequence[int],
    more: int,
    at_x: int,
    at_y: int,
    box: Sequence[int],
    shape: list[int],
) -> None:
    """Write the halves of a shape and of a piece in a place, with the least x and y of both at 0."""
    for word in range(FIRST, len(shape)):
        shape[word] = 0
    for place in range(size):
        half = half_at(parent, place)
        put(shape, place, (half >> 7) - box[0], (half >> 2 & 31) - box[1], half & 3)
    for place in range(more):
        x, y = piece[2 + 3 * place] + at_x, piece[3 + 3 * place] + at_y
        put(shape, size + place, x - box[0], y - box[1], piece[4 + 3 * place])


def grow(
    parents: Sequence[Sequence[int]],
    first: int,
    last: int,
    sizes: Sequence[int],
    turns: Sequence[Sequence[int]],
    turned: Sequence[Sequence[int]],
    shapes: list[list[int]],
    slots: list[int],
    count: int,
    most: int,
    numbers: Numbers,
) -> tuple[int, int]:
    """Write the new shapes that parents make with one piece more.

    Args:
        parents: the shapes to grow.
        first: the first of them.
        last: the number after the last.
        sizes: the number of halves of a parent, and of the piece.
        turns: for each turn of the piece its greatest x and y, then its halves.
        turned: for each turn of the piece the hashes of its images.
        shapes: the shapes that were found.
        slots: a power of two of them, in which the numbers of shapes are entered by their keys.
        count: the number of shapes found.
        most: the number of shapes from which on no parent is begun.
        numbers: the other tables.

    Returns:
        The parent to go on with, and the number of shapes.
    """
    size, more, grid, box = sizes[0], sizes[1], numbers.grid, numbers.box
    for number in range(first, last):
        if count > most:
            return number, count
        parent = parents[number]
        wide, high = lay_out(parent, size, grid, WIDEST)
        hash_into(parent, size, numbers)
        for turn in range(len(turns)):
            piece = turns[turn]
            for at_x in range(-piece[0] - 1, wide + 2):
                for at_y in range(-piece[1] - 1, high + 2):
                    if not _touches(grid, piece, more, at_x + WIDEST, at_y + WIDEST):
                        continue
                    box[0], box[1] = min(0, at_x), min(0, at_y)
                    box[2], box[3] = max(wide, at_x + piece[0]), max(high, at_y + piece[1])
                    key, second = _key_of(turned[turn], at_x, at_y, numbers)
                    slot = _slot_of(slots, shapes, key, second)
                    if slots[slot] == EMPTY:
                        slots[slot] = count
                        shapes[count][0], shapes[count][1] = key, second
                        join(parent, size, piece, more, at_x, at_y, box, shapes[count])
                        count += 1
        clear(parent, size, grid, WIDEST)
    return last, count

"""Outlines of shapes: their rings, in the one of eight positions in which a shape's key is read.

Round a corner of the grid lie eight quarters. Those of the shape that follow each other without a gap are a *run*, and
the boundary passes once beside each run; so parts of a shape that meet in a point alone are passed one by one, as
`heuristan.tangram.boundary` does.

A kernel (`heuristan.common.kernels`) for `heuristan.lab.census.described`.
"""

from collections.abc import Sequence

from heuristan.lab.census.growing import (
    FIRST,
    HASHES,
    MOVED,
    REACH,
    TURNS,
    WIDEST,
    Numbers,
    clear,
    half_at,
    hash_into,
    lay_out,
    modulo,
    put,
)

# columns of a shape's description
VERTICES = 0
RINGS = 1
CONTACTS = 2
"""How often parts of the shape meet in a point alone."""
KEPT = 3
"""The symmetries of the shape, a bit each."""


def outlines(
    shapes: Sequence[Sequence[int]],
    first: int,
    last: int,
    size: int,
    numbers: Numbers,
    turned: list[list[int]],
    around: list[list[int]],
    described: list[list[int]],
    ends: list[int],
    coordinates: list[int],
) -> tuple[int, int]:
    """Write what shapes are, and their rings, the outer one first.

    Args:
        shapes: the shapes.
        first: the first of them.
        last: the number after the last.
        size: the number of halves of each.
        numbers: the tables that are the same for all shapes.
        turned: one row for scratch, as wide as a shape's.
        around: a grid for the quarters round each corner, for scratch.
        described: a table for what each shape is.
        ends: a table for the number of coordinates up to the end of each ring.
        coordinates: a table for x and y of the vertices.

    Returns:
        The number of rings and that of coordinates.
    """
    ring_count, number_count, grid = 0, 0, numbers.grid
    for number in range(first, last):
        hash_into(shapes[number], size, numbers)
        wide, high = lay_out(shapes[number], size, grid, WIDEST)
        clear(shapes[number], size, grid, WIDEST)
        kept, best = _read(shapes[number], wide, high, numbers)
        _turn(shapes[number], size, numbers.symmetries[best], wide, high, turned[0])
        wide, high = lay_out(turned[0], size, grid, WIDEST)
        vertices, rings, contacts = 0, 0, 0
        for x in range(wide + 2):
            for y in range(high + 2):
                around[x][y] = _around(grid, x + WIDEST, y + WIDEST)
                contacts += max(0, _runs(around[x][y]) - 1)
        clear(turned[0], size, grid, WIDEST)
        for x in range(wide + 2):
            for y in range(high + 2):
                for direction in range(8):
                    if _begins(around[x][y], direction):
                        before = number_count
                        number_count = _trace(around, x, y, direction, coordinates, number_count)
                        ends[ring_count] = number_count
                        vertices += (number_count - before) // 2
                        ring_count += 1
                        rings += 1
        row = described[number - first]
        row[VERTICES], row[RINGS], row[CONTACTS], row[KEPT] = vertices, rings, contacts, kept
    return ring_count, number_count


def _read(shape: Sequence[int], wide: int, high: int, numbers: Numbers) -> tuple[int, int]:
    """Return the symmetries of a shape, as bits, and the first that takes it to where its key is read.

    A symmetry that takes it to the same place as another leads from there back to where it was, or is one of the shape.
    """
    bits, best = 0, -1
    own = _key(0, wide, high, numbers)
    for number in range(8):
        key = _key(number, wide, high, numbers)
        if key == own:
            bits |= 1 << number
        if key == shape[0] and best < 0:
            best = number
    return bits, best


def _key(number: int, wide: int, high: int, numbers: Numbers) -> int:
    """Return the key of an image, whose hashes are written, in its place at the origin."""
    symmetry, key = numbers.symmetries[number], 0
    low_u = min(0, symmetry[0] * wide) + min(0, symmetry[1] * high) + symmetry[MOVED]
    low_v = min(0, symmetry[2] * wide) + min(0, symmetry[3] * high) + symmetry[MOVED + 1]
    for which in range(HASHES // 2):
        column, row = numbers.columns[which], numbers.rows[which]
        hashed = numbers.hashes[number][which]
        key = key << 31 | modulo(modulo(hashed * column[REACH - low_u]) * row[REACH - low_v])
    return key


def _turn(shape: Sequence[int], size: int, symmetry: Sequence[int], wide: int, high: int, turned: list[int]) -> None:
    """Write the image of a shape, moved to the corner at the origin."""
    low_u = min(0, symmetry[0] * wide) + min(0, symmetry[1] * high)
    low_v = min(0, symmetry[2] * wide) + min(0, symmetry[3] * high)
    for word in range(FIRST, len(turned)):
        turned[word] = 0
    for place in range(size):
        half = half_at(shape, place)
        x, y = half >> 7, half >> 2 & 31
        u = symmetry[0] * x + symmetry[1] * y - low_u
        v = symmetry[2] * x + symmetry[3] * y - low_v
        put(turned, place, u, v, symmetry[TURNS + (half & 3)])


def _around(grid: Sequence[Sequence[int]], x: int, y: int) -> int:
    """Return the eight quarters round the corner of least coordinates of a cell, a bit each, from the east on."""
    first, second, third, fourth = grid[x][y], grid[x - 1][y], grid[x - 1][y - 1], grid[x][y - 1]
    return (
        (first >> 3 & 1)
        | (first >> 2 & 1) << 1
        | (second & 1) << 2
        | (second >> 3 & 1) << 3
        | (third >> 1 & 1) << 4
        | (third & 1) << 5
        | (fourth >> 2 & 1) << 6
        | (fourth >> 1 & 1) << 7
    )


def _begins(around: int, direction: int) -> bool:
    """Return whether a run begins in a direction, so that the boundary leaves the corner there."""
    return around >> direction & 1 == 1 and around >> (direction + 7 & 7) & 1 == 0


def _runs(around: int) -> int:
    """Return the number of runs round a corner."""
    runs = 0
    for direction in range(8):
        if _begins(around, direction):
            runs += 1
    return runs


def _trace(around: list[list[int]], x: int, y: int, direction: int, coordinates: list[int], count: int) -> int:
    """Write the vertices of a ring, the interior on its left, take its runs away, and return the number of coordinates.

    Args:
        around: the runs round each corner that were not passed yet.
        x: a vertex of the ring.
        y: the same.
        direction: where the ring leaves it.
        coordinates: the table to write.
        count: where to go on in the table.
    """
    start_x, start_y, start = x, y, direction
    while True:
        coordinates[count], coordinates[count + 1] = x, y
        count += 2
        turn = direction
        while turn == direction:  # along a side: each corner on it is passed
            x += _step(direction)
            y += _step(direction + 6 & 7)
            turn = _pass(around, x, y, direction + 4 & 7)
        direction = turn
        if x == start_x and y == start_y and direction == start:
            return count


def _step(direction: int) -> int:
    """Return how far a step in a direction goes to the east."""
    if direction == 2 or direction == 6:
        return 0
    return 1 if direction < 2 or direction == 7 else -1


def _pass(around: list[list[int]], x: int, y: int, end: int) -> int:
    """Take the run away that ends in a direction, and return where it begins."""
    direction = end
    while around[x][y] >> (direction + 7 & 7) & 1 == 1:
        direction = direction + 7 & 7
        around[x][y] &= ~(1 << direction)
    return direction

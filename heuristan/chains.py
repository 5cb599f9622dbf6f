"""The boundaries of rings added up as chains, over tables of points: do they cancel?

A kernel (`heuristan.twins`) for `heuristan.verify`.
"""

from collections.abc import Sequence

from heuristan.boundary.kernel import direction
from heuristan.lattice import Point

# numbers that are compiled in stand in this file: numba looks at it alone to see whether it must compile anew
LINE = 0
"""Columns of a table of jumps: the direction of a line, 0 to 3, or -1 where a row is empty, ..."""
U0 = 1
"""... the point on it where its coverage changes, ..."""
U2 = 2
JUMP = 3
"""... and by how much."""
JUMP_COLUMNS = 4


def cancel(points: Sequence[Point], ends: Sequence[int], gained: int, jumps: list[list[int]]) -> bool:
    """Whether the boundaries of some rings are, added up, those of the others.

    Args:
        points: the corners of the rings, ring after ring.
        ends: for each ring how many points there are up to its end.
        gained: so many rings, the first ones, are to be what the others are.
        jumps: room for more than twice as many rows as there are points.
    """
    for row in jumps:
        row[LINE] = -1
        row[JUMP] = 0
    first = 0
    for ring in range(len(ends)):
        sign = 1 if ring < gained else -1
        for i in range(first, ends[ring]):
            p = points[i]
            q = points[i + 1 if i + 1 < ends[ring] else first]
            line = direction(p, q)
            jump(jumps, line, p, sign)
            jump(jumps, line, q, -sign)
        first = ends[ring]
    for row in jumps:  # noqa: SIM110 - numba knows no generators here
        if row[JUMP] != 0:
            return False
    return True


def jump(jumps: list[list[int]], line: int, p: Point, by: int) -> None:
    """Change the coverage of a line at a point. The line is known by the point and its direction."""
    place = (p[0] + 3 * p[2] + line) % len(jumps)
    while jumps[place][LINE] >= 0:
        row = jumps[place]
        if row[LINE] == line and row[U0] == p[0] and row[U2] == p[2]:
            row[JUMP] += by
            return
        place = (place + 1) % len(jumps)
    row = jumps[place]
    row[LINE] = line
    row[U0] = p[0]
    row[U2] = p[2]
    row[JUMP] = by

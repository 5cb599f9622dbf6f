"""Rings compared over tables of points: do they have a shape, do their boundaries, added up as chains, cancel?

A kernel (`heuristan.twins`) for `heuristan.verify`.
"""

from collections.abc import Sequence

from heuristan.boundary.kernel import direction
from heuristan.lattice import Point

# numbers that are compiled in stand in kernels: by these it is seen whether they must be compiled anew
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


def first_misshapen(
    points: Sequence[Point],
    ends: Sequence[int],
    kinds: Sequence[int],
    forms: Sequence[Point],
    starts: Sequence[tuple[int, int]],
) -> int:
    """The number of the first ring that is none of the forms of its kind, or -1.

    Args:
        points: the corners of the rings, ring after ring.
        ends: for each ring how many points there are up to its end.
        kinds: the kinds of the rings, the first ones; of those after them nothing is asked.
        forms: the corners of the forms, each with its first corner at the origin, kind after kind.
        starts: for each kind the row where its forms start, and how many corners each has.
    """
    first = 0
    for ring in range(len(kinds)):
        start = starts[kinds[ring]][0]
        size = starts[kinds[ring]][1]
        end = starts[kinds[ring] + 1][0]
        if ends[ring] - first != size:
            return ring
        while start < end and not is_moved(points, first, forms, start, size):
            start += size
        if start == end:
            return ring
        first = ends[ring]
    return -1


def is_moved(points: Sequence[Point], first: int, forms: Sequence[Point], start: int, size: int) -> bool:
    """Whether so many points from one on are those of a form, which starts at the origin, moved."""
    o = points[first]
    for i in range(1, size):
        p = points[first + i]
        q = forms[start + i]
        if p[0] - o[0] != q[0] or p[1] - o[1] != q[1] or p[2] - o[2] != q[2] or p[3] - o[3] != q[3]:
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

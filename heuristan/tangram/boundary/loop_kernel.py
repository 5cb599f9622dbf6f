"""Rings to loops and their area, over tables of points, where the rings have no points in common.

They may not touch each other or themselves either: what does is followed along its chain (`chain.Boundary`).

A kernel (`heuristan.common.kernels`) for `heuristan.tangram.boundary.loops.traced`.
"""

from collections.abc import Sequence

from heuristan.tangram.lattice.points import LIMIT, doubled_area, parts

# these numbers are compiled into functions, so they belong in kernels: a change compiles the functions again
HEADING = 4
"""Column of a table of sides, after the four projections of the vertex where a side starts: its direction."""
NEXT = 5
"""Column: the row of the side that follows it on the ring."""
ANGLE = 6
"""Column: the angle of the interior where it starts, or WRITTEN."""
SIDE_COLUMNS = 7

WRITTEN = 0

REACH = LIMIT // 2
"""Maximum a and b of a + b/sqrt2 in an outline's projections."""

VERTEX_COLUMNS = 6
"""Columns of a table of vertices: four projections, the opening, the angle."""


def trace(
    points: Sequence[Sequence[int]],
    ends: Sequence[int],
    sides: list[list[int]],
    vertices: list[list[int]],
    lasts: list[int],
) -> tuple[int, int, int]:
    """Write the loops of rings, in the order of tracing.

    Args:
        points: the vertices of the rings, ring after ring.
        ends: for each ring the number of points up to its end.
        sides: a table with as many rows as there are points.
        vertices: a table with as many rows as there are points.
        lasts: a table for the number of vertices up to the end of each loop.

    Returns:
        The number of vertices, or 0 if rings touch, or are too large for order to be proven where pieces are laid; and
        twice the area, as (a, b) of a + b/sqrt2.
    """
    first = count = whole = root = 0
    if not are_in_reach(points):
        return 0, 0, 0
    for ring in range(len(ends)):
        if ends[ring] < first + 3:
            return 0, 0, 0
        start = count
        count = write_sides(points, first, ends[ring], sides, start)
        if count < start + 3 or not write_headings(sides, start, count):
            return 0, 0, 0
        a, b = doubled_area(points[first : ends[ring]])
        whole += a
        root += b
        first = ends[ring]
    if touch(sides, count):
        return 0, 0, 0
    write_loops(sides, count, vertices, lasts)
    return count, whole, root


def are_in_reach(points: Sequence[Sequence[int]]) -> bool:
    """Return whether points lie in half of the exact range, so that pieces laid there stay within it."""
    for point in points:
        for axis in range(4):
            a, b = parts(point[axis])
            if not (-REACH <= a <= REACH and -REACH <= b <= REACH):
                return False
    return True


def write_sides(points: Sequence[Sequence[int]], first: int, end: int, sides: list[list[int]], count: int) -> int:
    """Write where the sides of a ring start, edges on one line as one, and return the row where they end.

    The first side is the one with the ring's first edge on it. The row is 0 if an edge runs in none of the directions.
    """
    size = end - first
    lead = 0
    while lead > -size and is_straight(points, first, size, lead):
        lead -= 1
    before = -1
    for i in range(lead, lead + size):
        here = points[first + i % size]
        k = direction(here, points[first + (i + 1) % size])
        if k < 0:
            return 0
        if k != before:
            side = sides[count]
            for axis in range(4):
                side[axis] = here[axis]
            side[HEADING] = k
            count += 1
        before = k
    return count


def is_straight(points: Sequence[Sequence[int]], first: int, size: int, i: int) -> bool:
    """Return whether the edges before and after a point are on one line."""
    here = points[first + i % size]
    return direction(points[first + (i - 1) % size], here) == direction(here, points[first + (i + 1) % size])


def direction(p: Sequence[int], q: Sequence[int]) -> int:
    """Return the direction, 0 to 3, of the line through two points; -1 if it has none of these."""
    if p[2] == q[2] and p[0] != q[0]:
        return 0
    if p[3] == q[3] and p[1] != q[1]:
        return 1
    if p[0] == q[0] and p[2] != q[2]:
        return 2
    if p[1] == q[1] and p[3] != q[3]:
        return 3
    return -1


def write_headings(sides: list[list[int]], start: int, end: int) -> bool:
    """Write the headings of a ring's sides, what follows them, and the angles; return whether all have a length."""
    for i in range(start, end):
        side = sides[i]
        side[NEXT] = i + 1 if i + 1 < end else start
        k = side[HEADING]
        length = sides[side[NEXT]][k] - side[k]
        if length == 0:
            return False
        if length < 0:
            side[HEADING] = k + 4
    for i in range(start, end):
        following = sides[sides[i][NEXT]]
        following[ANGLE] = (4 + sides[i][HEADING] - following[HEADING]) & 7
    return True


def touch(sides: list[list[int]], count: int) -> bool:
    """Return whether sides that are not parallel, and do not follow each other, have a point in common.

    They have if the ends of neither lie strictly on one side of the other's line. Of two sides on one line that touch,
    a neighbour of one touches the other.
    """
    for i in range(count):
        p = sides[i]
        q = sides[p[NEXT]]
        across = (p[HEADING] + 2) & 3
        for j in range(i):
            r = sides[j]
            other = (r[HEADING] + 2) & 3
            if across == other or p[NEXT] == j or r[NEXT] == i:
                continue
            s = sides[r[NEXT]]
            if is_within(r[across], p[across], s[across]) and is_within(p[other], r[other], q[other]):
                return True
    return False


def is_within(a: int, here: int, b: int) -> bool:
    """Return whether a number is one of two others, or between them."""
    return a <= here <= b or b <= here <= a


def write_loops(sides: list[list[int]], count: int, vertices: list[list[int]], lasts: list[int]) -> None:
    """Write loops as tracing finds them, each from the vertex on that it meets first along the lines, as they come."""
    written = 0
    loop = 0
    for i in range(count):
        first = first_on_line(sides, count, sides[i])
        while first >= 0:
            written = write_loop(sides, first, vertices, written)
            lasts[loop] = written
            loop += 1
            first = first_on_line(sides, count, sides[i])


def first_on_line(sides: list[list[int]], count: int, side: list[int]) -> int:
    """Return the side that starts at the first end of unwritten sides on a side's line; -1 if there is none."""
    k = side[HEADING] & 3
    first = -1
    for i in range(count):
        here = sides[i]
        is_next = here[k ^ 2] == side[k ^ 2] and (first < 0 or here[k] < sides[first][k])
        if here[ANGLE] != WRITTEN and is_next and k in (here[HEADING] & 3, (here[HEADING] + here[ANGLE]) & 3):
            first = i
    return first


def write_loop(sides: list[list[int]], first: int, vertices: list[list[int]], start: int) -> int:
    """Write the vertices of a loop, beginning at a side, into rows from `start` on; return the row after the last."""
    count = start
    side = sides[first]
    while side[ANGLE] != WRITTEN:
        vertex = vertices[count]
        for axis in range(4):
            vertex[axis] = side[axis]
        vertex[4] = side[HEADING]
        vertex[5] = side[ANGLE]
        side[ANGLE] = WRITTEN
        count += 1
        side = sides[side[NEXT]]
    return count

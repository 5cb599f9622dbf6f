"""Boundaries followed over flat tables of integers: from a chain to segments, points, vertices and loops.

It finds what `chain.Boundary` finds, in the same order. The chain is quicker where nothing is compiled; it also follows
drawn boundaries, and says what is wrong with those that are tangled.

A kernel (`heuristan.common.kernels`) for `heuristan.tangram.boundary.loops.traced`, and for kernels that follow states.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from heuristan.tangram.lattice.points import LIMIT, crossing_position, halved, parts

# these numbers are compiled into functions, so they belong in kernels: a change compiles the functions again
JUMP = 7
"""Columns of a chain: the direction of a line and its offset, a point, the change of coverage there."""
SEGMENT = 19
"""Columns of segments: direction, offset, the side of the interior, start, end, bounds."""
POINT = 7
"""Columns of points: four projections; masks of eight directions: the sectors of interior that begin there, the rays
of boundary, and those with the interior on their left which no loop has followed yet."""
VERTEX = 6
"""Columns of vertices: four projections, the opening, the angle."""
LOOP = 6
"""Columns of loops: the number of vertices up to the end, twice the area as (a, b) of a + b/sqrt2; and room."""

REACH = LIMIT // 2
"""Maximum a and b of a + b/sqrt2 in an outline's projections."""


Table: TypeAlias = list[int]
"""Rows of numbers, one row after another."""


class Space(NamedTuple):
    """Working space of `trace`: flat tables."""

    chain: Table
    segments: Table
    points: Table
    vertices: Table
    loops: Table


def trace(
    points: Sequence[Sequence[int]], ends: Sequence[int], space: Space, vertices: list[list[int]], lasts: Table
) -> tuple[int, int, int, int]:
    """Write the loops of rings, in the order of tracing.

    Args:
        points: the vertices of the rings, ring after ring.
        ends: for each ring the number of points up to its end.
        space: tables of one row more than twice as many as there are points.
        vertices: a table of `VERTEX` columns.
        lasts: a table for the number of vertices up to the end of each loop.

    Returns:
        The numbers of vertices and loops, and twice the area as (a, b) of a + b/sqrt2. The numbers are 0 if nothing is
        left of the rings, if they are tangled or cross where no edge ends, or if they are too large for order to be
        proven where pieces are laid.
    """
    chain, loops = space.chain, space.loops
    first = end = whole = root = 0
    if not are_in_reach(points):
        return 0, 0, 0, 0
    for last in ends:
        for i in range(first, last):
            p, q = points[i], points[i + 1 if i + 1 < last else first]
            k = direction(p, q)
            if k < 0:
                return 0, 0, 0, 0
            end = add_jump(chain, 0, end, k, p, 0, 1)
            end = add_jump(chain, 0, end, k, q, 0, -1)
        first = last
    end = without_zeros(chain, 0, end)
    _, there, found, written, count = follow(chain, 0, end, space.segments, space.points, space.vertices, loops)
    if found != there or count <= 0 or written > len(vertices):
        return 0, 0, 0, 0
    for i in range(written):
        for column in range(VERTEX):
            vertices[i][column] = space.vertices[i * VERTEX + column]
    for loop in range(count):
        lasts[loop] = loops[loop * LOOP]
        whole += loops[loop * LOOP + 1]
        root += loops[loop * LOOP + 2]
    return written, count, whole, root


def are_in_reach(points: Sequence[Sequence[int]]) -> bool:
    """Return whether points lie in half of the exact range, so that pieces laid there stay within it."""
    for point in points:
        for axis in range(4):
            a, b = parts(point[axis])
            if not (-REACH <= a <= REACH and -REACH <= b <= REACH):
                return False
    return True


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


def along(table: Sequence[int], at: int, direction: int) -> int:
    """Return the projection on any direction of the point that stands at a place of a table."""
    number = table[at + (direction & 3)]
    return -number if direction & 4 else number


def put(table: Table, at: int, u0: int, u1: int, u2: int, u3: int) -> None:
    """Write four numbers, those of a point mostly."""
    table[at] = u0
    table[at + 1] = u1
    table[at + 2] = u2
    table[at + 3] = u3


def write_at(table: Table, place: int, k: int, offset: int, position: int) -> None:
    """Write the point of a line at a position."""
    a, b, c, d = position, halved(position + offset), offset, halved(offset - position)
    for _ in range(k):
        a, b, c, d = -d, a, b, c
    put(table, place, a, b, c, d)


def add_jump(chain: Table, begin: int, end: int, k: int, table: Sequence[int], at: int, change: int) -> int:
    """Add a change of coverage to a chain that lies at the end of a table, and return its new end.

    Args:
        chain: holds it, line after line, the points of each in its order.
        begin: its first row.
        end: the end of its rows.
        k: the direction of the line.
        table: holds the point.
        at: its place there.
        change: the change.
    """
    offset, row, last = along(table, at, k + 2), begin * JUMP, end * JUMP
    while row < last and (chain[row] != k or chain[row + 1] != offset):
        row += JUMP
    while row < last and chain[row] == k and chain[row + 1] == offset and chain[row + 2 + k] <= table[at + k]:
        if chain[row + 2 + k] == table[at + k]:
            chain[row + 6] += change
            return end
        row += JUMP
    for i in range(last - 1, row - 1, -1):
        chain[i + JUMP] = chain[i]
    chain[row] = k
    chain[row + 1] = offset
    put(chain, row + 2, table[at], table[at + 1], table[at + 2], table[at + 3])
    chain[row + 6] = change
    return end + 1


def without_zeros(chain: Table, begin: int, end: int) -> int:
    """Take the points out at which nothing changes, and return the new end of the chain."""
    to = begin
    for row in range(begin, end):
        if chain[row * JUMP + 6] != 0:
            if to != row:
                for i in range(JUMP):
                    chain[to * JUMP + i] = chain[row * JUMP + i]
            to += 1
    return to


def follow(
    chain: Table, begin: int, end: int, segments: Table, points: Table, vertices: Table, loops: Table
) -> tuple[int, int, int, int, int]:
    """Follow the boundary that lies from one row of a chain to another, and write what is found.

    Returns:
        The numbers of segments, of points where segments end, of all points, of vertices and of loops: -1 loops if a
        table is full, or if interior and exterior do not alternate round some point.
    """
    count = write_segments(chain, begin, end, segments)
    there = write_ends(segments, count, points)
    found = add_crossings(segments, count, points, there)
    if count < 0 or found < 0 or not write_rays(segments, count, points, found):
        return 0, 0, 0, 0, -1
    written, number = write_loops(points, found, vertices, loops)
    for loop in range(number):
        write_area(vertices, loops, loop)
    return count, there, found, written, number


def write_segments(chain: Table, begin: int, end: int, segments: Table) -> int:
    """Write the segments of a chain, in its order; return how many, -1 if the table is full or one is covered twice."""
    count = coverage = 0
    for row in range(begin * JUMP, end * JUMP, JUMP):
        if coverage != 0:  # the changes of a line come to nothing at its end
            before, to = row - JUMP, count * SEGMENT
            if to + SEGMENT > len(segments) or coverage < -1 or coverage > 1:
                return -1
            segments[to] = chain[row]
            segments[to + 1] = chain[row + 1]
            segments[to + 2] = coverage
            for i in range(4):
                a, b = chain[before + 2 + i], chain[row + 2 + i]
                segments[to + 3 + i] = a
                segments[to + 7 + i] = b
                segments[to + 11 + 2 * i] = min(a, b)
                segments[to + 12 + 2 * i] = max(a, b)
            count += 1
        coverage += chain[row + 6]
    return count


def write_ends(segments: Table, count: int, points: Table) -> int:
    """Write the ends of segments; return how many points there are, -1 if the table is full."""
    found = 0
    for at in range(0, count * SEGMENT, SEGMENT):
        found = add_point(points, found, segments, at + 3)
        found = add_point(points, found, segments, at + 7)
    return found


def add_point(points: Table, count: int, table: Table, at: int) -> int:
    """Write a point if it is new; return how many there are, -1 if the table is full."""
    for i in range(0, count * POINT, POINT):
        if points[i] == table[at] and points[i + 2] == table[at + 2]:
            return count
    to = count * POINT
    if count < 0 or to + POINT > len(points):
        return -1
    put(points, to, table[at], table[at + 1], table[at + 2], table[at + 3])
    points[to + 5] = points[to + 6] = 0
    return count + 1


def add_crossings(segments: Table, count: int, points: Table, there: int) -> int:
    """Write the points where two segments cross, inside both, from left to right; return how many points there are.

    -1 if the table is full. Three tips that meet in a point may do so by three lines, and then no segment ends there.
    """
    found = there
    for a in range(0, count * SEGMENT, SEGMENT):
        for b in range(0, a, SEGMENT):
            if not (divides(segments, a, b) and divides(segments, b, a)):
                continue
            at = found * POINT
            if at < 0 or at + POINT > len(points):
                return -1
            k, offset = segments[a], segments[a + 1]
            write_at(points, at, k, offset, crossing_position(k, offset, segments[b], segments[b + 1]))
            before, found = found, add_point(points, found, points, at)
            while before < found and at > there * POINT and is_left_of(points, at, at - POINT):
                for i in range(at, at + 4):
                    points[i], points[i - POINT] = points[i - POINT], points[i]
                at -= POINT
    return found


def divides(segments: Table, a: int, b: int) -> bool:
    """Return whether the ends of a segment lie strictly on both sides of another's line."""
    low = b + 11 + 2 * (segments[a] + 2 & 3)
    return segments[low] < on_axis(segments[a], segments[a + 1]) < segments[low + 1]


def on_axis(k: int, offset: int) -> int:
    """Return a line's offset as the projection on direction (k + 2) mod 4."""
    return offset if k < 2 else -offset


def is_left_of(points: Table, a: int, b: int) -> bool:
    """Return whether a point lies farther left than another, or below it in the same column."""
    return points[a] < points[b] or (points[a] == points[b] and points[a + 2] < points[b + 2])


def write_rays(segments: Table, count: int, points: Table, found: int) -> bool:
    """Write the masks of points; return whether interior and exterior alternate round all of them."""
    for s in range(0, count * SEGMENT, SEGMENT):
        k, left = segments[s], 1 if segments[s + 2] > 0 else 0
        across, here = k + 2 & 3, on_axis(k, segments[s + 1])
        for p in range(0, found * POINT, POINT):
            if points[p + across] == here and segments[s + 3 + k] <= points[p + k] <= segments[s + 7 + k]:
                if points[p + k] < segments[s + 7 + k]:
                    points[p + 5] |= 1 << k
                    points[p + 6] |= left << k
                if points[p + k] > segments[s + 3 + k]:
                    points[p + 5] |= 16 << k
                    points[p + 6] |= (1 - left) << k + 4
    for p in range(0, found * POINT, POINT):
        rays = points[p + 5]
        sectors = points[p + 6]
        for _ in range(7):  # interior goes on to the next sector unless a ray lies between
            sectors |= (sectors << 1 | sectors >> 7) & 255 & ~rays
        points[p + 4] = sectors
        if (sectors << 1 | sectors >> 7) & rays != rays ^ points[p + 6]:  # the others close what came before
            return False
    return True


def write_loops(points: Table, found: int, vertices: Table, loops: Table) -> tuple[int, int]:
    """Write the vertices, loop after loop, and where each loop ends; return both numbers, -1 loops if there is no room.

    A loop begins at the first of its vertices in the order of points, and of directions round a point.
    """
    count = number = 0
    for first in range(0, found * POINT, POINT):
        for opening in range(8):
            if not points[first + 6] >> opening & 1 or angle_of(points, first, opening) == 4:
                continue
            p, heading = first, opening
            while points[p + 6] >> heading & 1:
                points[p + 6] ^= 1 << heading
                angle, to = angle_of(points, p, heading), count * VERTEX
                if angle != 4:
                    if to + VERTEX > len(vertices):
                        return 0, -1
                    put(vertices, to, points[p], points[p + 1], points[p + 2], points[p + 3])
                    vertices[to + 4] = heading
                    vertices[to + 5] = angle
                    count += 1
                p = next_along(points, found, p, heading)
                heading = heading + 3 & 7
                while not points[p + 5] >> heading & 1:
                    heading = heading - 1 & 7
            if (number + 1) * LOOP > len(loops):
                return 0, -1
            loops[number * LOOP] = count
            number += 1
    return count, number


def angle_of(points: Table, p: int, opening: int) -> int:
    """Return the angle of the wedge of interior that a ray opens: the next ray closes it."""
    angle = 1
    while not points[p + 5] >> (opening + angle & 7) & 1:
        angle += 1
    return angle


def next_along(points: Table, found: int, p: int, heading: int) -> int:
    """Return the place of the nearest point in a direction from another, in which boundary leaves it."""
    k, across, sign = heading & 3, heading + 2 & 3, -1 if heading & 4 else 1
    best = nearest = -1
    for q in range(0, found * POINT, POINT):
        if points[q + across] == points[p + across]:
            length = sign * (points[q + k] - points[p + k])
            if length > 0 and (best < 0 or length < nearest):
                best, nearest = q, length
    return best


def write_area(vertices: Table, loops: Table, number: int) -> None:
    """Write twice the signed area of a loop: see `lattice.points.doubled_area`."""
    begin, end = (loops[(number - 1) * LOOP] if number else 0), loops[number * LOOP]
    whole = irrational = 0
    for i in range(begin, end):
        before = i - 1 if i > begin else end - 1
        after = i + 1 if i + 1 < end else begin
        a, b = parts(vertices[i * VERTEX])
        climb, root = parts(vertices[after * VERTEX + 2] - vertices[before * VERTEX + 2])
        whole += 2 * a * climb + b * root
        irrational += a * root + b * climb
    loops[number * LOOP + 1] = whole // 2
    loops[number * LOOP + 2] = irrational


def sign_of(a: int, b: int) -> int:
    """Return the sign of a + b/sqrt2, which may be too large for a code: decided by squares."""
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    larger = a if 2 * a * a > b * b else b
    return 1 if larger > 0 else -1

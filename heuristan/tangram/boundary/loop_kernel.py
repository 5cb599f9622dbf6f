"""Rings to loops and their area, over tables of points.

The rings may have vertices in common with each other or with themselves, and vertices on edges: there the wedges of the
interior are followed. They may neither cross nor overlap.

A kernel (`heuristan.common.kernels`) for `heuristan.tangram.boundary.loops.traced`.
"""

from collections.abc import Sequence

from heuristan.tangram.lattice.points import LIMIT, doubled_area, parts

# these numbers are compiled into functions, so they belong in kernels: a change compiles the functions again
HEADING = 4
"""Column of a table of sides, after the four projections of the vertex where a side starts: its direction."""
NEXT = 5
"""Column: the row of the side that follows it on the ring."""
FOLLOWING = 6
"""Column: the row of the side that follows it round the interior."""
ANGLE = 7
"""Column: the angle of the interior where it starts."""
LOOP = 8
"""Column: the number of its loop, or WRITTEN."""
SIDE_COLUMNS = 9

WRITTEN = -1

REACH = LIMIT // 2
"""Maximum a and b of a + b/sqrt2 in an outline's projections."""

VERTEX_COLUMNS = 6
"""Columns of a table of vertices: four projections, the opening, the angle."""

NO_CONTACT = 0
"""Sides that are not parallel have nothing in common, unless they follow each other."""
CONTACT = 1
"""They have an end of one of them in common."""
CROSSING = 2
"""They have a point inside both in common."""


def trace(
    points: Sequence[Sequence[int]],
    ends: Sequence[int],
    are_loops: bool,
    sides: list[list[int]],
    pieces: list[list[int]],
    vertices: list[list[int]],
    lasts: list[int],
) -> tuple[int, int, int, int]:
    """Write the loops of rings, in the order of tracing.

    Args:
        points: the vertices of the rings, ring after ring.
        ends: for each ring the number of points up to its end.
        are_loops: whether the rings are known to be loops, so that they are only put in order.
        sides: a table with as many rows as there are points.
        pieces: a table for the sides cut where vertices lie on them.
        vertices: a table with as many rows as `pieces`.
        lasts: a table for the number of vertices up to the end of each loop.

    Returns:
        The number of loops, or 0 if rings cross, overlap, are too large for order to be proven where pieces are laid,
        or do not fit into the tables; the number of vertices; and twice the area, as (a, b) of a + b/sqrt2.
    """
    first = count = whole = root = 0
    if not are_loops and not are_in_reach(points):
        return 0, 0, 0, 0
    for ring in range(len(ends)):
        if ends[ring] < first + 3:
            return 0, 0, 0, 0
        start = count
        count = write_sides(points, first, ends[ring], sides, start)
        if count < start + 3 or not write_headings(sides, start, count):
            return 0, 0, 0, 0
        a, b = doubled_area(points[first : ends[ring]])
        whole += a
        root += b
        first = ends[ring]
    contact = NO_CONTACT if are_loops else contact_of(sides, count)
    cut = count
    if contact == NO_CONTACT:
        copy(sides, count, pieces)
    elif contact == CROSSING or overlap(sides, count):
        return 0, 0, 0, 0
    else:
        cut = write_pieces(sides, count, pieces)
        if cut == 0 or not follow(pieces, cut):
            return 0, 0, 0, 0
    loops = number_loops(pieces, cut)
    written = write_loops(sides, count, pieces, cut, loops, vertices, lasts)
    return loops, written, whole, root


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
    """Write the headings of a ring's sides and what follows them; return whether all have a length."""
    for i in range(start, end):
        side = sides[i]
        side[NEXT] = i + 1 if i + 1 < end else start
        k = side[HEADING]
        length = sides[side[NEXT]][k] - side[k]
        if length == 0:
            return False
        if length < 0:
            side[HEADING] = k + 4
    return True


def contact_of(sides: list[list[int]], count: int) -> int:
    """Return what sides that are not parallel have in common: NO_CONTACT, CONTACT or CROSSING.

    They have a point in common if the ends of neither lie strictly on one side of the other's line.
    """
    contact = NO_CONTACT
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
                if is_inside(r[across], p[across], s[across]) and is_inside(p[other], r[other], q[other]):
                    return CROSSING
                contact = CONTACT
    return contact


def is_within(a: int, here: int, b: int) -> bool:
    """Return whether a number is one of two others, or between them."""
    return a <= here <= b or b <= here <= a


def is_inside(a: int, here: int, b: int) -> bool:
    """Return whether a number is between two others."""
    return a < here < b or b < here < a


def overlap(sides: list[list[int]], count: int) -> bool:
    """Return whether two sides on one line have more than an end in common."""
    for i in range(count):
        p = sides[i]
        k = p[HEADING] & 3
        high = max(p[k], sides[p[NEXT]][k])
        low = min(p[k], sides[p[NEXT]][k])
        for j in range(i):
            r = sides[j]
            if r[HEADING] & 3 == k and r[k ^ 2] == p[k ^ 2]:
                end = sides[r[NEXT]][k]
                if low < max(r[k], end) and min(r[k], end) < high:
                    return True
    return False


def copy(sides: list[list[int]], count: int, pieces: list[list[int]]) -> None:
    """Write sides as pieces: none is cut, and the next side on the ring is the next one round the interior."""
    for i in range(count):
        side = sides[i]
        for column in range(FOLLOWING):
            pieces[i][column] = side[column]
        pieces[i][FOLLOWING] = side[NEXT]
        pieces[side[NEXT]][ANGLE] = (4 + side[HEADING] - sides[side[NEXT]][HEADING]) & 7


def write_pieces(sides: list[list[int]], count: int, pieces: list[list[int]]) -> int:
    """Write sides cut where vertices lie on them; return the number of pieces, 0 if the table is too small."""
    written = 0
    for i in range(count):
        side = sides[i]
        side[FOLLOWING] = written  # its first piece
        vertex = i
        while vertex >= 0:
            if written == len(pieces):
                return 0
            for axis in range(4):
                pieces[written][axis] = sides[vertex][axis]
            pieces[written][HEADING] = side[HEADING]
            written += 1
            pieces[written - 1][NEXT] = written
            vertex = next_inside(sides, count, i, sides[vertex][side[HEADING] & 3])
    for i in range(count):
        side = sides[i]
        last = (sides[i + 1][FOLLOWING] if i + 1 < count else written) - 1
        pieces[last][NEXT] = sides[side[NEXT]][FOLLOWING]
    return written


def next_inside(sides: list[list[int]], count: int, number: int, position: int) -> int:
    """Return the next vertex, beyond a position on a side, that lies inside the side; -1 if there is none."""
    side = sides[number]
    k = side[HEADING] & 3
    found = -1
    end = sides[side[NEXT]][k]
    for i in range(count):
        vertex = sides[i]
        if vertex[k ^ 2] == side[k ^ 2] and is_inside(position, vertex[k], end):
            found = i
            end = vertex[k]
    return found


def follow(pieces: list[list[int]], count: int) -> bool:
    """Write what follows each piece round the interior; return whether interior and exterior alternate everywhere.

    Going round a point clockwise from a piece that arrives, the first one met is the one that leaves next.
    """
    for i in range(count):
        piece = pieces[i]
        here = pieces[piece[NEXT]]
        back = piece[HEADING] + 4
        least = 9
        for j in range(count):
            other = pieces[j]
            if is_same(other, here) and around(back, other[HEADING]) < least:
                least = around(back, other[HEADING])
                piece[FOLLOWING] = j
        for j in range(count):
            other = pieces[j]
            if j != i and is_same(pieces[other[NEXT]], here) and around(back, other[HEADING] + 4) < least:
                return False
        pieces[piece[FOLLOWING]][ANGLE] = least
    return True


def around(start: int, end: int) -> int:
    """Return the angle from a direction clockwise to another, 1 to 8."""
    return ((start - end - 1) & 7) + 1


def is_same(p: Sequence[int], q: Sequence[int]) -> bool:
    """Return whether two points are the same."""
    return p[0] == q[0] and p[2] == q[2]


def number_loops(pieces: list[list[int]], count: int) -> int:
    """Write the loops of pieces and return their number."""
    for i in range(count):
        pieces[i][LOOP] = WRITTEN
    loops = 0
    for i in range(count):
        if pieces[i][LOOP] == WRITTEN:
            piece = pieces[i]
            while piece[LOOP] == WRITTEN:
                piece[LOOP] = loops
                piece = pieces[piece[FOLLOWING]]
            loops += 1
    return loops


def write_loops(
    sides: list[list[int]],
    count: int,
    pieces: list[list[int]],
    cut: int,
    loops: int,
    vertices: list[list[int]],
    lasts: list[int],
) -> int:
    """Write loops as tracing finds them, each from the vertex on that it meets first along the lines, as they come.

    Loops that have only tips where three lines run through come last, from left to right (`loops.rays_with_contacts`).
    """
    written = 0
    loop = 0
    for i in range(count):
        first = first_on_line(sides, count, pieces, cut, sides[i])
        while first >= 0:
            written = write_loop(pieces, first, vertices, written)
            lasts[loop] = written
            loop += 1
            first = first_on_line(sides, count, pieces, cut, sides[i])
        if loop == loops:
            break
    while loop < loops:
        written = write_loop(pieces, leftmost(pieces, cut), vertices, written)
        lasts[loop] = written
        loop += 1
    return written


def leftmost(pieces: list[list[int]], cut: int) -> int:
    """Return the first vertex of all unwritten loops, of which no line's coverage changes at any vertex."""
    first = -1
    for i in range(cut):
        piece = pieces[i]
        if piece[LOOP] == WRITTEN or piece[ANGLE] == 4:
            continue
        if first < 0 or (piece[0], piece[2], piece[HEADING]) < (
            pieces[first][0],
            pieces[first][2],
            pieces[first][HEADING],
        ):
            first = i
    return first


def first_on_line(sides: list[list[int]], count: int, pieces: list[list[int]], cut: int, side: list[int]) -> int:
    """Return the first vertex of an unwritten loop where the coverage of a side's line changes; -1 if there is none."""
    k = side[HEADING] & 3
    first = -1
    for i in range(cut):
        piece = pieces[i]
        if piece[k ^ 2] != side[k ^ 2] or piece[LOOP] == WRITTEN or piece[ANGLE] == 4:
            continue
        is_first = first < 0 or (piece[k], piece[HEADING]) < (pieces[first][k], pieces[first][HEADING])
        if is_first and changes(sides, count, side, piece):
            first = i
    return first


def changes(sides: list[list[int]], count: int, side: list[int], point: list[int]) -> bool:
    """Return whether the coverage of a side's line changes at a point of the line."""
    k = side[HEADING] & 3
    jump = 0
    for i in range(count):
        other = sides[i]
        if other[HEADING] & 3 == k and other[k ^ 2] == side[k ^ 2]:
            if other[k] == point[k]:
                jump += 1
            if sides[other[NEXT]][k] == point[k]:
                jump -= 1
    return jump != 0


def write_loop(pieces: list[list[int]], first: int, vertices: list[list[int]], start: int) -> int:
    """Write the vertices of a loop, beginning at a piece, into rows from `start` on; return the row after the last."""
    count = start
    piece = pieces[first]
    while piece[LOOP] != WRITTEN:
        piece[LOOP] = WRITTEN
        if piece[ANGLE] != 4:
            vertex = vertices[count]
            for axis in range(4):
                vertex[axis] = piece[axis]
            vertex[4] = piece[HEADING]
            vertex[5] = piece[ANGLE]
            count += 1
        piece = pieces[piece[FOLLOWING]]
    return count

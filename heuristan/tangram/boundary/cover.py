"""Whether pieces cover an outline, over tables of points: each has its shape, and all boundaries together cancel.

Whether an outline is the one that was written is decided in the same way.

A kernel (`heuristan.common.kernels`) for `heuristan.tangram.verification`.
"""

from collections.abc import Sequence

from heuristan.tangram.boundary.loop_kernel import direction

# these numbers are compiled into functions, so they belong in kernels: a change compiles the functions again
LINE = 0
"""Column of a table of jumps: the direction of a line, 0 to 3, or -1 where a row is empty."""
U0 = 1
"""Column: the first projection of the point on the line where its coverage changes."""
U2 = 2
"""Column: the third projection of that point."""
JUMP = 3
"""Column: the change of the coverage."""
JUMP_COLUMNS = 4


SOUND = -1
"""Result of `judge` if nothing is wrong."""
OTHER_PIECES = -2
"""Result of `judge` if there are other pieces than asked for."""
OTHER_REGION = -3
"""Result of `judge` if the pieces make another region."""


def judge(
    placed: Sequence[Sequence[int]],
    points: Sequence[Sequence[int]],
    asked: Sequence[int],
    forms: Sequence[Sequence[int]],
    starts: Sequence[Sequence[int]],
    outline: Sequence[Sequence[int]],
    ends: Sequence[int],
    jumps: list[list[int]],
) -> int:
    """Return whether pieces make an outline: SOUND, or what is wrong; 0 or more is the number of a misshapen piece.

    Args:
        placed: for each piece its kind, and the number of points up to its end.
        points: the vertices of the pieces, piece after piece.
        asked: the number of pieces of each kind that there should be.
        forms: the vertices of the forms, each with its first vertex at the origin, kind after kind.
        starts: for each kind the row where its forms start, and the number of vertices of each.
        outline: the vertices of the outline, loop after loop.
        ends: for each loop the number of vertices up to its end.
        jumps: a table of more than twice as many rows as there are points and vertices.
    """
    if not are_of(placed, asked):
        return OTHER_PIECES
    misshapen = first_misshapen(placed, points, forms, starts)
    if misshapen >= 0:
        return misshapen
    clear(jumps)
    first = 0
    for piece in placed:
        add_ring(jumps, points, first, piece[1], 1)
        first = piece[1]
    subtract_outline(jumps, outline, ends)
    return SOUND if is_zero(jumps) else OTHER_REGION


def is_written(
    outline: Sequence[Sequence[int]],
    ends: Sequence[int],
    own: Sequence[float],
    most: float,
    written: Sequence[float],
    rings: Sequence[Sequence[int]],
    jumps: list[list[int]],
) -> bool:
    """Return whether rings that were written bound an outline, each of their vertices near one of the outline.

    Args:
        outline: the vertices of the outline, loop after loop.
        ends: for each loop the number of vertices up to its end.
        own: x and y of each of these vertices, as they would be written.
        most: the maximum distance of vertices that are the same, along x and along y.
        written: x and y of each vertex of the rings, ring after ring.
        rings: for each ring the number of vertices up to its end, and 1 if it encloses interior, -1 for holes.
        jumps: a table of more than twice as many rows as there are vertices of both.
    """
    clear(jumps)
    first = 0
    for ring in rings:
        end = ring[0]
        sign = ring[1] if is_anticlockwise(written, first, end) else -ring[1]
        before = near_to(own, most, written, end - 1, 0)
        for i in range(first, end):
            here = near_to(own, most, written, i, before + 1)
            if before < 0 or here < 0:
                return False
            p = outline[before]
            q = outline[here]
            line = direction(p, q)
            if line >= 0:
                jump(jumps, line, p, sign)
                jump(jumps, line, q, -sign)
            elif p[0] != q[0] or p[2] != q[2]:
                return False
            before = here
        first = end
    subtract_outline(jumps, outline, ends)
    return is_zero(jumps)


def is_anticlockwise(spots: Sequence[float], first: int, end: int) -> bool:
    """Return whether a ring of spots runs counter-clockwise; measured from the first one, far ones lose no digits."""
    area = 0.0
    x = y = 0.0
    for i in range(first + 1, end):
        u = spots[2 * i] - spots[2 * first]
        v = spots[2 * i + 1] - spots[2 * first + 1]
        area += x * v - u * y
        x = u
        y = v
    return area > 0


def near_to(own: Sequence[float], most: float, spots: Sequence[float], number: int, likely: int) -> int:
    """Return the row of a vertex near a spot, or -1; the row that is likely is looked at first."""
    x = spots[2 * number]
    y = spots[2 * number + 1]
    count = len(own) // 2
    for i in range(likely, likely + count):
        row = i if i < count else i - count
        if abs(own[2 * row] - x) <= most and abs(own[2 * row + 1] - y) <= most:
            return row
    return -1


def clear(jumps: list[list[int]]) -> None:
    """Make a chain empty."""
    for row in jumps:
        row[LINE] = -1
        row[JUMP] = 0


def subtract_outline(jumps: list[list[int]], outline: Sequence[Sequence[int]], ends: Sequence[int]) -> None:
    """Subtract the loops of an outline from a chain."""
    first = 0
    for end in ends:
        add_ring(jumps, outline, first, end, -1)
        first = end


def is_zero(jumps: list[list[int]]) -> bool:
    """Return whether nothing is left of a chain."""
    for row in jumps:  # noqa: SIM110
        if row[JUMP] != 0:
            return False
    return True


def are_of(placed: Sequence[Sequence[int]], asked: Sequence[int]) -> bool:
    """Return whether there are as many pieces of each kind as asked for, and no others."""
    known = 0
    for kind in range(len(asked)):
        count = 0
        for piece in placed:
            if piece[0] == kind:
                count += 1
        if count != asked[kind]:
            return False
        known += count
    return known == len(placed)


def add_ring(jumps: list[list[int]], points: Sequence[Sequence[int]], first: int, end: int, sign: int) -> None:
    """Add the sides of a ring to a chain, or subtract them."""
    for i in range(first, end):
        p = points[i]
        q = points[i + 1 if i + 1 < end else first]
        line = direction(p, q)
        jump(jumps, line, p, sign)
        jump(jumps, line, q, -sign)


def first_misshapen(
    placed: Sequence[Sequence[int]],
    points: Sequence[Sequence[int]],
    forms: Sequence[Sequence[int]],
    starts: Sequence[Sequence[int]],
) -> int:
    """Return the number of the first piece that has none of the forms of its kind, or -1."""
    first = 0
    for i in range(len(placed)):
        kind = placed[i][0]
        end = placed[i][1]
        start = starts[kind][0]
        size = starts[kind][1]
        last = starts[kind + 1][0]
        if end - first != size:
            return i
        while start < last and not is_moved(points, first, forms, start, size):
            start += size
        if start == last:
            return i
        first = end
    return -1


def is_moved(
    points: Sequence[Sequence[int]], first: int, forms: Sequence[Sequence[int]], start: int, size: int
) -> bool:
    """Return whether a number of points, from one on, are those of a form, which starts at the origin, moved."""
    o = points[first]
    for i in range(1, size):
        p = points[first + i]
        q = forms[start + i]
        if p[0] - o[0] != q[0] or p[1] - o[1] != q[1] or p[2] - o[2] != q[2] or p[3] - o[3] != q[3]:
            return False
    return True


def jump(jumps: list[list[int]], line: int, p: Sequence[int], by: int) -> None:
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

"""The boundary of a state in integers: what an extraction leaves, its segments, and its vertices loop after loop.

The order of lines, loops and vertices is that of `heuristan.tangram.boundary`, on which the numbers of vertices depend.
A kernel (`heuristan.common.kernels`).
"""

from heuristan.tangram.expert.quick.tables import JUMP, LOOP, POINT, SEGMENT, VERTEX, WEDGE, Board, Fixed
from heuristan.tangram.lattice.points import HALF_ROOT, ONE, parts

# registers
NODES = 0
CHAINS = 1
LINES = 2
NUMBERS = 3
MATCHES = 4
ENDS = 5
COVERING = 6
PLACES = 7
LOGS = 8
FOCUS = 9
SEGMENTS = 10
POINTS = 11
WEDGES = 12
VERTICES = 13
LOOPS = 14
READING = 15
SPANS = 16
NOWS = 17
TROUBLE = 18
"""Why the kernel cannot go on: 0 if it can."""
ASKED = 19
"""The supply, and after it the name, that is asked for."""
EXTRACTIONS = 21
ENTRY = 22
FAILURES = 23
PAIRED = 24
"""The nodes for which the two tables of pairs are filled."""
SPAN_BEGINS = 26
"""Where the spans of each direction begin, and the end."""
RULED = 31
"""The number of matches that are ruled out."""
LINE_TAKEN = 32
"""The line that took a match."""
REGISTERS = 40

# columns of a node
PARENT = 0
VIA = 1
CHAIN = 2
SUPPLY = 4
STEPS = 5
LEVEL = 6
"""How much is known: 0 the chain, 1 the number of vertices, 2 the pieces laid at convex vertices, 3 everything."""
CORNERS = 7
LINED = 8
NUMBERED = 10
LAID = 12
JOINED = 14
ENDED = 16

# columns of a match
FIGURE_OF = 0
MOVED = 1
PLACE_OF = 5
GRADES_OF = 6
NUMBER_OF = 7
CORNER_OF = 8
AFTER = 9
EDGE_OF = 10

FULL = 1
"""Trouble: a table is full."""
UNKNOWN = 2
"""Trouble: a supply is not known yet."""
UNFIT = 3
"""Trouble: the outline is left to the loop over the lines."""


def halved(number: int) -> int:
    """Return a number divided by sqrt2, which is a lattice number."""
    a, b = parts(number)
    return b // 2 * ONE + a * HALF_ROOT


def doubled(number: int) -> int:
    """Return sqrt2 times a number."""
    a, b = parts(number)
    return b * ONE + 2 * a * HALF_ROOT


def along(u0: int, u1: int, u2: int, u3: int, direction: int) -> int:
    """Return the projection of a point on any direction."""
    k = direction & 7
    if k == 0:
        return u0
    if k == 1:
        return u1
    if k == 2:
        return u2
    if k == 3:
        return u3
    if k == 4:
        return -u0
    if k == 5:
        return -u1
    if k == 6:
        return -u2
    return -u3


def write_at(table: list[int], place: int, k: int, offset: int, position: int) -> None:
    """Write the point of a line at a position."""
    a, b, c, d = position, halved(position + offset), offset, halved(offset - position)
    for _ in range(k):
        a, b, c, d = -d, a, b, c
    table[place] = a
    table[place + 1] = b
    table[place + 2] = c
    table[place + 3] = d


def add_jump(board: Board, begin: int, end: int, k: int, place: int, table: list[int], by: int, jump: int) -> int:
    """Add a change of coverage to a chain that lies at the end of the table, and return its new end.

    Args:
        board: holds the chain.
        begin: its first row.
        end: the end of its rows.
        k: the direction of the line.
        place: where the point is in a table.
        table: holds the point.
        by: where the move of the point is in the table of places, or -1: taken from `now`, the working space.
        jump: the change.
    """
    chains, now = board.chains, board.now
    u0, u1, u2, u3 = table[place], table[place + 1], table[place + 2], table[place + 3]
    if by >= 0:
        u0, u1, u2, u3 = u0 + now[by], u1 + now[by + 1], u2 + now[by + 2], u3 + now[by + 3]
    offset, position = along(u0, u1, u2, u3, k + 2), along(u0, u1, u2, u3, k)
    row = begin
    while row < end and (chains[row * JUMP] != k or chains[row * JUMP + 1] != offset):
        row += 1
    while row < end and chains[row * JUMP] == k and chains[row * JUMP + 1] == offset:
        here = chains[row * JUMP + 2 + k]
        if here == position:
            chains[row * JUMP + 6] += jump
            return end
        if here > position:
            break
        row += 1
    for i in range(end * JUMP - 1, row * JUMP - 1, -1):
        chains[i + JUMP] = chains[i]
    at = row * JUMP
    chains[at] = k
    chains[at + 1] = offset
    chains[at + 2] = u0
    chains[at + 3] = u1
    chains[at + 4] = u2
    chains[at + 5] = u3
    chains[at + 6] = jump
    return end + 1


def without_zeros(chains: list[int], begin: int, end: int) -> int:
    """Take the points out at which nothing changes, and return the new end of the chain."""
    to = begin
    for row in range(begin, end):
        if chains[row * JUMP + 6] != 0:
            if to != row:
                for i in range(JUMP):
                    chains[to * JUMP + i] = chains[row * JUMP + i]
            to += 1
    return to


def focus(board: Board, node: int, begin: int, end: int) -> None:
    """Write segments and vertices of a node, whose chain is given, into the working space."""
    registers = board.registers
    if registers[FOCUS] == node:
        return
    registers[FOCUS] = node
    write_segments(board, begin, end)
    if not write_rays(board):
        registers[TROUBLE] = FULL
        return
    write_wedges(board)
    write_loops(board)
    write_parts(board)


def write_segments(board: Board, begin: int, end: int) -> None:
    """Write the segments of a chain, in its order."""
    chains, segments = board.chains, board.segments
    count = coverage = 0
    for row in range(begin, end):
        at, before = row * JUMP, (row - 1) * JUMP
        is_first = row == begin or chains[at] != chains[before] or chains[at + 1] != chains[before + 1]
        if is_first:
            coverage = 0
        elif coverage != 0:
            if (count + 1) * SEGMENT > len(segments):
                board.registers[TROUBLE] = FULL
                break
            to = count * SEGMENT
            segments[to] = chains[at]
            segments[to + 1] = chains[at + 1]
            segments[to + 2] = coverage
            for i in range(4):
                a, b = chains[before + 2 + i], chains[at + 2 + i]
                segments[to + 3 + i] = a
                segments[to + 7 + i] = b
                segments[to + 11 + 2 * i] = min(a, b)
                segments[to + 12 + 2 * i] = max(a, b)
            count += 1
        coverage += chains[at + 6]
    board.registers[SEGMENTS] = count


def point_of(board: Board, u0: int, u1: int, u2: int, u3: int) -> int:
    """Return the number of a point in the working space, which is written if it is new."""
    points, count = board.points, board.registers[POINTS]
    for i in range(count):
        if points[i * POINT] == u0 and points[i * POINT + 2] == u2:
            return i
    if (count + 1) * POINT > len(points):
        board.registers[TROUBLE] = FULL
        return 0
    at = count * POINT
    points[at] = u0
    points[at + 1] = u1
    points[at + 2] = u2
    points[at + 3] = u3
    points[at + 4] = 0
    board.registers[POINTS] = count + 1
    return count


def write_rays(board: Board) -> bool:
    """Write where boundary leaves each point: eight directions a point, the stretch and whether the interior is left."""
    registers, segments, points, rays = board.registers, board.segments, board.points, board.rays
    registers[POINTS] = 0
    for s in range(registers[SEGMENTS]):
        at = s * SEGMENT
        point_of(board, segments[at + 3], segments[at + 4], segments[at + 5], segments[at + 6])
        point_of(board, segments[at + 7], segments[at + 8], segments[at + 9], segments[at + 10])
    write_crossings(board)
    if registers[TROUBLE] != 0:
        return False
    for i in range(8 * registers[POINTS]):
        rays[i] = 0
    number = 0
    for s in range(registers[SEGMENTS]):
        at = s * SEGMENT
        k, offset, sign = segments[at], segments[at + 1], segments[at + 2]
        here = point_of(board, segments[at + 3], segments[at + 4], segments[at + 5], segments[at + 6])
        end = point_of(board, segments[at + 7], segments[at + 8], segments[at + 9], segments[at + 10])
        low, high = segments[at + 3 + k], segments[at + 7 + k]
        while here != end:
            following, nearest = end, high
            for p in range(registers[POINTS]):
                q = p * POINT
                if low < points[q + k] < nearest:
                    aside = points[q + 2 + k] if k < 2 else -points[q + k - 2]
                    if aside == offset:
                        following, nearest = p, points[q + k]
            if number + 1 >= len(board.following):
                return False
            rays[here * 8 + k] = 2 * number + 1 + (1 if sign > 0 else 0)
            rays[following * 8 + k + 4] = 2 * number + 1 + (1 if sign < 0 else 0)
            number += 1
            here, low = following, nearest
    return True


def write_crossings(board: Board) -> None:
    """Write the points where two segments at right angles cross, inside both."""
    registers, segments, now = board.registers, board.segments, board.now
    count = registers[SEGMENTS]
    for s in range(count):
        a = s * SEGMENT
        k = segments[a]
        if k > 1:
            continue
        for t in range(count):
            b = t * SEGMENT
            if segments[b] != k + 2:
                continue
            offset, other = segments[a + 1], segments[b + 1]
            if segments[b + 5 + k] < offset < segments[b + 9 + k] and segments[a + 3 + k] < -other < segments[a + 7 + k]:
                write_at(now, 0, k, offset, -other)
                point_of(board, now[0], now[1], now[2], now[3])


def write_wedges(board: Board) -> None:
    """Write the wedges of interior round each point: the point, opening, angle, and the stretches beside it."""
    registers, rays, wedges, following = board.registers, board.rays, board.wedges, board.following
    count = 0
    for p in range(registers[POINTS]):
        sectors = 0
        for opening in range(8):
            leaving = rays[p * 8 + opening]
            if leaving == 0 or leaving % 2 == 1:
                continue
            angle = 1
            while angle < 8 and rays[p * 8 + (opening + angle) % 8] == 0:
                angle += 1
            if (count + 1) * WEDGE > len(wedges):
                registers[TROUBLE] = FULL
                return
            arriving = (rays[p * 8 + (opening + angle) % 8] - 1) // 2
            at = count * WEDGE
            wedges[at] = p
            wedges[at + 1] = opening
            wedges[at + 2] = angle
            wedges[at + 3] = arriving
            wedges[at + 4] = (leaving - 1) // 2
            wedges[at + 5] = 0
            following[arriving] = count
            count += 1
            for sector in range(opening, opening + angle):
                sectors |= 1 << (sector & 7)
        board.points[p * POINT + 4] = sectors
    registers[WEDGES] = count


def write_loops(board: Board) -> None:
    """Write the vertices, loop after loop: the point, the opening, and the angle; and where each loop ends."""
    registers, wedges, vertices, points, loops = board.registers, board.wedges, board.vertices, board.points, board.loops
    count = number = 0
    for first in range(registers[WEDGES]):
        if wedges[first * WEDGE + 5] != 0 or wedges[first * WEDGE + 2] == 4:
            continue
        wedge = first
        while wedges[wedge * WEDGE + 5] == 0:
            at = wedge * WEDGE
            wedges[at + 5] = 1
            if wedges[at + 2] != 4:
                if (count + 1) * VERTEX > len(vertices):
                    registers[TROUBLE] = FULL
                    return
                for i in range(4):
                    vertices[count * VERTEX + i] = points[wedges[at] * POINT + i]
                vertices[count * VERTEX + 4] = wedges[at + 1]
                vertices[count * VERTEX + 5] = wedges[at + 2]
                count += 1
            wedge = board.following[wedges[at + 4]]
        if (number + 1) * LOOP > len(loops):
            registers[TROUBLE] = FULL
            return
        loops[number * LOOP] = count
        number += 1
    registers[VERTICES] = count
    registers[LOOPS] = number


def write_parts(board: Board) -> None:
    """Write twice the area of each loop, and of holes the outer loop around them; -1 for outer loops."""
    registers, loops = board.registers, board.loops
    for number in range(registers[LOOPS]):
        write_area(board, number)
        loops[number * LOOP + 3] = -1
    for hole in range(registers[LOOPS]):
        a, b = loops[hole * LOOP + 1], loops[hole * LOOP + 2]
        if sign_of(a, b) > 0:
            continue
        best = -1
        for outer in range(registers[LOOPS]):
            c, d = loops[outer * LOOP + 1], loops[outer * LOOP + 2]
            if sign_of(c, d) <= 0 or sign_of(c + a, d + b) <= 0:
                continue
            if best >= 0 and sign_of(loops[best * LOOP + 1] - c, loops[best * LOOP + 2] - d) <= 0:
                continue
            first = (loops[(hole - 1) * LOOP] if hole else 0) * VERTEX
            if is_round(board, outer, first):
                best = outer
        loops[hole * LOOP + 3] = best


def write_area(board: Board, number: int) -> None:
    """Write twice the signed area of a loop, as (a, b) of a + b/sqrt2."""
    loops, vertices = board.loops, board.vertices
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
    """Return the sign of a + b/sqrt2."""
    if a == 0 and b == 0:
        return 0
    if a >= 0 and b >= 0:
        return 1
    if a <= 0 and b <= 0:
        return -1
    if 2 * a * a > b * b:
        return 1 if a > 0 else -1
    return 1 if b > 0 else -1


def is_round(board: Board, loop: int, place: int) -> bool:
    """Return whether a loop lies round the vertex that stands at a place of the table."""
    vertices, loops = board.vertices, board.loops
    begin, end = (loops[(loop - 1) * LOOP] if loop else 0), loops[loop * LOOP]
    u0, u1, u2, u3 = vertices[place], vertices[place + 1], vertices[place + 2], vertices[place + 3]
    winding = 0
    for i in range(begin, end):
        p, q = i * VERTEX, (i + 1 if i + 1 < end else begin) * VERTEX
        d = vertices[p + 4] + 2
        beside = along(u0, u1, u2, u3, d)
        is_left = beside > along(vertices[p], vertices[p + 1], vertices[p + 2], vertices[p + 3], d)
        if vertices[p + 2] <= u2 < vertices[q + 2] and is_left:
            winding += 1
        elif vertices[q + 2] <= u2 < vertices[p + 2] and not is_left:
            winding -= 1
    return winding != 0


def comes_before(vertices: list[int], i: int, j: int) -> bool:
    """Return whether a vertex lies farther left, or above in the same column."""
    a, b = vertices[i * VERTEX], vertices[j * VERTEX]
    return a < b or (a == b and vertices[i * VERTEX + 2] > vertices[j * VERTEX + 2])


def write_reading_order(board: Board) -> None:
    """Write the vertices in reading order: part after part, clockwise from the leftmost, topmost one."""
    registers, loops, vertices, reading = board.registers, board.loops, board.vertices, board.reading
    count = 0
    # the loops of each part together, an outer one before its holes
    for outer in range(registers[LOOPS]):
        if loops[outer * LOOP + 3] >= 0:
            continue
        order_loop(board, outer, count)
        count += 1
        for hole in range(registers[LOOPS]):
            if loops[hole * LOOP + 3] == outer:
                order_loop(board, hole, count)
                count += 1
    to = 0
    for place in range(count):
        number = loops[place * LOOP + 4]
        begin, end = (loops[(number - 1) * LOOP] if number else 0), loops[number * LOOP]
        first = loops[number * LOOP + 5]
        reading[to] = first
        for i in range(first - begin):
            reading[to + 1 + i] = first - 1 - i
        for i in range(end - 1 - first):
            reading[to + 1 + first - begin + i] = end - 1 - i
        to += end - begin
    registers[READING] = to


def order_loop(board: Board, number: int, count: int) -> None:
    """Put a loop behind those that begin farther left, or at the same point; `count` of them are in order."""
    loops, vertices = board.loops, board.vertices
    begin, end = (loops[(number - 1) * LOOP] if number else 0), loops[number * LOOP]
    first = begin
    for i in range(begin + 1, end):
        if comes_before(vertices, i, first):
            first = i
    loops[number * LOOP + 5] = first
    place = count
    while place > 0 and comes_before(vertices, first, loops[loops[(place - 1) * LOOP + 4] * LOOP + 5]):
        loops[place * LOOP + 4] = loops[(place - 1) * LOOP + 4]
        place -= 1
    loops[place * LOOP + 4] = number


def all_outside(board: Board, place: int) -> bool:
    """Return whether no segment passes through a convex polygon whose bounds stand in the working space."""
    segments, now = board.segments, board.now
    lo0, hi0, lo1, hi1 = now[place], now[place + 1], now[place + 2], now[place + 3]
    lo2, hi2, lo3, hi3 = now[place + 4], now[place + 5], now[place + 6], now[place + 7]
    for s in range(board.registers[SEGMENTS]):
        at = s * SEGMENT + 11
        if (
            segments[at + 1] > lo0
            and segments[at] < hi0
            and segments[at + 5] > lo2
            and segments[at + 4] < hi2
            and segments[at + 3] > lo1
            and segments[at + 2] < hi1
            and segments[at + 7] > lo3
            and segments[at + 6] < hi3
        ):
            return False
    return True


def write_box(fixed: Fixed, board: Board, figure: int, u0: int, u2: int, u1: int, u3: int) -> None:
    """Write the bounds of a figure that is moved into the working space."""
    now, at = board.now, figure * 14 + 6
    figures = fixed.figures
    now[8] = figures[at] + u0
    now[9] = figures[at + 1] + u0
    now[10] = figures[at + 2] + u1
    now[11] = figures[at + 3] + u1
    now[12] = figures[at + 4] + u2
    now[13] = figures[at + 5] + u2
    now[14] = figures[at + 6] + u3
    now[15] = figures[at + 7] + u3

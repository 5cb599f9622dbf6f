"""The boundary of a state in integers: what an extraction leaves, vertices, loops, parts and their reading order.

The order of lines and points is that of `heuristan.tangram.boundary`, on which the numbers of vertices depend; see also
`expert.vertex_array`. A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick import layout
from heuristan.lab.quick.layout import Board
from heuristan.tangram.lattice.points import HALF_ROOT, ONE, parts


def halved(number: int) -> int:
    """Return a number divided by sqrt2, which is a lattice number."""
    a, b = parts(number)
    return b // 2 * ONE + a * HALF_ROOT


def doubled(number: int) -> int:
    """Return sqrt2 times a number."""
    a, b = parts(number)
    return b * ONE + 2 * a * HALF_ROOT


def has_room(board: Board, end: int, table: list[int]) -> bool:
    """Return whether a table has room up to a place; if not, that is the trouble."""
    if end > len(table):
        board.registers[layout.TROUBLE] = layout.FULL
        return False
    return True


def put(table: list[int], at: int, u0: int, u1: int, u2: int, u3: int) -> None:
    """Write four numbers, those of a point mostly."""
    table[at] = u0
    table[at + 1] = u1
    table[at + 2] = u2
    table[at + 3] = u3


def along(u0: int, u1: int, u2: int, u3: int, direction: int) -> int:
    """Return the projection of a point on any direction."""
    k = direction & 3
    number = u0 if k == 0 else u1 if k == 1 else u2 if k == 2 else u3
    return -number if direction & 4 else number


def write_at(table: list[int], place: int, k: int, offset: int, position: int) -> None:
    """Write the point of a line at a position."""
    a, b, c, d = position, halved(position + offset), offset, halved(offset - position)
    for _ in range(k):
        a, b, c, d = -d, a, b, c
    put(table, place, a, b, c, d)


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


def crossing_position(k: int, offset: int, m: int, other: int) -> int:
    """Return the projection on direction k of the point where two lines meet that are not parallel."""
    j = (m - k) & 7
    if j == 2:
        return -other
    if j == 6:
        return other
    sine = offset if j in (1, 7) else -offset
    position = doubled(other) - sine
    return -position if j in (1, 3) else position


def add_jump(board: Board, begin: int, end: int, k: int, place: int, table: list[int], jump: int) -> int:
    """Add a change of coverage to a chain that lies at the end of the table, and return its new end.

    Args:
        board: holds the chain.
        begin: its first row.
        end: the end of its rows.
        k: the direction of the line.
        place: where the point is in a table.
        table: holds the point, which is moved by what stands first in the working space.
        jump: the change.
    """
    chains, now = board.chains, board.now
    u0, u1 = table[place] + now[0], table[place + 1] + now[1]
    u2, u3 = table[place + 2] + now[2], table[place + 3] + now[3]
    offset, position = along(u0, u1, u2, u3, k + 2), along(u0, u1, u2, u3, k)
    row = begin
    while row < end and (chains[row * layout.JUMP] != k or chains[row * layout.JUMP + 1] != offset):
        row += 1
    while row < end and chains[row * layout.JUMP] == k and chains[row * layout.JUMP + 1] == offset:
        here = chains[row * layout.JUMP + 2 + k]
        if here == position:
            chains[row * layout.JUMP + 6] += jump
            return end
        if here > position:
            break
        row += 1
    for i in range(end * layout.JUMP - 1, row * layout.JUMP - 1, -1):
        chains[i + layout.JUMP] = chains[i]
    at = row * layout.JUMP
    chains[at] = k
    chains[at + 1] = offset
    put(chains, at + 2, u0, u1, u2, u3)
    chains[at + 6] = jump
    return end + 1


def without_zeros(chains: list[int], begin: int, end: int) -> int:
    """Take the points out at which nothing changes, and return the new end of the chain."""
    to = begin
    for row in range(begin, end):
        if chains[row * layout.JUMP + 6] != 0:
            if to != row:
                for i in range(layout.JUMP):
                    chains[to * layout.JUMP + i] = chains[row * layout.JUMP + i]
            to += 1
    return to


def _write_segments(board: Board, begin: int, end: int) -> None:
    """Write the segments of a chain, in its order."""
    chains, segments = board.chains, board.segments
    count = coverage = 0
    for row in range(begin, end):
        at, before = row * layout.JUMP, (row - 1) * layout.JUMP
        is_first = row == begin or chains[at] != chains[before] or chains[at + 1] != chains[before + 1]
        if is_first:
            coverage = 0
        elif coverage != 0:
            if not has_room(board, (count + 1) * layout.SEGMENT, segments):
                break
            to = count * layout.SEGMENT
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
    board.registers[layout.SEGMENTS] = count


def _point_of(board: Board, u0: int, u1: int, u2: int, u3: int) -> int:
    """Return the number of a point in the working space, which is written if it is new."""
    points, count = board.points, board.registers[layout.POINTS]
    for i in range(count):
        if points[i * layout.POINT] == u0 and points[i * layout.POINT + 2] == u2:
            return i
    if not has_room(board, (count + 1) * layout.POINT, points):
        return 0
    at = count * layout.POINT
    put(points, at, u0, u1, u2, u3)
    points[at + 4] = 0
    board.registers[layout.POINTS] = count + 1
    return count


def _write_rays(board: Board) -> bool:
    """Write where boundary leaves each point: in eight directions the stretch, and whether the interior is left."""
    registers, segments, points, rays = board.registers, board.segments, board.points, board.rays
    registers[layout.POINTS] = 0
    for s in range(registers[layout.SEGMENTS]):
        at = s * layout.SEGMENT
        _point_of(board, segments[at + 3], segments[at + 4], segments[at + 5], segments[at + 6])
        _point_of(board, segments[at + 7], segments[at + 8], segments[at + 9], segments[at + 10])
    _write_crossings(board)
    if registers[layout.TROUBLE] != 0:
        return False
    for i in range(8 * registers[layout.POINTS]):
        rays[i] = 0
    number = 0
    for s in range(registers[layout.SEGMENTS]):
        at = s * layout.SEGMENT
        k, offset, sign = segments[at], segments[at + 1], segments[at + 2]
        here = _point_of(board, segments[at + 3], segments[at + 4], segments[at + 5], segments[at + 6])
        end = _point_of(board, segments[at + 7], segments[at + 8], segments[at + 9], segments[at + 10])
        low, high = segments[at + 3 + k], segments[at + 7 + k]
        while here != end:
            following, nearest = end, high
            for p in range(registers[layout.POINTS]):
                q = p * layout.POINT
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


def _write_crossings(board: Board) -> None:
    """Write the points where two segments at right angles cross, inside both, from left to right."""
    registers, segments, now = board.registers, board.segments, board.now
    count, ends = registers[layout.SEGMENTS], registers[layout.POINTS]
    for s in range(count):
        a = s * layout.SEGMENT
        k = segments[a]
        if k > 1:
            continue
        for t in range(count):
            b = t * layout.SEGMENT
            if segments[b] != k + 2:
                continue
            offset, other = segments[a + 1], segments[b + 1]
            if (
                segments[b + 5 + k] < offset < segments[b + 9 + k]
                and segments[a + 3 + k] < -other < segments[a + 7 + k]
            ):
                write_at(now, 0, k, offset, -other)
                _point_of(board, now[0], now[1], now[2], now[3])
    for p in range(ends + 1, registers[layout.POINTS]):
        _move_left(board.points, p, ends)


def _move_left(points: list[int], p: int, first: int) -> None:
    """Move a point before those from the first on that lie farther right, or above in the same column."""
    while p > first:
        here, before = p * layout.POINT, (p - 1) * layout.POINT
        if (points[before], points[before + 2]) <= (points[here], points[here + 2]):
            return
        for i in range(layout.POINT):
            points[here + i], points[before + i] = points[before + i], points[here + i]
        p -= 1


def _write_wedges(board: Board) -> None:
    """Write the wedges of interior round each point: the point, opening, angle, and the stretches beside it."""
    registers, rays, wedges, following = board.registers, board.rays, board.wedges, board.following
    count = 0
    for p in range(registers[layout.POINTS]):
        sectors = 0
        for opening in range(8):
            leaving = rays[p * 8 + opening]
            if leaving == 0 or leaving % 2 == 1:
                continue
            angle = 1
            while angle < 8 and rays[p * 8 + (opening + angle) % 8] == 0:
                angle += 1
            if not has_room(board, (count + 1) * layout.WEDGE, wedges):
                return
            arriving = (rays[p * 8 + (opening + angle) % 8] - 1) // 2
            at = count * layout.WEDGE
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
        board.points[p * layout.POINT + 4] = sectors
    registers[layout.WEDGES] = count


def focus(board: Board, node: int, begin: int, end: int) -> None:
    """Write segments and vertices of a node, whose chain is given, into the working space."""
    registers = board.registers
    if registers[layout.FOCUS] == node:
        return
    registers[layout.FOCUS] = node
    _write_segments(board, begin, end)
    if not _write_rays(board):
        if registers[layout.TROUBLE] == 0:
            registers[layout.TROUBLE] = layout.FULL
        return
    _write_wedges(board)
    _write_loops(board)
    _write_parts(board)


def _write_loops(board: Board) -> None:
    """Write the vertices, loop after loop: the point, the opening, and the angle; and where each loop ends."""
    registers, wedges, vertices, loops = board.registers, board.wedges, board.vertices, board.loops
    count = number = 0
    for first in range(registers[layout.WEDGES]):
        if wedges[first * layout.WEDGE + 5] != 0 or wedges[first * layout.WEDGE + 2] == 4:
            continue
        wedge = first
        while wedges[wedge * layout.WEDGE + 5] == 0:
            at = wedge * layout.WEDGE
            wedges[at + 5] = 1
            if wedges[at + 2] != 4:
                if not has_room(board, (count + 1) * layout.VERTEX, vertices):
                    return
                for i in range(4):
                    vertices[count * layout.VERTEX + i] = board.points[wedges[at] * layout.POINT + i]
                vertices[count * layout.VERTEX + 4] = wedges[at + 1]
                vertices[count * layout.VERTEX + 5] = wedges[at + 2]
                count += 1
            wedge = board.following[wedges[at + 4]]
        if not has_room(board, (number + 1) * layout.LOOP, loops):
            return
        loops[number * layout.LOOP] = count
        number += 1
    registers[layout.VERTICES] = count
    registers[layout.LOOPS] = number


def _write_parts(board: Board) -> None:
    """Write twice the area of each loop, and of holes the outer loop around them; -1 for outer loops."""
    registers, loops = board.registers, board.loops
    for number in range(registers[layout.LOOPS]):
        _write_area(board, number)
        loops[number * layout.LOOP + 3] = -1
    for hole in range(registers[layout.LOOPS]):
        a, b = loops[hole * layout.LOOP + 1], loops[hole * layout.LOOP + 2]
        if sign_of(a, b) > 0:
            continue
        best = -1
        for outer in range(registers[layout.LOOPS]):
            c, d = loops[outer * layout.LOOP + 1], loops[outer * layout.LOOP + 2]
            if sign_of(c, d) <= 0 or sign_of(c + a, d + b) <= 0:
                continue
            if best >= 0 and sign_of(loops[best * layout.LOOP + 1] - c, loops[best * layout.LOOP + 2] - d) <= 0:
                continue
            first = (loops[(hole - 1) * layout.LOOP] if hole else 0) * layout.VERTEX
            if _is_round(board, outer, first):
                best = outer
        loops[hole * layout.LOOP + 3] = best


def _write_area(board: Board, number: int) -> None:
    """Write twice the signed area of a loop, as (a, b) of a + b/sqrt2."""
    loops, vertices = board.loops, board.vertices
    begin, end = (loops[(number - 1) * layout.LOOP] if number else 0), loops[number * layout.LOOP]
    whole = irrational = 0
    for i in range(begin, end):
        before = i - 1 if i > begin else end - 1
        after = i + 1 if i + 1 < end else begin
        a, b = parts(vertices[i * layout.VERTEX])
        climb, root = parts(vertices[after * layout.VERTEX + 2] - vertices[before * layout.VERTEX + 2])
        whole += 2 * a * climb + b * root
        irrational += a * root + b * climb
    loops[number * layout.LOOP + 1] = whole // 2
    loops[number * layout.LOOP + 2] = irrational


def _is_round(board: Board, loop: int, place: int) -> bool:
    """Return whether a loop lies round the vertex that stands at a place of the table."""
    vertices, loops = board.vertices, board.loops
    begin, end = (loops[(loop - 1) * layout.LOOP] if loop else 0), loops[loop * layout.LOOP]
    u0, u1, u2, u3 = vertices[place], vertices[place + 1], vertices[place + 2], vertices[place + 3]
    winding = 0
    for i in range(begin, end):
        p, q = i * layout.VERTEX, (i + 1 if i + 1 < end else begin) * layout.VERTEX
        d = vertices[p + 4] + 2
        beside = along(u0, u1, u2, u3, d)
        is_left = beside > along(vertices[p], vertices[p + 1], vertices[p + 2], vertices[p + 3], d)
        if vertices[p + 2] <= u2 < vertices[q + 2] and is_left:
            winding += 1
        elif vertices[q + 2] <= u2 < vertices[p + 2] and not is_left:
            winding -= 1
    return winding != 0


def _comes_before(vertices: list[int], i: int, j: int) -> bool:
    """Return whether a vertex lies farther left, or above in the same column."""
    a, b = vertices[i * layout.VERTEX], vertices[j * layout.VERTEX]
    return a < b or (a == b and vertices[i * layout.VERTEX + 2] > vertices[j * layout.VERTEX + 2])


def write_reading_order(board: Board) -> None:
    """Write the vertices in reading order: part after part, clockwise from the leftmost, topmost one."""
    registers, loops, reading = board.registers, board.loops, board.reading
    count = 0
    # the loops of each part together, an outer one before its holes
    for outer in range(registers[layout.LOOPS]):
        if loops[outer * layout.LOOP + 3] >= 0:
            continue
        _order_loop(board, outer, count)
        count += 1
        for hole in range(registers[layout.LOOPS]):
            if loops[hole * layout.LOOP + 3] == outer:
                _order_loop(board, hole, count)
                count += 1
    to = 0
    for place in range(count):
        number = loops[place * layout.LOOP + 4]
        begin, end = (loops[(number - 1) * layout.LOOP] if number else 0), loops[number * layout.LOOP]
        first = loops[number * layout.LOOP + 5]
        reading[to] = first
        for i in range(first - begin):
            reading[to + 1 + i] = first - 1 - i
        for i in range(end - 1 - first):
            reading[to + 1 + first - begin + i] = end - 1 - i
        to += end - begin
    registers[layout.READING] = to


def _order_loop(board: Board, number: int, count: int) -> None:
    """Insert a loop into the `count` loops in order: by their first points, from the left."""
    loops, vertices = board.loops, board.vertices
    begin, end = (loops[(number - 1) * layout.LOOP] if number else 0), loops[number * layout.LOOP]
    first = begin
    for i in range(begin + 1, end):
        if _comes_before(vertices, i, first):
            first = i
    loops[number * layout.LOOP + 5] = first
    place = count
    while place > 0 and _comes_before(vertices, first, loops[loops[(place - 1) * layout.LOOP + 4] * layout.LOOP + 5]):
        loops[place * layout.LOOP + 4] = loops[(place - 1) * layout.LOOP + 4]
        place -= 1
    loops[place * layout.LOOP + 4] = number


def look_at(board: Board, node: int) -> None:
    """Write the outline of a node into the working space, and note how many vertices it has."""
    nodes, at = board.nodes, node * layout.NODE
    focus(board, node, nodes[at + layout.CHAIN], nodes[at + layout.CHAIN + 1])
    if board.registers[layout.TROUBLE] == 0:  # after trouble the working space lacks the node's outline
        nodes[at + layout.CORNERS] = board.registers[layout.VERTICES]
        nodes[at + layout.LEVEL] = max(1, nodes[at + layout.LEVEL])

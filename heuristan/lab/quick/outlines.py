"""The boundary of a state in integers: what an extraction leaves, its segments, and the wedges round its points.

The order of lines and points is that of `heuristan.tangram.boundary`, on which the numbers of vertices depend. A kernel
(`heuristan.common.kernels`).
"""

from heuristan.lab.quick.numbers import along, write_at
from heuristan.lab.quick.registers import FULL, POINTS, SEGMENTS, TROUBLE, WEDGES
from heuristan.lab.quick.tables import JUMP, POINT, SEGMENT, WEDGE, Board


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
    """Write where boundary leaves each point: in eight directions the stretch, and whether the interior is left."""
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
    """Write the points where two segments at right angles cross, inside both, from left to right."""
    registers, segments, now = board.registers, board.segments, board.now
    count, ends = registers[SEGMENTS], registers[POINTS]
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
            if (
                segments[b + 5 + k] < offset < segments[b + 9 + k]
                and segments[a + 3 + k] < -other < segments[a + 7 + k]
            ):
                write_at(now, 0, k, offset, -other)
                point_of(board, now[0], now[1], now[2], now[3])
    for p in range(ends + 1, registers[POINTS]):
        move_left(board.points, p, ends)


def move_left(points: list[int], p: int, first: int) -> None:
    """Move a point before those from the first on that lie farther right, or above in the same column."""
    while p > first:
        here, before = p * POINT, (p - 1) * POINT
        if (points[before], points[before + 2]) <= (points[here], points[here + 2]):
            return
        for i in range(POINT):
            points[here + i], points[before + i] = points[before + i], points[here + i]
        p -= 1


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

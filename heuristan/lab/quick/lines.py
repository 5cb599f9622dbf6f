"""Extension lines in integers: see `expert.extension`. A kernel (`heuristan.common.kernels`)."""

from heuristan.lab.quick.numbers import along, crossing_position, doubled, write_at
from heuristan.lab.quick.registers import (
    FULL,
    LINED,
    LINES,
    MOVED,
    PARENT,
    SEGMENTS,
    TROUBLE,
    UNFIT,
    VERTICES,
    VIA,
)
from heuristan.lab.quick.tables import FIGURE, LINE, MATCH, NODE, SEGMENT, VERTEX, Board, Fixed


def write_box(fixed: Fixed, board: Board, figure: int, u0: int, u2: int, u1: int, u3: int) -> None:
    """Write the bounds of a figure that is moved into the working space."""
    now, at = board.now, figure * FIGURE + 5
    figures = fixed.figures
    now[8] = figures[at] + u0
    now[9] = figures[at + 1] + u0
    now[10] = figures[at + 2] + u1
    now[11] = figures[at + 3] + u1
    now[12] = figures[at + 4] + u2
    now[13] = figures[at + 5] + u2
    now[14] = figures[at + 6] + u3
    now[15] = figures[at + 7] + u3


def write_lines(fixed: Fixed, board: Board, node: int) -> None:
    """Write the extension lines of a node: what is left of those drawn earlier, and the edges prolonged."""
    registers, nodes, lines = board.registers, board.nodes, board.lines
    begin = nodes[node * NODE + LINED] = registers[LINES]
    parent = nodes[node * NODE + PARENT]
    if parent >= 0:
        write_cut(fixed, board, node, parent)
    for i in range(registers[VERTICES]):
        at = i * VERTEX
        if board.vertices[at + 5] > 4:
            opening, angle = board.vertices[at + 4], board.vertices[at + 5]
            write_ray(board, at, (opening + 4) & 7)
            write_ray(board, at, (opening + angle + 4) & 7)
    to = begin
    for row in range(begin, registers[LINES]):
        if registers[TROUBLE] == 0 and is_kept(fixed, board, row * LINE) and not is_there(board, begin, to, row):
            for i in range(LINE):
                lines[to * LINE + i] = lines[row * LINE + i]
            to += 1
    registers[LINES] = nodes[node * NODE + LINED + 1] = to


def is_there(board: Board, begin: int, end: int, row: int) -> bool:
    """Return whether a line is among some."""
    lines, at = board.lines, row * LINE
    for other in range(begin, end):
        i = other * LINE
        if (
            lines[i] == lines[at]
            and lines[i + 2] == lines[at + 2]
            and lines[i + 4] == lines[at + 4]
            and lines[i + 6] == lines[at + 6]
            and lines[i + 8] == lines[at + 8]
        ):
            return True
    return False


def has_room(board: Board) -> bool:
    """Return whether there is room for another line."""
    if (board.registers[LINES] + 1) * LINE > len(board.lines):
        board.registers[TROUBLE] = FULL
        return False
    return True


def bound(now: list[int], direction: int, is_high: int) -> int:
    """Return a bound of the polygon whose bounds stand in the working space."""
    k = direction & 7
    if k < 4:
        return now[8 + 2 * k + is_high]
    return -now[8 + 2 * (k - 4) + 1 - is_high]


def write_cut(fixed: Fixed, board: Board, node: int, parent: int) -> None:
    """Write what is left of the lines of the node before, where the match that led here lies."""
    registers, nodes, lines, now = board.registers, board.nodes, board.lines, board.now
    match = nodes[node * NODE + VIA] * MATCH
    by = match + MOVED
    moved = board.matches
    write_box(fixed, board, moved[match], moved[by], moved[by + 2], moved[by + 1], moved[by + 3])
    for row in range(nodes[parent * NODE + LINED], nodes[parent * NODE + LINED + 1]):
        at = row * LINE
        k, offset = lines[at], lines[at + 1]
        start, end = lines[at + 2 + k], lines[at + 6 + k]
        low, high = start, start
        is_hit = bound(now, k + 2, 0) <= offset <= bound(now, k + 2, 1)
        if is_hit:
            low = max(bound(now, k, 0), doubled(bound(now, k + 1, 0)) - offset, offset - doubled(bound(now, k + 3, 1)))
            high = min(bound(now, k, 1), doubled(bound(now, k + 1, 1)) - offset, offset - doubled(bound(now, k + 3, 0)))
        if not is_hit or low >= high:
            if has_room(board):
                copy_line(board, at, registers[LINES] * LINE)
                registers[LINES] += 1
            continue
        if start < min(low, end) and has_room(board):
            to = registers[LINES] * LINE
            copy_line(board, at, to)
            if end > low:
                write_at(lines, to + 6, k, offset, low)
            registers[LINES] += 1
        if end > max(high, start) and has_room(board):
            to = registers[LINES] * LINE
            copy_line(board, at, to)
            if start < high:
                write_at(lines, to + 2, k, offset, high)
            registers[LINES] += 1


def copy_line(board: Board, at: int, to: int) -> None:
    """Copy a line."""
    for i in range(LINE):
        board.lines[to + i] = board.lines[at + i]


def write_ray(board: Board, vertex: int, direction: int) -> None:
    """Write the line from a vertex, through the interior, to the first point of the outline."""
    registers, segments, vertices, now, lines = board.registers, board.segments, board.vertices, board.now, board.lines
    if not has_room(board):
        return
    k = direction & 3
    u0, u1, u2, u3 = vertices[vertex], vertices[vertex + 1], vertices[vertex + 2], vertices[vertex + 3]
    here, offset = along(u0, u1, u2, u3, direction), along(u0, u1, u2, u3, k + 2)
    to = registers[LINES] * LINE
    start, end = (to + 2, to + 6) if direction < 4 else (to + 6, to + 2)
    nearest = here
    for s in range(registers[SEGMENTS]):
        position = hit_by_ray(segments, s * SEGMENT, direction, offset, here)
        if position > here and (nearest == here or position < nearest):
            nearest = position
    if nearest == here:
        registers[TROUBLE] = UNFIT
        return
    lines[to] = k
    lines[to + 1] = offset
    write_at(now, 0, k, offset, nearest if direction < 4 else -nearest)
    for i in range(4):
        lines[start + i] = vertices[vertex + i]
        lines[end + i] = now[i]
    registers[LINES] += 1


def hit_by_ray(segments: list[int], at: int, direction: int, offset: int, here: int) -> int:
    """Return where along its direction a ray meets a segment, beyond its start, or its start if it does not.

    Args:
        segments: holds the segment.
        at: the place of the segment.
        direction: that of the ray.
        offset: that of the line on which the ray runs.
        here: the start of the ray.
    """
    k = direction & 3
    farthest = segments[at + 12 + 2 * k] if direction < 4 else -segments[at + 11 + 2 * k]
    if farthest <= here:
        return here
    position = here
    if segments[at] == k:
        if segments[at + 1] == offset:
            a, b = segments[at + 3 + k], segments[at + 7 + k]
            if direction >= 4:
                a, b = -b, -a
            position = a if a > here else b
        return position
    low, high = across(segments, at, k)
    if low <= offset <= high:
        # a ray that passes through an end of a segment does so where its line meets that of the segment
        position = crossing_position(k, offset, segments[at], segments[at + 1])
        if direction >= 4:
            position = -position
    return position


def across(segments: list[int], at: int, k: int) -> tuple[int, int]:
    """Return the minimum and maximum offset of a segment's points, against lines of direction k."""
    if k < 2:
        return segments[at + 15 + 2 * k], segments[at + 16 + 2 * k]
    return -segments[at + 8 + 2 * k], -segments[at + 7 + 2 * k]


def is_vertex(board: Board, table: list[int], at: int) -> bool:
    """Return whether the point at a place of a table is a vertex of what is left."""
    vertices = board.vertices
    for i in range(board.registers[VERTICES]):
        if vertices[i * VERTEX] == table[at] and vertices[i * VERTEX + 2] == table[at + 2]:
            return True
    return False


def is_kept(fixed: Fixed, board: Board, at: int) -> bool:
    """Return whether a piece can lie on a line; one from vertex to vertex is kept in any case."""
    registers, segments, lines, settings = board.registers, board.segments, board.lines, fixed.settings
    k, offset = lines[at], lines[at + 1]
    length = lines[at + 6 + k] - lines[at + 2 + k]
    if is_vertex(board, lines, at + 2) and is_vertex(board, lines, at + 6):
        if length < settings[3]:
            registers[TROUBLE] = UNFIT
        return True
    if length < settings[1]:
        return False
    for s in range(registers[SEGMENTS]):
        i = s * SEGMENT
        other = segments[i + 1]
        if segments[i] != k or other == offset or abs(other - offset) >= settings[2]:
            continue
        if (offset > other) == (segments[i + 2] > 0) and sees(board, at, i):
            return False
    return True


def sees(board: Board, line: int, edge: int) -> bool:
    """Return whether somewhere beside a line a parallel edge lies, with nothing but interior between the two."""
    lines, segments = board.lines, board.segments
    k = lines[line]
    first = max(lines[line + 2 + k], segments[edge + 3 + k])
    last = min(lines[line + 6 + k], segments[edge + 7 + k])
    low = min(lines[line + 1], segments[edge + 1])
    high = max(lines[line + 1], segments[edge + 1])
    is_on = first < last
    while is_on and first < last:
        is_on = False
        for s in range(board.registers[SEGMENTS]):
            a, b = along_strip(segments, s * SEGMENT, k, low, high)
            if a <= first < b:
                first = b
                is_on = True
    return first < last


def along_strip(segments: list[int], at: int, k: int, bottom: int, top: int) -> tuple[int, int]:
    """Return the stretch of direction k over which a segment runs inside an open strip; (0, 0) if there is none."""
    low, high = across(segments, at, k)
    if high <= bottom or low >= top or segments[at] == (k + 2) & 3:
        return 0, 0
    a, b = at + 3, at + 7
    if segments[a + k] > segments[b + k]:
        a, b = b, a
    start, end = segments[a + k], segments[b + k]
    if low == high:
        return start, end
    from_low, to_high = max(0, bottom - low), max(0, high - top)
    if along(segments[b], segments[b + 1], segments[b + 2], segments[b + 3], k + 2) == high:
        return start + from_low, end - to_high
    return start + to_high, end - from_low

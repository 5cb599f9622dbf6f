"""Extension lines, vertices, nodes and their numbers in integers: see `expert.extension` and `expert.vertex_array`.

A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick import layout
from heuristan.lab.quick.boundary import has_room
from heuristan.lab.quick.layout import Board, Fixed
from heuristan.tangram.boundary.loop_kernel import POINT, SEGMENT, VERTEX, along, put, write_at
from heuristan.tangram.lattice.points import crossing_position, times_root


def write_box(fixed: Fixed, board: Board, figure: int, table: list[int], by: int) -> None:
    """Write the bounds of a figure into the working space, moved by what stands at a place of a table."""
    now, at = board.now, figure * layout.FIGURE + 5
    for k in range(4):
        now[8 + 2 * k] = fixed.figures[at + 2 * k] + table[by + k]
        now[9 + 2 * k] = fixed.figures[at + 2 * k + 1] + table[by + k]


def write_lines(fixed: Fixed, board: Board, node: int) -> None:
    """Write the extension lines of a node: remains of earlier ones, and the edges prolonged."""
    registers, nodes, lines = board.registers, board.nodes, board.lines
    begin = nodes[node * layout.NODE + layout.LINED] = registers[layout.LINES]
    parent = nodes[node * layout.NODE + layout.PARENT]
    if parent >= 0:
        _write_cut(fixed, board, node, parent)
    for i in range(registers[layout.VERTICES]):
        at = i * VERTEX
        if board.vertices[at + 5] > 4:
            opening, angle = board.vertices[at + 4], board.vertices[at + 5]
            _write_ray(board, at, (opening + 4) & 7)
            _write_ray(board, at, (opening + angle + 4) & 7)
    to = begin
    for row in range(begin, registers[layout.LINES]):
        if (
            registers[layout.TROUBLE] == 0
            and _is_kept(fixed, board, row * layout.LINE)
            and not _is_there(board, begin, to, row)
        ):
            for i in range(layout.LINE):
                lines[to * layout.LINE + i] = lines[row * layout.LINE + i]
            to += 1
    registers[layout.LINES] = nodes[node * layout.NODE + layout.LINED + 1] = to


def _is_there(board: Board, begin: int, end: int, row: int) -> bool:
    """Return whether a line is among some."""
    lines, at = board.lines, row * layout.LINE
    for other in range(begin, end):
        i = other * layout.LINE
        if (
            lines[i] == lines[at]
            and lines[i + 2] == lines[at + 2]
            and lines[i + 4] == lines[at + 4]
            and lines[i + 6] == lines[at + 6]
            and lines[i + 8] == lines[at + 8]
        ):
            return True
    return False


def bound(now: list[int], direction: int, is_high: int) -> int:
    """Return a bound of the polygon whose bounds stand in the working space."""
    k = direction & 7
    if k < 4:
        return now[8 + 2 * k + is_high]
    return -now[8 + 2 * (k - 4) + 1 - is_high]


def _write_cut(fixed: Fixed, board: Board, node: int, parent: int) -> None:
    """Write the lines of the node before, without their parts inside the match that led here."""
    registers, nodes, lines, now = board.registers, board.nodes, board.lines, board.now
    match = nodes[node * layout.NODE + layout.VIA] * layout.MATCH
    write_box(fixed, board, board.matches[match], board.matches, match + layout.MOVED)
    for row in range(nodes[parent * layout.NODE + layout.LINED], nodes[parent * layout.NODE + layout.LINED + 1]):
        at = row * layout.LINE
        k, offset = lines[at], lines[at + 1]
        start, end = lines[at + 2 + k], lines[at + 6 + k]
        low = high = end
        if bound(now, k + 2, 0) <= offset <= bound(now, k + 2, 1):
            low = max(
                bound(now, k, 0), times_root(bound(now, k + 1, 0)) - offset, offset - times_root(bound(now, k + 3, 1))
            )
            high = min(
                bound(now, k, 1), times_root(bound(now, k + 1, 1)) - offset, offset - times_root(bound(now, k + 3, 0))
            )
            if low >= high:
                low = high = end
        if start < min(low, end) and has_room(board, (registers[layout.LINES] + 1) * layout.LINE, lines):
            to = registers[layout.LINES] * layout.LINE
            _copy_line(board, at, to)
            if end > low:
                write_at(lines, to + 6, k, offset, low)
            registers[layout.LINES] += 1
        if end > max(high, start) and has_room(board, (registers[layout.LINES] + 1) * layout.LINE, lines):
            to = registers[layout.LINES] * layout.LINE
            _copy_line(board, at, to)
            if start < high:
                write_at(lines, to + 2, k, offset, high)
            registers[layout.LINES] += 1


def _copy_line(board: Board, at: int, to: int) -> None:
    """Copy a line."""
    for i in range(layout.LINE):
        board.lines[to + i] = board.lines[at + i]


def _write_ray(board: Board, vertex: int, direction: int) -> None:
    """Write the line from a vertex, through the interior, to the first point of the outline."""
    registers, segments, vertices, now, lines = board.registers, board.segments, board.vertices, board.now, board.lines
    if not has_room(board, (registers[layout.LINES] + 1) * layout.LINE, lines):
        return
    k = direction & 3
    here, offset = along(vertices, vertex, direction), along(vertices, vertex, k + 2)
    to = registers[layout.LINES] * layout.LINE
    start, end = (to + 2, to + 6) if direction < 4 else (to + 6, to + 2)
    nearest = here
    for s in range(registers[layout.SEGMENTS]):
        position = _hit_by_ray(segments, s * SEGMENT, direction, offset, here)
        if position > here and (nearest == here or position < nearest):
            nearest = position
    if nearest == here:
        registers[layout.TROUBLE] = layout.UNFIT
        return
    lines[to] = k
    lines[to + 1] = offset
    write_at(now, 0, k, offset, nearest if direction < 4 else -nearest)
    for i in range(4):
        lines[start + i] = vertices[vertex + i]
        lines[end + i] = now[i]
    registers[layout.LINES] += 1


def _hit_by_ray(segments: list[int], at: int, direction: int, offset: int, here: int) -> int:
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


def _is_vertex(board: Board, table: list[int], at: int) -> bool:
    """Return whether the point at a place of a table is a vertex of the state."""
    vertices = board.vertices
    for i in range(board.registers[layout.VERTICES]):
        if vertices[i * VERTEX] == table[at] and vertices[i * VERTEX + 2] == table[at + 2]:
            return True
    return False


def _is_kept(fixed: Fixed, board: Board, at: int) -> bool:
    """Return whether a piece can lie on a line; one from vertex to vertex is kept in any case."""
    registers, segments, lines, settings = board.registers, board.segments, board.lines, fixed.settings
    k, offset = lines[at], lines[at + 1]
    length = lines[at + 6 + k] - lines[at + 2 + k]
    if _is_vertex(board, lines, at + 2) and _is_vertex(board, lines, at + 6):
        if length < settings[3]:
            registers[layout.TROUBLE] = layout.UNFIT
        return True
    if length < settings[1]:
        return False
    for s in range(registers[layout.SEGMENTS]):
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
        for s in range(board.registers[layout.SEGMENTS]):
            a, b = _along_strip(segments, s * SEGMENT, k, low, high)
            if a <= first < b:
                first = b
                is_on = True
    return first < last


def _along_strip(segments: list[int], at: int, k: int, bottom: int, top: int) -> tuple[int, int]:
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
    if along(segments, b, k + 2) == high:
        return start + from_low, end - to_high
    return start + to_high, end - from_low


FIRST = 3
"""The first row of the points that are there now; the rows before it are working space."""


def write_spans(board: Board, node: int) -> None:
    """Write the edges and extension lines as positions: direction after direction, the edges of each first."""
    registers, segments, lines, spans, nodes = board.registers, board.segments, board.lines, board.spans, board.nodes
    count = 0
    begin, end = nodes[node * layout.NODE + layout.LINED], nodes[node * layout.NODE + layout.LINED + 1]
    if not has_room(board, (registers[layout.SEGMENTS] + end - begin + 1) * layout.SPAN, spans):
        return
    for k in range(4):
        registers[layout.SPAN_BEGINS + k] = count
        for s in range(registers[layout.SEGMENTS]):
            at = s * SEGMENT
            if segments[at] == k:
                put(spans, count * layout.SPAN, segments[at + 3 + k], segments[at + 7 + k], segments[at + 1], 1)
                count += 1
        for row in range(begin, end):
            at = row * layout.LINE
            if lines[at] == k:
                put(spans, count * layout.SPAN, lines[at + 2 + k], lines[at + 6 + k], lines[at + 1], 0)
                count += 1
    registers[layout.SPANS] = registers[layout.SPAN_BEGINS + 4] = count


def _add_now(board: Board, u0: int, u1: int, u2: int, u3: int) -> bool:
    """Write a point that is there now; return whether it is new."""
    registers, now = board.registers, board.now
    count = registers[layout.NOWS]
    for i in range(FIRST, FIRST + count):
        if now[i * layout.NOW] == u0 and now[i * layout.NOW + 2] == u2:
            return False
    if not has_room(board, (FIRST + count + 2) * layout.NOW, now):
        return False
    at = (FIRST + count) * layout.NOW
    put(now, at, u0, u1, u2, u3)
    registers[layout.NOWS] = count + 1
    return True


def write_numbers(board: Board, node: int) -> None:
    """Write the points of the state and their numbers; a point that was there before keeps its number."""
    registers, nodes, now, numbers, vertices = board.registers, board.nodes, board.now, board.numbers, board.vertices
    registers[layout.NOWS] = 0
    for i in range(registers[layout.READING]):
        at = board.reading[i] * VERTEX
        _add_now(board, vertices[at], vertices[at + 1], vertices[at + 2], vertices[at + 3])
    count = registers[layout.NOWS]
    _write_nodes(board, node)
    if registers[layout.TROUBLE] != 0:
        return
    _sort_nodes(board, count)
    begin = nodes[node * layout.NODE + layout.NUMBERED] = registers[layout.NUMBERS]
    end = begin
    parent = nodes[node * layout.NODE + layout.PARENT]
    copied = 0
    if parent >= 0:
        copied = nodes[parent * layout.NODE + layout.NUMBERED + 1] - nodes[parent * layout.NODE + layout.NUMBERED]
    if not has_room(board, (begin + copied + registers[layout.NOWS] + 1) * layout.NUMBER, numbers):
        return
    for i in range(copied * layout.NUMBER):
        numbers[begin * layout.NUMBER + i] = numbers[nodes[parent * layout.NODE + layout.NUMBERED] * layout.NUMBER + i]
    end += copied
    for i in range(FIRST, FIRST + registers[layout.NOWS]):
        at = i * layout.NOW
        row = begin
        while row < begin + copied and (
            numbers[row * layout.NUMBER] != now[at] or numbers[row * layout.NUMBER + 1] != now[at + 2]
        ):
            row += 1
        if row == begin + copied:
            row = end
            numbers[row * layout.NUMBER] = now[at]
            numbers[row * layout.NUMBER + 1] = now[at + 2]
            numbers[row * layout.NUMBER + 2] = row - begin + 1
            end += 1
        now[at + 4] = numbers[row * layout.NUMBER + 2]
        _write_reach(board, at)
    registers[layout.NUMBERS] = nodes[node * layout.NODE + layout.NUMBERED + 1] = end


def _write_nodes(board: Board, node: int) -> None:
    """Write the points where extension lines end or cross each other."""
    lines, nodes, now = board.lines, board.nodes, board.now
    begin, end = nodes[node * layout.NODE + layout.LINED], nodes[node * layout.NODE + layout.LINED + 1]
    for row in range(begin, end):
        at = row * layout.LINE
        _add_now(board, lines[at + 2], lines[at + 3], lines[at + 4], lines[at + 5])
        _add_now(board, lines[at + 6], lines[at + 7], lines[at + 8], lines[at + 9])
    for row in range(begin, end):
        a = row * layout.LINE
        for other in range(begin, row):
            b = other * layout.LINE
            if lines[a] != lines[b] and _straddles(lines, a, b) and _straddles(lines, b, a):
                k, offset = lines[a], lines[a + 1]
                write_at(now, 0, k, offset, crossing_position(k, offset, lines[b], lines[b + 1]))
                _add_now(board, now[0], now[1], now[2], now[3])


def _straddles(lines: list[int], a: int, b: int) -> bool:
    """Return whether the ends of a line lie on different sides of another, or on it."""
    d = lines[b] + 2
    start, end = along(lines, a + 2, d), along(lines, a + 6, d)
    return min(start, end) <= lines[b + 1] <= max(start, end)


def _write_sectors(board: Board, at: int) -> None:
    """Write which of the eight sectors round a point are interior: all of them if no edge is there."""
    registers, segments, now = board.registers, board.segments, board.now
    for i in range(registers[layout.POINTS]):
        if board.points[i * POINT] == now[at] and board.points[i * POINT + 2] == now[at + 2]:
            now[at + 5] = board.points[i * POINT + 4]
            return
    now[at + 5] = 255
    for s in range(registers[layout.SEGMENTS]):
        i = s * SEGMENT
        k = segments[i]
        if segments[i + 3 + k] <= now[at + k] <= segments[i + 7 + k]:
            aside = along(now, at, k + 2)
            if aside == segments[i + 1]:
                now[at + 5] = (15 << k) if segments[i + 2] > 0 else (240 << k | 15 >> (4 - k)) & 255
                return


def _sort_nodes(board: Board, count: int) -> None:
    """Bring the nodes in order: those on edges first, then by columns from the left and from above."""
    registers, now = board.registers, board.now
    spare = 0
    for i in range(FIRST, FIRST + registers[layout.NOWS]):
        _write_sectors(board, i * layout.NOW)
    for i in range(FIRST + count + 1, FIRST + registers[layout.NOWS]):
        j = i
        while j > FIRST + count and _is_later(now, (j - 1) * layout.NOW, j * layout.NOW):
            for c in range(6):
                spare = now[j * layout.NOW + c]
                now[j * layout.NOW + c] = now[(j - 1) * layout.NOW + c]
                now[(j - 1) * layout.NOW + c] = spare
            j -= 1


def _is_later(now: list[int], a: int, b: int) -> bool:
    """Return whether a node comes after another."""
    inside_a, inside_b = now[a + 5] == 255, now[b + 5] == 255
    if inside_a != inside_b:
        return inside_a
    return now[a] > now[b] or (now[a] == now[b] and now[a + 2] < now[b + 2])


def _write_reach(board: Board, at: int) -> None:
    """Write how far edges and extension lines go on from a point in each direction."""
    registers, spans, now = board.registers, board.spans, board.now
    for k in range(4):
        aside = along(now, at, k + 2)
        ahead = behind = now[at + k]
        begin, end = registers[layout.SPAN_BEGINS + k], registers[layout.SPAN_BEGINS + k + 1]
        is_on = True
        while is_on:
            is_on = False
            for i in range(begin, end):
                s = i * layout.SPAN
                if spans[s + 2] == aside:
                    if spans[s] <= ahead < spans[s + 1]:
                        ahead = spans[s + 1]
                        is_on = True
                    if spans[s] < behind <= spans[s + 1]:
                        behind = spans[s]
                        is_on = True
        now[at + 6 + k] = ahead - now[at + k]
        now[at + 10 + k] = now[at + k] - behind

"""Vertices, nodes and their numbers in integers, and how far lines go on from each: see `expert.vertex_array`.

A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick.numbers import along, crossing_position, write_at
from heuristan.lab.quick.registers import (
    FULL,
    LINED,
    NOWS,
    NUMBERED,
    NUMBERS,
    PARENT,
    POINTS,
    READING,
    SEGMENTS,
    SPAN_BEGINS,
    SPANS,
    TROUBLE,
)
from heuristan.lab.quick.tables import LINE, NODE, NOW, NUMBER, POINT, SEGMENT, SPAN, VERTEX, Board

FIRST = 3
"""The first row of the points that are there now; the rows before it are working space."""


def write_spans(board: Board, node: int) -> None:
    """Write the edges and extension lines as positions: direction after direction, the edges of each first."""
    registers, segments, lines, spans, nodes = board.registers, board.segments, board.lines, board.spans, board.nodes
    count = 0
    begin, end = nodes[node * NODE + LINED], nodes[node * NODE + LINED + 1]
    if (registers[SEGMENTS] + end - begin + 1) * SPAN > len(spans):
        registers[TROUBLE] = FULL
        return
    for k in range(4):
        registers[SPAN_BEGINS + k] = count
        for s in range(registers[SEGMENTS]):
            at = s * SEGMENT
            if segments[at] == k:
                to = count * SPAN
                spans[to] = segments[at + 3 + k]
                spans[to + 1] = segments[at + 7 + k]
                spans[to + 2] = segments[at + 1]
                spans[to + 3] = 1
                count += 1
        for row in range(begin, end):
            at = row * LINE
            if lines[at] == k:
                to = count * SPAN
                spans[to] = lines[at + 2 + k]
                spans[to + 1] = lines[at + 6 + k]
                spans[to + 2] = lines[at + 1]
                spans[to + 3] = 0
                count += 1
    registers[SPANS] = registers[SPAN_BEGINS + 4] = count


def add_now(board: Board, u0: int, u1: int, u2: int, u3: int) -> bool:
    """Write a point that is there now; return whether it is new."""
    registers, now = board.registers, board.now
    count = registers[NOWS]
    for i in range(FIRST, FIRST + count):
        if now[i * NOW] == u0 and now[i * NOW + 2] == u2:
            return False
    if (FIRST + count + 2) * NOW > len(now):
        registers[TROUBLE] = FULL
        return False
    at = (FIRST + count) * NOW
    now[at] = u0
    now[at + 1] = u1
    now[at + 2] = u2
    now[at + 3] = u3
    registers[NOWS] = count + 1
    return True


def write_numbers(board: Board, node: int) -> None:
    """Write the points that are there now and their numbers; those that were there before keep theirs."""
    registers, nodes, now, numbers, vertices = board.registers, board.nodes, board.now, board.numbers, board.vertices
    registers[NOWS] = 0
    for i in range(registers[READING]):
        at = board.reading[i] * VERTEX
        add_now(board, vertices[at], vertices[at + 1], vertices[at + 2], vertices[at + 3])
    count = registers[NOWS]
    write_nodes(board, node)
    if registers[TROUBLE] != 0:
        return
    sort_nodes(board, count)
    begin = nodes[node * NODE + NUMBERED] = registers[NUMBERS]
    end = begin
    parent = nodes[node * NODE + PARENT]
    copied = 0
    if parent >= 0:
        copied = nodes[parent * NODE + NUMBERED + 1] - nodes[parent * NODE + NUMBERED]
    if (begin + copied + registers[NOWS] + 1) * NUMBER > len(numbers):
        registers[TROUBLE] = FULL
        return
    for i in range(copied * NUMBER):
        numbers[begin * NUMBER + i] = numbers[nodes[parent * NODE + NUMBERED] * NUMBER + i]
    end += copied
    for i in range(FIRST, FIRST + registers[NOWS]):
        at = i * NOW
        row = begin
        while row < begin + copied and (numbers[row * NUMBER] != now[at] or numbers[row * NUMBER + 1] != now[at + 2]):
            row += 1
        if row == begin + copied:
            row = end
            numbers[row * NUMBER] = now[at]
            numbers[row * NUMBER + 1] = now[at + 2]
            numbers[row * NUMBER + 2] = row - begin + 1
            end += 1
        now[at + 4] = numbers[row * NUMBER + 2]
        write_reach(board, at)
    registers[NUMBERS] = nodes[node * NODE + NUMBERED + 1] = end


def write_nodes(board: Board, node: int) -> None:
    """Write the points where extension lines end or cross each other."""
    lines, nodes, now = board.lines, board.nodes, board.now
    begin, end = nodes[node * NODE + LINED], nodes[node * NODE + LINED + 1]
    for row in range(begin, end):
        at = row * LINE
        add_now(board, lines[at + 2], lines[at + 3], lines[at + 4], lines[at + 5])
        add_now(board, lines[at + 6], lines[at + 7], lines[at + 8], lines[at + 9])
    for row in range(begin, end):
        a = row * LINE
        for other in range(begin, row):
            b = other * LINE
            if lines[a] != lines[b] and straddles(lines, a, b) and straddles(lines, b, a):
                k, offset = lines[a], lines[a + 1]
                write_at(now, 0, k, offset, crossing_position(k, offset, lines[b], lines[b + 1]))
                add_now(board, now[0], now[1], now[2], now[3])


def straddles(lines: list[int], a: int, b: int) -> bool:
    """Return whether the ends of a line lie on different sides of another, or on it."""
    d = lines[b] + 2
    start = along(lines[a + 2], lines[a + 3], lines[a + 4], lines[a + 5], d)
    end = along(lines[a + 6], lines[a + 7], lines[a + 8], lines[a + 9], d)
    return min(start, end) <= lines[b + 1] <= max(start, end)


def write_sectors(board: Board, at: int) -> None:
    """Write which of the eight sectors round a point are interior: all of them if no edge is there."""
    registers, segments, now = board.registers, board.segments, board.now
    for i in range(registers[POINTS]):
        if board.points[i * POINT] == now[at] and board.points[i * POINT + 2] == now[at + 2]:
            now[at + 5] = board.points[i * POINT + 4]
            return
    now[at + 5] = 255
    for s in range(registers[SEGMENTS]):
        i = s * SEGMENT
        k = segments[i]
        if segments[i + 3 + k] <= now[at + k] <= segments[i + 7 + k]:
            aside = now[at + 2 + k] if k < 2 else -now[at + k - 2]
            if aside == segments[i + 1]:
                now[at + 5] = (15 << k) if segments[i + 2] > 0 else (240 << k | 15 >> (4 - k)) & 255
                return


def sort_nodes(board: Board, count: int) -> None:
    """Bring the nodes in order: those on edges first, then by columns from the left and from above."""
    registers, now = board.registers, board.now
    spare = 0
    for i in range(FIRST, FIRST + registers[NOWS]):
        write_sectors(board, i * NOW)
    for i in range(FIRST + count + 1, FIRST + registers[NOWS]):
        j = i
        while j > FIRST + count and is_later(now, (j - 1) * NOW, j * NOW):
            for c in range(6):
                spare = now[j * NOW + c]
                now[j * NOW + c] = now[(j - 1) * NOW + c]
                now[(j - 1) * NOW + c] = spare
            j -= 1


def is_later(now: list[int], a: int, b: int) -> bool:
    """Return whether a node comes after another."""
    inside_a, inside_b = now[a + 5] == 255, now[b + 5] == 255
    if inside_a != inside_b:
        return inside_a
    return now[a] > now[b] or (now[a] == now[b] and now[a + 2] < now[b + 2])


def write_reach(board: Board, at: int) -> None:
    """Write how far edges and extension lines go on from a point in each direction."""
    registers, spans, now = board.registers, board.spans, board.now
    for k in range(4):
        aside = now[at + 2 + k] if k < 2 else -now[at + k - 2]
        ahead = behind = now[at + k]
        begin, end = registers[SPAN_BEGINS + k], registers[SPAN_BEGINS + k + 1]
        is_on = True
        while is_on:
            is_on = False
            for i in range(begin, end):
                s = i * SPAN
                if spans[s + 2] == aside:
                    if spans[s] <= ahead < spans[s + 1]:
                        ahead = spans[s + 1]
                        is_on = True
                    if spans[s] < behind <= spans[s + 1]:
                        behind = spans[s]
                        is_on = True
        now[at + 6 + k] = ahead - now[at + k]
        now[at + 10 + k] = now[at + k] - behind

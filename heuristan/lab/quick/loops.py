"""The vertices of a state in integers, loop after loop, its parts, and the order in which vertices are read.

See `boundary.loops`, `boundary.parts` and `expert.reading_order`. A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick.numbers import along, sign_of
from heuristan.lab.quick.outlines import write_rays, write_segments, write_wedges
from heuristan.lab.quick.registers import (
    CHAIN,
    CORNERS,
    FOCUS,
    FULL,
    LEVEL,
    LOOPS,
    READING,
    TROUBLE,
    VERTICES,
    WEDGES,
)
from heuristan.lab.quick.tables import LOOP, NODE, POINT, VERTEX, WEDGE, Board
from heuristan.tangram.lattice.points import parts


def focus(board: Board, node: int, begin: int, end: int) -> None:
    """Write segments and vertices of a node, whose chain is given, into the working space."""
    registers = board.registers
    if registers[FOCUS] == node:
        return
    registers[FOCUS] = node
    write_segments(board, begin, end)
    if not write_rays(board):
        if registers[TROUBLE] == 0:
            registers[TROUBLE] = FULL
        return
    write_wedges(board)
    write_loops(board)
    write_parts(board)


def write_loops(board: Board) -> None:
    """Write the vertices, loop after loop: the point, the opening, and the angle; and where each loop ends."""
    registers, wedges, vertices, loops = board.registers, board.wedges, board.vertices, board.loops
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
                    vertices[count * VERTEX + i] = board.points[wedges[at] * POINT + i]
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
    registers, loops, reading = board.registers, board.loops, board.reading
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


def look_at(board: Board, node: int) -> None:
    """Write the outline of a node into the working space, and note how many vertices it has."""
    nodes, at = board.nodes, node * NODE
    focus(board, node, nodes[at + CHAIN], nodes[at + CHAIN + 1])
    if board.registers[TROUBLE] == 0:  # else what stands there is not that of the node
        nodes[at + CORNERS] = board.registers[VERTICES]
        nodes[at + LEVEL] = max(1, nodes[at + LEVEL])

"""The boundary of a state in integers: what an extraction leaves, vertices, loops, parts and their reading order.

The order of lines and points is that of `heuristan.tangram.boundary`, on which the numbers of vertices depend; see also
`expert.vertex_array`. A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick import layout
from heuristan.lab.quick.layout import Board
from heuristan.tangram.boundary.loop_kernel import LOOP, VERTEX, along, follow, sign_of


def has_room(board: Board, end: int, table: list[int]) -> bool:
    """Return whether a table has room up to a place; if not, that is the trouble."""
    if end > len(table):
        board.registers[layout.TROUBLE] = layout.FULL
        return False
    return True


def look_at(board: Board, node: int) -> None:
    """Write the outline of a node into the working space, and note how many vertices it has."""
    nodes, registers, at = board.nodes, board.registers, node * layout.NODE
    if registers[layout.FOCUS] != node:
        registers[layout.FOCUS] = node
        begin, end = nodes[at + layout.CHAIN], nodes[at + layout.CHAIN + 1]
        found = follow(board.chains, begin, end, board.segments, board.points, board.vertices, board.loops)
        registers[layout.SEGMENTS], registers[layout.POINTS] = found[0], found[2]
        registers[layout.VERTICES], registers[layout.LOOPS] = found[3], found[4]
        if found[4] < 0:
            registers[layout.TROUBLE] = layout.FULL
        else:
            _write_parts(board)
    if registers[layout.TROUBLE] == 0:  # after trouble the working space lacks the node's outline
        nodes[at + layout.CORNERS] = registers[layout.VERTICES]
        nodes[at + layout.LEVEL] = max(1, nodes[at + layout.LEVEL])


def _write_parts(board: Board) -> None:
    """Write of holes the outer loop around them; -1 for outer loops."""
    registers, loops = board.registers, board.loops
    for hole in range(registers[layout.LOOPS]):
        loops[hole * LOOP + 3] = -1
        a, b = loops[hole * LOOP + 1], loops[hole * LOOP + 2]
        if sign_of(a, b) > 0:
            continue
        best = -1
        for outer in range(registers[layout.LOOPS]):
            c, d = loops[outer * LOOP + 1], loops[outer * LOOP + 2]
            if sign_of(c, d) <= 0 or sign_of(c + a, d + b) <= 0:
                continue
            if best >= 0 and sign_of(loops[best * LOOP + 1] - c, loops[best * LOOP + 2] - d) <= 0:
                continue
            first = (loops[(hole - 1) * LOOP] if hole else 0) * VERTEX
            if _is_round(board, outer, first):
                best = outer
        loops[hole * LOOP + 3] = best


def _is_round(board: Board, loop: int, place: int) -> bool:
    """Return whether a loop lies round the vertex that stands at a place of the table."""
    vertices, loops = board.vertices, board.loops
    begin, end = (loops[(loop - 1) * LOOP] if loop else 0), loops[loop * LOOP]
    height, winding = vertices[place + 2], 0
    for i in range(begin, end):
        p, q = i * VERTEX, (i + 1 if i + 1 < end else begin) * VERTEX
        d = vertices[p + 4] + 2
        is_left = along(vertices, place, d) > along(vertices, p, d)
        if vertices[p + 2] <= height < vertices[q + 2] and is_left:
            winding += 1
        elif vertices[q + 2] <= height < vertices[p + 2] and not is_left:
            winding -= 1
    return winding != 0


def _comes_before(vertices: list[int], i: int, j: int) -> bool:
    """Return whether a vertex lies farther left, or above in the same column."""
    a, b = vertices[i * VERTEX], vertices[j * VERTEX]
    return a < b or (a == b and vertices[i * VERTEX + 2] > vertices[j * VERTEX + 2])


def write_reading_order(board: Board) -> None:
    """Write the vertices in reading order: part after part, clockwise from the leftmost, topmost one."""
    registers, loops, reading = board.registers, board.loops, board.reading
    count = 0
    # the loops of each part together, an outer one before its holes
    for outer in range(registers[layout.LOOPS]):
        if loops[outer * LOOP + 3] >= 0:
            continue
        _order_loop(board, outer, count)
        count += 1
        for hole in range(registers[layout.LOOPS]):
            if loops[hole * LOOP + 3] == outer:
                _order_loop(board, hole, count)
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
    registers[layout.READING] = to


def _order_loop(board: Board, number: int, count: int) -> None:
    """Insert a loop into the `count` loops in order: by their first points, from the left."""
    loops, vertices = board.loops, board.vertices
    begin, end = (loops[(number - 1) * LOOP] if number else 0), loops[number * LOOP]
    first = begin
    for i in range(begin + 1, end):
        if _comes_before(vertices, i, first):
            first = i
    loops[number * LOOP + 5] = first
    place = count
    while place > 0 and _comes_before(vertices, first, loops[loops[(place - 1) * LOOP + 4] * LOOP + 5]):
        loops[place * LOOP + 4] = loops[(place - 1) * LOOP + 4]
        place -= 1
    loops[place * LOOP + 4] = number

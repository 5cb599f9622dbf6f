"""Matches: pieces laid at convex vertices, figures at most one side of which is open, and their grades.

See `expert.matches`, `expert.joining` and `expert.grades`. A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick import layout
from heuristan.lab.quick.array import FIRST, write_box, write_lines, write_numbers, write_spans
from heuristan.lab.quick.boundary import has_room, look_at, write_reading_order
from heuristan.lab.quick.layout import Board, Fixed, Supplies
from heuristan.tangram.boundary.loop_kernel import LOOP, SEGMENT, VERTEX, along, put


def _all_outside(board: Board, place: int) -> bool:
    """Return whether no segment passes through a convex polygon whose bounds stand in the working space."""
    segments, now = board.segments, board.now
    lo0, hi0, lo1, hi1 = now[place], now[place + 1], now[place + 2], now[place + 3]
    lo2, hi2, lo3, hi3 = now[place + 4], now[place + 5], now[place + 6], now[place + 7]
    for s in range(board.registers[layout.SEGMENTS]):
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


LONG = 1 << 60
"""Longer than any side, as a code."""


def _place_of(board: Board, figure: int, u0: int, u2: int) -> int:
    """Return the number of a figure in a place, the same in all states; a new one if it was never there."""
    registers, hashed, places = board.registers, board.hashed, board.places
    size = len(hashed)
    slot = (figure * 7919 + u0 % 1000003 * 31 + u2 % 1000033) % size
    while hashed[slot] != 0:
        at = (hashed[slot] - 1) * layout.PLACE
        if places[at] == figure and places[at + 1] == u0 and places[at + 2] == u2:
            return hashed[slot] - 1
        slot = slot + 1 if slot + 1 < size else 0
    count = registers[layout.PLACES]
    if 2 * count > size or (count + 1) * layout.PLACE > len(places):
        registers[layout.TROUBLE] = layout.FULL
        return 0
    places[count * layout.PLACE] = figure
    places[count * layout.PLACE + 1] = u0
    places[count * layout.PLACE + 2] = u2
    board.status[count] = 0
    board.seen[2 * count] = -1
    registers[layout.PLACES] = count + 1
    hashed[slot] = count + 1
    return count


def find_places(board: Board) -> None:
    """Enter all places into a table of hashes that is clear; each keeps its number."""
    registers, places = board.registers, board.places
    count = registers[layout.PLACES]
    registers[layout.PLACES] = 0
    for i in range(count):
        _place_of(board, places[i * layout.PLACE], places[i * layout.PLACE + 1], places[i * layout.PLACE + 2])


def _match_at(fixed: Fixed, board: Board, node: int, figure: int, corner: int, table: list[int], point: int) -> int:
    """Return the match of a figure with a corner at a point, which is written if it is new; -1 if it does not fit."""
    ring, seen, registers = (
        (fixed.figures[figure * layout.FIGURE + 3] + corner) * layout.CORNER,
        board.seen,
        board.registers,
    )
    u0, u1 = table[point] - fixed.rings[ring], table[point + 1] - fixed.rings[ring + 1]
    u2, u3 = table[point + 2] - fixed.rings[ring + 2], table[point + 3] - fixed.rings[ring + 3]
    place = _place_of(board, figure, u0, u2)
    if registers[layout.TROUBLE] != 0:
        return -1
    if seen[2 * place] == node:
        return seen[2 * place + 1]
    seen[2 * place] = node
    seen[2 * place + 1] = -1
    put(board.now, 16, u0, u1, u2, u3)
    write_box(fixed, board, figure, board.now, 16)
    if not _all_outside(board, 8):
        return -1
    match, matches = registers[layout.MATCHES], board.matches
    at = match * layout.MATCH
    if not has_room(board, at + layout.MATCH, matches):
        return -1
    matches[at + layout.FIGURE_OF] = figure
    put(matches, at + layout.MOVED, u0, u1, u2, u3)
    matches[at + layout.PLACE_OF] = place
    matches[at + layout.GRADES_OF] = -1
    matches[at + layout.AFTER] = -1
    registers[layout.MATCHES] = match + 1
    seen[2 * place + 1] = match
    return match


def lay(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Lay the pieces on offer at the convex vertices of a node, and write which cover each end of an edge."""
    registers, nodes, at = board.registers, board.nodes, node * layout.NODE
    if nodes[at + layout.LEVEL] >= 2:
        return
    look_at(board, node)
    if registers[layout.TROUBLE] != 0:
        return
    write_reading_order(board)
    nodes[at + layout.LAID] = registers[layout.MATCHES]
    nodes[at + layout.ENDED] = registers[layout.ENDS]
    for i in range(registers[layout.READING]):
        if board.vertices[board.reading[i] * VERTEX + 5] < 4:
            _lay_at(fixed, supplies, board, node, board.reading[i])
    nodes[at + layout.LAID + 1] = registers[layout.MATCHES]
    nodes[at + layout.ENDED + 1] = registers[layout.ENDS]
    if registers[layout.TROUBLE] == 0:
        nodes[at + layout.LEVEL] = 2


def _lay_at(fixed: Fixed, supplies: Supplies, board: Board, node: int, vertex: int) -> None:
    """Lay the pieces on offer at a convex vertex, along the edge that leaves and along that which arrives."""
    vertices, corners, loops = board.vertices, fixed.corners, board.loops
    begin = number = 0
    while loops[number * LOOP] <= vertex:
        begin = loops[number * LOOP]
        number += 1
    end = loops[number * LOOP]
    at = vertex * VERTEX
    opening, angle = vertices[at + 4], vertices[at + 5]
    before, following = vertex - 1 if vertex > begin else end - 1, vertex + 1 if vertex + 1 < end else begin
    ahead, behind = edge_length(vertices, vertex, following), edge_length(vertices, before, vertex)
    if vertices[following * VERTEX + 5] > 4:
        ahead = LONG
    if vertices[before * VERTEX + 5] > 4:
        behind = LONG
    for side in range(2):
        _open_end(board)
        for a in range(1, angle + 1):
            heading = opening if side == 0 else (opening + angle - a) & 7
            cell = heading * 8 + a
            for row in range(fixed.corner_begins[cell], fixed.corner_begins[cell + 1]):
                if corners[row * 4 + 2 + side] <= (ahead if side == 0 else behind):
                    cover(fixed, supplies, board, node, row, at)


def edge_length(vertices: list[int], start: int, end: int) -> int:
    """Return the length of the edge from a vertex to the next."""
    d, p, q = vertices[start * VERTEX + 4], start * VERTEX, end * VERTEX
    return along(vertices, q, d) - along(vertices, p, d)


def _open_end(board: Board) -> None:
    """Write a new end of an edge, that nothing covers yet."""
    registers = board.registers
    count = registers[layout.ENDS]
    if not has_room(board, 2 * (count + 1), board.ends):
        return
    board.ends[2 * count] = registers[layout.COVERING]
    board.ends[2 * count + 1] = registers[layout.COVERING]
    registers[layout.ENDS] = count + 1


def cover(fixed: Fixed, supplies: Supplies, board: Board, node: int, row: int, vertex: int) -> None:
    """Lay a piece at a vertex with some corner, if it is on offer, and write that it covers the last end."""
    registers = board.registers
    figure = fixed.corners[row * 4]
    if registers[layout.TROUBLE] != 0 or fixed.figures[figure * layout.FIGURE + 1] != 0:
        return
    if not _is_offered(fixed, supplies, board, node, figure):
        return
    match = _match_at(fixed, board, node, figure, fixed.corners[row * 4 + 1], board.vertices, vertex)
    if match < 0:
        return
    count = registers[layout.COVERING]
    if not has_room(board, count + 1, board.covering):
        return
    board.covering[count] = match
    registers[layout.COVERING] = count + 1
    board.ends[2 * registers[layout.ENDS] - 1] = count + 1


def _is_offered(fixed: Fixed, supplies: Supplies, board: Board, node: int, figure: int) -> bool:
    """Return whether a figure may be laid with what is left in a node."""
    names = len(supplies.offers) // (len(supplies.deals))
    at = board.nodes[node * layout.NODE + layout.SUPPLY] * names + fixed.figures[figure * layout.FIGURE]
    return supplies.offers[at] != 0


UNNUMBERED = 1 << 30
"""Stands for the number of a figure no corner of which is a vertex or node."""


def find_all(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Find everything about a node: extension lines, numbers, and all matches with their grades."""
    registers, nodes, at = board.registers, board.nodes, node * layout.NODE
    if nodes[at + layout.LEVEL] >= 3:
        return
    lay(fixed, supplies, board, node)
    if registers[layout.TROUBLE] != 0:
        return
    look_at(board, node)
    write_reading_order(board)
    write_lines(fixed, board, node)
    if registers[layout.TROUBLE] != 0:
        return
    write_spans(board, node)
    if registers[layout.TROUBLE] != 0:
        return
    write_numbers(board, node)
    if registers[layout.TROUBLE] != 0:
        return
    for match in range(nodes[at + layout.LAID], nodes[at + layout.LAID + 1]):
        place = board.matches[match * layout.MATCH + layout.PLACE_OF]
        board.seen[2 * place] = node
        board.seen[2 * place + 1] = match
        grade(fixed, board, match)
    nodes[at + layout.JOINED] = registers[layout.MATCHES]
    for i in range(FIRST, FIRST + registers[layout.NOWS]):
        _join_at(fixed, supplies, board, node, i * layout.NOW)
    nodes[at + layout.JOINED + 1] = registers[layout.MATCHES]
    if registers[layout.TROUBLE] == 0:
        nodes[at + layout.LEVEL] = 3


def _join_at(fixed: Fixed, supplies: Supplies, board: Board, node: int, at: int) -> None:
    """Lay the figures on offer with a corner at a point from which two of their sides are covered."""
    registers, now, corners, matches = board.registers, board.now, fixed.corners, board.matches
    for heading in range(8):
        if now[at + 6 + heading] == 0 or not now[at + 5] >> heading & 1:
            continue
        for a in range(1, 4):
            arriving = now[at + 6 + ((heading + a) & 7)]
            if arriving == 0:
                continue
            cell = heading * 8 + a
            for row in range(fixed.corner_begins[cell], fixed.corner_begins[cell + 1]):
                figure = corners[row * 4]
                if (
                    corners[row * 4 + 2] > now[at + 6 + heading]
                    or corners[row * 4 + 3] > arriving
                    or fixed.figures[figure * layout.FIGURE + 2] > 4
                    or not _is_offered(fixed, supplies, board, node, figure)
                ):
                    continue
                match = _match_at(fixed, board, node, figure, corners[row * 4 + 1], now, at)
                if registers[layout.TROUBLE] != 0:
                    return
                if match >= 0 and matches[match * layout.MATCH + layout.GRADES_OF] < 0:
                    grade(fixed, board, match)
                    if _has_open_sides(matches[match * layout.MATCH + layout.GRADES_OF]):
                        registers[layout.MATCHES] = match
                        board.seen[2 * matches[match * layout.MATCH + layout.PLACE_OF] + 1] = -1


def _has_open_sides(grades: int) -> bool:
    """Return whether more than one side is open, by the code of the grades."""
    # the grades are in order, so the last two digits are the worst
    return grades < 320 and grades % 16 == 15


def share_of(grades: int, sides: int) -> int:
    """Return the sum of the grades, by their share of a figure's sides."""
    total, code = 0, grades - 64 if sides == 4 else grades
    for _ in range(sides):
        total += code % 4
        code //= 4
    return total * 60 // sides


def grade(fixed: Fixed, board: Board, match: int) -> None:
    """Write the grades of a match, its number, and the length of edge in the sides that are not all edge."""
    matches, rings, now = board.matches, fixed.rings, board.now
    at = match * layout.MATCH
    figure = matches[at + layout.FIGURE_OF]
    first, sides = fixed.figures[figure * layout.FIGURE + 3], fixed.figures[figure * layout.FIGURE + 2]
    counts_m = counts_x = counts_o = edge = 0
    number, corner = UNNUMBERED, 0
    for i in range(sides):
        ring = (first + i) * layout.CORNER
        for c in range(4):
            now[16 + c] = rings[ring + c] + matches[at + layout.MOVED + c]
        for row in range(FIRST, FIRST + board.registers[layout.NOWS]):
            if now[row * layout.NOW] == now[16] and now[row * layout.NOW + 2] == now[18]:
                if now[row * layout.NOW + 4] < number:
                    number, corner = now[row * layout.NOW + 4], i
                break
        found, length = _grade_of_side(board, rings[ring + 4], rings[ring + 5])
        if found > 0:
            edge += length
        counts_m += found == 1
        counts_x += found == 2
        counts_o += found == 3
    code = 0
    for i in range(sides):
        left = sides - i
        digit = 3 if left <= counts_o else 2 if left <= counts_o + counts_x else 0
        if digit == 0 and left <= counts_o + counts_x + counts_m:
            digit = 1
        code = code * 4 + digit
    matches[at + layout.GRADES_OF] = code if sides == 3 else 64 + code if sides == 4 else 320
    matches[at + layout.NUMBER_OF] = number
    matches[at + layout.CORNER_OF] = corner
    is_complete = counts_m + counts_x + counts_o == 0
    matches[at + layout.EDGE_OF] = -LONG if is_complete else -edge


def _grade_of_side(board: Board, heading: int, length: int) -> tuple[int, int]:
    """Return the grade of a side that starts at the point in the working space, and the length of edge in it.

    The grade is 0 for edge, 1 for mixed, 2 for extension line, 3 for open.
    """
    now, spans = board.now, board.spans
    k = heading & 3
    offset = along(now, 16, k + 2)
    low = now[16 + k] if heading < 4 else now[16 + k] - length
    high = low + length
    begin, end = board.registers[layout.SPAN_BEGINS + k], board.registers[layout.SPAN_BEGINS + k + 1]
    edge = 0
    for i in range(begin, end):
        s = i * layout.SPAN
        if spans[s + 2] == offset and spans[s + 3] == 1 and spans[s] < high and spans[s + 1] > low:
            edge += min(high, spans[s + 1]) - max(low, spans[s])
    if edge == length:
        return 0, edge
    reached = low
    is_on = True
    while is_on and reached < high:
        is_on = False
        for i in range(begin, end):
            s = i * layout.SPAN
            if spans[s + 2] == offset and spans[s] <= reached < spans[s + 1]:
                reached = spans[s + 1]
                is_on = True
    if reached < high:
        return 3, edge
    return (1 if edge else 2), edge

"""Everything about a state: figures at most one side of which is open, and the grades and numbers of all matches.

See `expert.joining` and `expert.grades`. A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick.fits import LONG, is_offered, lay, match_at
from heuristan.lab.quick.lines import write_lines
from heuristan.lab.quick.loops import look_at, write_reading_order
from heuristan.lab.quick.points import FIRST, write_numbers, write_spans
from heuristan.lab.quick.registers import (
    CORNER_OF,
    EDGE_OF,
    FIGURE_OF,
    GRADES_OF,
    JOINED,
    LAID,
    LEVEL,
    MATCHES,
    MOVED,
    NOWS,
    NUMBER_OF,
    PLACE_OF,
    SPAN_BEGINS,
    TROUBLE,
)
from heuristan.lab.quick.tables import CORNER, FIGURE, MATCH, NODE, NOW, SPAN, Board, Fixed, Supplies

UNNUMBERED = 1 << 30
"""Stands for the number of a figure no corner of which is a vertex or node."""


def find_all(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Find everything about a node: extension lines, numbers, and all matches with their grades."""
    registers, nodes, at = board.registers, board.nodes, node * NODE
    if nodes[at + LEVEL] >= 3:
        return
    lay(fixed, supplies, board, node)
    if registers[TROUBLE] != 0:
        return
    look_at(board, node)
    write_reading_order(board)
    write_lines(fixed, board, node)
    if registers[TROUBLE] != 0:
        return
    write_spans(board, node)
    if registers[TROUBLE] != 0:
        return
    write_numbers(board, node)
    if registers[TROUBLE] != 0:
        return
    for match in range(nodes[at + LAID], nodes[at + LAID + 1]):
        place = board.matches[match * MATCH + PLACE_OF]
        board.seen[2 * place] = node
        board.seen[2 * place + 1] = match
        grade(fixed, board, match)
    nodes[at + JOINED] = registers[MATCHES]
    for i in range(FIRST, FIRST + registers[NOWS]):
        join_at(fixed, supplies, board, node, i * NOW)
    nodes[at + JOINED + 1] = registers[MATCHES]
    if registers[TROUBLE] == 0:
        nodes[at + LEVEL] = 3


def join_at(fixed: Fixed, supplies: Supplies, board: Board, node: int, at: int) -> None:
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
                    or fixed.figures[figure * FIGURE + 2] > 4
                    or not is_offered(fixed, supplies, board, node, figure)
                ):
                    continue
                match = match_at(fixed, board, node, figure, corners[row * 4 + 1], now, at)
                if registers[TROUBLE] != 0:
                    return
                if match >= 0 and matches[match * MATCH + GRADES_OF] < 0:
                    grade(fixed, board, match)
                    if has_open_sides(matches[match * MATCH + GRADES_OF]):
                        registers[MATCHES] = match
                        board.seen[2 * matches[match * MATCH + PLACE_OF] + 1] = -1


def has_open_sides(grades: int) -> bool:
    """Return whether more than one side is open, by the code of the grades."""
    # the grades are in order, so the last two digits are the worst
    return grades < 320 and grades % 16 == 15


def grade(fixed: Fixed, board: Board, match: int) -> None:
    """Write the grades of a match, its number, and the length of edge in the sides that are not all edge."""
    matches, rings, now = board.matches, fixed.rings, board.now
    at = match * MATCH
    figure = matches[at + FIGURE_OF]
    first, sides = fixed.figures[figure * FIGURE + 3], fixed.figures[figure * FIGURE + 2]
    counts_m = counts_x = counts_o = edge = 0
    number, corner = UNNUMBERED, 0
    for i in range(sides):
        ring = (first + i) * CORNER
        for c in range(4):
            now[16 + c] = rings[ring + c] + matches[at + MOVED + c]
        for row in range(FIRST, FIRST + board.registers[NOWS]):
            if now[row * NOW] == now[16] and now[row * NOW + 2] == now[18]:
                if now[row * NOW + 4] < number:
                    number, corner = now[row * NOW + 4], i
                break
        found, length = grade_of_side(board, rings[ring + 4], rings[ring + 5])
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
    matches[at + GRADES_OF] = code if sides == 3 else 64 + code if sides == 4 else 320
    matches[at + NUMBER_OF] = number
    matches[at + CORNER_OF] = corner
    is_complete = counts_m + counts_x + counts_o == 0
    matches[at + EDGE_OF] = -LONG if is_complete else -edge


def grade_of_side(board: Board, heading: int, length: int) -> tuple[int, int]:
    """Return the grade of a side that starts at the point in the working space, and the length of edge in it.

    The grade is 0 for edge, 1 for mixed, 2 for extension line, 3 for open.
    """
    now, spans = board.now, board.spans
    k = heading & 3
    offset = now[18 + k] if k < 2 else -now[14 + k]
    low = now[16 + k] if heading < 4 else now[16 + k] - length
    high = low + length
    begin, end = board.registers[SPAN_BEGINS + k], board.registers[SPAN_BEGINS + k + 1]
    edge = 0
    for i in range(begin, end):
        s = i * SPAN
        if spans[s + 2] == offset and spans[s + 3] == 1 and spans[s] < high and spans[s + 1] > low:
            edge += min(high, spans[s + 1]) - max(low, spans[s])
    if edge == length:
        return 0, edge
    reached = low
    is_on = True
    while is_on and reached < high:
        is_on = False
        for i in range(begin, end):
            s = i * SPAN
            if spans[s + 2] == offset and spans[s] <= reached < spans[s + 1]:
                reached = spans[s + 1]
                is_on = True
    if reached < high:
        return 3, edge
    return (1 if edge else 2), edge

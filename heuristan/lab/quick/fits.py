"""Pieces laid at convex vertices: see `expert.laying`. A kernel (`heuristan.common.kernels`)."""

from heuristan.lab.quick.lines import write_box
from heuristan.lab.quick.loops import look_at, write_reading_order
from heuristan.lab.quick.numbers import along
from heuristan.lab.quick.registers import (
    AFTER,
    COVERING,
    ENDED,
    ENDS,
    FIGURE_OF,
    FULL,
    GRADES_OF,
    LAID,
    LEVEL,
    MATCHES,
    MOVED,
    PLACE_OF,
    PLACES,
    READING,
    SEGMENTS,
    SUPPLY,
    TROUBLE,
)
from heuristan.lab.quick.tables import (
    CORNER,
    FIGURE,
    LOOP,
    MATCH,
    NODE,
    PLACE,
    SEGMENT,
    VERTEX,
    Board,
    Fixed,
    Supplies,
)


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


LONG = 1 << 60
"""Longer than any side, as a code."""


def place_of(board: Board, figure: int, u0: int, u2: int) -> int:
    """Return the number of a figure in a place, the same in all states; a new one if it was never there."""
    registers, hashed, places = board.registers, board.hashed, board.places
    size = len(hashed)
    slot = (figure * 7919 + u0 % 1000003 * 31 + u2 % 1000033) % size
    while hashed[slot] != 0:
        at = (hashed[slot] - 1) * PLACE
        if places[at] == figure and places[at + 1] == u0 and places[at + 2] == u2:
            return hashed[slot] - 1
        slot = slot + 1 if slot + 1 < size else 0
    count = registers[PLACES]
    if 2 * count > size or (count + 1) * PLACE > len(places):
        registers[TROUBLE] = FULL
        return 0
    places[count * PLACE] = figure
    places[count * PLACE + 1] = u0
    places[count * PLACE + 2] = u2
    board.status[count] = 0
    board.seen[2 * count] = -1
    registers[PLACES] = count + 1
    hashed[slot] = count + 1
    return count


def find_places(board: Board) -> None:
    """Enter all places into a table of hashes that is clear; each keeps its number."""
    registers, places = board.registers, board.places
    count = registers[PLACES]
    registers[PLACES] = 0
    for i in range(count):
        place_of(board, places[i * PLACE], places[i * PLACE + 1], places[i * PLACE + 2])


def match_at(fixed: Fixed, board: Board, node: int, figure: int, corner: int, table: list[int], point: int) -> int:
    """Return the match of a figure with a corner at a point, which is written if it is new; -1 if it does not fit."""
    ring, seen, registers = (fixed.figures[figure * FIGURE + 3] + corner) * CORNER, board.seen, board.registers
    u0, u1 = table[point] - fixed.rings[ring], table[point + 1] - fixed.rings[ring + 1]
    u2, u3 = table[point + 2] - fixed.rings[ring + 2], table[point + 3] - fixed.rings[ring + 3]
    place = place_of(board, figure, u0, u2)
    if registers[TROUBLE] != 0:
        return -1
    if seen[2 * place] == node:
        return seen[2 * place + 1]
    seen[2 * place] = node
    seen[2 * place + 1] = -1
    write_box(fixed, board, figure, u0, u2, u1, u3)
    if not all_outside(board, 8):
        return -1
    match, matches = registers[MATCHES], board.matches
    at = match * MATCH
    if at + MATCH > len(matches):
        registers[TROUBLE] = FULL
        return -1
    matches[at + FIGURE_OF] = figure
    matches[at + MOVED] = u0
    matches[at + MOVED + 1] = u1
    matches[at + MOVED + 2] = u2
    matches[at + MOVED + 3] = u3
    matches[at + PLACE_OF] = place
    matches[at + GRADES_OF] = -1
    matches[at + AFTER] = -1
    registers[MATCHES] = match + 1
    seen[2 * place + 1] = match
    return match


def lay(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Lay the pieces on offer at the convex vertices of a node, and write which cover each end of an edge."""
    registers, nodes, at = board.registers, board.nodes, node * NODE
    if nodes[at + LEVEL] >= 2:
        return
    look_at(board, node)
    if registers[TROUBLE] != 0:
        return
    write_reading_order(board)
    nodes[at + LAID] = registers[MATCHES]
    nodes[at + ENDED] = registers[ENDS]
    for i in range(registers[READING]):
        if board.vertices[board.reading[i] * VERTEX + 5] < 4:
            lay_at(fixed, supplies, board, node, board.reading[i])
    nodes[at + LAID + 1] = registers[MATCHES]
    nodes[at + ENDED + 1] = registers[ENDS]
    if registers[TROUBLE] == 0:
        nodes[at + LEVEL] = 2


def lay_at(fixed: Fixed, supplies: Supplies, board: Board, node: int, vertex: int) -> None:
    """Lay the pieces on offer at a convex vertex, along the edge that leaves and along that which arrives."""
    vertices, corners, loops = board.vertices, fixed.corners, board.loops
    begin = number = 0
    while loops[number * LOOP] <= vertex:
        begin = loops[number * LOOP]
        number += 1
    end = loops[number * LOOP]
    at = vertex * VERTEX
    opening, angle = vertices[at + 4], vertices[at + 5]
    ahead = edge_length(vertices, vertex, vertex + 1 if vertex + 1 < end else begin)
    before = vertex - 1 if vertex > begin else end - 1
    behind = edge_length(vertices, before, vertex)
    following = vertex + 1 if vertex + 1 < end else begin
    if vertices[following * VERTEX + 5] > 4:
        ahead = LONG
    if vertices[before * VERTEX + 5] > 4:
        behind = LONG
    open_end(board)
    for a in range(1, angle + 1):
        cell = opening * 8 + a
        for row in range(fixed.corner_begins[cell], fixed.corner_begins[cell + 1]):
            if corners[row * 4 + 2] <= ahead:
                cover(fixed, supplies, board, node, row, at)
    open_end(board)
    for a in range(1, angle + 1):
        cell = ((opening + angle - a) & 7) * 8 + a
        for row in range(fixed.corner_begins[cell], fixed.corner_begins[cell + 1]):
            if corners[row * 4 + 3] <= behind:
                cover(fixed, supplies, board, node, row, at)


def edge_length(vertices: list[int], start: int, end: int) -> int:
    """Return the length of the edge from a vertex to the next."""
    d, p, q = vertices[start * VERTEX + 4], start * VERTEX, end * VERTEX
    there = along(vertices[q], vertices[q + 1], vertices[q + 2], vertices[q + 3], d)
    return there - along(vertices[p], vertices[p + 1], vertices[p + 2], vertices[p + 3], d)


def open_end(board: Board) -> None:
    """Write a new end of an edge, that nothing covers yet."""
    registers = board.registers
    count = registers[ENDS]
    if 2 * (count + 1) > len(board.ends):
        registers[TROUBLE] = FULL
        return
    board.ends[2 * count] = registers[COVERING]
    board.ends[2 * count + 1] = registers[COVERING]
    registers[ENDS] = count + 1


def cover(fixed: Fixed, supplies: Supplies, board: Board, node: int, row: int, vertex: int) -> None:
    """Lay a piece at a vertex with some corner, if it is on offer, and write that it covers the last end."""
    registers = board.registers
    figure = fixed.corners[row * 4]
    if registers[TROUBLE] != 0 or fixed.figures[figure * FIGURE + 1] != 0:
        return
    if not is_offered(fixed, supplies, board, node, figure):
        return
    match = match_at(fixed, board, node, figure, fixed.corners[row * 4 + 1], board.vertices, vertex)
    if match < 0:
        return
    count = registers[COVERING]
    if count + 1 > len(board.covering):
        registers[TROUBLE] = FULL
        return
    board.covering[count] = match
    registers[COVERING] = count + 1
    board.ends[2 * registers[ENDS] - 1] = count + 1


def is_offered(fixed: Fixed, supplies: Supplies, board: Board, node: int, figure: int) -> bool:
    """Return whether a figure may be laid with what is left in a node."""
    names = len(supplies.offers) // (len(supplies.deals))
    at = board.nodes[node * NODE + SUPPLY] * names + fixed.figures[figure * FIGURE]
    return supplies.offers[at] != 0

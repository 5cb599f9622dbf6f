"""Which match a line of a ranking takes: see `expert.chooser` and `expert.preferences`.

A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick.evidence import FORCED, ONLY_PLACE, TIGHTEST
from heuristan.lab.quick.proofs import is_out
from heuristan.lab.quick.registers import (
    AT_TIGHTEST,
    CORNER_OF,
    EDGE_OF,
    EVIDENCE,
    FEWEST_FITS,
    FEWEST_VERTICES,
    FIGURE_OF,
    FORCED_PIECE,
    GRADES_OF,
    IN_VERTEX_ORDER,
    JOINED,
    JOINS,
    KIND,
    LAID,
    LARGEST,
    LAYS,
    MOST_EDGE,
    MOST_FITS_LEFT,
    MOST_PREFERENCES,
    NUMBER_OF,
    ONLY_MATCH,
    PREFERENCES,
    SMALLEST,
)
from heuristan.lab.quick.rooms import fits_after, vertices_after
from heuristan.lab.quick.tables import FIGURE, GRADE_CODES, MATCH, NODE, RULE, Board, Fixed, Supplies

BEST = 20
"""Where the order of the best match so far stands in the working space."""
HERE = 30
"""Where that of another match stands."""
KEYS = 10


def is_for(fixed: Fixed, board: Board, line: int, match: int) -> bool:
    """Return whether kind, figure and grades of a match serve a line."""
    at = match * MATCH
    figure = board.matches[at + FIGURE_OF] * FIGURE
    names = len(fixed.only) // (len(fixed.rules) // RULE)
    return (
        fixed.figures[figure + 1] == fixed.rules[line * RULE + KIND]
        and fixed.only[line * names + fixed.figures[figure]] != 0
        and fixed.grades[line * GRADE_CODES + board.matches[at + GRADES_OF]] != 0
    )


def is_in_pool(fixed: Fixed, board: Board, node: int, line: int, match: int) -> bool:
    """Return whether a line chooses among others from a match."""
    rules, first, at = fixed.rules, board.nodes[node * NODE + LAID], line * RULE
    is_laid = match < board.nodes[node * NODE + LAID + 1]
    evidence = rules[at + EVIDENCE]
    if is_out(board, match, 3) or not is_for(fixed, board, line, match):
        return False
    if evidence in (FORCED_PIECE, ONLY_MATCH):
        return is_laid and (board.evidence[match - first] & (FORCED if evidence == FORCED_PIECE else ONLY_PLACE)) != 0
    if rules[at + AT_TIGHTEST]:
        return is_laid and (board.evidence[match - first] & TIGHTEST) != 0
    sides = fixed.figures[board.matches[match * MATCH + FIGURE_OF] * FIGURE + 2]
    if sides <= 4 and rules[at + JOINS + sides - 3]:
        return True
    return is_laid and rules[at + LAYS] != 0


def best_of(fixed: Fixed, supplies: Supplies, board: Board, node: int, line: int) -> int:
    """Return the match that a line prefers to all others that it takes, or -1."""
    nodes, at = board.nodes, node * NODE
    best, is_written = -1, False
    match = nodes[at + LAID]
    while True:
        if match == nodes[at + LAID + 1]:
            match = nodes[at + JOINED]
        if match == nodes[at + JOINED + 1]:
            return best
        if is_in_pool(fixed, board, node, line, match):
            if best < 0:
                best = match
            else:
                if not is_written:
                    write_order(fixed, supplies, board, node, line, best, BEST)
                    is_written = True
                write_order(fixed, supplies, board, node, line, match, HERE)
                if is_earlier(board):
                    best = match
        match += 1


def is_earlier(board: Board) -> bool:
    """Return whether a match comes before the best so far; if so, its order is that of the best from now on."""
    now = board.now
    for i in range(KEYS):
        if now[HERE + i] != now[BEST + i]:
            if now[HERE + i] > now[BEST + i]:
                return False
            for j in range(KEYS):
                now[BEST + j] = now[HERE + j]
            return True
    return False


def write_order(fixed: Fixed, supplies: Supplies, board: Board, node: int, line: int, match: int, to: int) -> None:
    """Write the order of a match among those that a line takes, the minimum first, into the working space."""
    now, matches, at = board.now, board.matches, match * MATCH
    figure = matches[at + FIGURE_OF]
    names = len(fixed.only) // (len(fixed.rules) // RULE)
    now[to] = fixed.last[line * names + fixed.figures[figure * FIGURE]]
    for i in range(MOST_PREFERENCES):
        preference = fixed.rules[line * RULE + PREFERENCES + i]
        # taking a match out uses the working space, but not these places
        now[to + 1 + i] = preference_of(fixed, supplies, board, node, preference, match) if preference else 0
    now[to + 7] = matches[at + NUMBER_OF]
    now[to + 8] = figure
    now[to + 9] = matches[at + CORNER_OF]


def preference_of(fixed: Fixed, supplies: Supplies, board: Board, node: int, preference: int, match: int) -> int:
    """Return a number for a match, the minimum for the best."""
    matches, at = board.matches, match * MATCH
    figure = matches[at + FIGURE_OF] * FIGURE
    if preference == IN_VERTEX_ORDER:
        return matches[at + NUMBER_OF]
    if preference == SMALLEST:
        return fixed.figures[figure + 4]
    if preference == LARGEST:
        return -fixed.figures[figure + 4]
    if preference == FEWEST_FITS:
        first = board.nodes[node * NODE + LAID]
        is_laid = match < board.nodes[node * NODE + LAID + 1]
        return 0 if is_laid and board.evidence[match - first] & TIGHTEST else 1
    if preference == FEWEST_VERTICES:
        return vertices_after(fixed, supplies, board, node, match)
    if preference == MOST_FITS_LEFT:
        return -fits_after(fixed, supplies, board, node, match)
    if preference == MOST_EDGE:
        return matches[at + EDGE_OF]
    # the best grades, by their share of a figure's sides
    return share_of(matches[at + GRADES_OF], fixed.figures[figure + 2])


def share_of(grades: int, sides: int) -> int:
    """Return the sum of the grades, by their share of a figure's sides."""
    total, code = 0, grades - 64 if sides == 4 else grades
    for _ in range(sides):
        total += code % 4
        code //= 4
    return total * 60 // sides

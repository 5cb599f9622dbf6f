"""The evidence that there is for the pieces of a state: see `expert.evidence`.

A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick.proofs import SEEN, is_out, rule_bare
from heuristan.lab.quick.registers import (
    BARE_VERTEX,
    ENDED,
    EVIDENCE,
    FEWEST_FITS,
    FIGURE_OF,
    FORCED_PIECE,
    FULL,
    LAID,
    MOST_PREFERENCES,
    NO_WAY_ON,
    ONLY_MATCH,
    PLACE_OF,
    PREFERENCES,
    TROUBLE,
)
from heuristan.lab.quick.rooms import leads_on
from heuristan.lab.quick.tables import FIGURE, MATCH, NODE, RULE, WORD, Board, Fixed, Supplies

BARE = 1
FORCED = 2
ONLY_PLACE = 4
TIGHTEST = 8
NO_WAY = 16
TRIED = 32
"""The bit of a piece that was seen through."""
OF_TIGHTEST = 64
"""The bit that says that some line prefers pieces at the vertex where the fewest fit."""


def write_evidence(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Write the evidence that there is for each piece laid in a node, as far as lines ask for it."""
    registers, nodes, evidence = board.registers, board.nodes, board.evidence
    at = node * NODE
    first, end = nodes[at + LAID], nodes[at + LAID + 1]
    if end - first > len(evidence):
        registers[TROUBLE] = FULL
        return
    for i in range(end - first):
        evidence[i] = 0
    asked = evidence_asked(fixed)
    if asked >> BARE_VERTEX & 1:
        write_bare(fixed, supplies, board, node)
        if registers[TROUBLE] != 0:
            return
    if asked >> NO_WAY_ON & 1:
        write_no_way_on(fixed, supplies, board, node)
        if registers[TROUBLE] != 0:
            return
    if asked >> FORCED_PIECE & 1:
        write_forced(board, at, first)
    if asked >> ONLY_MATCH & 1:
        write_only(fixed, board, first, end)
    if asked & OF_TIGHTEST:
        write_tightest(board, at, first)


def evidence_asked(fixed: Fixed) -> int:
    """Return which kinds of evidence lines ask for, a bit for each."""
    asked, rules = 0, fixed.rules
    for line in range(len(rules) // RULE):
        asked |= 1 << rules[line * RULE + EVIDENCE]
        for i in range(MOST_PREFERENCES):
            if rules[line * RULE + PREFERENCES + i] == FEWEST_FITS:
                asked |= OF_TIGHTEST
    return asked


def write_bare(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Write beside which pieces nothing covers some end of an edge."""
    at = node * NODE
    count = board.nodes[at + LAID + 1] - board.nodes[at + LAID]
    left = rule_bare(fixed, supplies, board, node, 0, 2)
    words = count // WORD + 1
    if board.registers[TROUBLE] == 0:
        for i in range(count):
            if board.pairs[left - words + i // WORD] >> i % WORD & 1:
                board.evidence[i] |= BARE


def is_left(board: Board, match: int, first: int) -> bool:
    """Return whether a piece is neither ruled out nor has evidence against it."""
    return not is_out(board, match, 2) and not board.evidence[match - first] & (BARE | NO_WAY)


def write_no_way_on(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Write which pieces do not lead on, vertex by vertex, until one piece alone is left at some vertex."""
    at, is_on = node * NODE, True
    first = board.nodes[at + LAID]
    while is_on and board.registers[TROUBLE] == 0 and not is_any_alone(board, at, first):
        is_on = False
        for i in range(board.nodes[at + LAID + 1] - first):
            board.evidence[i] &= ~TRIED
        write_seen(board, at)
        for end in range(board.nodes[at + ENDED], board.nodes[at + ENDED + 1]):
            if see_through(fixed, supplies, board, node, end):
                is_on = True
                write_seen(board, at)
                if is_any_alone(board, at, first):
                    break
    for match in range(first, board.nodes[at + LAID + 1]):
        board.status[board.matches[match * MATCH + PLACE_OF]] &= SEEN - 1


def see_through(fixed: Fixed, supplies: Supplies, board: Board, node: int, end: int) -> bool:
    """Write which pieces at an end of an edge do not lead on; return whether there are any."""
    first, is_found = board.nodes[node * NODE + LAID], False
    for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
        match = board.covering[i]
        if not is_left(board, match, first) or board.evidence[match - first] & TRIED:
            continue
        board.evidence[match - first] |= TRIED
        if not leads_on(fixed, supplies, board, node, match):
            board.evidence[match - first] |= NO_WAY
            is_found = True
        if board.registers[TROUBLE] != 0:
            return False
    return is_found


def write_seen(board: Board, at: int) -> None:
    """Let the pieces with evidence against them be ruled out for those that are seen through next."""
    first = board.nodes[at + LAID]
    for match in range(first, board.nodes[at + LAID + 1]):
        if board.evidence[match - first] & (BARE | NO_WAY):
            board.status[board.matches[match * MATCH + PLACE_OF]] |= SEEN


def write_forced(board: Board, at: int, first: int) -> None:
    """Write which pieces alone cover some end of an edge."""
    for end in range(board.nodes[at + ENDED], board.nodes[at + ENDED + 1]):
        match = alone_at(board, end, first)
        if match >= 0:
            board.evidence[match - first] |= FORCED


def alone_at(board: Board, end: int, first: int) -> int:
    """Return the piece that alone covers an end of an edge, or -1."""
    count, alone = 0, -1
    for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
        match = board.covering[i]
        if match != alone and is_left(board, match, first):
            count += 1
            alone = match
    return alone if count == 1 else -1


def is_any_alone(board: Board, at: int, first: int) -> bool:
    """Return whether some piece alone covers an end of an edge."""
    alone = -1
    for end in range(board.nodes[at + ENDED], board.nodes[at + ENDED + 1]):
        alone = max(alone, alone_at(board, end, first))
    return alone >= 0


def write_only(fixed: Fixed, board: Board, first: int, end: int) -> None:
    """Write which pieces no other match lays."""
    for match in range(first, end):
        if not is_left(board, match, first):
            continue
        name = fixed.figures[board.matches[match * MATCH + FIGURE_OF] * FIGURE]
        count = 0
        for other in range(first, end):
            if fixed.figures[board.matches[other * MATCH + FIGURE_OF] * FIGURE] == name and is_left(
                board, other, first
            ):
                count += 1
        if count == 1:
            board.evidence[match - first] |= ONLY_PLACE


def write_tightest(board: Board, at: int, first: int) -> None:
    """Write which pieces cover the end of an edge that the fewest can cover."""
    fewest, tightest = -1, -1
    for end in range(board.nodes[at + ENDED], board.nodes[at + ENDED + 1]):
        count = 0
        for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
            count += not is_out(board, board.covering[i], 1)
        if tightest < 0 or count < fewest:
            fewest, tightest = count, end
    if tightest >= 0:
        for i in range(board.ends[2 * tightest], board.ends[2 * tightest + 1]):
            if not is_out(board, board.covering[i], 1):
                board.evidence[board.covering[i] - first] |= TIGHTEST

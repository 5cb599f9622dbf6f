"""Which pieces are ruled out, and beside which pieces something stays bare: see `expert.pairs`.

A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick.registers import (
    ENDED,
    FIGURE_OF,
    FULL,
    LAID,
    MOVED,
    PAIRED,
    PLACE_OF,
    RULED,
    SUPPLY,
    TROUBLE,
)
from heuristan.lab.quick.tables import FIGURE, MATCH, NODE, WORD, Board, Fixed, Supplies

RULED_OUT = 1
"""Status of a place: it was ruled out before this decision."""
NOTED = 2
"""Status: a line ruled it out in this decision."""
CHECKED = 3
"""Status: it was about to be taken, and leaves no room."""
SEEN = 4
"""Added to the status while other pieces are seen through: it is ruled out by what was seen so far."""


def is_out(board: Board, match: int, among: int) -> bool:
    """Return whether a match is ruled out: 1, if it was before this decision; 2, or checked; 3, or noted.

    4: as 2, or seen.
    """
    status = board.status[board.matches[match * MATCH + PLACE_OF]]
    if among == 4 and status >= SEEN:
        return True
    status &= SEEN - 1
    if among == 1:
        return status == RULED_OUT
    if among in (2, 4):
        return status in (RULED_OUT, CHECKED)
    return status != 0


def write_pairs(fixed: Fixed, supplies: Supplies, board: Board, node: int, slot: int) -> int:
    """Write which pieces of a node can lie together, and which cover each end; return where the table begins."""
    registers, nodes, matches, pairs = board.registers, board.nodes, board.matches, board.pairs
    base = slot * (len(pairs) // 2)
    if registers[PAIRED + slot] == node:
        return base
    at = node * NODE
    first, count = nodes[at + LAID], nodes[at + LAID + 1] - nodes[at + LAID]
    words = count // WORD + 1
    ends = nodes[at + ENDED + 1] - nodes[at + ENDED]
    if (count + ends + 2) * words > len(pairs) // 2:
        registers[TROUBLE] = FULL
        return base
    registers[PAIRED + slot] = node
    for i in range((count + ends + 2) * words):
        pairs[base + i] = 0
    names = len(supplies.offers) // len(supplies.deals)
    single = nodes[at + SUPPLY] * names
    for i in range(count):
        figure = matches[(first + i) * MATCH + FIGURE_OF] * FIGURE
        pairs[base + i * words + i // WORD] |= 1 << i % WORD
        is_single = supplies.singles[single + fixed.figures[figure]] != 0
        for j in range(i):
            other = matches[(first + j) * MATCH + FIGURE_OF] * FIGURE
            if is_single and fixed.figures[figure] == fixed.figures[other]:
                continue
            if are_apart(fixed, board, first + i, first + j):
                pairs[base + i * words + j // WORD] |= 1 << j % WORD
                pairs[base + j * words + i // WORD] |= 1 << i % WORD
    for e in range(ends):
        end = (nodes[at + ENDED] + e) * 2
        for i in range(board.ends[end], board.ends[end + 1]):
            match = board.covering[i] - first
            pairs[base + (count + e) * words + match // WORD] |= 1 << match % WORD
    return base


def are_apart(fixed: Fixed, board: Board, a: int, b: int) -> bool:
    """Return whether two matches do not overlap: their bounds are apart in one of the four directions."""
    matches, figures = board.matches, fixed.figures
    p, q = a * MATCH, b * MATCH
    f, g = matches[p + FIGURE_OF] * FIGURE + 5, matches[q + FIGURE_OF] * FIGURE + 5
    for k in range(4):
        u, v = matches[p + MOVED + k], matches[q + MOVED + k]
        if figures[f + 2 * k + 1] + u <= figures[g + 2 * k] + v or figures[g + 2 * k + 1] + v <= figures[f + 2 * k] + u:
            return True
    return False


def rule_bare(fixed: Fixed, supplies: Supplies, board: Board, node: int, slot: int, among: int) -> int:
    """Find the pieces beside which nothing covers some end of an edge.

    Args:
        fixed: the tables.
        supplies: the stocks.
        board: the states.
        node: the node, whose pieces are laid.
        slot: the table of pairs to use.
        among: which pieces are ruled out already, as in `is_out`.

    Returns:
        Where the mask of the pieces that are left begins in the table of pairs, and before it that of those found.
    """
    nodes, pairs, at = board.nodes, board.pairs, node * NODE
    base = write_pairs(fixed, supplies, board, node, slot)
    if board.registers[TROUBLE] != 0:
        return base
    first, count = nodes[at + LAID], nodes[at + LAID + 1] - nodes[at + LAID]
    words = count // WORD + 1
    ends = nodes[at + ENDED + 1] - nodes[at + ENDED]
    covers = base + count * words
    found = covers + ends * words
    left = found + words
    for w in range(words):
        pairs[found + w] = pairs[left + w] = 0
    for i in range(count):
        if not is_out(board, first + i, among):
            pairs[left + i // WORD] |= 1 << i % WORD
    is_on = True
    while is_on:
        is_on = False
        for i in range(count):
            if pairs[left + i // WORD] >> i % WORD & 1 and leaves_bare(
                pairs, base + i * words, covers, ends, words, left
            ):
                pairs[found + i // WORD] |= 1 << i % WORD
                is_on = True
        for w in range(words):
            pairs[left + w] &= ~pairs[found + w]
    return left


def leaves_bare(pairs: list[int], together: int, covers: int, ends: int, words: int, left: int) -> bool:
    """Return whether beside a piece nothing that is left covers some end of an edge."""
    for e in range(ends):
        is_covered = False
        for w in range(words):
            if pairs[together + w] & pairs[left + w] & pairs[covers + e * words + w]:
                is_covered = True
                break
        if not is_covered:
            return True
    return False


def forget(board: Board) -> None:
    """Forget what was ruled out."""
    for i in range(board.registers[RULED]):
        board.status[board.ruled[i]] = 0
    board.registers[RULED] = 0


def mark(board: Board, match: int, status: int) -> None:
    """Rule a match out."""
    place = board.matches[match * MATCH + PLACE_OF]
    if board.status[place] == 0:
        if board.registers[RULED] >= len(board.ruled):
            board.registers[TROUBLE] = FULL
            return
        board.ruled[board.registers[RULED]] = place
        board.registers[RULED] += 1
    board.status[place] = status


def settle(board: Board) -> None:
    """Let what was ruled out in a decision be ruled out from now on."""
    for i in range(board.registers[RULED]):
        board.status[board.ruled[i]] = RULED_OUT

"""The evidence that there is for the pieces of a state: see `expert.evidence`.

A kernel (`heuristan.common.kernels`).
"""

from heuristan.tangram.expert.quick.proofs import is_out, rule_bare
from heuristan.tangram.expert.quick.registers import (
    BARE_VERTEX,
    ENDED,
    EVIDENCE,
    FEWEST_FITS,
    FIGURE_OF,
    FORCED_PIECE,
    FULL,
    LAID,
    MOST_PREFERENCES,
    ONLY_MATCH,
    PREFERENCES,
    TROUBLE,
)
from heuristan.tangram.expert.quick.tables import FIGURE, MATCH, NODE, RULE, WORD, Board, Fixed, Supplies

BARE = 1
FORCED = 2
ONLY_PLACE = 4
TIGHTEST = 8
OF_TIGHTEST = 32
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
    """Return whether a piece is neither ruled out nor leaves anything bare."""
    return not is_out(board, match, 2) and not board.evidence[match - first] & BARE


def write_forced(board: Board, at: int, first: int) -> None:
    """Write which pieces alone cover some end of an edge."""
    for end in range(board.nodes[at + ENDED], board.nodes[at + ENDED + 1]):
        count, alone = 0, -1
        for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
            match = board.covering[i]
            if match != alone and is_left(board, match, first):
                count += 1
                alone = match
        if count == 1:
            board.evidence[alone - first] |= FORCED


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

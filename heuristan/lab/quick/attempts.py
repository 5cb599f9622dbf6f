"""Attempts: the lines of a ranking gone over, state after state, as `expert.chooser` and `expert.published` do it.

A kernel (`heuristan.common.kernels`): `heuristan.lab.quick.memory` calls `start`, and `run` until it is over.
"""

from heuristan.lab.quick.choices import best_of, is_for
from heuristan.lab.quick.evidence import BARE, NO_WAY, write_evidence
from heuristan.lab.quick.joins import find_all
from heuristan.lab.quick.proofs import CHECKED, NOTED, forget, is_out, mark, settle
from heuristan.lab.quick.registers import (
    AT_LINE,
    AT_NODE,
    BARE_VERTEX,
    CHAIN,
    ENTRY,
    EVIDENCE,
    FAILURES,
    FOCUS,
    FULL,
    LAID,
    LINE_TAKEN,
    LOGS,
    NO_ROOM,
    NO_WAY_ON,
    PAIRED,
    REPEATS,
    STEP,
    SUPPLY,
    TROUBLE,
)
from heuristan.lab.quick.rooms import after, leaves_room
from heuristan.lab.quick.tables import LOGGED, MATCH, NODE, RULE, Board, Fixed, Supplies

SOLVED = 1
STUCK = 2
GOING = 3
"""The run is not over yet."""


def start(fixed: Fixed, board: Board) -> None:
    """Begin a run as published at the first entry point; the working space may hold something of another outline."""
    registers = board.registers
    registers[FOCUS] = registers[PAIRED] = registers[PAIRED + 1] = -1
    registers[TROUBLE] = registers[LOGS] = registers[FAILURES] = registers[ENTRY] = 0
    restart(fixed, board)


def restart(fixed: Fixed, board: Board) -> None:
    """Put everything back, and start an attempt at the next entry point."""
    registers = board.registers
    forget(board)
    registers[AT_NODE] = registers[STEP] = 0
    registers[AT_LINE] = fixed.entries[registers[ENTRY]]
    registers[ENTRY] += 1


def run(fixed: Fixed, supplies: Supplies, board: Board, most: int) -> int:
    """Go on with a run; return SOLVED, STUCK, GOING after so many decisions, or 0 where there is trouble."""
    for _ in range(most):
        status = go_on(fixed, supplies, board)
        if board.registers[TROUBLE] != 0:
            return 0
        if status != GOING:
            return status
    return GOING


def go_on(fixed: Fixed, supplies: Supplies, board: Board) -> int:
    """Make a decision and do what follows from it, or end the attempt; return how the run stands."""
    registers, nodes, rules = board.registers, board.nodes, fixed.rules
    node, line = registers[AT_NODE], registers[AT_LINE]
    at = node * NODE
    if nodes[at + CHAIN] == nodes[at + CHAIN + 1]:
        return SOLVED if supplies.deals[nodes[at + SUPPLY]] != 0 else fail(fixed, board, 1)
    match = decide(fixed, supplies, board, node, line)
    if registers[TROUBLE] != 0:
        return 0
    settle(board)
    if match < 0:
        if line == 0 or registers[STEP] == 0:
            return fail(fixed, board, 0)
        registers[AT_LINE] = 0
        return GOING
    child = after(fixed, supplies, board, node, match)
    if registers[TROUBLE] != 0:
        return 0
    taken = registers[LINE_TAKEN]
    registers[AT_NODE] = child
    registers[STEP] += 1
    write_log(board, taken, match)
    registers[AT_LINE] = 0
    if rules[taken * RULE + REPEATS] and (registers[STEP] > 1 or registers[ENTRY] == 1):
        registers[AT_LINE] = taken
    return GOING


def fail(fixed: Fixed, board: Board, reason: int) -> int:
    """End an attempt, note why it stuck, 0 if no rule matches, and start the next one if there is an entry point."""
    registers, failures = board.registers, board.failures
    at = 2 * registers[FAILURES]
    if at + 2 > len(failures):
        registers[TROUBLE] = FULL
        return 0
    failures[at] = reason
    failures[at + 1] = registers[STEP]
    registers[FAILURES] += 1
    if registers[ENTRY] == len(fixed.entries):
        return STUCK
    restart(fixed, board)
    return GOING


def write_log(board: Board, line: int, match: int) -> None:
    """Note an extraction."""
    registers, log, matches = board.registers, board.log, board.matches
    at = registers[LOGS] * LOGGED
    if at + LOGGED > len(log):
        registers[TROUBLE] = FULL
        return
    log[at] = registers[ENTRY]
    log[at + 1] = registers[STEP]
    log[at + 2] = line
    for i in range(5):
        log[at + 3 + i] = matches[match * MATCH + i]
    registers[LOGS] += 1


def decide(fixed: Fixed, supplies: Supplies, board: Board, node: int, first_line: int) -> int:
    """Return the first match by rank among those not ruled out, or -1; the line that takes it stands in a register."""
    registers = board.registers
    find_all(fixed, supplies, board, node)
    while registers[TROUBLE] == 0:
        match = go_over_lines(fixed, supplies, board, node, first_line)
        if match < 0 or registers[TROUBLE] != 0:
            return match
        if not is_refuted(fixed, supplies, board, node, match):
            return match
        mark(board, match, CHECKED)
    return -1


def is_refuted(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int) -> bool:
    """Return whether a line above the one that takes a match rules it out, because it leaves no room."""
    for line in range(board.registers[LINE_TAKEN]):
        if fixed.rules[line * RULE + EVIDENCE] == NO_ROOM and is_for(fixed, board, line, match):
            return not leaves_room(fixed, supplies, board, node, match, 3)
    return False


def go_over_lines(fixed: Fixed, supplies: Supplies, board: Board, node: int, first_line: int) -> int:
    """Return the match that the first line takes which takes any, or -1; lines that rule out do so first."""
    registers, rules = board.registers, fixed.rules
    lines = len(rules) // RULE
    registers[LINE_TAKEN] = lines
    write_evidence(fixed, supplies, board, node)
    if registers[TROUBLE] != 0:
        return -1
    for line in range(lines):
        evidence = rules[line * RULE + EVIDENCE]
        if evidence == BARE_VERTEX:
            rule_out(fixed, board, node, line, BARE)
        elif evidence == NO_WAY_ON:
            rule_out(fixed, board, node, line, NO_WAY)
        elif line >= first_line and evidence != NO_ROOM:
            match = best_of(fixed, supplies, board, node, line)
            if registers[TROUBLE] != 0:
                return -1
            if match >= 0:
                registers[LINE_TAKEN] = line
                return match
    return -1


def rule_out(fixed: Fixed, board: Board, node: int, line: int, kind: int) -> None:
    """Rule out the pieces that have a kind of evidence, as far as a line is for them."""
    first = board.nodes[node * NODE + LAID]
    for match in range(first, board.nodes[node * NODE + LAID + 1]):
        if board.evidence[match - first] & kind and not is_out(board, match, 3) and is_for(fixed, board, line, match):
            mark(board, match, NOTED)

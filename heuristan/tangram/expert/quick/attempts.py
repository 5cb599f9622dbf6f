"""Attempts: the lines of a ranking gone over, state after state, as `expert.chooser` and `expert.published` do it.

A kernel (`heuristan.common.kernels`): `run` is what `expert.quick.running` calls.
"""

from heuristan.tangram.expert.quick.choices import best_of, is_for
from heuristan.tangram.expert.quick.evidence import BARE, write_evidence
from heuristan.tangram.expert.quick.joins import find_all
from heuristan.tangram.expert.quick.proofs import CHECKED, NOTED, forget, is_out, mark, settle
from heuristan.tangram.expert.quick.registers import (
    BARE_VERTEX,
    CHAIN,
    ENTRY,
    EVIDENCE,
    EXTRACTIONS,
    FAILURES,
    FULL,
    LAID,
    LINE_TAKEN,
    LOGS,
    NO_ROOM,
    REPEATS,
    SUPPLY,
    TROUBLE,
)
from heuristan.tangram.expert.quick.rooms import after, leaves_room
from heuristan.tangram.expert.quick.tables import LOGGED, MATCH, NODE, RULE, Board, Fixed, Supplies

SOLVED = 1
STUCK = 2


def run(fixed: Fixed, supplies: Supplies, board: Board) -> int:
    """Run a ranking as published from its entry points; return SOLVED, STUCK, or 0 where there is trouble."""
    registers = board.registers
    registers[TROUBLE] = registers[LOGS] = registers[EXTRACTIONS] = registers[FAILURES] = 0
    for entry in range(len(fixed.entries)):
        registers[ENTRY] = entry + 1
        found = attempt(fixed, supplies, board, fixed.entries[entry], entry)
        forget(board)
        if registers[TROUBLE] != 0:
            return 0
        if found:
            return SOLVED
    return STUCK


def attempt(fixed: Fixed, supplies: Supplies, board: Board, entry_line: int, entry: int) -> bool:
    """Make an attempt that begins at a line; return whether it solves the puzzle."""
    registers, nodes, rules = board.registers, board.nodes, fixed.rules
    node, line, steps = 0, entry_line, 0
    while True:
        at = node * NODE
        if nodes[at + CHAIN] == nodes[at + CHAIN + 1]:
            if supplies.deals[nodes[at + SUPPLY]] != 0:
                return True
            fail(board, 1, steps)
            return False
        match = decide(fixed, supplies, board, node, line)
        if registers[TROUBLE] != 0:
            return False
        settle(board)
        if match < 0:
            if line == 0 or steps == 0:
                fail(board, 0, steps)
                return False
            line = 0
            continue
        taken = registers[LINE_TAKEN]
        child = after(fixed, supplies, board, node, match)
        if registers[TROUBLE] != 0:
            return False
        steps += 1
        write_log(board, entry + 1, steps, taken, match)
        node = child
        line = taken if rules[taken * RULE + REPEATS] and (steps > 1 or entry == 0) else 0


def fail(board: Board, reason: int, steps: int) -> None:
    """Note why an attempt stuck, 0 if no rule matches, and after how many steps."""
    registers = board.registers
    board.failures[2 * registers[FAILURES]] = reason
    board.failures[2 * registers[FAILURES] + 1] = steps
    registers[FAILURES] += 1


def write_log(board: Board, entry: int, step: int, line: int, match: int) -> None:
    """Note an extraction."""
    registers, log, matches = board.registers, board.log, board.matches
    at = registers[LOGS] * LOGGED
    if at + LOGGED > len(log):
        registers[TROUBLE] = FULL
        return
    log[at] = entry
    log[at + 1] = step
    log[at + 2] = line
    for i in range(5):
        log[at + 3 + i] = matches[match * MATCH + i]
    registers[LOGS] += 1
    registers[EXTRACTIONS] += 1


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
            return not leaves_room(fixed, supplies, board, node, match)
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
            rule_out(fixed, board, node, line)
        elif line >= first_line and evidence != NO_ROOM:
            match = best_of(fixed, supplies, board, node, line)
            if registers[TROUBLE] != 0:
                return -1
            if match >= 0:
                registers[LINE_TAKEN] = line
                return match
    return -1


def rule_out(fixed: Fixed, board: Board, node: int, line: int) -> None:
    """Rule out the pieces beside which something stays bare, as far as a line is for them."""
    first = board.nodes[node * NODE + LAID]
    for match in range(first, board.nodes[node * NODE + LAID + 1]):
        if board.evidence[match - first] & BARE and not is_out(board, match, 3) and is_for(fixed, board, line, match):
            mark(board, match, NOTED)

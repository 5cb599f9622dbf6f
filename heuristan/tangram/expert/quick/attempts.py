"""Attempts: the lines of a ranking gone over, state after state, as `expert.chooser` and `expert.published` do it.

A kernel (`heuristan.common.kernels`): `run` is what `expert.quick.running` calls.
"""

from heuristan.tangram.expert.quick.fits import find_all
from heuristan.tangram.expert.quick.outlines import (
    CHAIN,
    CORNER_OF,
    EDGE_OF,
    ENDED,
    ENTRY,
    EXTRACTIONS,
    FAILURES,
    FIGURE_OF,
    FULL,
    GRADES_OF,
    JOINED,
    LAID,
    LINE_TAKEN,
    LOGS,
    MOVED,
    NUMBER_OF,
    PLACE_OF,
    RULED,
    SUPPLY,
    TROUBLE,
)
from heuristan.tangram.expert.quick.proofs import (
    BARE,
    CHECKED,
    FORCED,
    NOTED,
    ONLY_PLACE,
    RULED_OUT,
    TIGHTEST,
    after,
    is_out,
    leaves_room,
    rule_bare,
    vertices_after,
)
from heuristan.tangram.expert.quick.tables import (
    FIGURE,
    GRADE_CODES,
    LOGGED,
    MATCH,
    NODE,
    RULE,
    WORD,
    Board,
    Fixed,
    Supplies,
)

# columns of a rule
KIND = 0
EVIDENCE = 1
REPEATS = 2
AT_TIGHTEST = 3
LAYS = 4
JOINS = 5
"""Whether it takes joined figures of three sides, and after it of four."""
PREFERENCES = 8
MOST_PREFERENCES = 6

# kinds of evidence
NO_EVIDENCE = 0
BARE_VERTEX = 1
NO_ROOM = 2
FORCED_PIECE = 3
ONLY_MATCH = 4

# preferences
IN_VERTEX_ORDER = 1
SMALLEST = 2
LARGEST = 3
FEWEST_FITS = 4
FEWEST_VERTICES = 5
BEST_GRADES = 6
MOST_EDGE = 7

BEST = 20
"""Where the order of the best match so far stands in the working space."""
HERE = 30
"""Where that of another match stands."""
KEYS = 10

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


def forget(board: Board) -> None:
    """Forget what was ruled out."""
    for i in range(board.registers[RULED]):
        board.status[board.ruled[i]] = 0
    board.registers[RULED] = 0


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


def write_evidence(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Write the evidence that there is for each piece laid in a node, as far as lines ask for it."""
    registers, nodes, evidence, rules = board.registers, board.nodes, board.evidence, fixed.rules
    at = node * NODE
    first, end = nodes[at + LAID], nodes[at + LAID + 1]
    if end - first > len(evidence):
        registers[TROUBLE] = FULL
        return
    for i in range(end - first):
        evidence[i] = 0
    asked = 0
    for line in range(len(rules) // RULE):
        asked |= 1 << rules[line * RULE + EVIDENCE]
        for i in range(MOST_PREFERENCES):
            if rules[line * RULE + PREFERENCES + i] == FEWEST_FITS:
                asked |= 32
    if asked >> BARE_VERTEX & 1:
        left = rule_bare(fixed, supplies, board, node, 0, 2)
        if registers[TROUBLE] != 0:
            return
        words = (end - first) // WORD + 1
        for i in range(end - first):
            if board.pairs[left - words + i // WORD] >> i % WORD & 1:
                evidence[i] |= BARE
    if asked >> FORCED_PIECE & 1:
        write_forced(board, at, first)
    if asked >> ONLY_MATCH & 1:
        write_only(fixed, board, first, end)
    if asked & 32:
        write_tightest(board, at, first)


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
            if fixed.figures[board.matches[other * MATCH + FIGURE_OF] * FIGURE] == name and is_left(board, other, first):
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
    if evidence == FORCED_PIECE or evidence == ONLY_MATCH:
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

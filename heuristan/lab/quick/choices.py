"""The lines of a ranking gone over, state after state: evidence, the match that a line takes, attempts as published.

See `expert.evidence`, `expert.chooser`, `expert.preferences` and `expert.published`. A kernel
(`heuristan.common.kernels`): `heuristan.lab.quick.as_published` calls `start`, and `run` until it is over.
"""

from heuristan.lab.quick import layout
from heuristan.lab.quick.boundary import has_room
from heuristan.lab.quick.fits import find_all, share_of
from heuristan.lab.quick.layout import Board, Fixed, Supplies
from heuristan.lab.quick.look_ahead import (
    CHECKED,
    NOTED,
    SEEN,
    after,
    fits_after,
    forget,
    is_out,
    leads_on,
    leaves_room,
    mark,
    rule_bare,
    settle,
    vertices_after,
)
from heuristan.tangram.expert.lots import lot

BARE = 1
FORCED = 2
ONLY_PLACE = 4
TIGHTEST = 8
NO_WAY = 16
TRIED = 32
"""The bit of a piece that was seen through."""
OF_TIGHTEST = 128
"""The bit that says that some line prefers pieces at the vertex where the fewest fit."""


def _write_evidence(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> None:
    """Write the evidence that there is for each piece laid in a node, as far as lines ask for it."""
    nodes, evidence = board.nodes, board.evidence
    at = node * layout.NODE
    first, end = nodes[at + layout.LAID], nodes[at + layout.LAID + 1]
    if not has_room(board, end - first, evidence):
        return
    for i in range(end - first):
        evidence[i] = 0
    asked = _evidence_asked(fixed)
    if asked >> layout.BARE_VERTEX & 1:
        _write_bare(fixed, supplies, board, node, 0, 2)
    if asked >> layout.NO_WAY_ON & 1:
        _write_no_way_on(fixed, supplies, board, node, 4)
    if asked >> layout.FORCED_PIECE & 1:
        _write_forced(board, at, first)
    if asked >> layout.ONLY_MATCH & 1:
        _write_only(fixed, board, first, end)
    if asked & OF_TIGHTEST:
        _write_tightest(board, at, first)


def _evidence_asked(fixed: Fixed) -> int:
    """Return which kinds of evidence lines ask for, a bit for each."""
    asked, rules = 0, fixed.rules
    for line in range(len(rules) // layout.RULE):
        asked |= 1 << rules[line * layout.RULE + layout.EVIDENCE]
        for i in range(layout.MOST_PREFERENCES):
            if rules[line * layout.RULE + layout.PREFERENCES + i] == layout.FEWEST_FITS:
                asked |= OF_TIGHTEST
    return asked


def _write_bare(fixed: Fixed, supplies: Supplies, board: Board, node: int, slot: int, among: int) -> None:
    """Write beside which pieces nothing covers some end of an edge; slot and pieces among them as in `rule_bare`."""
    at = node * layout.NODE
    count = board.nodes[at + layout.LAID + 1] - board.nodes[at + layout.LAID]
    left = rule_bare(fixed, supplies, board, node, slot, among)
    words = count // layout.WORD + 1
    if board.registers[layout.TROUBLE] == 0:
        for i in range(count):
            if board.pairs[left - words + i // layout.WORD] >> i % layout.WORD & 1:
                board.evidence[i] |= BARE


def _is_left(board: Board, match: int, first: int, among: int) -> bool:
    """Return whether a piece is neither ruled out, as in `is_out`, nor has evidence against it."""
    return not is_out(board, match, among) and not board.evidence[match - first] & (BARE | NO_WAY)


def _write_no_way_on(fixed: Fixed, supplies: Supplies, board: Board, node: int, among: int) -> None:
    """Write which pieces do not lead on, vertex by vertex, until one piece alone is left at some vertex."""
    at, is_on = node * layout.NODE, True
    first = board.nodes[at + layout.LAID]
    while is_on and board.registers[layout.TROUBLE] == 0 and _alone_somewhere(board, at, first, among) < 0:
        is_on = False
        for i in range(board.nodes[at + layout.LAID + 1] - first):
            board.evidence[i] &= ~TRIED
        _write_seen(board, at)
        for end in range(board.nodes[at + layout.ENDED], board.nodes[at + layout.ENDED + 1]):
            if _see_through(fixed, supplies, board, node, end, among):
                is_on = True
                _write_seen(board, at)
                if _alone_somewhere(board, at, first, among) >= 0:
                    break
    for match in range(first, board.nodes[at + layout.LAID + 1]):
        board.status[board.matches[match * layout.MATCH + layout.PLACE_OF]] &= SEEN - 1


def _see_through(fixed: Fixed, supplies: Supplies, board: Board, node: int, end: int, among: int) -> bool:
    """Write which pieces at an end of an edge do not lead on; return whether there are any."""
    first, is_found = board.nodes[node * layout.NODE + layout.LAID], False
    for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
        match = board.covering[i]
        if not _is_left(board, match, first, among) or board.evidence[match - first] & TRIED:
            continue
        board.evidence[match - first] |= TRIED
        if not leads_on(fixed, supplies, board, node, match, among):
            board.evidence[match - first] |= NO_WAY
            is_found = True
        if board.registers[layout.TROUBLE] != 0:
            return False
    return is_found


def _write_seen(board: Board, at: int) -> None:
    """Mark the pieces with evidence against them, so that they are ruled out when others are seen through."""
    first = board.nodes[at + layout.LAID]
    for match in range(first, board.nodes[at + layout.LAID + 1]):
        if board.evidence[match - first] & (BARE | NO_WAY):
            board.status[board.matches[match * layout.MATCH + layout.PLACE_OF]] |= SEEN


def _write_forced(board: Board, at: int, first: int) -> None:
    """Write which pieces alone cover some end of an edge."""
    for end in range(board.nodes[at + layout.ENDED], board.nodes[at + layout.ENDED + 1]):
        match = _alone_at(board, end, first, 2)
        if match >= 0:
            board.evidence[match - first] |= FORCED


def _alone_at(board: Board, end: int, first: int, among: int) -> int:
    """Return the piece that alone covers an end of an edge, or -1."""
    count, alone = 0, -1
    for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
        match = board.covering[i]
        if match != alone and _is_left(board, match, first, among):
            count += 1
            alone = match
    return alone if count == 1 else -1


def _alone_somewhere(board: Board, at: int, first: int, among: int) -> int:
    """Return the first piece that alone covers an end of an edge, or -1."""
    for end in range(board.nodes[at + layout.ENDED], board.nodes[at + layout.ENDED + 1]):
        alone = _alone_at(board, end, first, among)
        if alone >= 0:
            return alone
    return -1


def _write_only(fixed: Fixed, board: Board, first: int, end: int) -> None:
    """Write which pieces no other match lays."""
    for match in range(first, end):
        if not _is_left(board, match, first, 2):
            continue
        name = fixed.figures[board.matches[match * layout.MATCH + layout.FIGURE_OF] * layout.FIGURE]
        count = 0
        for other in range(first, end):
            if fixed.figures[
                board.matches[other * layout.MATCH + layout.FIGURE_OF] * layout.FIGURE
            ] == name and _is_left(board, other, first, 2):
                count += 1
        if count == 1:
            board.evidence[match - first] |= ONLY_PLACE


def _write_tightest(board: Board, at: int, first: int) -> None:
    """Write which pieces cover the end of an edge that the fewest can cover."""
    fewest, tightest = -1, -1
    for end in range(board.nodes[at + layout.ENDED], board.nodes[at + layout.ENDED + 1]):
        count = 0
        for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
            count += not is_out(board, board.covering[i], 1)
        if tightest < 0 or count < fewest:
            fewest, tightest = count, end
    if tightest >= 0:
        for i in range(board.ends[2 * tightest], board.ends[2 * tightest + 1]):
            if not is_out(board, board.covering[i], 1):
                board.evidence[board.covering[i] - first] |= TIGHTEST


BEST = 20
"""Place in the working space of the order of the best match so far."""
HERE = 30
"""Place of the order of another match."""
KEYS = 10


def _is_for(fixed: Fixed, board: Board, line: int, match: int) -> bool:
    """Return whether kind, figure and grades of a match serve a line."""
    at = match * layout.MATCH
    figure = board.matches[at + layout.FIGURE_OF] * layout.FIGURE
    names = len(fixed.only) // (len(fixed.rules) // layout.RULE)
    return (
        fixed.figures[figure + 1] == fixed.rules[line * layout.RULE + layout.KIND]
        and fixed.only[line * names + fixed.figures[figure]] != 0
        and fixed.grades[line * layout.GRADE_CODES + board.matches[at + layout.GRADES_OF]] != 0
    )


def _is_in_pool(fixed: Fixed, board: Board, node: int, line: int, match: int) -> bool:
    """Return whether a line chooses among others from a match."""
    rules, first, at = fixed.rules, board.nodes[node * layout.NODE + layout.LAID], line * layout.RULE
    is_laid = match < board.nodes[node * layout.NODE + layout.LAID + 1]
    evidence = rules[at + layout.EVIDENCE]
    if is_out(board, match, 3) or not _is_for(fixed, board, line, match):
        return False
    if evidence in (layout.FORCED_PIECE, layout.ONLY_MATCH):
        return (
            is_laid
            and (board.evidence[match - first] & (FORCED if evidence == layout.FORCED_PIECE else ONLY_PLACE)) != 0
        )
    if rules[at + layout.AT_TIGHTEST]:
        return is_laid and (board.evidence[match - first] & TIGHTEST) != 0
    sides = fixed.figures[board.matches[match * layout.MATCH + layout.FIGURE_OF] * layout.FIGURE + 2]
    if sides <= 4 and rules[at + layout.JOINS + sides - 3]:
        return True
    return is_laid and rules[at + layout.LAYS] != 0


def _best_of(fixed: Fixed, supplies: Supplies, board: Board, node: int, line: int) -> int:
    """Return the match that a line prefers to all others that it takes, or -1."""
    nodes, at = board.nodes, node * layout.NODE
    best, is_written = -1, False
    match = nodes[at + layout.LAID]
    while True:
        if match == nodes[at + layout.LAID + 1]:
            match = nodes[at + layout.JOINED]
        if match == nodes[at + layout.JOINED + 1]:
            return best
        if _is_in_pool(fixed, board, node, line, match):
            if best < 0:
                best = match
            else:
                if not is_written:
                    _write_order(fixed, supplies, board, node, line, best, BEST)
                    is_written = True
                _write_order(fixed, supplies, board, node, line, match, HERE)
                if _is_earlier(board):
                    best = match
        match += 1


def _is_earlier(board: Board) -> bool:
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


def _write_order(fixed: Fixed, supplies: Supplies, board: Board, node: int, line: int, match: int, to: int) -> None:
    """Write the sort key of a match that a line takes into the working space; the minimum comes first."""
    now, matches, at = board.now, board.matches, match * layout.MATCH
    figure = matches[at + layout.FIGURE_OF]
    names = len(fixed.only) // (len(fixed.rules) // layout.RULE)
    now[to] = fixed.last[line * names + fixed.figures[figure * layout.FIGURE]]
    for i in range(layout.MOST_PREFERENCES):
        preference = fixed.rules[line * layout.RULE + layout.PREFERENCES + i]
        # taking a match out uses the working space, but not these places
        now[to + 1 + i] = _preference_of(fixed, supplies, board, node, preference, match) if preference else 0
    now[to + 7] = matches[at + layout.NUMBER_OF]
    now[to + 8] = figure
    now[to + 9] = matches[at + layout.CORNER_OF]


def _preference_of(fixed: Fixed, supplies: Supplies, board: Board, node: int, preference: int, match: int) -> int:
    """Return a number for a match, the minimum for the best."""
    matches, at = board.matches, match * layout.MATCH
    figure = matches[at + layout.FIGURE_OF] * layout.FIGURE
    if preference == layout.IN_VERTEX_ORDER:
        return matches[at + layout.NUMBER_OF]
    if preference == layout.SMALLEST:
        return fixed.figures[figure + 4]
    if preference == layout.LARGEST:
        return -fixed.figures[figure + 4]
    if preference == layout.FEWEST_FITS:
        first = board.nodes[node * layout.NODE + layout.LAID]
        is_laid = match < board.nodes[node * layout.NODE + layout.LAID + 1]
        return 0 if is_laid and board.evidence[match - first] & TIGHTEST else 1
    if preference == layout.FEWEST_VERTICES:
        return vertices_after(fixed, supplies, board, node, match)
    if preference == layout.MOST_FITS_LEFT:
        return -fits_after(fixed, supplies, board, node, match)
    if preference == layout.MOST_EDGE:
        return matches[at + layout.EDGE_OF]
    if preference == layout.AT_RANDOM:
        vertices, by = board.nodes[node * layout.NODE + layout.CORNERS], at + layout.MOVED
        number, seed = matches[at + layout.FIGURE_OF], fixed.settings[layout.SEED]
        return lot(seed, vertices, number, matches[by], matches[by + 1], matches[by + 2], matches[by + 3])
    # the best grades, by their share of a figure's sides
    return share_of(matches[at + layout.GRADES_OF], fixed.figures[figure + 2])


SOLVED = 1
STUCK = 2
GOING = 3
"""The run is not over yet."""


def start(fixed: Fixed, board: Board) -> None:
    """Begin a run as published at the first entry point; the working space may hold something of another outline."""
    registers = board.registers
    registers[layout.FOCUS] = registers[layout.PAIRED] = registers[layout.PAIRED + 1] = -1
    registers[layout.TROUBLE] = registers[layout.LOGS] = registers[layout.FAILURES] = registers[layout.ENTRY] = 0
    _restart(fixed, board)


def _restart(fixed: Fixed, board: Board) -> None:
    """Put everything back, and start an attempt at the next entry point."""
    registers = board.registers
    forget(board)
    registers[layout.AT_NODE] = registers[layout.STEP] = 0
    registers[layout.AT_LINE] = fixed.entries[registers[layout.ENTRY]]
    registers[layout.ENTRY] += 1


def run(fixed: Fixed, supplies: Supplies, board: Board, most: int) -> int:
    """Go on with a run; return SOLVED, STUCK, GOING after so many decisions, or 0 where there is trouble."""
    for _ in range(most):
        status = _go_on(fixed, supplies, board)
        if board.registers[layout.TROUBLE] != 0:
            return 0
        if status != GOING:
            return status
    return GOING


def _go_on(fixed: Fixed, supplies: Supplies, board: Board) -> int:
    """Make a decision and do what follows from it, or end the attempt; return how the run stands."""
    registers, nodes, rules = board.registers, board.nodes, fixed.rules
    node, line = registers[layout.AT_NODE], registers[layout.AT_LINE]
    at = node * layout.NODE
    if nodes[at + layout.CHAIN] == nodes[at + layout.CHAIN + 1]:
        return SOLVED if supplies.deals[nodes[at + layout.SUPPLY]] != 0 else fail(fixed, board, 1)
    match = decide(fixed, supplies, board, node, line)
    if registers[layout.TROUBLE] != 0:
        return 0
    settle(board)
    if match < 0:
        if line == 0 or registers[layout.STEP] == 0:
            return fail(fixed, board, 0)
        registers[layout.AT_LINE] = 0
        return GOING
    child = after(fixed, supplies, board, node, match)
    if registers[layout.TROUBLE] != 0:
        return 0
    taken = registers[layout.LINE_TAKEN]
    registers[layout.AT_NODE] = child
    registers[layout.STEP] += 1
    _write_log(board, taken, match)
    registers[layout.AT_LINE] = 0
    if rules[taken * layout.RULE + layout.REPEATS] and (registers[layout.STEP] > 1 or registers[layout.ENTRY] == 1):
        registers[layout.AT_LINE] = taken
    return GOING


def fail(fixed: Fixed, board: Board, reason: int) -> int:
    """End an attempt, note why it stuck, 0 if no rule matches, and start the next one if there is an entry point."""
    registers, failures = board.registers, board.failures
    at = 2 * registers[layout.FAILURES]
    if not has_room(board, at + 2, failures):
        return 0
    failures[at] = reason
    failures[at + 1] = registers[layout.STEP]
    registers[layout.FAILURES] += 1
    if registers[layout.ENTRY] == len(fixed.entries):
        return STUCK
    _restart(fixed, board)
    return GOING


def _write_log(board: Board, line: int, match: int) -> None:
    """Note an extraction."""
    registers, log, matches = board.registers, board.log, board.matches
    at = registers[layout.LOGS] * layout.LOGGED
    if not has_room(board, at + layout.LOGGED, log):
        return
    log[at] = registers[layout.ENTRY]
    log[at + 1] = registers[layout.STEP]
    log[at + 2] = line
    for i in range(5):
        log[at + 3 + i] = matches[match * layout.MATCH + i]
    registers[layout.LOGS] += 1


def decide(fixed: Fixed, supplies: Supplies, board: Board, node: int, first_line: int) -> int:
    """Return the first match by rank among those not ruled out, or -1; the line that takes it stands in a register."""
    registers = board.registers
    find_all(fixed, supplies, board, node)
    while registers[layout.TROUBLE] == 0:
        match = _go_over_lines(fixed, supplies, board, node, first_line)
        if match < 0 or registers[layout.TROUBLE] != 0:
            return match
        if not _is_refuted(fixed, supplies, board, node, match):
            return match
        mark(board, match, CHECKED)
    return -1


def _is_refuted(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int) -> bool:
    """Return whether a line above the one that takes a match rules it out, because of what it leaves."""
    for line in range(board.registers[layout.LINE_TAKEN]):
        evidence = fixed.rules[line * layout.RULE + layout.EVIDENCE]
        if evidence not in (layout.NO_ROOM, layout.NO_WAY_THROUGH) or not _is_for(fixed, board, line, match):
            continue
        if evidence == layout.NO_ROOM:
            is_possible = leaves_room(fixed, supplies, board, node, match, 3)
        else:
            is_possible = _leads_through(fixed, supplies, board, node, match)
        if not is_possible:
            return True
    return False


def _leads_through(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int) -> bool:
    """Return whether a match, and what is never wrong after it, leaves nothing unfillable: see `expert.dead_ends`."""
    registers, before = board.registers, board.registers[layout.RULED]
    is_possible = True
    while match >= 0 and is_possible:
        is_possible = leaves_room(fixed, supplies, board, node, match, 3)
        node = after(fixed, supplies, board, node, match)
        match = -1
        if registers[layout.TROUBLE] == 0 and is_possible and not _is_empty(board, node):
            match = _next_certain(fixed, supplies, board, node)
            is_possible = match >= 0 or not _is_bare(board, node)
    for i in range(before, registers[layout.RULED]):
        board.status[board.ruled[i]] = 0
    registers[layout.RULED] = before
    return is_possible


def _is_empty(board: Board, node: int) -> bool:
    """Return whether nothing is left in a node."""
    return board.nodes[node * layout.NODE + layout.CHAIN] == board.nodes[node * layout.NODE + layout.CHAIN + 1]


def _next_certain(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> int:
    """Rule out the pieces of a node that have evidence against them; return one that is alone somewhere then, or -1."""
    at = node * layout.NODE
    first, end = board.nodes[at + layout.LAID], board.nodes[at + layout.LAID + 1]
    if not has_room(board, end - first, board.evidence):
        return -1
    for i in range(end - first):
        board.evidence[i] = 0
    _write_bare(fixed, supplies, board, node, 1, 3)
    if board.registers[layout.TROUBLE] == 0:
        _write_no_way_on(fixed, supplies, board, node, 3)
    if board.registers[layout.TROUBLE] != 0:
        return -1
    for match in range(first, end):
        if board.evidence[match - first] & (BARE | NO_WAY) and not is_out(board, match, 3):
            mark(board, match, NOTED)
    return _alone_somewhere(board, at, first, 3)


def _is_bare(board: Board, node: int) -> bool:
    """Return whether some end of an edge of a node has no piece that is left."""
    at = node * layout.NODE
    for end in range(board.nodes[at + layout.ENDED], board.nodes[at + layout.ENDED + 1]):
        is_covered = False
        for i in range(board.ends[2 * end], board.ends[2 * end + 1]):
            is_covered = is_covered or not is_out(board, board.covering[i], 3)
        if not is_covered:
            return True
    return False


def _go_over_lines(fixed: Fixed, supplies: Supplies, board: Board, node: int, first_line: int) -> int:
    """Return the match that the first line takes which takes any, or -1; lines that rule out do so first."""
    registers, rules = board.registers, fixed.rules
    lines = len(rules) // layout.RULE
    registers[layout.LINE_TAKEN] = lines
    _write_evidence(fixed, supplies, board, node)
    if registers[layout.TROUBLE] != 0:
        return -1
    for line in range(lines):
        evidence = rules[line * layout.RULE + layout.EVIDENCE]
        if evidence == layout.BARE_VERTEX:
            _rule_out(fixed, board, node, line, BARE)
        elif evidence == layout.NO_WAY_ON:
            _rule_out(fixed, board, node, line, NO_WAY)
        elif line >= first_line and evidence not in (layout.NO_ROOM, layout.NO_WAY_THROUGH):
            match = _best_of(fixed, supplies, board, node, line)
            if registers[layout.TROUBLE] != 0:
                return -1
            if match >= 0:
                registers[layout.LINE_TAKEN] = line
                return match
    return -1


def _rule_out(fixed: Fixed, board: Board, node: int, line: int, kind: int) -> None:
    """Rule out the pieces that have a kind of evidence, as far as a line is for them."""
    first = board.nodes[node * layout.NODE + layout.LAID]
    for match in range(first, board.nodes[node * layout.NODE + layout.LAID + 1]):
        if board.evidence[match - first] & kind and not is_out(board, match, 3) and _is_for(fixed, board, line, match):
            mark(board, match, NOTED)

"""The state that a match leaves, whether it can be filled, and which pieces are ruled out.

See `expert.dead_ends`, `expert.matches` and `pieces.tiling`. A kernel (`heuristan.common.kernels`).
"""

from heuristan.lab.quick import layout
from heuristan.lab.quick.boundary import has_room, look_at
from heuristan.lab.quick.fits import edge_length, lay
from heuristan.lab.quick.layout import Board, Fixed, Supplies
from heuristan.tangram.boundary.loop_kernel import JUMP, LOOP, VERTEX, add_jump, sign_of, without_zeros

RULED_OUT = 1
"""Status of a place: it was ruled out before this decision."""
NOTED = 2
"""Status: a line ruled it out in this decision."""
CHECKED = 3
"""Status: it was about to be taken, and leaves no room."""
SEEN = 4
"""Added to the status while other pieces are seen through: it is ruled out by what was seen so far."""


def is_out(board: Board, match: int, among: int) -> bool:
    """Return whether a match is ruled out: 1, if it was before this decision; 2, or checked; 3, or noted or seen.

    4: as 2, or seen.
    """
    status = board.status[board.matches[match * layout.MATCH + layout.PLACE_OF]]
    if among == 3:
        return status != 0
    if among == 4 and status >= SEEN:
        return True
    status &= SEEN - 1
    return status == RULED_OUT or (among != 1 and status == CHECKED)


def _sizes(board: Board, node: int) -> tuple[int, int, int]:
    """Return the numbers of pieces laid in a node, of ends of edges, and of the words of a mask of pieces."""
    nodes, at = board.nodes, node * layout.NODE
    count = nodes[at + layout.LAID + 1] - nodes[at + layout.LAID]
    return count, nodes[at + layout.ENDED + 1] - nodes[at + layout.ENDED], count // layout.WORD + 1


def _write_pairs(fixed: Fixed, supplies: Supplies, board: Board, node: int, slot: int) -> int:
    """Write which pieces of a node can lie together, and which cover each end; return where the table begins."""
    registers, nodes, matches, pairs = board.registers, board.nodes, board.matches, board.pairs
    base = slot * (len(pairs) // 2)
    if registers[layout.PAIRED + slot] == node:
        return base
    at = node * layout.NODE
    first = nodes[at + layout.LAID]
    count, ends, words = _sizes(board, node)
    if not has_room(board, 2 * (count + ends + 2) * words, pairs) or not has_room(board, 9 * count, board.boxes):
        return base
    registers[layout.PAIRED + slot] = node
    for i in range((count + ends + 2) * words):
        pairs[base + i] = 0
    names = len(supplies.offers) // len(supplies.deals)
    boxes, single = board.boxes, nodes[at + layout.SUPPLY] * names
    for i in range(count):
        row = (first + i) * layout.MATCH
        figure = matches[row + layout.FIGURE_OF] * layout.FIGURE
        boxes[8 * count + i] = fixed.figures[figure]
        for k in range(8):
            boxes[k * count + i] = fixed.figures[figure + 5 + k] + matches[row + layout.MOVED + k // 2]
    for i in range(count):
        name = boxes[8 * count + i]
        only = name if supplies.singles[single + name] != 0 else -1
        for w in range(words):
            begin = w * layout.WORD
            pairs[base + i * words + w] = _beside(boxes, count, i, begin, min(begin + layout.WORD, count), only)
        pairs[base + i * words + i // layout.WORD] |= 1 << i % layout.WORD
    for e in range(ends):
        end = (nodes[at + layout.ENDED] + e) * 2
        for i in range(board.ends[end], board.ends[end + 1]):
            match = board.covering[i] - first
            pairs[base + (count + e) * words + match // layout.WORD] |= 1 << match % layout.WORD
    return base


def _beside(boxes: list[int], count: int, piece: int, begin: int, end: int, only: int) -> int:
    """Return which pieces of a range a piece does not overlap, a bit for each; none with a name that is there once.

    They are apart if their bounds are, in one of the four directions. There are no branches: several are compared at a
    time.
    """
    low0, high0, low1, high1 = boxes[piece], boxes[count + piece], boxes[2 * count + piece], boxes[3 * count + piece]
    low2, high2 = boxes[4 * count + piece], boxes[5 * count + piece]
    low3, high3 = boxes[6 * count + piece], boxes[7 * count + piece]
    beside = 0
    for i in range(end - begin):
        j = begin + i
        is_apart = (
            (boxes[count + j] <= low0)
            | (boxes[j] >= high0)
            | (boxes[3 * count + j] <= low1)
            | (boxes[2 * count + j] >= high1)
            | (boxes[5 * count + j] <= low2)
            | (boxes[4 * count + j] >= high2)
            | (boxes[7 * count + j] <= low3)
            | (boxes[6 * count + j] >= high3)
        )
        beside |= (1 << i) if is_apart & (boxes[8 * count + j] != only) else 0
    return beside


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
    pairs, first = board.pairs, board.nodes[node * layout.NODE + layout.LAID]
    base = _write_pairs(fixed, supplies, board, node, slot)
    if board.registers[layout.TROUBLE] != 0:
        return base
    count, ends, words = _sizes(board, node)
    covers = base + count * words
    found = covers + ends * words
    left = found + words
    for w in range(words):
        pairs[found + w] = pairs[left + w] = 0
    for i in range(count):
        if not is_out(board, first + i, among):
            pairs[left + i // layout.WORD] |= 1 << i % layout.WORD
    is_on = True
    while is_on:
        is_on = False
        for i in range(count):
            if pairs[left + i // layout.WORD] >> i % layout.WORD & 1 and _leaves_bare(
                pairs, base + i * words, covers, ends, words, left
            ):
                pairs[found + i // layout.WORD] |= 1 << i % layout.WORD
                is_on = True
        for w in range(words):
            pairs[left + w] &= ~pairs[found + w]
    return left


def _leaves_bare(pairs: list[int], together: int, covers: int, ends: int, words: int, left: int) -> bool:
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
    """Forget which matches were ruled out."""
    for i in range(board.registers[layout.RULED]):
        board.status[board.ruled[i]] = 0
    board.registers[layout.RULED] = 0


def mark(board: Board, match: int, status: int) -> None:
    """Rule a match out."""
    place = board.matches[match * layout.MATCH + layout.PLACE_OF]
    if board.status[place] == 0:
        if not has_room(board, board.registers[layout.RULED] + 1, board.ruled):
            return
        board.ruled[board.registers[layout.RULED]] = place
        board.registers[layout.RULED] += 1
    board.status[place] = status


def settle(board: Board) -> None:
    """Keep the matches that were ruled out in a decision ruled out from now on."""
    for i in range(board.registers[layout.RULED]):
        board.status[board.ruled[i]] = RULED_OUT


MANY = 1 << 30
FINENESS = 5040
"""As in `expert.preferences`; constants belong to the kernels."""


def after(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int) -> int:
    """Return the node after a match of a node is taken out, which is written if it is new; -1 if there is trouble."""
    registers, nodes, matches, chains = board.registers, board.nodes, board.matches, board.chains
    at = match * layout.MATCH
    if matches[at + layout.AFTER] >= 0:
        return matches[at + layout.AFTER]
    figure, parent = matches[at + layout.FIGURE_OF], node * layout.NODE
    name = fixed.figures[figure * layout.FIGURE]
    supply = supplies.following[nodes[parent + layout.SUPPLY] * (len(supplies.offers) // len(supplies.deals)) + name]
    if supply < 0:
        registers[layout.ASKED] = nodes[parent + layout.SUPPLY]
        registers[layout.ASKED + 1] = name
        registers[layout.TROUBLE] = layout.UNKNOWN
        return -1
    new, begin = registers[layout.NODES], registers[layout.CHAINS]
    count = nodes[parent + layout.CHAIN + 1] - nodes[parent + layout.CHAIN]
    if not (has_room(board, (new + 1) * layout.NODE, nodes) and has_room(board, (begin + count + 24) * JUMP, chains)):
        return -1
    for i in range(count * JUMP):
        chains[begin * JUMP + i] = chains[nodes[parent + layout.CHAIN] * JUMP + i]
    end = begin + count
    first, sides = fixed.figures[figure * layout.FIGURE + 3], fixed.figures[figure * layout.FIGURE + 2]
    for i in range(sides):
        p, q = (first + i) * layout.CORNER, (first + (i + 1) % sides) * layout.CORNER
        for axis in range(4):
            board.now[axis] = fixed.rings[p + axis] + matches[at + layout.MOVED + axis]
            board.now[4 + axis] = fixed.rings[q + axis] + matches[at + layout.MOVED + axis]
        end = add_jump(chains, begin, end, fixed.rings[p + 4] & 3, board.now, 0, -1)
        end = add_jump(chains, begin, end, fixed.rings[p + 4] & 3, board.now, 4, 1)
    end = without_zeros(chains, begin, end)
    registers[layout.CHAINS] = end
    registers[layout.NODES] = new + 1
    child = new * layout.NODE
    for i in range(layout.NODE):
        nodes[child + i] = 0
    nodes[child + layout.PARENT] = node
    nodes[child + layout.VIA] = match
    nodes[child + layout.CHAIN] = begin
    nodes[child + layout.CHAIN + 1] = end
    nodes[child + layout.SUPPLY] = supply
    matches[at + layout.AFTER] = new
    return new


def vertices_after(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int) -> int:
    """Return the number of vertices after a match."""
    child = after(fixed, supplies, board, node, match)
    if child >= 0 and board.nodes[child * layout.NODE + layout.LEVEL] == 0:
        look_at(board, child)
    return board.nodes[child * layout.NODE + layout.CORNERS] if child >= 0 else 0


def fits_after(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int) -> int:
    """Return how many pieces fit at each end of an edge that a match leaves, in the mean: see `expert.preferences`."""
    child = after(fixed, supplies, board, node, match)
    if child < 0:
        return 0
    nodes, at = board.nodes, child * layout.NODE
    if nodes[at + layout.CHAIN] == nodes[at + layout.CHAIN + 1]:
        return MANY
    lay(fixed, supplies, board, child)
    ends = nodes[at + layout.ENDED + 1] - nodes[at + layout.ENDED]
    if board.registers[layout.TROUBLE] != 0 or ends == 0:
        return MANY
    fits = 0
    for end in range(nodes[at + layout.ENDED], nodes[at + layout.ENDED + 1]):
        fits += board.ends[2 * end + 1] - board.ends[2 * end]
    return FINENESS * fits // ends


def leaves_room(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int, among: int) -> bool:
    """Return whether a match leaves no part, edge or vertex that nothing fills for a simple reason.

    The last argument says which pieces are ruled out, as in `is_out`.
    """
    registers, nodes = board.registers, board.nodes
    child = after(fixed, supplies, board, node, match)
    if child < 0 or nodes[child * layout.NODE + layout.CHAIN] == nodes[child * layout.NODE + layout.CHAIN + 1]:
        return True
    look_at(board, child)
    if registers[layout.TROUBLE] != 0:
        return True
    if not _has_feasible_parts(fixed, supplies, board, child) or not _has_feasible_edges(fixed, supplies, board, child):
        return False
    lay(fixed, supplies, board, child)
    if registers[layout.TROUBLE] != 0:
        return True
    left = rule_bare(fixed, supplies, board, child, 1, among)
    if registers[layout.TROUBLE] != 0:
        return True
    _, ends, words = _sizes(board, child)
    return not _leaves_bare(board.pairs, left, left - (ends + 1) * words, ends, words, left)


def leads_on(fixed: Fixed, supplies: Supplies, board: Board, node: int, match: int, among: int) -> bool:
    """Return whether neither a match nor what must be laid after it leaves what nothing fills.

    The last argument says which pieces are ruled out, as in `is_out`.
    """
    while match >= 0 and board.registers[layout.TROUBLE] == 0:
        if not leaves_room(fixed, supplies, board, node, match, among):
            return False
        node = after(fixed, supplies, board, node, match)
        match = _only_fit(board, node) if node >= 0 else -1
    return True


def _only_fit(board: Board, node: int) -> int:
    """Return a piece that alone covers some end of an edge of a node in which room was looked for just now, or -1."""
    nodes, pairs, at = board.nodes, board.pairs, node * layout.NODE
    if nodes[at + layout.CHAIN] == nodes[at + layout.CHAIN + 1]:
        return -1
    count, ends, words = _sizes(board, node)
    covers = len(pairs) // 2 + count * words
    left = covers + (ends + 1) * words
    for end in range(ends):
        fits, alone = 0, -1
        for i in range(count):
            word = i // layout.WORD
            if pairs[left + word] & pairs[covers + end * words + word] & 1 << i % layout.WORD:
                fits += 1
                alone = nodes[at + layout.LAID] + i
        if fits == 1:
            return alone
    return -1


def _has_feasible_parts(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> bool:
    """Return whether pieces that are left have together the area of each part."""
    registers, loops, areas = board.registers, board.loops, supplies.areas
    stock, scale = board.nodes[node * layout.NODE + layout.SUPPLY] * 4, fixed.settings[0] * fixed.settings[0]
    for outer in range(registers[layout.LOOPS]):
        whole, root = loops[outer * LOOP + 1], loops[outer * LOOP + 2]
        if sign_of(whole, root) < 0:
            continue
        for hole in range(registers[layout.LOOPS]):
            if loops[hole * LOOP + 3] == outer:
                whole += loops[hole * LOOP + 1]
                root += loops[hole * LOOP + 2]
        for i in range(supplies.stocks[stock], supplies.stocks[stock + 1]):
            if areas[2 * i] * scale == whole and areas[2 * i + 1] * scale == root:
                break
        else:
            return False
    return True


def _has_feasible_edges(fixed: Fixed, supplies: Supplies, board: Board, node: int) -> bool:
    """Return whether sides of pieces that are left make up each edge between convex vertices."""
    registers, loops, vertices = board.registers, board.loops, board.vertices
    stock, denominator = board.nodes[node * layout.NODE + layout.SUPPLY] * 4, fixed.settings[0]
    begin = 0
    for number in range(registers[layout.LOOPS]):
        end = loops[number * LOOP]
        for i in range(begin, end):
            j = i + 1 if i + 1 < end else begin
            if vertices[i * VERTEX + 5] > 4 or vertices[j * VERTEX + 5] > 4:
                continue
            length = edge_length(vertices, i, j)
            for row in range(supplies.stocks[stock + 2], supplies.stocks[stock + 3]):
                if supplies.lengths[row] * denominator == length:
                    break
            else:
                return False
        begin = end
    return True

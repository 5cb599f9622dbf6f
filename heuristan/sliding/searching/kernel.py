"""The loops of the search, and of building a pattern database: plain Python over flat tables of integers.

numba compiles the same source where it is installed (`heuristan.common.kernels`), so it uses only integers, tables and
loops and does not make tables. A board is a table with the home of the tile or blank in each cell; a move is the index
of a cell in the blank's row of the table of neighbours, and `move ^ 2` undoes it.

The whole state of a search by iterative deepening A* is in tables, so that it can pause after a number of nodes and go
on: `registers`, and for each depth the move that led there, the next move to try, and the estimate to return to. The
two loops differ only in how a move changes their estimate; a function call for that would take as long as a step.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

Table: TypeAlias = MutableSequence[int]
Fixed: TypeAlias = Sequence[int]

EXHAUSTED = 0
"""Answer of a search: there is no solution within the bound."""
FOUND = 1
"""Answer of a search: a solution is on the stack."""
PAUSED = 2
"""Answer of a search: it has visited its maximum number of nodes."""

DEPTH = 0
"""Register: number of moves made."""
BLANK = 1
"""Register: cell of the blank."""
BOUND = 2
"""Register: maximum length of a solution."""
NEXT_BOUND = 3
"""Register: smallest estimate beyond the bound."""
NODES = 4
"""Register: number of states visited in all."""
REGISTERS = 5

NO_MOVE = 4
"""The move that led to the root; as the next move to try: all were tried."""
UNREACHED = 255
"""Entry of a pattern database that was not reached."""
FAR = 1 << 30
"""Longer than any solution."""


def conflicts_of_row(board: Fixed, row: int, columns: int, hole: int, conflicts: Fixed) -> int:
    """Return the linear conflicts of a row: the moves that its tiles need beyond their distances."""
    code = 0
    for cell in range(row * columns, row * columns + columns):
        home = board[cell]
        code *= columns + 1
        if home != hole and home // columns == row:
            code += home % columns + 1
    return conflicts[code]


def conflicts_of_column(board: Fixed, column: int, rows: int, columns: int, hole: int, conflicts: Fixed) -> int:
    """Return the linear conflicts of a column."""
    code = 0
    for row in range(rows):
        home = board[row * columns + column]
        code *= rows + 1
        if home != hole and home % columns == column:
            code += home // columns + 1
    return conflicts[code]


def search_by_distances(
    board: Table,
    registers: Table,
    moves: Table,
    tried: Table,
    estimates: Table,
    after: Fixed,
    distances: Fixed,
    in_rows: Fixed,
    in_columns: Fixed,
    rows: int,
    columns: int,
    hole: int,
    max_nodes: int,
) -> int:
    """Continue a search by Manhattan distances and, if their tables are not empty, linear conflicts."""
    cells = rows * columns
    depth, blank = registers[DEPTH], registers[BLANK]
    left = max_nodes
    answer = PAUSED
    while left > 0:
        if tried[depth] == NO_MOVE:
            if depth == 0:
                answer = EXHAUSTED
                break
            cell = after[4 * blank + (moves[depth] ^ 2)]
            board[blank], board[cell] = board[cell], hole
            blank = cell
            depth -= 1
            continue
        move = tried[depth]
        tried[depth] += 1
        cell = after[4 * blank + move]
        if cell < 0 or move ^ 2 == moves[depth]:
            continue
        left -= 1
        tile = board[cell]
        estimate = estimates[depth] + distances[tile * cells + blank] - distances[tile * cells + cell]
        if move % 2 and len(in_rows):
            one, other = blank // columns, cell // columns
            estimate -= conflicts_of_row(board, one, columns, hole, in_rows)
            estimate -= conflicts_of_row(board, other, columns, hole, in_rows)
            board[blank], board[cell] = tile, hole
            estimate += conflicts_of_row(board, one, columns, hole, in_rows)
            estimate += conflicts_of_row(board, other, columns, hole, in_rows)
        elif move % 2 == 0 and len(in_columns):
            one, other = blank % columns, cell % columns
            estimate -= conflicts_of_column(board, one, rows, columns, hole, in_columns)
            estimate -= conflicts_of_column(board, other, rows, columns, hole, in_columns)
            board[blank], board[cell] = tile, hole
            estimate += conflicts_of_column(board, one, rows, columns, hole, in_columns)
            estimate += conflicts_of_column(board, other, rows, columns, hole, in_columns)
        else:
            board[blank], board[cell] = tile, hole
        if depth + 1 + estimate > registers[BOUND]:
            registers[NEXT_BOUND] = min(registers[NEXT_BOUND], depth + 1 + estimate)
            board[cell], board[blank] = tile, hole
            continue
        depth += 1
        blank = cell
        moves[depth], tried[depth], estimates[depth] = move, 0, estimate
        if estimate == 0:
            answer = FOUND
            break
    registers[DEPTH], registers[BLANK] = depth, blank
    registers[NODES] += max_nodes - left
    return answer


def search_by_patterns(
    board: Table,
    registers: Table,
    moves: Table,
    tried: Table,
    sums: Table,
    mirrored_sums: Table,
    places: Table,
    after: Fixed,
    values: Fixed,
    pattern_of: Fixed,
    weight_of: Fixed,
    mirror: Fixed,
    patterns: int,
    hole: int,
    max_nodes: int,
) -> int:
    """Continue a search by an additive pattern database.

    `places` holds the index into `values` of each pattern's distance, and then the same for the board mirrored at its
    main diagonal if that does not move the hole (else `mirror` is empty): the estimate is the larger of the two sums.
    """
    depth, blank = registers[DEPTH], registers[BLANK]
    both = len(mirror) > 0
    left = max_nodes
    answer = PAUSED
    while left > 0:
        if tried[depth] == NO_MOVE:
            if depth == 0:
                answer = EXHAUSTED
                break
            cell = after[4 * blank + (moves[depth] ^ 2)]
            tile = board[cell]
            board[blank], board[cell] = tile, hole
            places[pattern_of[tile]] += (blank - cell) * weight_of[tile]
            if both:
                image = mirror[tile]
                places[patterns + pattern_of[image]] += (mirror[blank] - mirror[cell]) * weight_of[image]
            blank = cell
            depth -= 1
            continue
        move = tried[depth]
        tried[depth] += 1
        cell = after[4 * blank + move]
        if cell < 0 or move ^ 2 == moves[depth]:
            continue
        left -= 1
        tile = board[cell]
        pattern = pattern_of[tile]
        step = (blank - cell) * weight_of[tile]
        total = sums[depth] + values[places[pattern] + step] - values[places[pattern]]
        estimate = total
        mirrored = 0
        image_pattern = 0
        image_step = 0
        if both:
            image = mirror[tile]
            image_pattern = patterns + pattern_of[image]
            image_step = (mirror[blank] - mirror[cell]) * weight_of[image]
            place = places[image_pattern]
            mirrored = mirrored_sums[depth] + values[place + image_step] - values[place]
            estimate = max(total, mirrored)
        if depth + 1 + estimate > registers[BOUND]:
            registers[NEXT_BOUND] = min(registers[NEXT_BOUND], depth + 1 + estimate)
            continue
        places[pattern] += step
        if both:
            places[image_pattern] += image_step
        board[blank], board[cell] = tile, hole
        depth += 1
        blank = cell
        moves[depth], tried[depth], sums[depth], mirrored_sums[depth] = move, 0, total, mirrored
        if estimate == 0:
            answer = FOUND
            break
    registers[DEPTH], registers[BLANK] = depth, blank
    registers[NODES] += max_nodes - left
    return answer


def spread(fresh: int, free: int, columns: int, not_first: int, not_last: int) -> int:
    """Return the cells that the blank can reach from some cells through free ones; sets of cells are bits."""
    while True:
        more = fresh | (fresh & not_first) >> 1 | (fresh & not_last) << 1 | fresh >> columns | fresh << columns
        more &= free
        if more == fresh:
            return fresh
        fresh = more


def grow_layer(
    queue: Fixed,
    count: int,
    next_queue: Table,
    fresh: Table,
    next_fresh: Table,
    reached: Table,
    values: Table,
    value: int,
    weights: Fixed,
    after: Fixed,
    cells: int,
    columns: int,
    not_first: int,
    not_last: int,
) -> int:
    """Do one layer of the breadth-first search that makes a pattern database; return the size of the next layer.

    A place is the sum of the cells of the pattern's tiles, each times the tile's weight. Moves of other tiles cost
    nothing, so the blank first spreads as far as it can; a move of one of the pattern's tiles then leads into the next
    layer.
    """
    found = 0
    tiles = len(weights)
    board = (1 << cells) - 1
    # adding 0 turns a short unsigned number into a signed one; numba would not combine it with others
    for i in range(count):
        place = queue[i]
        taken = 0
        for tile in range(tiles):
            taken |= 1 << place // weights[tile] % cells
        blanks = spread(0 + fresh[place], board & ~taken, columns, not_first, not_last)
        fresh[place] = 0
        blanks &= ~(0 + reached[place])
        if blanks == 0:
            continue
        reached[place] |= blanks
        if values[place] == UNREACHED:
            values[place] = value
        for tile in range(tiles):
            cell = place // weights[tile] % cells
            for move in range(4):
                to = after[4 * cell + move]
                if to < 0 or blanks >> to & 1 == 0:
                    continue
                then = place + (to - cell) * weights[tile]
                if (0 + reached[then]) >> cell & 1:
                    continue
                if next_fresh[then] == 0:
                    next_queue[found] = then
                    found += 1
                next_fresh[then] |= 1 << cell
    return found

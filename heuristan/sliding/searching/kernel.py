"""The loops of the search, and of building a pattern database: plain Python over flat tables of integers.

The same source is compiled by numba where it is installed (`kernels`), so it keeps to integers, tables and
loops and makes no tables of its own. A board is a table with the home of what stands in each cell; a move is the index
of a cell in the blank's row of the table of neighbours, and `move ^ 2` undoes it.

The whole state of a search by iterative deepening A* is in tables, so that it can pause after so many nodes and go on:
`registers`, and for each depth the move that led there, the next one to try, and what an estimate needs to go back. The
two loops differ in what a move changes of their estimates; a call between would take as long as a step.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

Table: TypeAlias = MutableSequence[int]
Fixed: TypeAlias = Sequence[int]

EXHAUSTED = 0
"""What a search comes back with: there is no solution within the bound, ..."""
FOUND = 1
"""... one is on the stack, ..."""
PAUSED = 2
"""... or it has looked at as many nodes as it may."""

DEPTH = 0
"""Registers: how many moves are made, ..."""
BLANK = 1
"""... where the blank is, ..."""
BOUND = 2
"""... how long a solution may be, ..."""
NEXT_BOUND = 3
"""... the least estimate beyond it, ..."""
NODES = 4
"""... and the states looked at in all."""
REGISTERS = 5

NO_MOVE = 4
"""The move that led to the root; and as the next one to try that all were tried."""
UNREACHED = 255
"""In a pattern database: nothing was entered."""
FAR = 1 << 30
"""Longer than any solution."""


def conflicts_of_row(board: Fixed, row: int, columns: int, hole: int, conflicts: Fixed) -> int:
    """The linear conflicts of a row: moves that its tiles need beyond their distances."""
    code = 0
    for cell in range(row * columns, row * columns + columns):
        home = board[cell]
        code *= columns + 1
        if home != hole and home // columns == row:
            code += home % columns + 1
    return conflicts[code]


def conflicts_of_column(board: Fixed, column: int, rows: int, columns: int, hole: int, conflicts: Fixed) -> int:
    """The linear conflicts of a column."""
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
    most_nodes: int,
) -> int:
    """Go on with a search by Manhattan distances and, where their tables are not empty, linear conflicts."""
    cells = rows * columns
    depth, blank = registers[DEPTH], registers[BLANK]
    left = most_nodes
    outcome = PAUSED
    while left > 0:
        if tried[depth] == NO_MOVE:
            if depth == 0:
                outcome = EXHAUSTED
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
            outcome = FOUND
            break
    registers[DEPTH], registers[BLANK] = depth, blank
    registers[NODES] += most_nodes - left
    return outcome


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
    shift_of: Fixed,
    mirror: Fixed,
    patterns: int,
    hole: int,
    most_nodes: int,
) -> int:
    """Go on with a search by an additive pattern database.

    `places` holds where in `values` the distance of each pattern stands, and then the same for the board mirrored at
    its main diagonal, if that leaves the hole where it is (`mirror` is empty if not): the estimate is the larger sum.
    """
    depth, blank = registers[DEPTH], registers[BLANK]
    both = len(mirror) > 0
    left = most_nodes
    outcome = PAUSED
    while left > 0:
        if tried[depth] == NO_MOVE:
            if depth == 0:
                outcome = EXHAUSTED
                break
            cell = after[4 * blank + (moves[depth] ^ 2)]
            tile = board[cell]
            board[blank], board[cell] = tile, hole
            places[pattern_of[tile]] += (blank - cell) << shift_of[tile]
            if both:
                image = mirror[tile]
                places[patterns + pattern_of[image]] += (mirror[blank] - mirror[cell]) << shift_of[image]
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
        step = (blank - cell) << shift_of[tile]
        total = sums[depth] + values[places[pattern] + step] - values[places[pattern]]
        estimate = total
        mirrored = 0
        image_pattern = 0
        image_step = 0
        if both:
            image = mirror[tile]
            image_pattern = patterns + pattern_of[image]
            image_step = (mirror[blank] - mirror[cell]) << shift_of[image]
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
            outcome = FOUND
            break
    registers[DEPTH], registers[BLANK] = depth, blank
    registers[NODES] += most_nodes - left
    return outcome


def spread(fresh: int, free: int, columns: int, not_first: int, not_last: int) -> int:
    """The cells that the blank comes to from some cells, through free ones: sets of cells are bits."""
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
    tiles: int,
    after: Fixed,
    cells: int,
    columns: int,
    not_first: int,
    not_last: int,
) -> int:
    """One layer of the breadth-first search that makes a pattern database; how many places the next layer has.

    A place is where the tiles of the pattern stand, four bits each. Moves of other tiles cost nothing, so the blank
    first spreads as far as it can; a move of a tile of the pattern then leads into the next layer.
    """
    found = 0
    board = (1 << cells) - 1
    # adding 0 makes a signed number of a short unsigned one, which numba would not join with others
    for i in range(count):
        place = queue[i]
        taken = 0
        for tile in range(tiles):
            taken |= 1 << (place >> 4 * tile & 15)
        blanks = spread(0 + fresh[place], board & ~taken, columns, not_first, not_last)
        fresh[place] = 0
        blanks &= ~(0 + reached[place])
        if blanks == 0:
            continue
        reached[place] |= blanks
        if values[place] == UNREACHED:
            values[place] = value
        for tile in range(tiles):
            cell = place >> 4 * tile & 15
            for move in range(4):
                to = after[4 * cell + move]
                if to < 0 or blanks >> to & 1 == 0:
                    continue
                then = place + ((to - cell) << 4 * tile)
                if (0 + reached[then]) >> cell & 1:
                    continue
                if next_fresh[then] == 0:
                    next_queue[found] = then
                    found += 1
                next_fresh[then] |= 1 << cell
    return found

"""Which states can be solved (Liu and Liu, section IV), for any size and with the blank anywhere; random ones that can.

A horizontal move of the blank does not change the sequence of the tiles, read row by row. A vertical move takes a tile
past the columns - 1 tiles between, which changes the number of inversions by an even number if the number of columns
is odd, and by an odd number if it is even. So no move changes the parity of

- the inversions, if the number of columns is odd,
- the inversions plus the row of the blank, counted from 0 at the top, if it is even.

Moves lead from one board to another of the same size if and only if this parity is the same (Johnson and Story, 1879).
The number of rows does not matter.

Random boards: all cells are shuffled, including the blank, and if the board cannot be solved its first two tiles are
swapped. The swap maps the unsolvable states one to one onto the solvable ones (Theorem 3), so every solvable board is
equally likely. The paper's own initialization does not achieve that.
"""

from collections.abc import Iterator, Sequence
from random import Random

from heuristan.sliding.boards import BLANK, GOALS, Board, goal_in_words, text_of


def inversions(tiles: Sequence[int]) -> int:
    """Count the pairs of tiles in the wrong order, without the blank (Definitions 3 and 4)."""
    found = [tile for tile in tiles if tile != BLANK]
    return sum(before > tile for i, tile in enumerate(found) for before in found[:i])


def parity_of(tiles: Sequence[int], columns: int) -> int:
    """Return the parity that no move changes: 0 or 1."""
    return (inversions(tiles) + _row_that_counts(tiles, columns)) % 2


def _row_that_counts(tiles: Sequence[int], columns: int) -> int:
    return 0 if columns % 2 else tiles.index(BLANK) // columns


def can_be_solved(start: Board, goal: Board) -> bool:
    """Return whether moves lead from one board to the other. Both must have the same size."""
    wanted = _row_that_counts(goal.tiles, goal.columns) % 2  # numbered like this, the goal has no inversions
    return parity_of(relabelled(start, goal), start.columns) == wanted


def relabelled(board: Board, goal: Board) -> tuple[int, ...]:
    """Return the board with its tiles numbered in the order of the goal."""
    number = {tile: i for i, tile in enumerate((tile for tile in goal.tiles if tile != BLANK), 1)}
    return tuple(number.get(tile, BLANK) for tile in board.tiles)


def why_unsolvable(start: Board, goal: Board) -> str | None:
    """Return why no moves lead from one board to the other, goals to which they do, and two tiles to swap.

    None if some moves do lead there.
    """
    if can_be_solved(start, goal):
        return None
    count = inversions(relabelled(start, goal))
    to = f"the goal with {goal_in_words(goal)}"
    noun = "inversion" if count == 1 else "inversions"
    if start.columns % 2:
        reason = (
            f"no moves lead to {to}: the tiles have {count} {noun}, an odd number, and with {start.columns} "
            "columns every move keeps it odd, while the goal has none"
        )
    else:
        rows = [board.blank // board.columns for board in (start, goal)]
        reason = (
            f"no moves lead to {to}: {count} {noun} and the blank in row {rows[0] + 1} of {start.rows}, while the "
            f"goal has none and the blank in row {rows[1] + 1}; with {start.columns} columns the inversions must be "
            f"{'odd' if (rows[0] - rows[1]) % 2 else 'even'} there"
        )
    reached = (name for name in GOALS if can_be_solved(start, Board.goal(start.rows, start.columns, name)))
    goals = " and ".join(f"{GOALS[name]} (--goal {name})" for name in reached)
    also = f"moves lead to the goal with {goals}; or " * bool(goals)
    one, other = two_to_swap(start, goal)
    return f"{reason}; {also}swap two tiles, say {one} and {other}: {text_of(swapped(start, one, other))}"


def two_to_swap(start: Board, goal: Board) -> tuple[int, int]:
    """Return two tiles that are in each other's places, or else the last two."""
    at_goal = dict(zip(start.tiles, goal.tiles, strict=True))
    for tile, other in at_goal.items():
        if BLANK not in (tile, other) and tile != other and at_goal[other] == tile:
            return min(tile, other), max(tile, other)
    one, other = [tile for tile in start.tiles if tile != BLANK][-2:]
    return one, other


def swapped(board: Board, one: int, other: int) -> Board:
    """Return the board with two tiles swapped, which changes whether it can be solved (Theorem 3)."""
    change = {one: other, other: one}
    return Board(board.rows, board.columns, tuple(change.get(tile, tile) for tile in board.tiles))


def random_boards(goal: Board, seed: int) -> Iterator[Board]:
    """Yield solvable boards without end. The same seed makes the same boards."""
    random = Random(seed)
    while True:
        yield random_board(goal, random)


def random_board(goal: Board, random: Random) -> Board:
    """Draw one of the boards from which moves lead to the goal, all equally likely."""
    tiles = list(range(goal.cells))
    random.shuffle(tiles)
    board = Board(goal.rows, goal.columns, tuple(tiles))
    if can_be_solved(board, goal):
        return board
    one, other = [tile for tile in tiles if tile != BLANK][:2]
    return swapped(board, one, other)

"""Random boards: every solvable board is equally likely.

The paper's own initialization does not achieve that (see `heuristan.sliding.paper.fairness`). Here all cells are
shuffled, including the blank, and if the board cannot be solved its first two tiles are swapped. The swap maps the
unsolvable states one to one onto the solvable ones (Theorem 3), so no board is favoured.
"""

from collections.abc import Iterator
from random import Random

from heuristan.sliding.boards import BLANK, Board
from heuristan.sliding.parity import can_be_solved, swapped


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

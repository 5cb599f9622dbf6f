"""Boards at random: each that can be solved is as likely as any other.

The paper's own initialisation does not come to that (see `heuristan.sliding.paper.algorithms`). Here all cells are
shuffled, the blank among them, and where the outcome cannot be solved its first two tiles are swapped. The swap sends
the states without a solution one to one to those with one (Theorem 3), so nothing is favoured.
"""

from collections.abc import Iterator
from random import Random

from heuristan.sliding.boards import BLANK, Board
from heuristan.sliding.parity import can_be_solved, swapped


def random_boards(goal: Board, seed: int) -> Iterator[Board]:
    """Boards from which moves lead to the goal, without end. The same seed makes the same boards."""
    random = Random(seed)
    while True:
        yield random_board(goal, random)


def random_board(goal: Board, random: Random) -> Board:
    """One of the boards from which moves lead to the goal, all equally likely."""
    tiles = list(range(goal.cells))
    random.shuffle(tiles)
    board = Board(goal.rows, goal.columns, tuple(tiles))
    if can_be_solved(board, goal):
        return board
    one, other = [tile for tile in tiles if tile != BLANK][:2]
    return swapped(board, one, other)

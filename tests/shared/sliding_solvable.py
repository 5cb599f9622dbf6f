"""Boards that can be solved."""

from random import Random

from heuristan.sliding.boards import Board
from heuristan.sliding.generating import random_board


def solvable(rows: int, columns: int, seed: int) -> tuple[Board, Board]:
    """A board and a goal with the blank anywhere."""
    random = Random(seed)
    tiles = list(range(rows * columns))
    random.shuffle(tiles)
    goal = Board(rows, columns, tuple(tiles))
    return random_board(goal, random), goal

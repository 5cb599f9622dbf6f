"""Which states can be solved (Liu and Liu, section IV), for any size and with the blank anywhere, in start and goal.

A horizontal move of the blank leaves the sequence of the tiles, read row by row, as it is. A vertical one carries a
tile past the columns - 1 tiles between, which changes the number of inversions by an even number where the number of
columns is odd, and by an odd one where it is even. So what never changes is the parity of

- the inversions, where the number of columns is odd,
- the inversions plus the row of the blank, counted from 0 at the top, where it is even.

Two boards of one size can be led to each other exactly if this parity is the same (Johnson and Story, 1879). The number
of rows does not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from heuristan.sliding.boards import BLANK, Board
from heuristan.sliding.notation import text_of


def inversions(tiles: Sequence[int]) -> int:
    """How many pairs of tiles stand in the wrong order, the blank left out (Definitions 3 and 4)."""
    found = [tile for tile in tiles if tile != BLANK]
    return sum(before > tile for i, tile in enumerate(found) for before in found[:i])


def parity_of(tiles: Sequence[int], columns: int) -> int:
    """What no move changes: 0 or 1."""
    return (inversions(tiles) + _row_that_counts(tiles, columns)) % 2


def _row_that_counts(tiles: Sequence[int], columns: int) -> int:
    return 0 if columns % 2 else tiles.index(BLANK) // columns


def can_be_solved(start: Board, goal: Board) -> bool:
    """Whether some moves lead from one to the other. Both must be of one size."""
    wanted = _row_that_counts(goal.tiles, goal.columns) % 2  # the goal's own tiles, so numbered, have no inversions
    return parity_of(relabelled(start, goal), start.columns) == wanted


def relabelled(board: Board, goal: Board) -> tuple[int, ...]:
    """The board with the tiles numbered in the order in which they stand in the goal."""
    number = {tile: i for i, tile in enumerate((tile for tile in goal.tiles if tile != BLANK), 1)}
    return tuple(number.get(tile, BLANK) for tile in board.tiles)


@dataclass(frozen=True)
class Unsolvable:
    """Why a board cannot be solved, and the smallest change that makes it solvable."""

    reason: str
    swap: tuple[int, int]
    """The two tiles to exchange."""
    instead: Board
    """The board with these two exchanged."""

    def __str__(self) -> str:
        one, other = self.swap
        return f"{self.reason}; swap two tiles, say {one} and {other}: {text_of(self.instead)}"


def why_unsolvable(start: Board, goal: Board) -> Unsolvable | None:
    """Why no moves lead from one to the other; None if some do."""
    if can_be_solved(start, goal):
        return None
    count = inversions(relabelled(start, goal))
    noun = "inversion" if count == 1 else "inversions"
    if start.columns % 2:
        reason = (
            f"no moves lead to the goal: the tiles have {count} {noun}, an odd number, and with {start.columns} "
            "columns every move keeps it odd, while the goal has none"
        )
    else:
        rows = [board.blank // board.columns for board in (start, goal)]
        reason = (
            f"no moves lead to the goal: {count} {noun} and the blank in row {rows[0] + 1} of {start.rows}, while the "
            f"goal has none and the blank in row {rows[1] + 1}; with {start.columns} columns the inversions must be "
            f"{'odd' if (rows[0] - rows[1]) % 2 else 'even'} there"
        )
    swap = _swap(start, goal)
    return Unsolvable(reason, swap, swapped(start, *swap))


def _swap(start: Board, goal: Board) -> tuple[int, int]:
    """Two tiles that stand in each other's places, or else the last two."""
    at_goal = dict(zip(start.tiles, goal.tiles, strict=True))
    for tile, other in at_goal.items():
        if BLANK not in (tile, other) and tile != other and at_goal[other] == tile:
            return min(tile, other), max(tile, other)
    one, other = [tile for tile in start.tiles if tile != BLANK][-2:]
    return one, other


def swapped(board: Board, one: int, other: int) -> Board:
    """The board with two tiles exchanged, which changes whether it can be solved (Theorem 3)."""
    change = {one: other, other: one}
    return Board(board.rows, board.columns, tuple(change.get(tile, tile) for tile in board.tiles))

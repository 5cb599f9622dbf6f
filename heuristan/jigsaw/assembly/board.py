"""The grid to fill: which piece lies where, in which turn, and what its joints cost."""

from collections.abc import Sequence

import numpy as np

from heuristan.jigsaw.arrays import Floats, Indices
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.ring import Ring
from heuristan.jigsaw.measures.joints import flats
from heuristan.jigsaw.piece import STEPS, Piece

EMPTY = -1
TURNS = np.arange(4)


class Board:
    """Pieces on a grid. A turn is a number of quarter turns clockwise; it brings side s to direction s + turn."""

    def __init__(self, size: Dimensions, costs: Floats) -> None:
        self.size = size
        self.costs = costs
        """The cost of a joint of two sides, shape (4 * pieces, 4 * pieces)."""
        self.piece = np.full((size.rows, size.columns), EMPTY, dtype=np.intp)
        self.turn = np.zeros((size.rows, size.columns), dtype=np.intp)

    def copy(self) -> "Board":
        """Return a board with the same pieces at the same places; costs are shared."""
        found = Board(self.size, self.costs)
        found.piece[...], found.turn[...] = self.piece, self.turn
        return found

    def lay(self, place: tuple[int, int], piece: int, turn: int) -> None:
        """Put a piece at a place."""
        self.piece[place], self.turn[place] = piece, turn

    def side(self, place: tuple[int, int], direction: int) -> int:
        """Return the side of the piece at a place that looks in a direction."""
        return int(4 * self.piece[place] + (direction - self.turn[place]) % 4)

    def neighbours(self, place: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
        """Return the directions in which a piece lies beside a place, with the places of those pieces."""
        found = []
        for direction, (down, right) in enumerate(STEPS):
            row, column = place[0] + down, place[1] + right
            inside = 0 <= row < self.size.rows and 0 <= column < self.size.columns
            if inside and self.piece[row, column] != EMPTY:
                found.append((direction, (row, column)))
        return found

    def fits(self, place: tuple[int, int]) -> Floats:
        """Return the cost of each piece in each turn at a place, shape (pieces, 4)."""
        total = np.zeros((len(self.costs) // 4, 4))
        for direction, there in self.neighbours(place):
            joints = self.costs[self.side(there, (direction + 2) % 4)].reshape(-1, 4)
            total += joints[:, (direction - TURNS) % 4]
        return total

    def facing(self) -> tuple[tuple[Indices, Indices], tuple[Indices, Indices]]:
        """Return the sides that face each other on a full board: right with left sides, lower with upper ones."""
        up, right, down, left = (4 * self.piece + (direction - self.turn) % 4 for direction in range(4))
        return (right[:, :-1], left[:, 1:]), (down[:-1], up[1:])

    def joints(self) -> tuple[Floats, Floats]:
        """Return the costs of the joints of a full board, shapes (rows, columns - 1) and (rows - 1, columns)."""
        across, down = self.facing()
        return self.costs[across], self.costs[down]

    def cost(self) -> float:
        """Return the cost of all joints of a full board."""
        across, down = self.joints()
        return float(across.sum() + down.sum())


def ring_places(size: Dimensions) -> list[tuple[int, int, int]]:
    """Return row, column and the outward direction of each border place, clockwise from the top left corner.

    At a corner it is the first of the two directions, clockwise.
    """
    rows, columns = size
    top = [(0, column, 3 if column == 0 else 0) for column in range(columns - 1)]
    right = [(row, columns - 1, 0 if row == 0 else 1) for row in range(rows - 1)]
    bottom = [(rows - 1, column, 1 if column == columns - 1 else 2) for column in range(columns - 1, 0, -1)]
    left = [(row, 0, 2 if row == rows - 1 else 3) for row in range(rows - 1, 0, -1)]
    return top + right + bottom + left


def lay_border(board: Board, pieces: Sequence[Piece], ring: Ring, order: Sequence[int]) -> None:
    """Lay the border, its first piece at the top left corner."""
    flat = flats(pieces)
    first = flat & ~np.roll(flat, 1, axis=1)
    for (row, column, direction), place in zip(ring_places(board.size), order, strict=True):
        piece = int(ring.pieces[place])
        board.lay((row, column), piece, (direction - int(first[piece].argmax())) % 4)

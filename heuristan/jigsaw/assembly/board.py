"""The grid to fill: which piece lies where, in which turn, what its joints cost; and its pockets filled.

A pocket has at least two neighbours; the most confident one is filled first (Bartle and Lu, Algorithm 2).
"""

from collections.abc import Iterable, Sequence

import numpy as np

from heuristan.jigsaw.assembly.border import Ring
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.measures.sides import flats
from heuristan.jigsaw.piece import STEPS, Floats, Indices, Piece

EMPTY = -1
TURNS = np.arange(4)
Place = tuple[int, int]

NEIGHBOURS = 2
"""Minimum number of neighbours of a pocket (section 4.2, after Goldberg, Malon and Bern)."""


class Board:
    """Pieces on a grid. A turn is a number of quarter turns clockwise; it brings side s to direction s + turn."""

    def __init__(self, size: Dimensions, costs: Floats) -> None:
        self.size = size
        self.costs = costs
        """The cost of a joint of two sides, shape (4 * pieces, 4 * pieces)."""
        self.piece = np.full((size.rows, size.columns), EMPTY, dtype=np.intp)
        self.turn = np.zeros((size.rows, size.columns), dtype=np.intp)

    def copy(self, costs: Floats | None = None) -> "Board":
        """Return a board with the same pieces at the same places, and the same costs or others."""
        found = Board(self.size, self.costs if costs is None else costs)
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


def beside(place: Place, direction: int) -> Place:
    """Return the place beside another one in a direction."""
    return place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]


def fill(board: Board, pieces: Iterable[int]) -> list[Place]:
    """Fill all empty places of a board with as many pieces.

    A pocket is confident if its best piece costs much less than its second best. A piece that is laid is no longer
    available to other pockets, and adds a joint to those beside it.

    Returns:
        The places in the order in which they were filled.
    """
    return _Filling(board, pieces).run()


class _Filling:
    """The empty places, and the cost there of each piece that is left."""

    def __init__(self, board: Board, pieces: Iterable[int]) -> None:
        self.board = board
        self.pieces = np.array(sorted(pieces), dtype=np.intp)
        self.left = np.ones(len(self.pieces), dtype=bool)
        self.places: list[Place] = [(int(r), int(c)) for r, c in np.argwhere(board.piece == EMPTY)]
        self.number = {place: i for i, place in enumerate(self.places)}
        self.totals = np.zeros((len(self.places), len(self.pieces), 4))
        self.joints = np.zeros(len(self.places), dtype=np.intp)
        self.is_open = np.ones(len(self.places), dtype=bool)
        self.two = np.full((len(self.places), 2), np.inf)
        self.best = np.zeros(len(self.places), dtype=np.intp)
        for i, place in enumerate(self.places):
            for direction, there in board.neighbours(place):
                self._join(i, direction, there)
        self._rank(np.flatnonzero(self.joints))

    def run(self) -> list[Place]:
        order = []
        for _ in self.places:
            number = self._most_confident()
            piece, turn = divmod(int(self.best[number]), 4)
            order.append(self.places[number])
            self._lay(number, piece, turn)
        return order

    def _join(self, number: int, direction: int, there: Place) -> None:
        """Add the cost of the joint with a neighbour, for each piece in each turn."""
        mine = self.pieces[:, None] * 4 + (direction - TURNS)[None, :] % 4
        self.totals[number] += self.board.costs[self.board.side(there, (direction + 2) % 4)][mine]
        self.joints[number] += 1

    def _rank(self, numbers: Indices) -> None:
        """Find the best and second best of some pockets again."""
        if not len(numbers):
            return
        costs = np.where(self.left[None, :, None], self.totals[numbers], np.inf).reshape(len(numbers), -1)
        self.best[numbers] = costs.argmin(axis=1)
        self.two[numbers] = np.partition(costs, 1, axis=1)[:, :2] / np.maximum(self.joints[numbers], 1)[:, None]

    def _most_confident(self) -> int:
        """Return the pocket whose best piece is cheapest relative to its second best."""
        able = self.is_open & (self.joints >= NEIGHBOURS)
        if not able.any():
            able = self.is_open
        ratios = np.where(able, _confidence_ratio(self.two), np.inf)
        return int(ratios.argmin())

    def _lay(self, number: int, piece: int, turn: int) -> None:
        """Lay a piece, and update the other pockets."""
        place = self.places[number]
        self.board.lay(place, int(self.pieces[piece]), turn)
        self.left[piece] = False
        self.is_open[number] = False
        stale = self.is_open & (self.best // 4 == piece)
        # if this piece was the second best, look for a second best again
        stale |= self.is_open & (self.totals[:, piece].min(axis=1) <= self.two[:, 1] * np.maximum(self.joints, 1))
        for direction, (down, right) in enumerate(STEPS):
            beside = self.number.get((place[0] + down, place[1] + right))
            if beside is not None and self.is_open[beside]:
                self._join(beside, (direction + 2) % 4, place)
                stale[beside] = True
        self._rank(np.flatnonzero(stale & (self.joints > 0)))


def _confidence_ratio(two: Floats) -> Floats:
    """Divide the best cost by the second best: 0 is certain, 1 a tie. A pocket that only one piece fits is certain."""
    return np.divide(two[:, 0], two[:, 1], out=np.ones(len(two)), where=(two[:, 1] > 0) & np.isfinite(two[:, 0]))

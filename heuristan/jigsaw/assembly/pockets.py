"""The interior: pockets with at least two neighbours, the most confident first (Bartle and Lu, Algorithm 2)."""

from collections.abc import Iterable

import numpy as np

from heuristan.jigsaw.arrays import Floats, Indices
from heuristan.jigsaw.assembly.board import EMPTY, TURNS, Board
from heuristan.jigsaw.piece import STEPS

Place = tuple[int, int]

NEIGHBOURS = 2
"""Minimum number of neighbours of a pocket (section 4.2, after Goldberg, Malon and Bern)."""


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
        ratios = np.where(able, confidence_ratio(self.two), np.inf)
        return int(ratios.argmin())

    def _lay(self, number: int, piece: int, turn: int) -> None:
        """Lay a piece, and update the other pockets."""
        place = self.places[number]
        self.board.lay(place, int(self.pieces[piece]), turn)
        self.left[piece] = False
        self.is_open[number] = False
        stale = self.is_open & (self.best // 4 == piece)
        # the second best is looked for again too, if this piece was it
        stale |= self.is_open & (self.totals[:, piece].min(axis=1) <= self.two[:, 1] * np.maximum(self.joints, 1))
        for direction, (down, right) in enumerate(STEPS):
            beside = self.number.get((place[0] + down, place[1] + right))
            if beside is not None and self.is_open[beside]:
                self._join(beside, (direction + 2) % 4, place)
                stale[beside] = True
        self._rank(np.flatnonzero(stale & (self.joints > 0)))


def confidence_ratio(two: Floats) -> Floats:
    """Divide the best cost by the second best: 0 is certain, 1 a tie. A pocket that only one piece fits is certain."""
    return np.divide(two[:, 0], two[:, 1], out=np.ones(len(two)), where=(two[:, 1] > 0) & np.isfinite(two[:, 0]))

"""Pieces for which little speaks laid again, by whole outlines.

A piece that is read wrongly in part has no good joint by the other measures, so it ends in any place that is left, in
any turn. Whole outlines (`measures.outlines`) still say where it belongs, but they are too expensive for all pieces.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

import numpy as np

from heuristan.common.clock import Clock
from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.assembly.board import EMPTY, Board
from heuristan.jigsaw.assembly.border import GAIN
from heuristan.jigsaw.assembly.pockets import Place, beside, fill
from heuristan.jigsaw.assembly.repair import confidences, reassign
from heuristan.jigsaw.measures.joints import FORBIDDEN
from heuristan.jigsaw.measures.outlines import Misfit, Outline, crookedness, misfit

DOUBTFUL, SURE = 0.3, 0.7
"""Maximum confidence of pieces that are laid again, and minimum confidence of those that say what is usual."""
MOST = 28
"""Maximum number of pieces that are laid again."""
ENOUGH = 60
"""Maximum number of joints that say what is usual."""
LEAST = Misfit(0.6, 1.0)
"""Minimum of what is usual, in pixels and grey levels: what is read wrongly in part is seldom exact elsewhere."""
FITS = 4.0
"""Maximum mean cost of the joints of a piece that fits; 2 is usual, one each for shape and colour."""
MOST_COST = 5.0
"""Maximum cost for shape and for colour: a part that is read wrongly fits nowhere, and must not decide."""
FORMER = 0.2
"""Weight of a joint's cost by odds beside its cost by whole outlines."""
UNFIT = 1e3
"""Cost of a joint for which a piece would have to be turned, though all stand upright."""


class Refit(NamedTuple):
    """A board on which pieces were laid again."""

    board: Board
    fitting: frozenset[Place]
    """The places whose pieces were laid again and fit."""


def refitted(outlines: Sequence[Outline], board: Board, clock: Clock, *, upright: bool) -> Refit:
    """Lay the pieces of a full board again for which little speaks, and keep the cheaper of the two boards.

    Args:
        outlines: the outlines of all pieces.
        board: a board by odds, whose ring of places is the outside, numbered after the last piece.
        clock: if its time is over, the board stays as it is.
        upright: whether the pieces stand upright.
    """
    sure = confidences(board)
    places = sorted(_inside(board), key=lambda place: (float(sure[place]), place))
    doubtful = [place for place in places if sure[place] < DOUBTFUL][:MOST]
    usual = _usual(outlines, board, sure)
    if not doubtful or usual is None or clock.is_over():
        return Refit(board, frozenset())
    again = _Again(outlines, board, doubtful, usual, upright=upright)
    return again.run() if again.is_measured(clock) else Refit(board, frozenset())


def _inside(board: Board) -> list[Place]:
    return [(row, column) for row in range(1, board.size.rows - 1) for column in range(1, board.size.columns - 1)]


def _usual(outlines: Sequence[Outline], board: Board, sure: Floats) -> Misfit | None:
    """Return the median misfit of joints between sure pieces; None if there are none."""
    found = [*islice(_misfits(outlines, board, sure), ENOUGH)]
    return Misfit(*np.maximum(np.median(found, axis=0), LEAST).tolist()) if found else None


def _misfits(outlines: Sequence[Outline], board: Board, sure: Floats) -> Iterator[Misfit]:
    """Yield the misfit of each joint between two sure pieces."""
    for place in _inside(board):
        for direction in (1, 2):
            there = beside(place, direction)
            if min(sure[place], sure[there]) >= SURE and board.piece[there] < len(outlines):
                one, side = divmod(board.side(place, direction), 4)
                other, facing = divmod(board.side(there, direction + 2), 4)
                yield misfit(outlines[one], side, outlines[other], facing)


def _like(board: Board, costs: Floats) -> Board:
    """Return a board with the same pieces at the same places, and other costs."""
    found = Board(board.size, costs)
    found.piece[...], found.turn[...] = board.piece, board.turn
    return found


def _possible(costs: Floats) -> Floats:
    """Return the costs with those of impossible joints as high as the highest other one: a side may be misread."""
    return np.asarray(np.minimum(costs, costs[costs < FORBIDDEN].max()))


class _Again:
    """Some pieces of a board, to be laid again at their places."""

    def __init__(
        self, outlines: Sequence[Outline], board: Board, doubtful: Sequence[Place], usual: Misfit, *, upright: bool
    ) -> None:
        self._outlines = outlines
        self._doubtful = doubtful
        self._usual = usual
        self._upright = upright
        self._fit = np.full(board.costs.shape, np.nan)
        self._was = board

    def is_measured(self, clock: Clock) -> bool:
        """Measure the joints that may be; return whether there was time for all."""
        for one, other in self._meeting(self._was):
            if clock.is_over():
                return False
            self._fit[one, other] = self._fit[other, one] = self._cost(one, other)
        return True

    def run(self) -> Refit:
        """Lay the pieces again, from where they lie and from empty places, and keep what is cheapest."""
        again = _like(self._was, np.nan_to_num(self._fit) + FORMER * _possible(self._was.costs))
        empty = again.copy()
        removed = [int(empty.piece[place]) for place in self._doubtful]
        for place in self._doubtful:
            empty.piece[place] = EMPTY
        fill(empty, removed)
        best = min((self._settled(again), self._settled(empty)), key=Board.cost)
        return Refit(
            _like(best, self._was.costs), frozenset(place for place in self._doubtful if self._fits(best, place))
        )

    def _settled(self, board: Board) -> Board:
        """Assign the pieces of each colour of the chessboard to their places, until that gains nothing."""
        before = np.inf
        while board.cost() < before - GAIN:
            before = board.cost()
            for colour in (0, 1):
                reassign(board, [place for place in self._doubtful if sum(place) % 2 == colour])
        return board

    def _fits(self, board: Board, place: Place) -> bool:
        """Return whether the joints of a piece are about as good as usual."""
        joints = [
            self._fit[board.side(place, direction), board.side(there, (direction + 2) % 4)]
            for direction, there in board.neighbours(place)
        ]
        return float(np.mean(joints)) <= FITS

    def _meeting(self, board: Board) -> Iterator[tuple[int, int]]:
        """Yield the pairs of sides that may meet at the places."""
        movable = [4 * int(board.piece[place]) + side for place in self._doubtful for side in range(4)]
        facing = {
            board.side(there, (direction + 2) % 4)
            for place in self._doubtful
            for direction, there in board.neighbours(place)
            if there not in self._doubtful
        }
        yield from product(movable, sorted(facing))
        if any(beside(place, direction) in self._doubtful for place in self._doubtful for direction in (1, 2)):
            yield from ((one, other) for one in movable for other in movable if one // 4 < other // 4)

    def _cost(self, one: int, other: int) -> float:
        """Return the cost of a joint, or of a side at the rim; 2 is usual."""
        (piece, side), (there, facing) = divmod(one, 4), divmod(other, 4)
        if self._upright and (side + 2) % 4 != facing:
            return UNFIT
        if there == len(self._outlines):
            return 1 + min(MOST_COST, crookedness(self._outlines[piece], side) / self._usual.shape)
        found = misfit(self._outlines[there], facing, self._outlines[piece], side)
        return sum(min(MOST_COST, off / usual) for off, usual in zip(found, self._usual, strict=True))

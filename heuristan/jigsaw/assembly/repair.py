"""Wrong choices repaired at the end, by the cost of the whole board.

Three moves are tried in turn, and each is kept if it makes the board cheaper, until none does:

1. The places of one colour of a chessboard have no joints with each other. So the cheapest way to lay their pieces
   again is an assignment problem, solved exactly, however many of them change places.
2. The border is arranged again as in `border`, with its joints to the interior among the costs.
3. Places where another piece would cost less are emptied, with those around them, and filled again by pockets.

A piece that is read wrongly in part has no good joint by the other measures, so it ends in any place that is left, in
any turn. Whole outlines (`measures.outlines`) still say where it belongs, but they are too expensive for all pieces:
`refitted` lays the pieces again for which little speaks.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

import numpy as np

from heuristan.common.clock import Clock
from heuristan.common.faults import require
from heuristan.jigsaw.assembly.board import EMPTY, Board, Place, beside, fill, lay_border, ring_places
from heuristan.jigsaw.assembly.border import GAIN, Arrangement, Ring, cost_of, place_costs, repaired
from heuristan.jigsaw.measures.joints import FORBIDDEN
from heuristan.jigsaw.measures.outlines import Misfit, Outline, crookedness, misfit
from heuristan.jigsaw.piece import STEPS, Booleans, Floats, Piece

WIDEST = 3
"""Maximum distance from a doubtful place at which others are emptied."""
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


class Interior:
    """A full board whose interior is repaired."""

    def __init__(self, board: Board, clock: Clock) -> None:
        self._board = board
        self._clock = clock

    def run(self) -> None:
        """Repair until the board gets no cheaper, or the time is over."""
        moves = self._moves()
        while not is_cheapest(self._board) and not self._clock.is_over() and any(move() for move in moves):
            pass

    def _moves(self) -> Sequence[Callable[[], bool]]:
        """Return the moves in the order in which they are tried; each returns whether the board got cheaper."""
        return self._reassign, self._refill

    def _reassign(self) -> bool:
        """Assign the pieces of each colour of the chessboard to its places again."""
        before = self._board.cost()
        for colour in (0, 1):
            reassign(self._board, interior_places(self._board, colour))
        return self._board.cost() < before - GAIN

    def _refill(self) -> bool:
        """Empty doubtful places and fill them by pockets."""
        before = self._board.cost()
        for places in self._doubtful():
            if self._clock.is_over():
                return False
            tried = self._board.copy()
            removed = [int(tried.piece[place]) for place in places]
            for place in places:
                tried.piece[place] = EMPTY
            fill(tried, removed)
            if tried.cost() < before - GAIN:
                self._board.piece[...], self._board.turn[...] = tried.piece, tried.turn
                return True
        return False

    def _doubtful(self) -> Iterator[list[Place]]:
        """Yield sets of places of the interior: all doubtful ones and those around them, then each group by itself."""
        ndimage = _scipy("ndimage")
        own, other = rivals(self._board)
        inside = np.zeros(own.shape, dtype=bool)
        inside[1:-1, 1:-1] = True
        for width in range(1, WIDEST + 1):
            wide = ndimage.binary_dilation(own > other, iterations=width) & inside
            groups, count = ndimage.label(wide)
            masks = [wide, *(groups == number for number in range(1, count + 1))] if count > 1 else [wide]
            yield from (places_of(mask) for mask in masks if mask.sum() > 1)


class Repair(Interior):
    """A full board that is repaired with its border."""

    def __init__(self, pieces: Sequence[Piece], board: Board, ring: Ring, order: Sequence[int], clock: Clock) -> None:
        super().__init__(board, clock)
        self._pieces = pieces
        self._ring = ring
        self._order = tuple(order)

    def _moves(self) -> Sequence[Callable[[], bool]]:
        return self._reassign, self._turn_border, self._refill

    def _turn_border(self) -> bool:
        """Arrange the border again, to fit the pieces of the interior that lie beside it."""
        places = place_costs(self._ring, self._board.size) + self._inward_costs()
        found = Arrangement(cost_of(self._ring, places, self._order), self._order)
        better = repaired(self._ring, places, found, self._board.size.corner_places(), self._clock)
        if better.cost >= found.cost - GAIN:
            return False
        self._order = better.order
        lay_border(self._board, self._pieces, self._ring, self._order)
        return True

    def _inward_costs(self) -> Floats:
        """Return the cost of the inner side of each border piece at each place of the ring, shape (n, n)."""
        found = np.zeros((len(self._ring), len(self._ring)))
        inner = 4 * self._ring.pieces + (self._ring.onwards + 1) % 4
        rows, columns = self._board.size
        for number, (row, column, outwards) in enumerate(ring_places(self._board.size)):
            down, right = STEPS[outwards]
            there = (row - down, column - right)
            if 0 < there[0] < rows - 1 and 0 < there[1] < columns - 1:
                costs = self._board.costs[inner, self._board.side(there, outwards)]
                found[:, number] = np.where(self._ring.is_corner, 0.0, costs)
        return found


def _scipy(part: str) -> Any:
    """Import a part of SciPy, which only repair needs: that takes longer than most puzzles take to assemble.

    Raises:
        MissingExtraError: if it is not installed.
    """
    return require(f"scipy.{part}", "SciPy", "jigsaw")


def places_of(mask: Booleans) -> list[Place]:
    """Return the rows and columns where a mask is true."""
    return [(int(row), int(column)) for row, column in np.argwhere(mask)]


def is_cheapest(board: Board) -> bool:
    """Return whether each joint is the cheapest of both of its sides, so that no other board can cost less."""
    least = board.costs.min(axis=1)
    (right, left), (lower, upper) = board.facing()
    across, down = board.joints()
    across_least = np.minimum(least[right], least[left])
    down_least = np.minimum(least[lower], least[upper])
    return bool((across <= across_least).all() and (down <= down_least).all())


def interior_places(board: Board, colour: int) -> list[Place]:
    """Return the places of one colour of a chessboard, without the border."""
    rows, columns = board.size
    return [(r, c) for r in range(1, rows - 1) for c in range(1, columns - 1) if (r + c) % 2 == colour]


def reassign(board: Board, places: Sequence[Place]) -> None:
    """Lay the pieces of places that have no joints with each other in the cheapest way."""
    if not places:
        return
    assignment = _scipy("optimize").linear_sum_assignment
    pieces = np.array([board.piece[place] for place in places])
    fits = np.stack([board.fits(place)[pieces] for place in places])
    for number, chosen in zip(*assignment(fits.min(axis=2)), strict=True):
        board.lay(places[number], int(pieces[chosen]), int(fits[number, chosen].argmin()))


def rivals(board: Board) -> tuple[Floats, Floats]:
    """Return the cost of the piece at each place, and of the best other one; shapes (rows, columns).

    A piece whose flat sides would lie wrongly has at least one forbidden joint, so it needs no special rule.
    """
    own, other = np.zeros(board.piece.shape), np.zeros(board.piece.shape)
    for row, column in np.ndindex(*board.piece.shape):
        fits = board.fits((row, column))
        piece = board.piece[row, column]
        own[row, column] = fits[piece, board.turn[row, column]]
        fits[piece] = np.inf
        other[row, column] = fits.min()
    return own, other


def confidences(board: Board) -> Floats:
    """Return 1 less the cost of the piece at each place divided by that of the best other one, 0 to 1."""
    own, other = rivals(board)
    return np.asarray(1 - np.clip(np.divide(own, other, out=np.ones(board.size), where=other > 0), 0, 1))


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
        again = self._was.copy(np.nan_to_num(self._fit) + FORMER * _possible(self._was.costs))
        empty = again.copy()
        removed = [int(empty.piece[place]) for place in self._doubtful]
        for place in self._doubtful:
            empty.piece[place] = EMPTY
        fill(empty, removed)
        best = min((self._settled(again), self._settled(empty)), key=Board.cost)
        fitting = frozenset(place for place in self._doubtful if self._fits(best, place))
        return Refit(best.copy(self._was.costs), fitting)

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

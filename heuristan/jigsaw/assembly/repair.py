"""Wrong choices repaired at the end, by the cost of the whole board.

Two moves are tried in turn, and each is kept if it makes the board cheaper, until none does:

1. The places of one colour of a chessboard have no joints with each other. So the cheapest way to lay their pieces
   again is an assignment problem, solved exactly, however many of them change places.
2. Places where another piece would cost less are emptied, with those around them, and filled again by pockets.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from heuristan.common.clock import Clock
from heuristan.common.faults import require
from heuristan.jigsaw.assembly.board import EMPTY, Board, fill
from heuristan.jigsaw.piece import Booleans, Floats, Place

GAIN = 1e-9
"""Minimum gain: sums of a hundred costs of about 1 are exact to 1e-13, and ties must not be exchanged for ever."""
WIDEST = 3
"""Maximum distance from a doubtful place at which others are emptied."""


class Interior:
    """A full board whose interior is repaired."""

    def __init__(self, board: Board, clock: Clock) -> None:
        self._board = board
        self._clock = clock

    def run(self) -> None:
        """Repair until the board gets no cheaper, or the time is over."""
        while not is_cheapest(self._board) and not self._clock.is_over() and (self._reassign() or self._refill()):
            pass

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

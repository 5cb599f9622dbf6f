"""The grid to fill: its rows and columns, counted from flat sides; which piece lies where, in which turn, at what cost.

It is filled by pockets. A pocket has at least two neighbours; the most confident one is filled first (Bartle and Lu,
Algorithm 2).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.jigsaw.piece import Floats, Indices, Piece, Place, around, of_kind

FEWEST = 4
"""Minimum number of pieces: two rows of two. A single row would have pieces that are flat above and below."""


class NoRectangleError(InputError):
    """Pieces that do not make a full rectangle."""


class Dimensions(NamedTuple):
    """The size of the whole puzzle in pieces."""

    rows: int
    columns: int

    @property
    def ring(self) -> int:
        """Number of pieces at the border."""
        return 2 * (self.rows + self.columns) - 4

    def corner_places(self) -> tuple[int, int, int, int]:
        """Return the places of the corners on the border, counted clockwise from the top left one."""
        across, down = self.columns - 1, self.rows - 1
        return 0, across, across + down, 2 * across + down


def dimensions(pieces: Sequence[Piece], *, upright: bool = False) -> Dimensions:
    """Return rows and columns: only one rectangle has this number of pieces and this number at the border.

    If the orientation is not known, there are at most as many rows as columns; if it is known, the pieces that are flat
    above decide which is which.

    Raises:
        InputError: if there are fewer than four pieces.
        NoRectangleError: if a piece has impossible flat sides, or no rectangle has these numbers.
    """
    _check_pieces(pieces)
    flat = of_kind(pieces, "flat")
    border = int(flat.any(axis=1).sum())
    corners = int((flat.sum(axis=1) == 2).sum())
    if corners != 4:
        raise NoRectangleError(
            f"{len(pieces)} pieces with {corners} corners were read, and a puzzle has 4; check that each piece is "
            "there once, and is read well"
        )
    # with r rows and c columns: r + c = half, r * c = len(pieces)
    half, odd = divmod(border + 4, 2)
    rows = next((r for r in range(2, half // 2 + 1) if r * (half - r) == len(pieces)), 0)
    if odd or not rows:
        raise NoRectangleError(
            f"{plural(len(pieces), 'piece')}, {border} of them at the border, do not make a rectangle; "
            f"{_possible(len(pieces))}"
        )
    if upright:
        return _upright(Dimensions(rows, half - rows), int(flat[:, 0].sum()))
    return Dimensions(rows, half - rows)


def _check_pieces(pieces: Sequence[Piece]) -> None:
    """Check that each piece can lie in a puzzle of at least two rows and two columns."""
    if len(pieces) < FEWEST:
        raise InputError(f"{len(pieces)} pieces were read, and a puzzle has at least {FEWEST}")
    for piece, flat in zip(pieces, of_kind(pieces, "flat"), strict=True):
        if flat.sum() > 2 or (flat[0] and flat[2]) or (flat[1] and flat[3]):
            raise NoRectangleError(
                f"the piece '{piece.name}' is flat on {int(flat.sum())} sides, two of them opposite; puzzles of a "
                "single row are not assembled, and in others it is read wrongly"
            )


def _possible(count: int) -> str:
    """Describe the rectangles that this number of pieces can make."""
    pairs = [Dimensions(r, count // r) for r in range(2, int(np.sqrt(count)) + 1) if count % r == 0]
    if not pairs:
        return "a piece is missing or one too many, because the number has no divisors"
    words = ", ".join(f"{pair.rows} x {pair.columns} has {pair.ring}" for pair in pairs)
    return f"{words} at the border"


def _upright(found: Dimensions, across: int) -> Dimensions:
    """Tell rows from columns by the number of pieces that are flat above."""
    if across == found.columns:
        return found
    if across == found.rows:
        return Dimensions(found.columns, found.rows)
    raise InputError(
        f"{across} pieces are flat above, and the puzzle is {found.rows} x {found.columns}: its pieces do not stand "
        "upright; use --orientation unknown"
    )


EMPTY = -1
TURNS = np.arange(4)
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

    def lay(self, place: Place, piece: int, turn: int) -> None:
        """Put a piece at a place."""
        self.piece[place], self.turn[place] = piece, turn

    def side(self, place: Place, direction: int) -> int:
        """Return the side of the piece at a place that looks in a direction."""
        return int(4 * self.piece[place] + (direction - self.turn[place]) % 4)

    def neighbours(self, place: Place) -> list[tuple[int, Place]]:
        """Return the directions in which a piece lies beside a place, with the places of those pieces."""
        return [
            (direction, there)
            for direction, there in around(place)
            if 0 <= there[0] < self.size.rows and 0 <= there[1] < self.size.columns and self.piece[there] != EMPTY
        ]

    def fits(self, place: Place) -> Floats:
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
        for direction, there in around(place):
            beside = self.number.get(there)
            if beside is not None and self.is_open[beside]:
                self._join(beside, (direction + 2) % 4, place)
                stale[beside] = True
        self._rank(np.flatnonzero(stale & (self.joints > 0)))


def _confidence_ratio(two: Floats) -> Floats:
    """Divide the best cost by the second best: 0 is certain, 1 a tie. A pocket that only one piece fits is certain."""
    return np.divide(two[:, 0], two[:, 1], out=np.ones(len(two)), where=(two[:, 1] > 0) & np.isfinite(two[:, 0]))

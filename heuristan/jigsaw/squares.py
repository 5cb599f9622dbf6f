"""Square pieces without tabs, assembled by their colours alone, after Gallagher (2012).

The largest block is cut to size, and what is left fills the gaps. Blocks are joined by a spanning tree that is built
greedily, the most certain joint first. A joint is certain if it costs much less than the best other one of either side.
Two blocks are joined only if no place is taken twice: the constraint that makes this Kruskal's algorithm an
assembler.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from heuristan.common.clock import Clock
from heuristan.common.words import plural
from heuristan.jigsaw.assembly.assembling import Assembly, assembly_of
from heuristan.jigsaw.assembly.board import EMPTY, Board, fill
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.fragments import Fragment, Lie, Table, fragments_of, placed_in
from heuristan.jigsaw.assembly.repair import reassign
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.measures.colours import compatibilities
from heuristan.jigsaw.measures.joints import FORBIDDEN
from heuristan.jigsaw.piece import Floats, Piece, Singles

MOST = 1200
"""Maximum number of square pieces: the table of costs takes a gigabyte."""
GAIN = 1e-6
"""Minimum gain of a step of repair."""
BEST = 6
"""Number of joints of each side that are tried, from the cheapest."""


def lay_squares(
    pieces: Sequence[Piece], *, upright: bool, stated: tuple[int, int] | None, limit: float | None = None
) -> Assembly:
    """Lay square pieces.

    Args:
        pieces: all pieces of one puzzle, without tabs.
        upright: whether the pieces are known to stand upright.
        stated: rows and columns, if they are known.
        limit: seconds after which repairing stops; the assembly is whole in any case.

    Raises:
        PuzzleError: if there are too many pieces, or no grid has as many.
    """
    clock = Clock(limit)
    if len(pieces) > MOST:
        raise PuzzleError(f"{len(pieces)} pieces without tabs were read; at most {MOST} are assembled")
    grids = [stated] if stated else _grids(len(pieces))
    if not upright:
        grids = sorted({grid for rows, columns in grids for grid in ((rows, columns), (columns, rows))})
    costs = _square_costs(pieces, upright=upright)
    block = blocks_of(costs)[0]
    size, inside = max(
        ((size, inside) for size in (Dimensions(*grid) for grid in grids) for inside in placed_in(block, size)),
        key=lambda found: len(found[1]),
    )
    board = Board(size, costs)
    for piece, lie in inside.items():
        board.lay(lie[:2], piece, lie.turn)
    laid = [(int(row), int(column)) for row, column in np.argwhere(board.piece != EMPTY)]
    order = laid + fill(board, sorted({*range(len(pieces))} - {*board.piece.ravel().tolist()}))
    _repair(board, clock)
    return assembly_of(board, order, was_cut_short=clock.has_stopped)


def _grids(count: int) -> list[tuple[int, int]]:
    """Return all grids of this number of pieces.

    Raises:
        PuzzleError: if there are only rows.
    """
    found = [(rows, count // rows) for rows in range(2, count // 2 + 1) if count % rows == 0]
    if not found:
        raise PuzzleError(
            f"{plural(count, 'square piece')} make no rectangle of two rows or more; is one missing, or one too many?"
        )
    return found


def _repair(board: Board, clock: Clock) -> None:
    """Lay the pieces of each colour of a chessboard again, as long as the board gets cheaper and there is time."""
    while True:
        before = board.cost()
        for colour in (0, 1):
            if clock.is_over():
                return
            reassign(board, [place for place in np.ndindex(*board.size) if sum(place) % 2 == colour])
        if board.cost() >= before - GAIN:
            return


class _SquareTable(Table):
    """Joints by their certainty: wherever no place is taken twice, blocks may lie together."""

    def __init__(self, costs: Floats) -> None:
        super().__init__(costs, np.zeros((len(costs) // 4, 4), bool), [*_most_certain(costs)])

    def are_good(self, joints: Sequence[float]) -> bool:
        return bool(joints)

    def is_framed(self, fragment: Fragment) -> bool:
        return bool(fragment)


def blocks_of(costs: Floats) -> list[dict[int, Lie]]:
    """Return the blocks, the largest first, when no more can be joined.

    Args:
        costs: the cost of each joint, shape (4 * pieces, 4 * pieces).
    """
    return fragments_of(_SquareTable(costs))


def _most_certain(costs: Floats) -> Iterator[tuple[int, int]]:
    """Yield joints, the most certain first."""
    best = np.argpartition(costs, BEST, axis=1)[:, :BEST] if len(costs) > BEST else np.argsort(costs, axis=1)
    two = np.partition(costs, 1, axis=1)[:, :2]
    one = np.repeat(np.arange(len(costs)), best.shape[1])
    other = best.ravel()
    cost = costs[one, other]
    # beside the best of all others, that is the second best if this one is the best
    rest = np.minimum(*(np.where(cost <= two[side, 0], two[side, 1], two[side, 0]) for side in (one, other)))
    certainty = cost / np.maximum(rest, 1e-9)
    for place in np.argsort(certainty, kind="stable"):
        if cost[place] < FORBIDDEN:
            yield int(one[place]), int(other[place])


def _square_costs(pieces: Sequence[Piece], *, upright: bool) -> Floats:
    """Return the cost of the joint of any two sides, shape (4 * pieces, 4 * pieces).

    Args:
        pieces: square pieces.
        upright: whether the pieces are known to stand upright.
    """
    sides = [side.insets[:2] for piece in pieces for side in piece.sides]
    samples = int(np.median([side.shape[1] for side in sides]))
    places = np.linspace(0, 1, samples)
    rows = np.stack([_sampled(side, places) for side in sides], axis=1)
    back = rows[:, :, ::-1]
    costs = compatibilities((rows[0], rows[1]), (back[0], back[1]))
    numbers = np.arange(len(sides))
    impossible = numbers[:, None] // 4 == numbers[None, :] // 4
    if upright:
        impossible |= (numbers[:, None] - numbers[None, :]) % 4 != 2
    costs[impossible] = FORBIDDEN
    return costs


def _sampled(side: Singles, places: Floats) -> Floats:
    """Interpolate colours, shape (levels, points, 3), at places from 0 to 1."""
    at = places * (side.shape[1] - 1)
    low = np.minimum(at.astype(int), max(0, side.shape[1] - 2))
    share = (at - low)[None, :, None]
    high = np.minimum(low + 1, side.shape[1] - 1)
    return np.asarray(side[:, low] * (1 - share) + side[:, high] * share, dtype=np.float64)

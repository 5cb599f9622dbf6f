"""An assembly of what belongs together, with names for what is missing and what is foreign."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from heuristan.common.clock import Clock
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.fragments import CostTable, Fragment, Lie, Table, fragments_of, grown, turned
from heuristan.jigsaw.assembly.pockets import Place
from heuristan.jigsaw.measures.costs import Measure, costs
from heuristan.jigsaw.piece import STEPS, Piece

ANOTHER = 4
"""Minimum number of pieces of a fragment that is called another puzzle."""


class Partial(NamedTuple):
    """The largest fragment of a set of pieces."""

    size: Dimensions
    laid: dict[int, Lie]
    """Pieces by their numbers, in the order in which they were laid."""
    missing: tuple[Place, ...]
    """Places for which there is no piece."""
    foreign: tuple[int, ...]
    """Pieces that belong nowhere."""
    others: tuple[int, ...]
    """Numbers of pieces of further fragments that look like puzzles of their own."""
    confidence: Mapping[int, float] = {}
    """The confidence of pieces, as of `Assembly`, if it is known."""


def partial(pieces: Sequence[Piece], measure: Measure, clock: Clock, *, upright: bool) -> Partial:
    """Lay what belongs together, and nothing else.

    Args:
        pieces: the pieces, of one puzzle or not.
        measure: the costs of joints.
        clock: says when measuring stops.
        upright: whether the pieces are known to stand upright.

    Raises:
        PuzzleError: if no tab may lie in any blank.
    """
    table = CostTable(pieces, costs(pieces, measure, upright=upright, is_over=clock.is_over))
    found = fragments_of(table)
    main = grown(table, found[0])
    size, laid, missing = _framed(table, main, upright=upright)
    foreign = tuple(piece for piece in range(len(pieces)) if piece not in main)
    others = tuple(len(each) for each in found[1:] if len(each) >= ANOTHER and not each.keys() & main.keys())
    return Partial(size, laid, missing, foreign, others)


def _framed(table: Table, main: Fragment, *, upright: bool) -> tuple[Dimensions, dict[int, Lie], tuple[Place, ...]]:
    """Return size, pieces and empty places of a fragment, from the top left; it is wider than high unless upright."""
    low, high = _box(table, main)
    if not upright and high[0] - low[0] > high[1] - low[1]:
        main = turned(main, 1)
        low, high = _box(table, main)
    laid = {piece: Lie(lie.row - low[0], lie.column - low[1], lie.turn) for piece, lie in main.items()}
    size = Dimensions(high[0] - low[0] + 1, high[1] - low[1] + 1)
    taken = {lie[:2] for lie in laid.values()}
    places = [(row, column) for row in range(size.rows) for column in range(size.columns)]
    return size, laid, tuple(place for place in places if place not in taken)


def _box(table: Table, main: Fragment) -> tuple[Place, Place]:
    """Return the first and the last place of a fragment; where no side is flat there is one more row or column."""
    reach = []
    for direction, (down, right) in enumerate(STEPS):
        farthest = max(lie.row * down + lie.column * right for lie in main.values())
        is_edge = any(table.flat[piece, (direction - lie.turn) % 4] for piece, lie in main.items())
        reach.append(farthest + (not is_edge))
    return (-reach[0], -reach[3]), (reach[2], reach[1])

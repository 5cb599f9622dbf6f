"""Pieces joined to blocks by a spanning tree that is built greedily, the most certain joint first.

A joint is certain if it costs much less than the best other one of either side. Two blocks are joined only if no place
is taken twice: the constraint that makes this Kruskal's algorithm an assembler.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.measures.joints import FORBIDDEN
from heuristan.jigsaw.piece import STEPS

BEST = 6
"""Number of joints of each side that are tried, from the cheapest."""


class Spot(NamedTuple):
    """Where a piece lies in its block."""

    row: int
    column: int
    turn: int


Block = dict[int, Spot]
"""Pieces by number, and where each lies."""


def blocks_of(costs: Floats) -> list[Block]:
    """Return the blocks, the largest first, when no more can be joined.

    Args:
        costs: the cost of each joint, shape (4 * pieces, 4 * pieces).
    """
    blocks = {number: {number: Spot(0, 0, 0)} for number in range(len(costs) // 4)}
    home = {number: number for number in blocks}
    for one, other in _most_certain(costs):
        mine, theirs = home[one // 4], home[other // 4]
        if mine == theirs:
            continue
        if len(blocks[mine]) < len(blocks[theirs]):
            mine, theirs, one, other = theirs, mine, other, one
        moved = _beside(blocks[mine], blocks[theirs], one, other)
        taken = {spot[:2] for spot in blocks[mine].values()}
        if any(spot[:2] in taken for spot in moved.values()):
            continue
        blocks[mine] |= moved
        del blocks[theirs]
        home |= dict.fromkeys(moved, mine)
    return sorted(blocks.values(), key=len, reverse=True)


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


def _beside(block: Block, other_block: Block, one: int, other: int) -> Block:
    """Turn and move the other block so that its side lies against the side of a piece in the block."""
    mine, theirs = block[one // 4], other_block[other // 4]
    direction = (one + mine.turn) % 4
    quarters = (direction + 2 - other - theirs.turn) % 4
    turned = {piece: _turned(spot, quarters) for piece, spot in other_block.items()}
    down, right = STEPS[direction]
    row = mine.row + down - turned[other // 4].row
    column = mine.column + right - turned[other // 4].column
    return {piece: Spot(spot.row + row, spot.column + column, spot.turn) for piece, spot in turned.items()}


def _turned(spot: Spot, quarters: int) -> Spot:
    row, column = spot.row, spot.column
    for _ in range(quarters):
        row, column = column, -row
    return Spot(row, column, (spot.turn + quarters) % 4)

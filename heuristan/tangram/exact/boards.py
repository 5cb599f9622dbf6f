"""Boards to search on. They are large, so they are kept and used again."""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.tangram.exact.backends import Twin
from heuristan.tangram.exact.kernel import NODES, PLACED_COLUMNS, REGISTERS
from heuristan.tangram.exact.rows import Bend, Board, Change, Edge, Fit, Level, Tables, Watched, Wedge
from heuristan.tangram.exact.tables import tables_of
from heuristan.tangram.pieces.sets import Items, PieceSet

Size: TypeAlias = tuple[Twin, int, int, int, int, int]
"""A twin; kinds of piece, pieces, corners of a solution; room for vertices of the outline, and for all that grows."""

POINTS_A_PIECE = 4
"""Rows for points at first, besides those for vertices of the outline. The other tables are larger in proportion."""

MOST_KEPT = 8
"""Boards that are kept of each size."""

_idle: defaultdict[Size, list[Board]] = defaultdict(list)


class Kit(NamedTuple):
    """All that a stock of pieces and a lattice fix."""

    tables: Tables
    kinds: int
    """Kinds of piece, ..."""
    pieces: int
    """... pieces, ..."""
    corners: int
    """... and corners of pieces in all."""


@lru_cache(maxsize=64)
def kit_of(twin: Twin, pieces: PieceSet, items: Items, denominator: int) -> Kit:
    """The kit for a stock of pieces and a lattice."""
    corners = sum(count * len(pieces.by_name[name].ring) for name, count in items)
    tables = tables_of(twin, pieces, items, denominator)
    return Kit(tables, len(pieces.shapes), sum(count for _, count in items), corners)


def take(twin: Twin, kit: Kit, vertices: int, growth: int) -> Board:
    """A board on which a search can begin.

    Args:
        twin: the search that will use it.
        kit: what is to be placed on it.
        vertices: how many the outline has.
        growth: by how much its tables are larger than a search mostly needs.
    """
    bends = 32
    while bends < vertices:
        bends *= 2
    idle = _idle[twin, kit.kinds, kit.pieces, kit.corners, bends, growth]
    board = idle.pop() if idle else _made(twin, kit, bends, growth)
    board.registers[NODES] = 0
    return board


def give_back(twin: Twin, kit: Kit, board: Board, growth: int) -> None:
    """Keep a board that was taken for others."""
    idle = _idle[twin, kit.kinds, kit.pieces, kit.corners, len(board.outline), growth]
    if len(idle) < MOST_KEPT:
        idle.append(board)


def _made(twin: Twin, kit: Kit, bends: int, growth: int) -> Board:
    points, blank, room = bends + growth * POINTS_A_PIECE * kit.pieces, twin.tables.blank, twin.tables.room
    return Board(
        outline=twin.rows(Bend, bends),
        edges=twin.rows(Edge, bends),
        stock=room(kit.kinds),
        points=twin.rows(Watched, points),
        fits=twin.rows(Fit, 8 * growth * points),
        choices=room(16 * growth * points),
        wedges=twin.rows(Wedge, 4 * growth * points),
        changes=twin.rows(Change, 4 * growth * points),
        levels=twin.rows(Level, kit.pieces + 1),
        registers=room(REGISTERS),
        placed=blank(kit.pieces, PLACED_COLUMNS),
        corners=blank(kit.corners, 4),
        chosen=room(kit.pieces),
    )

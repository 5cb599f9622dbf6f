"""Boards to search on. They are large, so a few are kept for later searches."""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.tangram.exact.backends import SearchBackend
from heuristan.tangram.exact.kernel import NODES, PLACED_COLUMNS, REGISTERS
from heuristan.tangram.exact.rows import Bend, Board, Change, Edge, Fit, Level, Tables, Watched, Wedge
from heuristan.tangram.exact.tables import tables_of
from heuristan.tangram.pieces.sets import Items, PieceSet

Size: TypeAlias = tuple[SearchBackend, int, int, int, int, int]
"""A backend; kinds of piece, pieces, vertices of pieces; rows for vertices of the outline, and the growth."""

POINTS_A_PIECE = 4
"""Rows for points at first, in addition to those for vertices of the outline. Other tables grow in proportion."""

MAX_IDLE = 8
"""Maximum number of boards that are kept of each size."""

_idle: defaultdict[Size, list[Board]] = defaultdict(list)


class Kit(NamedTuple):
    """Everything that depends only on a stock of pieces and a lattice."""

    tables: Tables
    kinds: int
    """Number of kinds of piece."""
    pieces: int
    """Number of pieces."""
    vertices: int
    """Number of vertices of all pieces."""


@lru_cache(maxsize=64)
def kit_of(backend: SearchBackend, pieces: PieceSet, items: Items, denominator: int) -> Kit:
    """Return the kit for a stock of pieces and a lattice."""
    vertices = sum(count * len(pieces.by_name[name].ring) for name, count in items)
    tables = tables_of(backend, pieces, items, denominator)
    return Kit(tables, len(pieces.shapes), sum(count for _, count in items), vertices)


def take(backend: SearchBackend, kit: Kit, vertices: int, growth: int) -> Board:
    """Return a board on which a search can begin.

    Args:
        backend: the backend that will use it.
        kit: the pieces to be placed on it.
        vertices: number of vertices of the outline.
        growth: by how much its tables are larger than a search usually needs.
    """
    bends = 32
    while bends < vertices:
        bends *= 2
    idle = _idle[backend, kit.kinds, kit.pieces, kit.vertices, bends, growth]
    board = idle.pop() if idle else _new_board(backend, kit, bends, growth)
    board.registers[NODES] = 0
    return board


def give_back(backend: SearchBackend, kit: Kit, board: Board, growth: int) -> None:
    """Keep a board for the next search."""
    idle = _idle[backend, kit.kinds, kit.pieces, kit.vertices, len(board.outline), growth]
    if len(idle) < MAX_IDLE:
        idle.append(board)


def _new_board(backend: SearchBackend, kit: Kit, bends: int, growth: int) -> Board:
    points, tables = bends + growth * POINTS_A_PIECE * kit.pieces, backend.tables
    return Board(
        outline=backend.rows(Bend, bends),
        edges=backend.rows(Edge, bends),
        stock=tables.empty_integers(kit.kinds),
        points=backend.rows(Watched, points),
        fits=backend.rows(Fit, 8 * growth * points),
        choices=tables.empty_integers(16 * growth * points),
        wedges=backend.rows(Wedge, 4 * growth * points),
        changes=backend.rows(Change, 4 * growth * points),
        levels=backend.rows(Level, kit.pieces + 1),
        registers=tables.empty_integers(REGISTERS),
        placed=tables.empty_rows(kit.pieces, PLACED_COLUMNS),
        vertices=tables.empty_rows(kit.vertices, 4),
        chosen=tables.empty_integers(kit.pieces),
    )

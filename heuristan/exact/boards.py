"""Boards to search on. They are large, so they are kept and used again."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.boundary.kernel import VERTEX_COLUMNS
from heuristan.exact.kernel import BENDS, NEAR, PIECES, PLACED_COLUMNS, REGISTERS
from heuristan.exact.region import Region
from heuristan.exact.rows import Bend, Board, Change, Edge, Fit, Level, Tables, Watched, Wedge
from heuristan.exact.tables import tables_of
from heuristan.exact.twins import Twin
from heuristan.pieces import Items, PieceSet

Size: TypeAlias = tuple[int, int, int, int, int]
"""Kinds of piece, pieces, corners of a solution, and room: for vertices of the outline, and for all that grows."""

POINTS_A_PIECE = 4
"""Rows for points at first, besides those for vertices of the outline. The other tables are larger in proportion."""

MOST_KEPT = 8
"""Boards that are kept for each twin and size."""

_idle: defaultdict[tuple[Twin, Size], list[Board]] = defaultdict(list)


class Kit(NamedTuple):
    """All that a stock of pieces and a lattice fix."""

    tables: Tables
    stock: list[int]
    """A table: how many there are of each kind."""
    pieces: int
    """How many there are in all."""
    corners: int
    """How many corners they have."""


@lru_cache(maxsize=64)
def kit_of(twin: Twin, pieces: PieceSet, items: Items, denominator: int) -> Kit:
    """The kit for a stock of pieces and a lattice."""
    counts = dict(items)
    stock = [counts.get(name, 0) for name in pieces.names]
    corners = sum(count * len(shape.ring) for count, shape in zip(stock, pieces.shapes, strict=True))
    return Kit(tables_of(twin, pieces, items, denominator), twin.numbers(stock), sum(stock), corners)


@contextmanager
def set_up(twin: Twin, region: Region, kit: Kit, growth: int) -> Iterator[Board]:
    """A board with a region on it, ready to be searched.

    Args:
        twin: the search that will use it.
        region: what to fill.
        kit: what is to fill it.
        growth: by how much its tables are larger than a search mostly needs.
    """
    outline, bends = region.table, 32
    count = len(outline.points)
    while bends < count:
        bends *= 2
    size = (len(kit.stock), kit.pieces, kit.corners, bends, growth)
    idle = _idle[twin, size]
    board = idle.pop() if idle else _made(twin, size)
    twin.set(board.vertices, outline.points)
    twin.set(board.ends, outline.ends)
    twin.set(board.stock, kit.stock)
    registers = [0] * REGISTERS
    registers[BENDS], registers[PIECES], registers[NEAR] = count, kit.pieces, region.nearness
    twin.set(board.registers, registers)
    try:
        yield board
    finally:
        if len(idle) < MOST_KEPT:
            idle.append(board)


def _made(twin: Twin, size: Size) -> Board:
    kinds, pieces, corners, bends, growth = size
    points = bends + growth * POINTS_A_PIECE * pieces
    return Board(
        vertices=twin.matrix(bends, VERTEX_COLUMNS),
        ends=twin.numbers([0] * bends),
        outline=twin.rows(Bend, bends),
        edges=twin.rows(Edge, bends),
        stock=twin.numbers([0] * kinds),
        points=twin.rows(Watched, points),
        fits=twin.rows(Fit, 8 * growth * points),
        choices=twin.numbers([0] * (16 * growth * points)),
        wedges=twin.rows(Wedge, 4 * growth * points),
        changes=twin.rows(Change, 4 * growth * points),
        levels=twin.rows(Level, pieces + 1),
        registers=twin.numbers([0] * REGISTERS),
        placed=twin.matrix(pieces, PLACED_COLUMNS),
        corners=twin.matrix(corners, 4),
        chosen=twin.numbers([0] * pieces),
    )

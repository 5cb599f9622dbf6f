"""What a search works on: tables that it looks up, and boards.

Tables hold the pieces of a set at every vertex, and the geometry of sectors. Boards are large, so a few are kept for
later searches.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.tangram.exact.backends import SearchBackend
from heuristan.tangram.exact.kernel import NODES, PLACED_COLUMNS, REGISTERS
from heuristan.tangram.exact.rows import Bend, Board, Change, Edge, Fit, Laid, Level, Spot, Tables, Watched, Wedge
from heuristan.tangram.lattice.points import Code
from heuristan.tangram.pieces.sets import Items, PieceSet, ShapeAtVertex, lengths_made, pieces_at_vertices

HALVES = tuple(sum(1 << (first + i) % 8 for i in range(4)) for first in range(8))


@lru_cache(maxsize=64)
def ways_to_lay(pieces: PieceSet, denominator: int) -> tuple[ShapeAtVertex, ...]:
    """Return every way to lay a piece at a vertex, in the order of the search: by opening, the widest angles first.

    A shape that fills its vertex leaves the fewest new ones.
    """
    table = pieces_at_vertices(pieces, denominator)
    return tuple(shape for opening in range(8) for shape in sorted(table[opening], key=lambda c: -c.angle))


@lru_cache(maxsize=64)
def tables_of(backend: SearchBackend, pieces: PieceSet, items: Items, denominator: int) -> Tables:
    """Return the tables for a stock of pieces and a lattice."""
    laid = ways_to_lay(pieces, denominator)
    rings = [p for shape in laid for p in shape.ring]
    convex = [list(_convex_vertices(sectors)) for sectors in range(256)]
    numbers, counts = backend.tables.integers, dict(items)
    tables = Tables(
        stock=numbers([counts.get(name, 0) for name in pieces.names]),
        laid=backend.rows(Laid, len(laid)),
        opening=numbers([sum(shape.opening < opening for shape in laid) for opening in range(9)]),
        rings=backend.rows(Spot, len(rings)),
        sums=numbers(_hashed({denominator * length for length in lengths_made(pieces, items)})),
        half=numbers(HALVES),
        size=numbers([sectors.bit_count() for sectors in range(256)]),
        convex_at=numbers([sum(map(len, convex[:sectors])) for sectors in range(257)]),
        convex=numbers([vertex for vertices in convex for vertex in vertices]),
        up=numbers([_run(sectors, first, 1) for sectors in range(256) for first in range(8)]),
        down=numbers([_run(sectors, first, -1) for sectors in range(256) for first in range(8)]),
    )
    backend.fill(tables.laid, list(_laid(pieces, laid)))
    backend.fill(tables.rings, rings)
    return backend.tables.bundled(tables)


def _laid(pieces: PieceSet, laid: Iterable[ShapeAtVertex]) -> Iterator[tuple[int, ...]]:
    """Yield the rows of shapes at vertices, in the order of the fields of `Laid`."""
    ring = 0
    for shape in laid:
        kind = pieces.names.index(shape.name)
        end = ring + len(shape.ring)
        yield (*shape.bounds, shape.angle, shape.arriving, kind, shape.leaving, ring, end)
        ring = end


def _run(sectors: int, first: int, step: int) -> int:
    """Return how many sectors from one on, in steps of +1 or -1, are set without a gap."""
    if step > 0:
        turned = sectors * 257 >> first & 255
        return (turned ^ turned + 1).bit_length() - 1
    return 8 - (~(sectors * 257 >> first + 1) & 255).bit_length()


def _convex_vertices(sectors: int) -> Iterator[int]:
    """Yield the runs of one to three sectors, as 4 * opening + angle."""
    for opening in range(8):
        angle = _run(sectors, opening, 1)
        if 0 < angle < 4 and not sectors >> (opening - 1) % 8 & 1:
            yield 4 * opening + angle


def _hashed(lengths: set[Code]) -> list[int]:
    """Return lengths as a hash table, half full, with -1 in its empty places: see `kernel.is_sum`."""
    size = 2 * len(lengths) + 1
    table = [-1] * size
    for length in sorted(lengths):
        place = length % size
        while table[place] != -1:
            place = (place + 1) % size
        table[place] = length
    return table


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
    board = Board(
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
    return tables.bundled(board)

"""Boards to search on. They are large, so they are kept and used again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from heuristan.boundary import Loop
from heuristan.exact.kernel import ANSWER, BENDS, NEAR, PIECES, REGISTERS
from heuristan.exact.region import Region
from heuristan.exact.rows import Bend, Board, Change, Edge, Fit, Level, Watched, Wedge
from heuristan.exact.twins import Twin

Size: TypeAlias = tuple[int, int, int, int, int]
"""Kinds of piece, pieces, corners of a solution, and room: for vertices of the outline, and for all that grows."""

POINTS_A_PIECE = 4
"""Rows for points at first, besides those for vertices of the outline. The other tables are larger in proportion."""

MOST_KEPT = 8
"""Boards that are kept for each twin and size."""

_idle: defaultdict[tuple[Twin, Size], list[Board]] = defaultdict(list)


@contextmanager
def set_up(twin: Twin, region: Region, growth: int) -> Iterator[Board]:
    """A board with a region on it, ready to be searched.

    Args:
        twin: the search that will use it.
        region: what to fill.
        growth: by how much its tables are larger than a search mostly needs.
    """
    outline, shapes = _rows(region.loops), region.pieces.shapes
    stock = [region.stock[name] for name in region.pieces.names]
    pieces = sum(stock)
    corners = sum(count * len(shape.ring) for count, shape in zip(stock, shapes, strict=True))
    bends = 32
    while bends < len(outline):
        bends *= 2
    size = (len(shapes), pieces, corners, bends, growth)
    idle = _idle[twin, size]
    board = idle.pop() if idle else _made(twin, size)
    twin.fill(board.outline, outline)
    twin.set(board.stock, stock)
    registers = [0] * REGISTERS
    registers[BENDS], registers[PIECES], registers[NEAR] = len(outline), pieces, region.nearness
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
        answer=twin.numbers([0] * (ANSWER * pieces)),
        corners=twin.numbers([0] * (4 * corners)),
    )


def _rows(loops: Iterable[Loop]) -> list[tuple[int, ...]]:
    """The rows of vertices, in the order of the fields of `Bend`; a loop's rows follow each other."""
    rows: list[tuple[int, ...]] = []
    for loop in loops:
        first, end = len(rows), len(rows) + len(loop)
        for following, (point, opening, angle) in enumerate(loop, first + 1):
            rows.append((*point, angle, following if following < end else first, opening))
    return rows

"""The board of an outline: the tables that kernels fill, and what stands in them at the beginning."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from heuristan.common.kernels import Backend
from heuristan.lab.quick import registers, tables
from heuristan.lab.quick.fits import find_places
from heuristan.lab.quick.tables import Board
from heuristan.tangram.boundary import Boundary, Segment

if TYPE_CHECKING:
    from heuristan.tangram.lattice.points import Point

KEPT = {
    "nodes": tables.NODE,
    "chains": 24 * tables.JUMP,
    "lines": 8 * tables.LINE,
    "numbers": 20 * tables.NUMBER,
    "matches": 48 * tables.MATCH,
    "ends": 16,
    "covering": 64,
    "hashed": 64,
    "places": 32 * tables.PLACE,
    "status": 32,
    "seen": 64,
}
"""The integers for each state in the tables of what is found out about an outline."""

WORKING = {
    "log": 512 * tables.LOGGED,
    "failures": 512,
    "ruled": 2048,
    "segments": 96 * tables.SEGMENT,
    "points": 128 * tables.POINT,
    "rays": 128 * 8,
    "wedges": 128 * tables.WEDGE,
    "following": 256,
    "vertices": 128 * tables.VERTEX,
    "loops": 48 * tables.LOOP,
    "reading": 128,
    "spans": 256 * tables.SPAN,
    "now": 256 * tables.NOW,
    "pairs": 4096,
    "evidence": 1024,
}
"""The integers in the tables of working space, for outlines of one set."""


def new_board(states: int, sets: int, backend: Backend) -> Board:
    """Return a board with room for some states, whose working space all boards share."""
    empty = backend.empty_integers
    kept = {name: empty(width * states) for name, width in KEPT.items()}
    return Board(registers=empty(registers.REGISTERS), **kept, **working_space(sets, backend))


@lru_cache(maxsize=8)
def working_space(sets: int, backend: Backend) -> Mapping[str, list[int]]:
    """Return the tables of working space, which are written anew in each run."""
    return {name: backend.empty_integers(size * sets) for name, size in WORKING.items()}


def begin(board: Board, boundary: Boundary, supply: int) -> None:
    """Clear a board, and write what is there at the beginning."""
    for i in range(registers.REGISTERS):
        board.registers[i] = 0
    clear(board.hashed)
    rows = chain_of(boundary)
    for i, number in enumerate(number for row in rows for number in row):
        board.chains[i] = number
    for i in range(tables.NODE):
        board.nodes[i] = 0
    board.nodes[registers.PARENT] = -1
    board.nodes[registers.CHAIN + 1] = len(rows)
    board.nodes[registers.SUPPLY] = supply
    board.registers[registers.CHAINS], board.registers[registers.NODES] = len(rows), 1


def carry_over(before: Board, board: Board, backend: Backend) -> None:
    """Write what is known into a larger board."""
    clear(board.hashed)
    for name in ("registers", *KEPT):
        if name not in ("hashed", "status", "seen"):
            table = getattr(before, name)
            getattr(board, name)[: len(table)] = table
    backend.of(find_places)(board)


def clear(table: list[int]) -> None:
    """Write zeros."""
    table[:] = type(table)([0]) * len(table) if isinstance(table, list) else 0


def chain_of(boundary: Boundary) -> list[tuple[int, ...]]:
    """Return the changes of coverage of all lines of an outline."""
    return [row for line, segments in boundary.by_line.items() for row in _jumps(line, segments)]


def _jumps(line: tuple[int, int], segments: tuple[Segment, ...]) -> list[tuple[int, ...]]:
    """Return the changes of coverage of a line, in its order."""
    found: dict[Point, int] = {}
    for segment in segments:
        found[segment.start] = found.get(segment.start, 0) + segment.sign
        found[segment.end] = found.get(segment.end, 0) - segment.sign
    return [(*line, *point, jump) for point, jump in sorted(found.items(), key=lambda each: each[0][line[0]])]

"""The board of an outline: the tables that kernels fill, and what stands in them at the beginning."""

from functools import lru_cache
from typing import TYPE_CHECKING

from heuristan.common.kernels import Backend
from heuristan.tangram.boundary import Boundary, Segment
from heuristan.tangram.expert.quick import registers, tables
from heuristan.tangram.expert.quick.tables import Board

if TYPE_CHECKING:
    from heuristan.tangram.lattice.points import Point

SIZES = {
    "registers": registers.REGISTERS,
    "nodes": 4096 * tables.NODE,
    "chains": 4096 * 40 * tables.JUMP,
    "lines": 8192 * tables.LINE,
    "numbers": 16384 * tables.NUMBER,
    "matches": 16384 * tables.MATCH,
    "ends": 16384,
    "covering": 32768,
    "hashed": 8192,
    "places": 4096 * tables.PLACE,
    "status": 4096,
    "seen": 8192,
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
"""The integers in the tables of a board at first."""


@lru_cache(maxsize=8)
def board_of(size: int, backend: Backend) -> Board:
    """Return a board; it is used again for outline after outline."""
    return Board(
        *(backend.empty_integers(SIZES[name] * (1 if name == "registers" else size)) for name in Board._fields)
    )


def begin(board: Board, boundary: Boundary, supply: int) -> None:
    """Clear a board, and write what is there at the beginning."""
    for i in range(registers.REGISTERS):
        board.registers[i] = 0
    board.registers[registers.FOCUS] = board.registers[registers.PAIRED] = board.registers[registers.PAIRED + 1] = -1
    clear(board.hashed)
    rows = [row for line, segments in boundary.by_line.items() for row in _jumps(line, segments)]
    for i, number in enumerate(number for row in rows for number in row):
        board.chains[i] = number
    for i in range(tables.NODE):
        board.nodes[i] = 0
    board.nodes[registers.PARENT] = -1
    board.nodes[registers.CHAIN + 1] = len(rows)
    board.nodes[registers.SUPPLY] = supply
    board.registers[registers.CHAINS], board.registers[registers.NODES] = len(rows), 1


def clear(table: list[int]) -> None:
    """Write zeros."""
    table[:] = type(table)([0]) * len(table) if isinstance(table, list) else 0


def _jumps(line: tuple[int, int], segments: tuple[Segment, ...]) -> list[tuple[int, ...]]:
    """Return the changes of coverage of a line, in its order."""
    found: dict[Point, int] = {}
    for segment in segments:
        found[segment.start] = found.get(segment.start, 0) + segment.sign
        found[segment.end] = found.get(segment.end, 0) - segment.sign
    return [(*line, *point, jump) for point, jump in sorted(found.items(), key=lambda each: each[0][line[0]])]

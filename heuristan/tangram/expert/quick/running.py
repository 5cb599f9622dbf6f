"""Rankings run as published by kernels: the same extractions as those of the loop, without a trace."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from heuristan.common.kernels import Backend, current
from heuristan.tangram.boundary import Boundary, Segment
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.published import NO_MATCH, in_short
from heuristan.tangram.expert.quick import attempts, outlines, tables
from heuristan.tangram.expert.quick.fixing import fixed_for
from heuristan.tangram.expert.quick.supplies import Book, book_for
from heuristan.tangram.expert.quick.tables import Board
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.running import UNDEALT, Run, SolvedPiece, so_far
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.pieces.composites import arranged
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle

LARGEST = 64
"""How many times larger than at first the tables may become; an outline that needs more is left to the loop."""


class Taken(NamedTuple):
    """An extraction."""

    entry_point: int
    step: int
    line: int
    """The line of the rule that took the match, from 0."""
    figure: Figure
    placement: Placement


@dataclass(frozen=True)
class Attempts:
    """What a ranking did on an outline: the result, and all extractions in order."""

    run: Run
    taken: tuple[Taken, ...]
    attempts: int
    """The number of attempts."""


def run_published(puzzle: Puzzle, ranking: Ranking, backend: Backend | None = None) -> Attempts | None:
    """Run a ranking as published; None if kernels cannot, which leaves the outline to the loop over the lines.

    Args:
        puzzle: the outline.
        ranking: the rules in order.
        backend: how kernels are run; if None, in the way in use.
    """
    backend = backend or current()
    if puzzle.nearness:
        return None
    setting = Setting.of(puzzle, ranking)
    fixed = fixed_for(setting, ranking, backend)
    if fixed is None:
        return None
    book = book_for(setting, backend)
    size = 1
    board = None
    while True:
        if board is None:
            board = board_of(size, backend)
            begin(board, puzzle.boundary, book.number(puzzle.stock))
        status = backend.of(attempts.run)(fixed, book.tables, board)
        trouble = board.registers[outlines.TROUBLE]
        if trouble == outlines.UNKNOWN:
            book.follow(int(board.registers[outlines.ASKED]), int(board.registers[outlines.ASKED + 1]))
        elif trouble == outlines.FULL:
            size, board = 2 * size, None
            if size > LARGEST:
                return None
        elif trouble:
            return None
        else:
            return _result(puzzle, ranking, setting, book, board, status)


SIZES = {
    "registers": outlines.REGISTERS,
    "nodes": 512 * tables.NODE,
    "chains": 512 * 48 * tables.JUMP,
    "lines": 2048 * tables.LINE,
    "numbers": 8192 * tables.NUMBER,
    "matches": 8192 * tables.MATCH,
    "ends": 8192,
    "covering": 16384,
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
    return Board(*(backend.empty_integers(SIZES[name] * (1 if name == "registers" else size)) for name in Board._fields))


def begin(board: Board, boundary: Boundary, supply: int) -> None:
    """Clear a board, and write what is there at the beginning."""
    for i in range(outlines.REGISTERS):
        board.registers[i] = 0
    board.registers[outlines.FOCUS] = board.registers[outlines.PAIRED] = board.registers[outlines.PAIRED + 1] = -1
    clear(board.hashed)
    rows = [row for line, segments in boundary.by_line.items() for row in _jumps(line, segments)]
    for i, number in enumerate(number for row in rows for number in row):
        board.chains[i] = number
    for i in range(tables.NODE):
        board.nodes[i] = 0
    board.nodes[outlines.PARENT] = -1
    board.nodes[outlines.CHAIN + 1] = len(rows)
    board.nodes[outlines.SUPPLY] = supply
    board.registers[outlines.CHAINS], board.registers[outlines.NODES] = len(rows), 1


def clear(table: list[int]) -> None:
    """Write zeros."""
    table[:] = type(table)([0]) * len(table) if isinstance(table, list) else 0  # type: ignore[call-overload]


def _jumps(line: tuple[int, int], segments: tuple[Segment, ...]) -> list[tuple[int, ...]]:
    """Return the changes of coverage of a line, in its order."""
    found: dict[Point, int] = {}
    for segment in segments:
        found[segment.start] = found.get(segment.start, 0) + segment.sign
        found[segment.end] = found.get(segment.end, 0) - segment.sign
    return [(*line, *point, jump) for point, jump in sorted(found.items(), key=lambda each: each[0][line[0]])]


def _result(puzzle: Puzzle, ranking: Ranking, setting: Setting, book: Book, board: Board, status: int) -> Attempts:
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    registers = board.registers
    width = tables.LOGGED
    log = [int(n) for n in board.log[: registers[outlines.LOGS] * width]]
    rows = (log[i : i + width] for i in range(0, len(log), width))
    taken = tuple(
        Taken(entry, step, line, stored[figure], stored[figure].moved((u0, u1, u2, u3)))
        for entry, step, line, figure, u0, u1, u2, u3 in rows
    )
    entry = int(registers[outlines.ENTRY])
    if status == attempts.SOLVED:
        steps = [each for each in taken if each.entry_point == entry]
        pieces = _released(ranking, setting, book, puzzle, steps)
        run = Run("solved", pieces, entry, len(taken), 0, f"solved from entry point E{entry}")
    else:
        numbers = [int(n) for n in board.failures[: 2 * registers[outlines.FAILURES]]]
        words = (
            f"{so_far(steps)} {UNDEALT}" if reason else f"{NO_MATCH} {so_far(steps)}"
            for reason, steps in zip(numbers[::2], numbers[1::2], strict=True)
        )
        run = Run("stuck", (), None, len(taken), 0, in_short(list(words)))
    return Attempts(run, taken, entry)


def _released(
    ranking: Ranking, setting: Setting, book: Book, puzzle: Puzzle, steps: list[Taken]
) -> tuple[SolvedPiece, ...]:
    """Return the pieces of a solution: those extracted, and those dealt out to the composites held."""
    supply = book.number(puzzle.stock)
    for each in steps:
        supply = book.after(supply, each.figure)
    last = book[supply]
    deal = iter(last.abeyance.deal(last.stock) or ())
    solved: list[SolvedPiece] = []
    for number, each in enumerate(steps, 1):
        placements: tuple[Placement, ...] = (each.placement,)
        if each.figure.kind == "composite":
            placements = arranged(each.figure.name, next(deal), each.placement, setting.pieces)
        solved += [SolvedPiece(placement, number, ranking.rules[each.line].name) for placement in placements]
    return tuple(solved)

"""Rankings run as published by kernels: the same extractions as those of the loop, without a trace."""

from dataclasses import dataclass
from typing import NamedTuple

from heuristan.common.kernels import Backend
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.published import NO_MATCH, in_short
from heuristan.tangram.expert.quick import attempts, registers, tables
from heuristan.tangram.expert.quick.boards import begin, board_of
from heuristan.tangram.expert.quick.fixing import fixed_for
from heuristan.tangram.expert.quick.supplies import Book, book_for
from heuristan.tangram.expert.quick.tables import Board, Fixed
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.running import UNDEALT, Run, SolvedPiece, so_far
from heuristan.tangram.expert.state import Setting, State
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
    sets: tuple[tuple[str, ...], ...]
    """The sets of pieces that can make it, if it is a composite."""


@dataclass(frozen=True)
class Attempts:
    """What a ranking did on an outline: the result, and all extractions in order."""

    run: Run
    taken: tuple[Taken, ...]
    attempts: int
    """The number of attempts."""


def run_published(puzzle: Puzzle, ranking: Ranking, backend: Backend) -> Attempts | None:
    """Run a ranking as published; None if kernels cannot, which leaves the outline to the loop over the lines."""
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
        trouble = board.registers[registers.TROUBLE]
        if trouble == registers.UNKNOWN:
            book.follow(int(board.registers[registers.ASKED]), int(board.registers[registers.ASKED + 1]))
        elif trouble == registers.FULL:
            size, board = 2 * size, None
            if size > LARGEST:
                return None
        elif trouble:
            return None
        else:
            return _result(puzzle, ranking, setting, fixed, book, board, status)


def _result(
    puzzle: Puzzle, ranking: Ranking, setting: Setting, fixed: Fixed, book: Book, board: Board, status: int
) -> Attempts:
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    noted, width = board.registers, tables.LOGGED
    log = [int(n) for n in board.log[: noted[registers.LOGS] * width]]
    taken: list[Taken] = []
    supply = 0
    for i in range(0, len(log), width):
        entry, step, line, number, *by = log[i : i + width]
        figure = stored[number]
        supply = book.after(
            book.number(puzzle.stock) if step == 1 else supply, int(fixed.figures[number * tables.FIGURE])
        )
        sets = book[supply].abeyance.lists[-1].sets if figure.kind == "composite" else ()
        taken.append(Taken(entry, step, line, figure, figure.moved((by[0], by[1], by[2], by[3])), sets))
    entry = int(noted[registers.ENTRY])
    if status == attempts.SOLVED:
        pieces = _released(ranking, setting, book[supply], [each for each in taken if each.entry_point == entry])
        run = Run("solved", pieces, entry, len(taken), 0, f"solved from entry point E{entry}")
    else:
        numbers = [int(n) for n in board.failures[: 2 * noted[registers.FAILURES]]]
        words = (
            f"{so_far(steps)} {UNDEALT}" if reason else f"{NO_MATCH} {so_far(steps)}"
            for reason, steps in zip(numbers[::2], numbers[1::2], strict=True)
        )
        run = Run("stuck", (), None, len(taken), 0, in_short(list(words)))
    return Attempts(run, tuple(taken), entry)


def _released(ranking: Ranking, setting: Setting, last: State, steps: list[Taken]) -> tuple[SolvedPiece, ...]:
    """Return the pieces of a solution: those extracted, and those dealt out to the composites held."""
    deal = iter(last.abeyance.deal(last.stock) or ())
    solved: list[SolvedPiece] = []
    for number, each in enumerate(steps, 1):
        placements: tuple[Placement, ...] = (each.placement,)
        if each.figure.kind == "composite":
            placements = arranged(each.figure.name, next(deal), each.placement, setting.pieces)
        solved += [SolvedPiece(placement, number, ranking.rules[each.line].name) for placement in placements]
    return tuple(solved)

"""Rankings run as published by kernels: the same extractions as those of the loop, without a trace."""

from dataclasses import dataclass
from threading import RLock
from typing import NamedTuple

from heuristan.common.kernels import Backend
from heuristan.lab.quick import attempts, registers, tables
from heuristan.lab.quick.fixing import fixed_for
from heuristan.lab.quick.memory import Memory, shared_board
from heuristan.lab.quick.tables import Fixed
from heuristan.tangram.expert.control import UNDEALT, OutOfTime, Run, SolvedPiece, so_far
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.published import NO_MATCH, Published, in_short
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.state import Setting, State
from heuristan.tangram.pieces.composites import arranged
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle

_ONE_AT_A_TIME = RLock()
"""Boards share their working space, so threads run rankings one after the other."""


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


def run_published(puzzle: Puzzle, ranking: Ranking, backend: Backend, limit: float | None = None) -> Attempts | None:
    """Run a ranking as published; None if kernels cannot, which leaves the outline to the loop over the lines."""
    with _ONE_AT_A_TIME:
        memory = Memory(puzzle, Setting.of(puzzle, ranking), backend, shared_board(backend))
        return run_remembering(memory, ranking, limit)


def run_remembering(memory: Memory, ranking: Ranking, limit: float | None = None) -> Attempts | None:
    """Run a ranking as published on the outline of a memory, and remember the states that it comes to."""
    fixed = fixed_for(memory.setting, ranking, memory.backend)
    if fixed is None:
        return None
    with _ONE_AT_A_TIME:
        try:
            status = memory.run(fixed, limit)
        except OutOfTime:
            status = attempts.GOING
        return None if status is None else _result(memory, ranking, fixed, status)


def solves(memory: Memory, ranking: Ranking) -> bool | None:
    """Return whether a ranking, run as published, solves the outline of a memory; None if kernels cannot say."""
    fixed = fixed_for(memory.setting, ranking, memory.backend)
    with _ONE_AT_A_TIME:
        status = memory.run(fixed) if fixed else None
    return None if status is None else status == attempts.SOLVED


def _result(memory: Memory, ranking: Ranking, fixed: Fixed, status: int) -> Attempts:
    setting, book, board = memory.setting, memory.book, memory.board
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    noted, width = board.registers, tables.LOGGED
    log = [int(n) for n in board.log[: noted[registers.LOGS] * width]]
    taken: list[Taken] = []
    supply = 0
    for i in range(0, len(log), width):
        entry, step, line, number, *by = log[i : i + width]
        figure = stored[number]
        supply = book.after(memory.first if step == 1 else supply, int(fixed.figures[number * tables.FIGURE]))
        sets = book[supply].abeyance.lists[-1].sets if figure.kind == "composite" else ()
        taken.append(Taken(entry, step, line, figure, figure.moved((by[0], by[1], by[2], by[3])), sets))
    entry = int(noted[registers.ENTRY])
    if status == attempts.SOLVED:
        pieces = _released(ranking, setting, book[supply], [each for each in taken if each.entry_point == entry])
        run = Run("solved", pieces, entry, len(taken), 0, f"solved from entry point E{entry}")
    elif status == attempts.GOING:
        run = Run("limit", (), None, len(taken), 0, Published.too_late)
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

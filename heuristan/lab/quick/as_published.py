"""Rankings run as published by kernels: the same extractions as those of the loop, without a trace.

A trace is made when somebody asks for it, by running the ranking again with all its events; tests hold both together.

A *memory* keeps the states of an outline for the next attempt, ranking or trial. What a state offers does not depend on
the ranking, only on its settings for composites and extension lines. So states, matches, grades and what follows each
match are found once; another ranking with these settings only chooses among them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from threading import RLock
from time import perf_counter, process_time
from typing import NamedTuple

from heuristan.common import kernels
from heuristan.common.clock import Clock, OutOfTime
from heuristan.common.kernels import Backend
from heuristan.lab.quick import choices, layout
from heuristan.lab.quick.layout import Board, Fixed, Supplies
from heuristan.lab.quick.look_ahead import forget
from heuristan.lab.quick.setting_up import begin, book_for, carry_over, fixed_for, new_board
from heuristan.tangram.boundary.cover import judge
from heuristan.tangram.expert.backtracking import rules_for, tried_words
from heuristan.tangram.expert.control import UNDEALT, Run, dealt_out, so_far
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.published import NO_MATCH, Published, in_short
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.expert.ways import Way
from heuristan.tangram.pieces.sets import Placement, Placements
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result, checked, own_pieces
from heuristan.tangram.trace.events import AttemptStarted, CompositeHeld, Event, MatchTaken

ROOM = 32
"""Initial capacity of a memory, in states."""

MOST = 16384
"""Maximum capacity, in states; an outline that needs more is left to the loop over the lines."""

AT_ONCE = 1024
"""Capacity of a memory that is used once, in states."""

DECISIONS = 32
"""Decisions between two looks at the clock: most runs make fewer, and they take some milliseconds."""

_LOADED: set[Backend] = set()


class Memory:
    """The states of one outline that the settings of a ranking lead to."""

    def __init__(self, puzzle: Puzzle, setting: Setting, backend: Backend, board: Board | None = None) -> None:
        """Begin a memory.

        Args:
            puzzle: the outline.
            setting: the settings of a ranking that states depend on.
            backend: how kernels are run.
            board: a board to use, which is cleared; if None, a small one of its own.
        """
        self.setting = setting
        self.backend = backend
        self.book = book_for(setting, backend)
        self.first = self.book.number(puzzle.stock)
        """The number of the supply at the beginning."""
        self.puzzle = puzzle
        self._sets = puzzle.sets
        self._capacity = AT_ONCE if board else ROOM
        """Capacity, in states."""
        self.board = board or new_board(ROOM, puzzle.sets, backend)
        self._clear()

    @property
    def states(self) -> int:
        """The number of states that are known."""
        return int(self.board.registers[layout.NODES])

    def _clear(self) -> None:
        begin(self.board, self.puzzle.boundary, self.first)

    def run(self, fixed: Fixed, limit: float | None = None) -> int | None:
        """Run the rules of some tables as published, and return how that ended; None if kernels cannot run them.

        Args:
            fixed: the tables.
            limit: the maximum number of seconds.

        Raises:
            OutOfTime: if they are over.
        """
        if self.puzzle.nearness:
            return None
        choices.start(fixed, self.board)
        run = self._kernel(fixed)
        clock = Clock(limit)
        try:
            while True:
                clock.check()
                status = run(fixed, self.book.tables, self.board, DECISIONS)
                if not self.board.registers[layout.TROUBLE]:
                    if status != choices.GOING:
                        return int(status)
                elif not self._is_mended():
                    return None
                else:
                    choices.start(fixed, self.board)
        finally:
            forget(self.board)  # the list of matches ruled out is working space, which other boards share

    def _kernel(self, fixed: Fixed) -> Callable[[Fixed, Supplies, Board, int], int]:
        """Return the kernel; compiling it, or loading its machine code, is no part of a run's time."""
        if self.backend not in _LOADED:
            self.backend.of(choices.run)(fixed, self.book.tables, self.board, 0)
            _LOADED.add(self.backend)
        return self.backend.of(choices.run)

    def _is_mended(self) -> bool:
        """Supply a kernel with the table or the capacity that it lacked; return whether that is possible."""
        forget(self.board)
        noted = self.board.registers
        trouble = noted[layout.TROUBLE]
        if trouble == layout.UNKNOWN:
            self.book.follow(int(noted[layout.ASKED]), int(noted[layout.ASKED + 1]))
        elif trouble == layout.FULL and self._capacity < MOST:
            self._grow()
        else:
            return False
        return True

    def forget(self) -> None:
        """Forget all states but the first."""
        self._capacity = ROOM
        self.board = new_board(ROOM, self._sets, self.backend)
        self._clear()

    def _grow(self) -> None:
        """Take a larger board, and copy the states."""
        self._capacity *= 2
        self._sets *= 2
        before, self.board = self.board, new_board(self._capacity, self._sets, self.backend)
        carry_over(before, self.board, self.backend)


@lru_cache(maxsize=4)
def _shared_board(backend: Backend) -> Board:
    """Return a large board, which is used again for outline after outline."""
    return new_board(AT_ONCE, 1, backend)


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


class Attempts(NamedTuple):
    """The result of a ranking on an outline, and all extractions in order."""

    run: Run
    taken: tuple[Taken, ...]
    attempts: int
    """The number of attempts."""


def run_published(puzzle: Puzzle, ranking: Ranking, backend: Backend, limit: float | None = None) -> Attempts | None:
    """Run a ranking as published; None if kernels cannot, which leaves the outline to the loop over the lines."""
    with _ONE_AT_A_TIME:
        memory = Memory(puzzle, Setting.of(puzzle, ranking), backend, _shared_board(backend))
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
            status = choices.GOING
        return None if status is None else _result(memory, ranking, fixed, status)


def solves(memory: Memory, ranking: Ranking) -> bool | None:
    """Return whether a ranking, run as published, solves the outline of a memory; None if kernels cannot say."""
    fixed = fixed_for(memory.setting, ranking, memory.backend)
    with _ONE_AT_A_TIME:
        status = memory.run(fixed) if fixed else None
    return None if status is None else status == choices.SOLVED


def _result(memory: Memory, ranking: Ranking, fixed: Fixed, status: int) -> Attempts:
    setting, book, board = memory.setting, memory.book, memory.board
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    noted, width = board.registers, layout.LOGGED
    log = [int(n) for n in board.log[: noted[layout.LOGS] * width]]
    taken: list[Taken] = []
    supply = 0
    for i in range(0, len(log), width):
        entry, step, line, number, *by = log[i : i + width]
        figure = stored[number]
        supply = book.after(memory.first if step == 1 else supply, int(fixed.figures[number * layout.FIGURE]))
        sets = book[supply].abeyance.lists[-1].sets if figure.kind == "composite" else ()
        taken.append(Taken(entry, step, line, figure, figure.moved((by[0], by[1], by[2], by[3])), sets))
    entry = int(noted[layout.ENTRY])
    if status == choices.SOLVED:
        steps = [(t.figure.kind, t.placement, ranking.rules[t.line].name) for t in taken if t.entry_point == entry]
        pieces = dealt_out(steps, book[supply])
        assert pieces is not None  # the kernel reports solved only if composites can be dealt out
        run = Run("solved", pieces, entry, len(taken), 0, f"solved from entry point E{entry}")
    elif status == choices.GOING:
        run = Run("limit", (), None, len(taken), 0, Published.too_late)
    else:
        numbers = [int(n) for n in board.failures[: 2 * noted[layout.FAILURES]]]
        words = (
            f"{so_far(steps)} {UNDEALT}" if reason else f"{NO_MATCH} {so_far(steps)}"
            for reason, steps in zip(numbers[::2], numbers[1::2], strict=True)
        )
        run = Run("stuck", (), None, len(taken), 0, in_short(list(words)))
    return Attempts(run, tuple(taken), entry)


PATIENCE = 0.5
"""Seconds that runs of one process take without compiled kernels until loading them is worth its time."""

PATIENCE_UNCOMPILED = 2.5
"""Seconds after which even compiling them is, which takes seven seconds; numba keeps them on the disk."""

_times = [0.0, 0.0]
"""When backends were last asked for, and how long runs took until then, in seconds of the processor."""


def backend_for_attempts() -> kernels.Backend | None:
    """Return the backend to run attempts by, or None as long as the loop is quicker."""
    now, (last, spent) = process_time(), _times
    spent += min(now - last, PATIENCE) if last else 0.0  # more than that is some other work
    _times[:] = now, spent
    is_worth_loading = spent > PATIENCE or kernels.current() is not kernels.PLAIN
    if spent > PATIENCE_UNCOMPILED or (is_worth_loading and is_compiled()):
        return _loaded()
    return None


@cache
def _loaded() -> kernels.Backend | None:
    """Return compiled kernels; those that read and judge are used from now on, if the disk has machine code of them."""
    if kernels.has_numba() and kernels.is_cached(judge):
        kernels.prefer_compiled()
    return kernels.compiled_backend()


@cache
def is_compiled() -> bool:
    """Return whether the disk had machine code of the kernels when this was first asked."""
    return kernels.has_numba() and kernels.is_cached(choices.run)


def solve_quickly(
    puzzle: Puzzle,
    ranking: Ranking,
    *,
    way: Way = "published",
    with_extractions: bool = True,
    backend: Backend | None = None,
    limit: float | None = None,
) -> Result | None:
    """Run a ranking on an outline; None if it is left to the rules.

    Args:
        puzzle: the outline.
        ranking: the rules in order.
        way: what is done where no rule has a match. With backtracking, only what is solved without undoing anything is
            not left to the rules: no state on the way there is a dead end, so the search goes the same way.
        with_extractions: whether the result has an event for each attempt, match taken and composite held: what the
            laboratory counts. Nothing else is in these events but rule, figure and place.
        backend: how kernels are run; if None, compiled ones where that is quicker than the loop.
        limit: the maximum number of seconds, once the kernels are loaded.
    """
    backend = backend or backend_for_attempts()
    if backend is None or puzzle.reading is not None or way == "retry":
        return None
    start, is_search = perf_counter(), way == "backtracking"
    found = run_published(puzzle, _as_searched(ranking) if is_search else ranking, backend, limit)
    if found is None or (is_search and found.run.status != "solved"):
        return None
    run, seconds = found.run, perf_counter() - start
    events = tuple(_events(puzzle, ranking, found)) if with_extractions else ()
    laid = Placements.of(puzzle.pieces, [piece.placement for piece in run.pieces])
    if run.status == "solved":
        checked(puzzle, laid)
    own = own_pieces(puzzle, laid, [(piece.step, piece.rule) for piece in run.pieces]) if run.pieces else ()
    name, end, done = ranking.name, run.entry_point, run.extractions
    message = f"solved with {tried_words(done, 0)}" if is_search else run.message
    return Result(puzzle.id, run.status, "expert", name, seconds, end, done, 0, message, own, events)


@lru_cache(maxsize=16)
def _as_searched(ranking: Ranking) -> Ranking:
    """Return a ranking with the lines of its search, which has one attempt."""
    rules = rules_for(ranking, "backtracking")
    first = next(rule.name for rule in rules if not rule.rules_out)
    return replace(ranking, rules=rules, entry_points=(first,))


def _events(puzzle: Puzzle, ranking: Ranking, found: Attempts) -> Iterator[Event]:
    """Yield the attempts, and the matches taken, as far as a count of them needs to know."""
    taken = iter((*found.taken, None))
    here = next(taken)
    for number, line in zip(range(1, found.attempts + 1), ranking.entry_lines, strict=False):
        yield AttemptStarted(number, number, ranking.rules[line].name)
        while here is not None and here.entry_point == number:
            figure, ring = here.figure, tuple(map(puzzle.in_legs, here.placement.ring))
            rule = ranking.rules[here.line].name
            yield MatchTaken(here.step, rule, figure.kind, figure.name, ring, ring[0], (), (), ())
            if figure.kind == "composite":
                yield CompositeHeld(here.step, figure.name, here.sets)
            here = next(taken)

"""A memory of states: what kernels found out about an outline, for the next attempt, ranking or trial.

What a state offers does not depend on the ranking, only on its settings for composites and extension lines. So states,
matches, grades and what follows each match are found once; another ranking with these settings only chooses among them.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from heuristan.common.kernels import Backend
from heuristan.lab.quick import attempts, registers
from heuristan.lab.quick.boards import FILLED, begin, carry_over, fill, known, new_board
from heuristan.lab.quick.proofs import forget
from heuristan.lab.quick.supplies import book_for
from heuristan.lab.quick.tables import Board, Fixed, Supplies
from heuristan.tangram.expert.control import Clock
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.puzzle.puzzle import Puzzle

ROOM = 32
"""States for which a memory has room at first."""

MOST = 16384
"""States for which it has room at most; an outline that needs more is left to the loop over the lines."""

AT_ONCE = 1024
"""States for which a memory that is used once has room."""

DECISIONS = 32
"""Decisions between two looks at the clock: most runs make fewer, and they take some milliseconds."""

_LOADED: set[Backend] = set()


class Memory:
    """The states of one outline by the settings of a ranking."""

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
        self.room = AT_ONCE if board else ROOM
        """States for which there is room."""
        self.board = board or new_board(ROOM, puzzle.sets, backend)
        self._clear()

    @property
    def states(self) -> int:
        """The number of states that are known."""
        return int(self.board.registers[registers.NODES])

    @property
    def extent(self) -> list[int]:
        """The numbers of rows of the tables of what is known."""
        return [int(self.board.registers[rows]) for rows, _ in FILLED.values()]

    def known(self) -> Mapping[str, list[int]]:
        """Return the tables of what is known, each as far as it is filled."""
        return known(self.board)

    def restore(self, room: int, found: Mapping[str, list[int]]) -> None:
        """Know what a memory of the same outline and settings knew, with other numbers of supplies.

        Args:
            room: the states for which that memory had room.
            found: its tables.

        Raises:
            ValueError: if they are not of such a memory.
        """
        if not ROOM <= room <= MOST:
            raise ValueError(f"no memory has room for {room} states")
        board = new_board(room, self.puzzle.sets, self.backend)
        begin(board, self.puzzle.boundary, self.first)
        fill(board, found, self.backend)
        self.room, self.board = room, board

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
        attempts.start(fixed, self.board)
        run = self._kernel(fixed)
        clock = Clock.of(limit)
        try:
            while True:
                clock.check()
                status = run(fixed, self.book.tables, self.board, DECISIONS)
                if not self.board.registers[registers.TROUBLE]:
                    if status != attempts.GOING:
                        return int(status)
                elif not self._is_mended():
                    return None
                else:
                    attempts.start(fixed, self.board)
        finally:
            forget(self.board)  # the list of what is ruled out is working space, which other boards share

    def _kernel(self, fixed: Fixed) -> Callable[[Fixed, Supplies, Board, int], int]:
        """Return the kernel; compiling it, or loading its machine code, is no part of a run's time."""
        if self.backend not in _LOADED:
            self.backend.of(attempts.run)(fixed, self.book.tables, self.board, 0)
            _LOADED.add(self.backend)
        return self.backend.of(attempts.run)

    def _is_mended(self) -> bool:
        """Make good what a kernel was short of; return whether it can."""
        forget(self.board)
        noted = self.board.registers
        trouble = noted[registers.TROUBLE]
        if trouble == registers.UNKNOWN:
            self.book.follow(int(noted[registers.ASKED]), int(noted[registers.ASKED + 1]))
        elif trouble == registers.FULL and self.room < MOST:
            self._grow()
        else:
            return False
        return True

    def forget(self) -> None:
        """Forget all states but the first."""
        self.room = ROOM
        self.board = new_board(ROOM, self._sets, self.backend)
        self._clear()

    def _grow(self) -> None:
        """Take a larger board, and carry over what is known."""
        self.room *= 2
        self._sets *= 2
        before, self.board = self.board, new_board(self.room, self._sets, self.backend)
        carry_over(before, self.board, self.backend)


@lru_cache(maxsize=4)
def shared_board(backend: Backend) -> Board:
    """Return a board with much room, which is used again for outline after outline."""
    return new_board(AT_ONCE, 1, backend)

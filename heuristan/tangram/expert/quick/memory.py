"""A memory of states: what kernels found out about an outline, for the next attempt, ranking or trial.

What a state offers does not depend on the ranking, only on its settings for composites and extension lines. So states,
matches, grades and what follows each match are found once; another ranking with these settings only chooses among them.
"""

from functools import lru_cache

from heuristan.common.kernels import Backend
from heuristan.tangram.expert.quick import attempts, registers
from heuristan.tangram.expert.quick.boards import begin, carry_over, leave, new_board
from heuristan.tangram.expert.quick.supplies import book_for
from heuristan.tangram.expert.quick.tables import Board, Fixed
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.puzzle.puzzle import Puzzle

ROOM = 32
"""States for which a memory has room at first."""

MOST = 16384
"""States for which it has room at most; an outline that needs more is left to the loop over the lines."""

AT_ONCE = 1024
"""States for which a memory that is used once has room."""


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
        self._puzzle = puzzle
        self._sets = puzzle.sets
        self._room = AT_ONCE if board else ROOM
        self.board = board or new_board(ROOM, puzzle.sets, backend)
        self._clear()

    @property
    def states(self) -> int:
        """The number of states that are known."""
        return int(self.board.registers[registers.NODES])

    def _clear(self) -> None:
        begin(self.board, self._puzzle.boundary, self.first)

    def run(self, fixed: Fixed) -> int | None:
        """Run the rules of some tables as published, and return how that ended; None if kernels cannot run them."""
        run = self.backend.of(attempts.run)
        while not self._puzzle.nearness:
            leave(self.board)
            status = run(fixed, self.book.tables, self.board)
            trouble = self.board.registers[registers.TROUBLE]
            if trouble == registers.UNKNOWN:
                asked = self.board.registers[registers.ASKED], self.board.registers[registers.ASKED + 1]
                self.book.follow(int(asked[0]), int(asked[1]))
            elif trouble == registers.FULL and self._room < MOST:
                self._grow()
            elif trouble:
                break
            else:
                return int(status)
        return None

    def forget(self) -> None:
        """Forget all states but the first."""
        self._room = ROOM
        self.board = new_board(ROOM, self._sets, self.backend)
        self._clear()

    def _grow(self) -> None:
        """Take a larger board, and carry over what is known."""
        self._room *= 2
        self._sets *= 2
        before, self.board = self.board, new_board(self._room, self._sets, self.backend)
        carry_over(before, self.board)


@lru_cache(maxsize=4)
def shared_board(backend: Backend) -> Board:
    """Return a board with much room, which is used again for outline after outline."""
    return new_board(AT_ONCE, 1, backend)

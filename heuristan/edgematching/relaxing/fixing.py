"""Fix pieces one after the other in the order of linear programs, and undo what they, or striking, find impossible.

Where P stands still, or is too large for Algorithm 1, this goes on. A program has no objective: the interior point of
HiGHS then ends near the middle of all P that fulfil the equations, where an entry tells how many of them agree with it.

1. A piece is fixed at the place that has the fewest candidates: the one with the largest entry of the latest P first.
   What it rules out is struck as in backtracking, with the same kernel.
2. If that leaves a place without a candidate, it is undone, and the next entry takes its turn.
3. If the candidates tried after a place was chosen have cost as much as a program, the state at that place gets a
   program of its own, after striking as far as it goes. If it has no solution, all this is undone; else its P gives the
   order from then on. Where programs find much impossible, they come sooner, and else later.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heuristan.edgematching.candidates import Contradiction, Striking
from heuristan.edgematching.cells import Faces
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.options import Options
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.relaxing.highs import HighsSolver, Infeasible, Unfinished
from heuristan.edgematching.relaxing.levels import Levels
from heuristan.edgematching.relaxing.window import Windows
from heuristan.edgematching.searching import laying
from heuristan.edgematching.searching.backtracking import Search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from heuristan.edgematching.candidates import Possible

PATIENCE, LEAST_PATIENCE, MOST_PATIENCE = 0.3, 0.02, 2.0
"""Candidates that are laid before a program is solved, for each of its variables: at first, and the bounds."""

LONGER, SHORTER = 1.2, 0.5
"""Factors of the patience after a program with a solution, and after one without."""

NODES_BETWEEN_CHECKS = 32
"""Candidates laid between two looks at the clock: some milliseconds."""


class _Guide(NamedTuple):
    """The latest program of a level, as a guide to its candidates.

    Attributes:
        matrix: its P, options by places.
        size: the number of its variables.
        since: the number of candidates that were laid before it, or before the level.
    """

    matrix: "NDArray[np.float64]"
    size: int
    since: int


class Fixing:
    """A search in the order of programs.

    Attributes:
        programs: the number of programs solved.
        refuted: how many of them had no solution.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: Options,
        possible: "Possible",
        deadline: Deadline,
        on_matrix: "Callable[[NDArray[np.float64]], None]" = lambda _: None,
    ) -> None:
        self.deadline = deadline
        self.on_matrix = on_matrix
        self.search = Search(puzzle, options, [column.nonzero()[0].tolist() for column in possible.T])
        self.levels = Levels(self.search, possible.shape)
        self.striking = Striking(puzzle, options, deadline)
        self.windows = Windows(puzzle, options)
        self.programs = self.refuted = self.decided = 0
        self.patience = [PATIENCE] * possible.shape[1]
        nothing = _Guide(possible / possible.sum(axis=0), 0, 0)
        self.guides = [nothing] * (possible.shape[1] + 1)

    @property
    def nodes(self) -> int:
        return self.levels.nodes

    @property
    def best(self) -> tuple[Faces | None, ...]:
        """The colours at each place when most pieces were fixed, None where there was none."""
        return self.search.faces("best")

    def run(self) -> tuple[Faces, ...] | None:
        """Return the colours at each place of the first solution, or None if everything was undone.

        Raises:
            LimitReached: if the time is over.
        """
        self.consult(0)
        while True:
            self.search.quicken(self.deadline)
            ended = self.search.advance(1)
            if ended == laying.SOLVED:
                return tuple(filter(None, self.search.faces("laid")))
            if ended == laying.EXHAUSTED:
                return None
            if self.nodes % NODES_BETWEEN_CHECKS == 0:
                self.deadline.check()
            self.follow()

    def follow(self) -> None:
        """Order the candidates of the level that was opened, or go back and consult a program."""
        level = self.levels.top
        above, guide = level - 1, self.guides[level - 1]
        # at least one candidate must have led nowhere since the last program, or this would never end
        patience = max(1.0, self.patience[above] * guide.size)
        if self.levels.was_retried(above) and self.nodes - guide.since > patience:
            self.levels.undo(above)
            self.consult(above)
            return
        self.guides[level] = guide._replace(since=self.nodes)
        self.sort(level)

    def consult(self, level: int) -> None:
        """Solve the program of a level to which the search went back; close the level if it has no solution."""
        possible = self.levels.possible(level)
        try:
            self.striking.strike(possible)
            self.guides[level] = self.solved(possible, self.guides[level].matrix)
        except Contradiction:
            self.levels.close(level)
        except Infeasible:
            self.refuted += 1
            self.patience[level] = max(LEAST_PATIENCE, SHORTER * self.patience[level])
            self.levels.close(level)
        else:
            self.patience[level] = min(MOST_PATIENCE, LONGER * self.patience[level])
            self.sort(level)

    def solved(self, possible: "Possible", before: "NDArray[np.float64]") -> _Guide:
        """Return the guide that a program gives; where HiGHS has no answer, with the P before.

        Raises:
            Infeasible: if the program has no solution.
        """
        program = self.windows.program(possible)
        variables, matrix = program.variables, possible / possible.sum(axis=0)
        self.programs += 1
        try:
            values = HighsSolver(program, run_crossover="off").maximise(np.zeros(len(variables)), self.deadline.left)
        except Unfinished:
            return _Guide(before, len(variables), self.nodes)
        matrix[variables.option, variables.place] = values
        decided = int((possible.sum(axis=0) == 1).sum())
        if decided > self.decided or self.programs == 1:
            self.decided = decided
            self.on_matrix(matrix)
        return _Guide(matrix, len(variables), self.nodes)

    def sort(self, level: int) -> None:
        self.levels.sort(level, self.guides[level].matrix[:, self.levels.place(level)])

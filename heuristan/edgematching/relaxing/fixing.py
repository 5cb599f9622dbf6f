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
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.edgematching.board import Faces
from heuristan.edgematching.candidates import Contradiction, Options, Possible, Striking
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.relaxing.linear_programs import HighsSolver, Infeasible, Unfinished, Windows
from heuristan.edgematching.searching import laying
from heuristan.edgematching.searching.backtracking import Search


class Levels:
    """The levels of a search that is told what to do before each step."""

    def __init__(self, search: Search, shape: tuple[int, int]) -> None:
        self.search = search
        self.shape = shape
        """Options and places."""

    def _table(self, name: str) -> Any:
        return self.search.tables[name]

    @property
    def top(self) -> int:
        """The latest level; -1 if all are closed."""
        return int(self._table("counts")[laying.DEPTH]) - 1

    @property
    def nodes(self) -> int:
        """The number of candidates laid so far."""
        return int(self._table("counts")[laying.NODES])

    def was_retried(self, level: int) -> bool:
        """Return whether a further candidate of the level is laid, after one that led nowhere."""
        return bool(self._table("tried")[level] > 1)

    def possible(self, level: int) -> Possible:
        """Return the candidates at the beginning of a level, without those of its place that led nowhere."""
        found = np.zeros(self.shape, dtype=bool)
        for place, (row, size) in enumerate(zip(self._table("rows"), self._table("before")[level], strict=True)):
            found[row[:size], place] = True
        for place in self._table("places")[:level]:
            found[:, place] = False
            found[self._table("laid")[place], place] = True
        place = self._table("places")[level]
        found[self._table("rows")[place][: self._table("tried")[level]], place] = False
        return found

    def undo(self, level: int) -> None:
        """Go back to a level: take away what is laid there and later. What lay there counts as not yet tried."""
        laid, left = self._table("laid"), self._table("left")
        for place in self._table("places")[level : self.top + 1]:
            if laid[place] >= 0:
                left[self._table("class_of")[laid[place]]] += 1
                laid[place] = -1
        self._table("sizes")[:] = self._table("before")[level][:]
        self._table("counts")[laying.DEPTH] = level + 1
        self._table("tried")[level] -= 1

    def close(self, level: int) -> None:
        """Give up a level to which the search went back."""
        self._table("counts")[laying.DEPTH] = level

    def sort(self, level: int, weights: NDArray[np.float64]) -> None:
        """Sort the candidates of a level's place that are not yet tried: the largest weight first."""
        place, begin = self._table("places")[level], self._table("tried")[level]
        row, where = self._table("rows")[place], self._table("where")[place]
        untried = [int(option) for option in row[begin : self._table("before")[level][place]]]
        for index, option in enumerate(sorted(untried, key=lambda option: -weights[option]), begin):
            row[index], where[option] = option, index

    def place(self, level: int) -> int:
        """Return the place of a level."""
        return int(self._table("places")[level])


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

    matrix: NDArray[np.float64]
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
        possible: Possible,
        deadline: Deadline,
        on_matrix: Callable[[NDArray[np.float64]], None] = lambda _: None,
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

    def solved(self, possible: Possible, before: NDArray[np.float64]) -> _Guide:
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

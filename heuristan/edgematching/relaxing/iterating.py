"""Algorithm 1: maximise <P(n-1), P> over the relaxed puzzle until P is a permutation, or stands still."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import require
from heuristan.common.words import plural
from heuristan.edgematching.board import Faces
from heuristan.edgematching.candidates import Options, candidates, options_of
from heuristan.edgematching.faults import EXTRA, Deadline, LimitReached
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.relaxing.linear_programs import (
    HighsSolver,
    Infeasible,
    Unfinished,
    Variables,
    program,
)
from heuristan.edgematching.results import Answer

INTEGRAL = 1e-5
"""Distance from 0 or 1 at which an entry counts as 0 or 1. HiGHS keeps constraints to 1e-7, a hundredth of it, and the
arrangement is checked afterwards, so no wrong solution can result."""

MIN_GAIN = 1e-7
"""Minimum gain of ||P||^2; below it the iteration stands still (it never loses)."""


@dataclass(frozen=True)
class Settings:
    """The parameters of Algorithm 1.

    Attributes:
        restarts: the maximum number of restarts with another nudge when P stands still without being a permutation.
        nudge: the maximum weight of a random objective that is added to P(n-1): it decides between tied solutions.
        seed: the seed of the nudges.
        strike: whether to leave out entries that the constraints make 0 beforehand (see `candidates`).
    """

    restarts: int = 5
    nudge: float = 1e-3
    seed: int = 1
    strike: bool = True


@dataclass(frozen=True)
class Iterate:
    """P after a linear program.

    Attributes:
        start: the number of restarts before it.
        number: the number of the program in this start, from 1.
        matrix: P, options by places.
    """

    start: int
    number: int
    matrix: NDArray[np.float64]


def relax(
    puzzle: Puzzle, settings: Settings, deadline: Deadline, on_iterate: Callable[[Iterate], None] | None = None
) -> Answer:
    """Run Algorithm 1.

    Args:
        puzzle: the puzzle.
        settings: the parameters.
        deadline: when to stop.
        on_iterate: called with each P.

    Raises:
        Contradiction: if striking leaves a place without candidates.
        LimitReached: if the time is over.
        MissingExtraError: if HiGHS or SciPy is not installed.
    """
    require("scipy", "SciPy", EXTRA)
    require("highspy", "HiGHS", EXTRA)
    options = options_of(puzzle)
    possible = candidates(puzzle, options, deadline, frame_only=not settings.strike)
    return _Run(puzzle, options, Variables.of(possible), settings, deadline, on_iterate).run()


class _Run:
    def __init__(
        self,
        puzzle: Puzzle,
        options: Options,
        variables: Variables,
        settings: Settings,
        deadline: Deadline,
        on_iterate: Callable[[Iterate], None] | None,
    ) -> None:
        self.puzzle = puzzle
        self.options = options
        self.variables = variables
        self.shape = len(options.faces), len(puzzle.board.places)
        self.settings = settings
        self.deadline = deadline
        self.on_iterate = on_iterate
        self.programs = self.restarts = self.number = 0
        self.last: NDArray[np.float64] | None = None

    def run(self) -> Answer:
        """Start again until P becomes a permutation."""
        self.solver = HighsSolver(program(self.puzzle, self.options, self.variables, self.deadline))
        random = np.random.default_rng(self.settings.seed)
        for start in range(self.settings.restarts + 1):
            self.restarts = start
            try:
                faces = self.faces_from(self.settings.nudge * random.random(len(self.variables)))
            except Infeasible:
                return self.answer(None, "HiGHS finds that no P fulfils the equations")
            except Unfinished as fault:
                return self.answer(None, f"HiGHS gave up: {fault}")
            if faces is not None:
                return self.answer(faces)
        message = f"P stood still {plural(self.settings.restarts + 1, 'time')} without being a permutation"
        return self.answer(None, message)

    def tell(self, matrix: NDArray[np.float64]) -> None:
        """Tell the next P of this start."""
        self.number += 1
        if self.on_iterate is not None:
            self.on_iterate(Iterate(self.restarts, self.number, matrix))

    def answer(self, faces: tuple[Faces, ...] | None, message: str = "") -> Answer:
        best = None if faces else self.rounded
        return Answer("lp", faces, self.effort, message=message, best=best)

    @property
    def effort(self) -> dict[str, int]:
        return {"programs": self.programs, "restarts": self.restarts}

    @property
    def rounded(self) -> tuple[Faces | None, ...] | None:
        """The board at which the last P is largest, place by place; None where its pieces already lie."""
        if self.last is None:
            return None
        matrix, left = self.matrix(self.last), list(self.options.counts)
        board: list[Faces | None] = [None] * self.shape[1]
        for entry in matrix.argsort(axis=None, kind="stable")[::-1][: len(self.variables)]:
            option, place = divmod(int(entry), self.shape[1])
            number = self.options.class_of[option]
            if board[place] is None and left[number]:
                board[place] = self.options.faces[option]
                left[number] -= 1
        return tuple(board)

    def faces_from(self, nudge: NDArray[np.float64]) -> tuple[Faces, ...] | None:
        """Return the colours at each place from one start, or None if P stands still before it is a permutation."""
        before, self.number = np.zeros(len(self.variables)), 0
        while True:
            try:
                self.deadline.check()
                now = self.solver.maximise(before + nudge, self.deadline.left)
            except LimitReached:
                raise LimitReached(effort=self.effort, best=self.rounded) from None
            self.programs += 1
            self.tell(self.matrix(now))
            self.last = now
            if np.abs(now - now.round()).max(initial=0.0) < INTEGRAL:
                return self.faces_of(now)
            if self.number > 1 and now @ now - before @ before < MIN_GAIN:
                return None
            before = now

    def matrix(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        found = np.zeros(self.shape)
        found[self.variables.option, self.variables.place] = values
        return found

    def faces_of(self, values: NDArray[np.float64]) -> tuple[Faces, ...]:
        return tuple(self.options.faces[option] for option in self.matrix(values).argmax(axis=0))

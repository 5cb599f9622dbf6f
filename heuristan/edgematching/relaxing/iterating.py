"""Algorithm 1: maximise <P(n-1), P> over the relaxed puzzles until P is a permutation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from heuristan.edgematching.candidates import candidates
from heuristan.edgematching.deadline import Deadline, LimitReached
from heuristan.edgematching.faults import require
from heuristan.edgematching.options import Options, options_of
from heuristan.edgematching.puzzle import Faces, Puzzle
from heuristan.edgematching.relaxing.bases import Basis, Variables
from heuristan.edgematching.relaxing.highs import Infeasible, Solver, TimeOver, Unfinished
from heuristan.edgematching.relaxing.program import program

if TYPE_CHECKING:
    from numpy.typing import NDArray

INTEGRAL = 1e-5
"""An entry this near to 0 or 1 counts as such: HiGHS keeps constraints to 1e-7, a hundredth of it, and what is read off
is checked afterwards, so that nothing wrong can come of it."""

PROBE_ABOVE = 10_000
"""Entries of P. A program with more takes HiGHS tens of seconds; so candidates are then tried beforehand."""

STANDING = 1e-7
"""A gain of ||P||^2 below this is none: the iteration stands, as it does not lose either."""


@dataclass(frozen=True)
class Settings:
    """How Algorithm 1 is run.

    Attributes:
        basis: of the functions in the equations.
        restarts: how many times it may begin again with another nudge when it stands at a P that is no permutation.
        nudge: the largest weight of a random objective that is added to P(n-1): where two solutions tie, it decides.
        seed: of the nudges.
        strike: whether entries that the constraints make 0 are left out beforehand (see `candidates`).
    """

    basis: Basis = "indicators"
    restarts: int = 20
    nudge: float = 1e-3
    seed: int = 1
    strike: bool = True


@dataclass(frozen=True)
class Iterate:
    """P after a linear program.

    Attributes:
        start: how many restarts came before.
        number: the program's number in this start, from 1.
        matrix: P, options by places.
    """

    start: int
    number: int
    matrix: "NDArray[np.float64]"


@dataclass(frozen=True)
class Relaxed:
    """How a run ended.

    Attributes:
        faces: the colours at each place, if P became a permutation.
        programs: linear programs solved.
        restarts: beginnings after the first.
        message: why P did not.
    """

    faces: tuple[Faces, ...] | None
    programs: int
    restarts: int
    message: str = ""


def relax(
    puzzle: Puzzle,
    settings: Settings,
    deadline: Deadline,
    seen: Callable[[Iterate], None] | None = None,
) -> Relaxed:
    """Run Algorithm 1.

    Args:
        puzzle: the puzzle.
        settings: how.
        deadline: when to stop.
        seen: is told each P.

    Raises:
        Contradiction: the constraints, without any arithmetic, leave a place without candidates.
        LimitReached: the time is over.
        MissingExtraError: HiGHS or SciPy is not installed.
    """
    require("scipy", "highspy")
    options = options_of(puzzle)
    possible = candidates(puzzle, options, frame_only=not settings.strike, probe_above=PROBE_ABOVE, deadline=deadline)
    variables = Variables.of(possible)
    return _Run(puzzle, options, variables, settings, deadline, seen).ended()


class _Run:
    def __init__(
        self,
        puzzle: Puzzle,
        options: Options,
        variables: Variables,
        settings: Settings,
        deadline: Deadline,
        seen: Callable[[Iterate], None] | None,
    ) -> None:
        self.options = options
        self.variables = variables
        self.shape = len(options.faces), len(puzzle.board.places)
        self.settings = settings
        self.deadline = deadline
        self.seen = seen
        self.solver = Solver(program(puzzle, options, variables, settings.basis))
        self.programs = 0

    def ended(self) -> Relaxed:
        """All starts, until one comes to a permutation."""
        random = np.random.default_rng(self.settings.seed)
        for start in range(self.settings.restarts + 1):
            try:
                faces = self.faces_from(start, self.settings.nudge * random.random(len(self.variables)))
            except Infeasible:
                return Relaxed(None, self.programs, start, "HiGHS finds that no P fulfils the equations")
            except Unfinished as fault:
                return Relaxed(None, self.programs, start, f"HiGHS gave up: {fault}")
            except TimeOver:
                raise LimitReached from None
            if faces is not None:
                return Relaxed(faces, self.programs, start)
        message = f"P stood still {self.settings.restarts + 1} times without being a permutation"
        return Relaxed(None, self.programs, self.settings.restarts, message)

    def faces_from(self, start: int, nudge: "NDArray[np.float64]") -> tuple[Faces, ...] | None:
        """One start: the colours at each place, or None where P stands still without being a permutation."""
        before, number = np.zeros(len(self.variables)), 0
        while True:
            self.deadline.check()
            now = self.solver.maximised(before + nudge, self.deadline.left)
            self.programs, number = self.programs + 1, number + 1
            if self.seen is not None:
                self.seen(Iterate(start, number, self.matrix(now)))
            if np.abs(now - now.round()).max(initial=0.0) < INTEGRAL:
                return self.read_off(now)
            if number > 1 and now @ now - before @ before < STANDING:
                return None
            before = now

    def matrix(self, values: "NDArray[np.float64]") -> "NDArray[np.float64]":
        found = np.zeros(self.shape)
        found[self.variables.option, self.variables.place] = values
        return found

    def read_off(self, values: "NDArray[np.float64]") -> tuple[Faces, ...]:
        return tuple(self.options.faces[option] for option in self.matrix(values).argmax(axis=0))

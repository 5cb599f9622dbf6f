"""Algorithm 2: semidefinite programs with one objective after another, until all matrices have rank one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from heuristan.common.plane import Spot
from heuristan.common.results import Status
from heuristan.common.words import plural
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.polygons.contacts import Contacts
from heuristan.edgematching.polygons.integrals import Floats
from heuristan.edgematching.polygons.iterating import Spectrum, iterates, random_start, zero
from heuristan.edgematching.polygons.judge import Judge
from heuristan.edgematching.polygons.program import ContradictionError
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, length
from heuristan.edgematching.polygons.relaxation import Cell, Relaxation, relaxation
from heuristan.edgematching.polygons.results import PolygonResult, Step

REACHES = (0.6, 0.3, 0.1)
"""Maximum distances, in shares of the shortest side, of sides that are made to touch: the largest first, because the
judge refuses wrong results."""

FARTHEST = exp(3.0)
"""Maximum of T that is believed; for points of the outline T is between 1/e and e."""


@dataclass(frozen=True)
class Plan:
    """The parameters of Algorithm 2."""

    degrees: tuple[int, ...] = (2, 3, 4)
    rounds: int = 8
    """Number of times that all degrees are tried in turn: first from W = 0 as in the paper, then from random W."""
    iterates: int = 25
    """Maximum number of iterates in an attempt."""
    repairs: bool = True
    """Whether every iterate is repaired by contacts and judged; if not, as in the paper, only iterates whose matrices
    have the rank of a solution, repaired by the smallest of REACHES."""
    seed: int = 1


AS_PUBLISHED = Plan(degrees=(3,), rounds=1, repairs=False)
"""Algorithm 2 as printed, from W = 0. The paper does not say its degree; at 3 it solves the most for its time."""


def solve(puzzle: PolygonPuzzle, plan: Plan | None = None, limit: float | None = None) -> PolygonResult:
    """Look for a solution.

    Args:
        puzzle: the puzzle.
        plan: the parameters.
        limit: the time limit in seconds.

    Raises:
        MissingExtraError: if Clarabel or SciPy is not installed.
    """
    begun, processor_begun = perf_counter(), process_time()
    run = _Run(puzzle, plan or Plan(), Deadline(limit))
    status, message, places = run.answer()
    seconds, processor_seconds = perf_counter() - begun, process_time() - processor_begun
    return PolygonResult(
        puzzle.id, "polygons", status, "sdp", seconds, message, processor_seconds, places, tuple(run.steps)
    )


class _Answer(NamedTuple):
    status: Status
    message: str
    places: tuple[Spot, ...] = ()


class _Run:
    """A search for a solution, with the steps on the way."""

    def __init__(self, puzzle: PolygonPuzzle, plan: Plan, deadline: Deadline) -> None:
        self.puzzle = puzzle
        self.plan = plan
        self.deadline = deadline
        self.steps: list[Step] = []
        self.wrong = 0
        self.judge = Judge(puzzle)
        self.contacts = Contacts(puzzle)
        self.shortest = min(length(side) for piece in puzzle.pieces for side in piece.sides)
        self.middles = np.array([piece.middle for piece in puzzle.pieces])

    def answer(self) -> _Answer:
        impossible = self.judge.impossible
        if impossible:
            return _Answer("unsolvable", impossible.message)
        try:
            for places in self._found():
                step = self.steps[-1]
                words = f"solved by iterate {len(self.steps)}, at degree {step.degree}"
                return _Answer("solved", words, places)
        except ContradictionError:
            words = "the linear equations of the path integrals contradict each other in floating point"
            return _Answer("stuck", f"{words}; this proves nothing")
        if self.deadline.is_over():
            return _Answer("limit", f"out of time after {self._tried()}")
        if not self.steps:
            words = "the programs have no point, as far as the solver finds; this proves nothing"
            return _Answer("stuck", words)
        return _Answer("stuck", f"given up after {self._tried()}; this proves nothing")

    def _tried(self) -> str:
        attempts = len({step[:2] for step in self.steps})
        wrong = f", {self.wrong} of them of rank one but not a solution" if self.wrong else ""
        return f"{plural(len(self.steps), 'iterate')} in {plural(attempts, 'attempt')}{wrong}"

    def _found(self) -> Iterator[tuple[Spot, ...]]:
        """Yield the solutions that the attempts find."""
        programs: dict[int, Relaxation] = {}
        random = np.random.default_rng(self.plan.seed)
        for attempt in range(self.plan.rounds):
            for degree in self.plan.degrees:
                if self.deadline.is_over():
                    return
                if degree not in programs:
                    left = self.deadline.left
                    programs[degree] = relaxation(self.puzzle, degree, None if left is None else max(left, 1e-3))
                yield from self._attempt(programs[degree], attempt, random)

    def _attempt(self, relaxed: Relaxation, attempt: int, random: np.random.Generator) -> Iterator[tuple[Spot, ...]]:
        """Run Algorithm 2 once."""
        program = relaxed.program
        start = random_start(program, random) if attempt else zero(program)
        for iterate in iterates(program, partial(_spectra, relaxed.cells), start, self.plan.iterates):
            places = self._places(relaxed, iterate.matrices)
            self.steps.append(Step(relaxed.degree, attempt, iterate.objective, _spots(places)))
            yield from self._accepted(places, iterate.vanishes)
            self.wrong += iterate.vanishes
            if self.deadline.is_over():
                return

    def _places(self, relaxed: Relaxation, matrices: Sequence[Floats]) -> Floats:
        """Return the places of the pieces by the first moments."""
        middles = np.empty_like(self.middles)
        for cell, matrix in zip(relaxed.cells, matrices, strict=True):
            middles[list(cell)] = atoms(matrix, relaxed.program.form.up, len(cell))
        spots = np.log(np.clip(middles, 1 / FARTHEST, FARTHEST)) / relaxed.scale
        places: Floats = spots + self.puzzle.middle - self.middles
        return places

    def _accepted(self, places: Floats, vanishes: bool) -> Iterator[tuple[Spot, ...]]:
        """Yield the places, repaired, that the judge accepts."""
        if not self.plan.repairs and not vanishes:
            return
        reaches = REACHES if self.plan.repairs else REACHES[-1:]
        for reach in reaches:
            spots = _spots(self.contacts.repair(places, reach * self.shortest))
            if self.judge.is_right(spots):
                yield spots


def _spectra(cells: Sequence[Cell], matrices: list[Floats]) -> list[Spectrum]:
    return [Spectrum.of(matrix, len(cell)) for matrix, cell in zip(matrices, cells, strict=True)]


def atoms(matrix: Floats, up: int, mass: int) -> Floats:
    """Return (T_x, T_y) of the pieces of a matrix, by its moments of first and second order: a row a piece.

    For one piece these are the first moments. Two pieces lie on both sides of their mean, in the direction of the
    largest variance, at the distance of the standard deviation.

    Args:
        matrix: the moments; the second row is that of T_x.
        up: the row of T_y.
        mass: the number of pieces.
    """
    rows = [1, up]
    mean: Floats = matrix[0, rows] / mass
    if mass == 1:
        return mean.reshape(1, 2)
    values, vectors = np.linalg.eigh(matrix[np.ix_(rows, rows)] / mass - np.outer(mean, mean))
    off = np.sqrt(max(values[-1], 0.0)) * vectors[:, -1]
    return np.stack([mean + off, mean - off])


def _spots(places: Floats) -> tuple[Spot, ...]:
    return tuple((float(x), float(y)) for x, y in places)

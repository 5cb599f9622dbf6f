"""Algorithm 2: semidefinite programs whose objective is moved until all matrices have rank one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from heuristan.edgematching.polygons.contacts import Contacts
from heuristan.edgematching.polygons.integrals import Floats
from heuristan.edgematching.polygons.iterating import Spectrum, iterates, random_start, zero
from heuristan.edgematching.polygons.judge import Judge
from heuristan.edgematching.polygons.program import ContradictionError
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Spot, length
from heuristan.edgematching.polygons.relaxation import Cell, Relaxation, relaxation
from heuristan.edgematching.polygons.results import Result, Step
from heuristan.edgematching.statuses import Status

REACHES = (0.6, 0.3, 0.1)
"""How far apart sides may lie, in shares of the shortest side, that are made to touch: boldly first, as the judge
refuses what comes out wrong."""

FARTHEST = exp(3.0)
"""T lies between 1/e and e for points of the outline, and is not believed to lie beyond e^3."""


@dataclass(frozen=True)
class Plan:
    """How long is tried, and how."""

    degrees: tuple[int, ...] = (2, 3, 4)
    rounds: int = 8
    """Every degree in turn, so many times: first from W = 0 as in the paper, then from random W."""
    iterates: int = 25
    """In an attempt at most."""
    settles: bool = True
    """Whether every iterate is mended by contacts and judged; or as in the paper only one whose matrices have the rank
    of a solution, mended by the least of REACHES."""
    seed: int = 1


def solve(puzzle: PolygonPuzzle, plan: Plan | None = None, limit: float | None = None) -> Result:
    """Look for a solution.

    Args:
        puzzle: the puzzle.
        plan: how.
        limit: the most seconds it may take.

    Raises:
        MissingExtraError: Clarabel or SciPy is not installed.
    """
    start = process_time()
    run = _Run(puzzle, plan or Plan(), None if limit is None else perf_counter() + limit)
    status, message, places = run.answer()
    return Result(puzzle.id, status, process_time() - start, message, places, tuple(run.steps))


class _Answer(NamedTuple):
    status: Status
    message: str
    places: tuple[Spot, ...] = ()


class _Run:
    """A search for a solution, and what it went through."""

    def __init__(self, puzzle: PolygonPuzzle, plan: Plan, end: float | None) -> None:
        self.puzzle = puzzle
        self.plan = plan
        self.end = end
        self.steps: list[Step] = []
        self.wrong = 0
        self.judge = Judge(puzzle)
        self.contacts = Contacts(puzzle)
        self.shortest = min(length(side) for piece in puzzle.pieces for side in piece.sides)
        self.middles = np.array([piece.middle for piece in puzzle.pieces])

    def answer(self) -> _Answer:
        impossible = self.judge.impossible
        if impossible:
            return _Answer("unsolvable", str(impossible))
        try:
            for places in self._found():
                step = self.steps[-1]
                words = f"solved by iterate {len(self.steps)}, at degree {step.degree}"
                return _Answer("solved", words, places)
        except ContradictionError:
            words = "the linear equations of the path integrals contradict each other in floating point"
            return _Answer("not-solved", f"{words}; this proves nothing")
        if self._is_over():
            return _Answer("limit", f"out of time after {self._tried()}")
        if not self.steps:
            words = "the programs have no point, as far as the solver can tell; this proves nothing"
            return _Answer("not-solved", words)
        return _Answer("not-solved", f"given up after {self._tried()}; this proves nothing")

    def _tried(self) -> str:
        attempts = len({step[:2] for step in self.steps})
        wrong = f", {self.wrong} of them of rank one and no solution" if self.wrong else ""
        return f"{len(self.steps)} iterates in {attempts} attempts{wrong}"

    def _is_over(self) -> bool:
        return self.end is not None and perf_counter() > self.end

    def _found(self) -> Iterator[tuple[Spot, ...]]:
        """The solutions that attempts come upon."""
        programs: dict[int, Relaxation] = {}
        random = np.random.default_rng(self.plan.seed)
        for attempt in range(self.plan.rounds):
            for degree in self.plan.degrees:
                if self._is_over():
                    return
                if degree not in programs:
                    limit = None if self.end is None else max(self.end - perf_counter(), 1e-3)
                    programs[degree] = relaxation(self.puzzle, degree, limit)
                yield from self._attempt(programs[degree], attempt, random)

    def _attempt(self, relaxed: Relaxation, attempt: int, random: np.random.Generator) -> Iterator[tuple[Spot, ...]]:
        """One run of Algorithm 2."""
        program = relaxed.program
        start = random_start(program, random) if attempt else zero(program)
        for iterate in iterates(program, partial(_weighed, relaxed.cells), start, self.plan.iterates):
            places = self._places(relaxed, iterate.matrices)
            self.steps.append(Step(relaxed.degree, attempt, iterate.objective, _spots(places)))
            yield from self._accepted(places, iterate.vanishes)
            self.wrong += iterate.vanishes
            if self._is_over():
                return

    def _places(self, relaxed: Relaxation, matrices: Sequence[Floats]) -> Floats:
        """Where the first moments say that the pieces lie."""
        middles = np.empty_like(self.middles)
        for cell, matrix in zip(relaxed.cells, matrices, strict=True):
            middles[list(cell.pieces)] = atoms(matrix, relaxed.program.form.up, cell.mass)
        spots = np.log(np.clip(middles, 1 / FARTHEST, FARTHEST)) / relaxed.scale
        places: Floats = spots + self.puzzle.middle - self.middles
        return places

    def _accepted(self, places: Floats, vanishes: bool) -> Iterator[tuple[Spot, ...]]:
        """What the judge takes, of places as they are and mended."""
        if not self.plan.settles and not vanishes:
            return
        reaches = REACHES if self.plan.settles else REACHES[-1:]
        for reach in reaches:
            spots = _spots(self.contacts.settled(places, reach * self.shortest))
            if self.judge.is_right(spots):
                yield spots


def _weighed(cells: Sequence[Cell], matrices: list[Floats]) -> list[Spectrum]:
    return [Spectrum.of(matrix, cell.mass) for matrix, cell in zip(matrices, cells, strict=True)]


def atoms(matrix: Floats, up: int, mass: int) -> Floats:
    """(T_x, T_y) of the pieces of a matrix, by its moments of first and second order: a row a piece.

    One piece: the first moments. Two: they lie on both sides of their mean, along the direction in which they vary
    most, by the standard deviation.

    Args:
        matrix: the moments; the second row is that of T_x.
        up: the row of T_y.
        mass: how many pieces.
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

"""Algorithm 2: semidefinite programs with one objective after another, until all matrices have rank one.

Places that are nearly right are repaired: sides that nearly lie along each other are made to touch. A side of a piece
lies along sides of other pieces or of the frame, and each such contact is an equation between the places of two pieces:
along the side's normal, both are at the same distance. Contacts are taken one after the other, the closest first, if
they say something new; whatever they leave open stays as near as it was.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp
from time import perf_counter, process_time
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.plane import Spot
from heuristan.common.results import Status
from heuristan.common.words import plural
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.polygons.area_judge import Judge
from heuristan.edgematching.polygons.model import PolygonPuzzle, kinds_of, length
from heuristan.edgematching.polygons.outcome import PolygonResult, Step
from heuristan.edgematching.polygons.relaxation import (
    ContradictionError,
    Floats,
    Pairing,
    Relaxation,
    SemidefiniteProgram,
    arrays,
    relaxation,
)

VANISHES = 1e-6
"""Share of the sum of all eigenvalues below which the sum of the small ones counts as 0: the solver reaches 1e-8 at
best, and 1e-6 moves no piece by a hundredth of the outline."""

STALLS = 0.98
"""The loop ends when an optimum leaves more than this share of the objective of the previous one."""
MIN_OPTIMA = 4
"""Minimum number of optima before the loop may end because of STALLS."""


class Spectrum(NamedTuple):
    """The parts of a matrix's eigenvalues from which the next objective is made: (5.15)."""

    weight: Floats
    """The projection on the eigenvectors of all eigenvalues but the largest."""
    rest: float
    """The sum of those eigenvalues."""
    whole: float
    """The sum of all eigenvalues."""

    @classmethod
    def of(cls, matrix: Floats, rank: int) -> "Spectrum":
        """Return the spectrum of a matrix that should have a rank: that many of its largest eigenvalues may stay."""
        values, vectors = np.linalg.eigh(matrix)
        count = len(values) - rank
        small = vectors[:, :count]
        positive = np.maximum(values, 0)
        return cls(small @ small.T, float(np.sum(positive[:count])), float(np.sum(positive)))


class Optimum(NamedTuple):
    """The optimum of a program for one objective."""

    matrices: list[Floats]
    objective: float
    """The sum of the eigenvalues that should vanish."""
    vanishes: bool
    """Whether all matrices have the rank that they have in a solution."""


Spectra: TypeAlias = Callable[[list[Floats]], Sequence[Spectrum]]
"""A function that returns the spectrum of each matrix."""


def iterates(
    program: SemidefiniteProgram, spectra_of: Spectra, start: Sequence[Floats], maximum: int
) -> Iterator[Optimum]:
    """Yield the optima of a program until the objective vanishes or hardly falls.

    Args:
        program: the program.
        spectra_of: which eigenvalues the next objective makes small.
        start: the first objective, W: zero in the paper.
        maximum: the maximum number of optima.
    """
    weights, last = list(start), np.inf
    for number in range(maximum):
        matrices = program.solve(weights)
        if matrices is None:
            return
        spectra = spectra_of(matrices)
        objective = sum(spectrum.rest for spectrum in spectra)
        found = Optimum(matrices, objective, objective < VANISHES * sum(spectrum.whole for spectrum in spectra))
        yield found
        if found.vanishes or (number + 1 >= MIN_OPTIMA and objective > STALLS * last):
            return
        weights, last = [spectrum.weight for spectrum in spectra], objective


def zero(program: SemidefiniteProgram) -> list[Floats]:
    """Return the start of the paper: W = 0."""
    size = len(program.form.rows)
    return [np.zeros((size, size))] * program.count


def random_start(program: SemidefiniteProgram, random: np.random.Generator) -> list[Floats]:
    """Return small random positive definite matrices: a nudge where the relaxation cannot decide."""
    size = len(program.form.rows)
    roots = [random.normal(size=(size, size)) / size for _ in range(program.count)]
    return [root @ root.T for root in roots]


INDEPENDENT = 1e-6
"""Minimum length of the part of an equation that does not follow from the others. With unit normals that part is either
about 1e-15 or, for the angles that occur in puzzles, more than a hundredth."""


class Contacts:
    """The pairs of sides of a puzzle that could lie along each other at some places."""

    def __init__(self, puzzle: PolygonPuzzle) -> None:
        kinds = kinds_of(puzzle)
        owned = [(-1, side) for side in puzzle.sides]
        owned += [(number, side) for number, piece in enumerate(puzzle.pieces) for side in piece.sides]
        owners = np.array([owner for owner, _ in owned])
        sides = arrays(kinds, [side for _, side in owned], (0.0, 0.0))
        # the frame's sides run like those of the pieces along them; reversed they run against them
        signs = np.where(owners < 0, -sides.signs, sides.signs)
        directions = np.array([kind.direction for kind in kinds.kinds])[sides.kinds]
        normals = np.column_stack([-directions[:, 1], directions[:, 0]])
        self.count = len(puzzle.pieces)
        pairs = [
            (i, j)
            for i in range(len(owned))
            for j in range(i + 1, len(owned))
            if owners[i] != owners[j] and sides.kinds[i] == sides.kinds[j] and signs[i] != signs[j]
        ]
        first, second = np.array(pairs, dtype=int).reshape(-1, 2).T
        self.pairs = _Pairs(
            owners[first],
            owners[second],
            directions[first],
            normals[first],
            np.einsum("ij,ij->i", normals[first], sides.starts[second] - sides.starts[first]),
            _spans(sides.starts, sides.ends, directions)[first],
            _spans(sides.starts, sides.ends, directions)[second],
        )

    def repair(self, places: Floats, reach: float) -> Floats:
        """Return places near the given ones at which the pieces touch each other and the frame.

        Args:
            places: by how much each piece is moved, a row a piece.
            reach: the maximum distance of sides that are made to touch.
        """
        pairs = self.pairs
        # the last row is that of the frame, which does not move
        moved = np.vstack([places, np.zeros(2)])
        one, other = moved[pairs.one], moved[pairs.other]
        gaps = pairs.offsets + np.einsum("ij,ij->i", pairs.normals, other - one)
        shift = np.einsum("ij,ij->i", pairs.directions, one)
        shift_other = np.einsum("ij,ij->i", pairs.directions, other)
        low = np.maximum(pairs.span[:, 0] + shift, pairs.span_other[:, 0] + shift_other)
        high = np.minimum(pairs.span[:, 1] + shift, pairs.span_other[:, 1] + shift_other)
        near = np.flatnonzero((np.abs(gaps) < reach) & (high - low > reach))
        order = near[np.argsort(np.abs(gaps[near]), kind="stable")]
        equations = _Equations(2 * self.count)
        for pair in order:
            row = np.zeros((self.count + 1, 2))
            row[pairs.other[pair]] += pairs.normals[pair]
            row[pairs.one[pair]] -= pairs.normals[pair]
            equations.add(row[:-1].ravel(), -gaps[pair])
        return places + equations.shortest_solution().reshape(-1, 2)


class _Pairs(NamedTuple):
    """Pairs of sides that could lie along each other."""

    one: NDArray[np.intp]
    """The piece that has the one side, -1 for the frame."""
    other: NDArray[np.intp]
    directions: Floats
    normals: Floats
    offsets: Floats
    """The distance from the one side to the other along the normal, where the puzzle shows them."""
    span: Floats
    """The two ends of the one side along the direction."""
    span_other: Floats


def _spans(starts: Floats, ends: Floats, directions: Floats) -> Floats:
    from_ends = np.column_stack([np.einsum("ij,ij->i", starts, directions), np.einsum("ij,ij->i", ends, directions)])
    return np.sort(from_ends, axis=1)


class _Equations:
    """Linear equations without contradictions, kept as an orthonormal basis of their rows."""

    def __init__(self, unknowns: int) -> None:
        self.basis = np.zeros((unknowns, unknowns))
        self.values = np.zeros(unknowns)
        self.rank = 0

    def add(self, row: Floats, value: float) -> None:
        """Add an equation, unless it follows from the others or contradicts them."""
        if self.rank == len(self.values):
            return
        basis = self.basis[: self.rank]
        shares = basis @ row
        left = row - shares @ basis
        # twice is enough: the second projection removes the rounding errors of the first
        left -= (basis @ left) @ basis
        long = float(np.linalg.norm(left))
        if long > INDEPENDENT:
            self.basis[self.rank] = left / long
            self.values[self.rank] = (value - shares @ self.values[: self.rank]) / long
            self.rank += 1

    def shortest_solution(self) -> Floats:
        return self.values[: self.rank] @ self.basis[: self.rank]


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
        for iterate in iterates(program, partial(_spectra, relaxed.pairings), start, self.plan.iterates):
            places = self._places(relaxed, iterate.matrices)
            self.steps.append(Step(relaxed.degree, attempt, iterate.objective, _spots(places)))
            yield from self._accepted(places, iterate.vanishes)
            self.wrong += iterate.vanishes
            if self.deadline.is_over():
                return

    def _places(self, relaxed: Relaxation, matrices: Sequence[Floats]) -> Floats:
        """Return the places of the pieces by the first moments."""
        middles = np.empty_like(self.middles)
        for pairing, matrix in zip(relaxed.pairings, matrices, strict=True):
            middles[list(pairing)] = atoms(matrix, relaxed.program.form.up, len(pairing))
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


def _spectra(pairings: Sequence[Pairing], matrices: list[Floats]) -> list[Spectrum]:
    return [Spectrum.of(matrix, len(pairing)) for matrix, pairing in zip(matrices, pairings, strict=True)]


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

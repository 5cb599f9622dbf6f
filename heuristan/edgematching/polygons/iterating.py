"""The loop of Algorithm 2: solve a program for one objective after the other, until the objective vanishes."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.edgematching.polygons.integrals import Floats
from heuristan.edgematching.polygons.program import SemidefiniteProgram

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

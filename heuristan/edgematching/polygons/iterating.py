"""The loop of Algorithm 2: programs whose objective is moved until it vanishes."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.edgematching.polygons.integrals import Floats
from heuristan.edgematching.polygons.program import Program

VANISHES = 1e-6
"""The sum of the small eigenvalues is nothing if it is less than this share of the sum of all: the solver reaches 1e-8
at best, and 1e-6 moves no piece by a hundredth of the outline."""

STALLS = 0.98
"""The loop ends when an iterate leaves more than this share of the objective of the one before, ..."""
AT_LEAST = 4
"""... but not before there are so many."""


class Spectrum(NamedTuple):
    """What the next objective is made of: (5.15)."""

    weight: Floats
    """The projection on the eigenvectors of all eigenvalues but the largest."""
    rest: float
    """The sum of those eigenvalues."""
    whole: float
    """The sum of all."""

    @classmethod
    def of(cls, matrix: Floats, largest: int) -> "Spectrum":
        """Of a matrix that is to have a rank: so many of its largest eigenvalues may stay."""
        values, vectors = np.linalg.eigh(matrix)
        count = len(values) - largest
        small = vectors[:, :count]
        positive = np.maximum(values, 0)
        return cls(small @ small.T, float(np.sum(positive[:count])), float(np.sum(positive)))


class Iterate(NamedTuple):
    """An optimum."""

    matrices: list[Floats]
    objective: float
    """The sum of the eigenvalues that are to vanish."""
    vanishes: bool
    """Whether all matrices have the rank that they have in a solution."""


Weigh: TypeAlias = Callable[[list[Floats]], Sequence[Spectrum]]
"""What is to vanish of some matrices, for each."""


def iterates(program: Program, weigh: Weigh, start: Sequence[Floats], most: int) -> Iterator[Iterate]:
    """The optima of a program until the objective vanishes or hardly falls any more.

    Args:
        program: the program.
        weigh: how the next objective is found.
        start: the first one, W: zero in the paper.
        most: iterates at most.
    """
    weights, last = list(start), np.inf
    for number in range(most):
        matrices = program.solved(weights)
        if matrices is None:
            return
        spectra = weigh(matrices)
        objective = sum(spectrum.rest for spectrum in spectra)
        found = Iterate(matrices, objective, objective < VANISHES * sum(spectrum.whole for spectrum in spectra))
        yield found
        if found.vanishes or (number + 1 >= AT_LEAST and objective > STALLS * last):
            return
        weights, last = [spectrum.weight for spectrum in spectra], objective


def zero(program: Program) -> list[Floats]:
    """The start of the paper."""
    size = len(program.form.rows)
    return [np.zeros((size, size))] * program.count


def random_start(program: Program, random: np.random.Generator) -> list[Floats]:
    """Small positive definite matrices at random: a nudge where the relaxation cannot decide."""
    size = len(program.form.rows)
    roots = [random.normal(size=(size, size)) / size for _ in range(program.count)]
    return [root @ root.T for root in roots]

"""The matrices of Appendix B: outer products of monomials in T_x and T_y, given by their distinct entries."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.edgematching.polygons.integrals import Floats

Exponent: TypeAlias = tuple[float, float]
"""The exponents of T_x and of T_y. They need not be integers: see docs/experiments/edgematching/turned_copies.py."""

ROOT_TWO = float(np.sqrt(2.0))

DECIMALS = 6
"""Number of decimals in which equal exponents agree; different ones are at least a tenth apart."""


@dataclass(frozen=True)
class Form:
    """The monomials of a matrix: entry (r, s) is the product of row monomials r and s."""

    rows: tuple[Exponent, ...]
    """The exponents of the row monomials; the first is 1, the second T_x."""

    @cached_property
    def exponents(self) -> tuple[Exponent, ...]:
        """The exponents of all monomials in the matrix, the constant first."""
        found: dict[Exponent, Exponent] = {}
        for exponent in (_sum(one, other) for one in self.rows for other in self.rows):
            found.setdefault(_key(exponent), exponent)
        return tuple(found.values())

    def number(self, exponent: Exponent) -> int:
        """Return the number of an exponent, which need not agree to the last bit."""
        return self._numbers[_key(exponent)]

    @cached_property
    def _numbers(self) -> dict[Exponent, int]:
        return {_key(exponent): i for i, exponent in enumerate(self.exponents)}

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """The number of the monomial in each entry of the matrix."""
        return np.array([[self.number(_sum(one, other)) for other in self.rows] for one in self.rows])

    @cached_property
    def up(self) -> int:
        """The row of T_y."""
        return [*map(_key, self.rows)].index((0.0, 1.0))

    @cached_property
    def triangle(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Rows and columns of the upper triangle, column by column: the order in which Clarabel expects a matrix."""
        columns, rows = np.tril_indices(len(self.rows))
        return rows, columns

    @cached_property
    def weights(self) -> Floats:
        """The factors of the entries of that triangle, such that products of matrices are those of vectors."""
        rows, columns = self.triangle
        return np.where(rows == columns, 1.0, ROOT_TWO)

    def vector(self, matrix: Floats) -> Floats:
        """Return a symmetric matrix as the vector of its upper triangle."""
        found: Floats = matrix[self.triangle] * self.weights
        return found

    def matrix(self, vector: Floats) -> Floats:
        """Return the symmetric matrix of a vector; the inverse of `vector`."""
        size = len(self.rows)
        rows, columns = self.triangle
        found = np.empty((size, size))
        found[rows, columns] = found[columns, rows] = vector / self.weights
        return found


def _key(exponent: Exponent) -> Exponent:
    """Return an exponent rounded, for looking it up."""
    return round(exponent[0], DECIMALS) + 0.0, round(exponent[1], DECIMALS) + 0.0


def _sum(one: Exponent, other: Exponent) -> Exponent:
    return one[0] + other[0], one[1] + other[1]


@lru_cache
def powers(degree: int) -> Form:
    """Return the form of (B.2): its rows are 1, the powers of T_x up to the degree, and those of T_y."""
    ups = [float(j) for j in range(1, degree + 1)]
    return Form(((0.0, 0.0), *((j, 0.0) for j in ups), *((0.0, j) for j in ups)))

"""Semidefinite programs over matrices whose entries satisfy linear equations, solved again for each objective."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heuristan.edgematching.faults import MissingExtraError
from heuristan.edgematching.polygons.integrals import Floats
from heuristan.edgematching.polygons.moments import Form

RANK = 1e-5
"""Singular values below this share of the largest are none. One equation in each k follows from the others, as the
gradient of e^(k.u) has no integral round a closed polygon; it shows as about 1e-16, or as 1e-6 where coordinates are
rounded to six decimals, and true ones are 1e-4 or more."""

CONTRADICTION = 1e-3
"""If the equations of a k are off by more than this share of their coefficients at best, they contradict each other.
What coordinates are off by is a hundredth of that."""

USABLE = ("Solved", "AlmostSolved", "InsufficientProgress", "NumericalError", "MaxIterations")
"""Ends of the solver after which its last point is looked at. Where the equations leave few solutions, no matrix is
definite, the cone's interior is empty and the solver stops early; its point is near them all the same, and only the
judge says what is a solution."""


class ContradictionError(ValueError):
    """The linear equations alone have no solution, as far as floating-point numbers tell."""


@dataclass(frozen=True)
class Free:
    """The solutions of linear equations: a point, and directions in which it may move, orthonormal."""

    point: Floats
    directions: Floats
    """A column each."""

    @classmethod
    def of(cls, left: Floats, right: Floats) -> "Free":
        """All z with ``left @ z = right``.

        Raises:
            ContradictionError: there is none.
        """
        u, values, v = np.linalg.svd(left)
        rank = int(np.sum(values > RANK * values[0]))
        point = v[:rank].T @ ((u[:, :rank].T @ right) / values[:rank])
        # both sides: the integrals along a frame may cancel
        if np.linalg.norm(left @ point - right) > CONTRADICTION * (np.linalg.norm(left) + np.linalg.norm(right)):
            raise ContradictionError
        return cls(point, v[rank:].T)

    @classmethod
    def none(cls, point: Floats) -> "Free":
        """Entries that are given."""
        return cls(point, np.empty((len(point), 0)))


class Unknowns:
    """The monomials of some matrices of one form, each to be bound by the equations that it stands in."""

    def __init__(self, form: Form, count: int) -> None:
        self.form = form
        self.count = count
        self._constant = np.zeros((count, len(form.exponents)))
        self._columns: list[tuple[NDArray[np.intp], NDArray[np.intp], Floats]] = []

    def bind(self, matrices: NDArray[np.intp], monomials: NDArray[np.intp], free: Free) -> None:
        """Let monomials of matrices, given by their numbers, be the solutions of equations."""
        self._constant[matrices, monomials] = free.point
        self._columns += [(matrices, monomials, column) for column in free.directions.T]

    def program(self, limit: float | None = None) -> "Program":
        """The program over all that satisfies the equations."""
        sparse = _sparse()
        places = self.form.places[self.form.triangle]
        weights = self.form.weights
        size = len(places)
        # where in the vectors of all matrices each monomial stands
        stands = [np.flatnonzero(places == number) for number in range(len(self.form.exponents))]
        rows: list[int] = []
        columns: list[int] = []
        entries: list[float] = []
        for number, (matrices, monomials, column) in enumerate(self._columns):
            for matrix, monomial, entry in zip(matrices, monomials, column, strict=True):
                at = stands[monomial]
                rows.extend(matrix * size + at)
                columns.extend([number] * len(at))
                entries.extend(entry * weights[at])
        shape = (self.count * size, len(self._columns))
        constant = (self._constant[:, places] * weights).ravel()
        return Program(self.form, self.count, constant, sparse.csc_matrix((entries, (rows, columns)), shape), limit)


class Program:
    """Minimise the sum of products of matrices with weights: all of one form, positive semidefinite, in a flat."""

    def __init__(self, form: Form, count: int, constant: Floats, matrix: Any, limit: float | None) -> None:
        """Take the flat: the vectors of all matrices are the constant plus the sparse matrix times free unknowns.

        Args:
            form: of the matrices.
            count: how many.
            constant: their vectors, one after the other.
            matrix: SciPy's, a row an entry of the vectors.
            limit: the most seconds that the solver may take.
        """
        self.form = form
        self.count = count
        self._constant = constant
        self._matrix = matrix
        self._limit = limit
        self._solver: Any = None

    def solved(self, weights: Sequence[Floats]) -> list[Floats] | None:
        """The matrices that minimise the sum; None if the solver finds none.

        Raises:
            MissingExtraError: Clarabel is not installed.
        """
        objective = self._matrix.T @ np.concatenate([self.form.vector(weight) for weight in weights])
        if self._solver is None:
            self._solver = self._made(objective)
        else:
            self._solver.update(q=objective)
        answer = self._solver.solve()
        if str(answer.status) not in USABLE:
            return None
        entries = self._constant + self._matrix @ np.array(answer.x)
        return [self.form.matrix(vector) for vector in np.split(entries, self.count)]

    def _made(self, objective: Floats) -> Any:
        """A solver for: minimise objective.y with constant + matrix y in the cone."""
        clarabel = _clarabel()
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        if hasattr(settings, "max_threads"):  # not in every release that will do
            settings.max_threads = 1
        if self._limit is not None:
            settings.time_limit = self._limit
        # both would change the data such that the objective could not be replaced
        settings.presolve_enable = False
        settings.chordal_decomposition_enable = False
        cones = [clarabel.PSDTriangleConeT(len(self.form.rows))] * self.count
        unknowns = self._matrix.shape[1]
        nothing = _sparse().csc_matrix((unknowns, unknowns))
        return clarabel.DefaultSolver(nothing, objective, -self._matrix, self._constant, cones, settings)


def _clarabel() -> Any:
    try:
        import clarabel
    except ImportError:
        raise MissingExtraError("clarabel") from None
    return clarabel


def _sparse() -> Any:
    try:
        from scipy import sparse
    except ImportError:
        raise MissingExtraError("scipy") from None
    return sparse

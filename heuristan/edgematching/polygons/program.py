"""Semidefinite programs over matrices whose entries satisfy linear equations, solved for several objectives."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import require
from heuristan.edgematching.faults import EXTRA
from heuristan.edgematching.polygons.integrals import Floats
from heuristan.edgematching.polygons.moments import Form

RANK = 1e-5
"""Share of the largest singular value below which singular values count as 0. One equation of each k follows from the
others, because the integral of the gradient of e^(k.u) around a closed polygon is 0; it shows as about 1e-16, or as
1e-6 if coordinates are rounded to six decimals, and true singular values are at least 1e-4."""

CONTRADICTION = 1e-3
"""Share of their coefficients by which the equations of a k may be off at best; beyond it they contradict each other.
Rounded coordinates are off by a hundredth of it."""

USABLE = ("Solved", "AlmostSolved", "InsufficientProgress", "NumericalError", "MaxIterations")
"""Ends of the solver after which its last point is used. If the equations leave few solutions, no matrix is definite,
the cone's interior is empty and the solver stops early; its point is still near the solutions, and only the judge
decides."""


class ContradictionError(ValueError):
    """The linear equations alone have no solution, as far as floating-point numbers show."""


@dataclass(frozen=True)
class AffineSpace:
    """The solutions of linear equations: a point and orthonormal directions."""

    point: Floats
    directions: Floats
    """The directions, a column each."""

    @classmethod
    def solving(cls, left: Floats, right: Floats) -> "AffineSpace":
        """Return the space of all z with ``left @ z = right``.

        Raises:
            ContradictionError: if there is none.
        """
        u, values, v = np.linalg.svd(left)
        rank = int(np.sum(values > RANK * values[0]))
        point = v[:rank].T @ ((u[:, :rank].T @ right) / values[:rank])
        # relative to both sides, because the integrals along a frame may cancel
        if np.linalg.norm(left @ point - right) > CONTRADICTION * (np.linalg.norm(left) + np.linalg.norm(right)):
            raise ContradictionError
        return cls(point, v[rank:].T)

    @classmethod
    def point_only(cls, point: Floats) -> "AffineSpace":
        """Return the space of one point."""
        return cls(point, np.empty((len(point), 0)))


class Unknowns:
    """The monomials of several matrices of one form, which are bound by their equations one after the other."""

    def __init__(self, form: Form, count: int) -> None:
        self.form = form
        self.count = count
        self._constant = np.zeros((count, len(form.exponents)))
        self._columns: list[tuple[NDArray[np.intp], NDArray[np.intp], Floats]] = []

    def bind(self, matrices: NDArray[np.intp], monomials: NDArray[np.intp], space: AffineSpace) -> None:
        """Restrict monomials of matrices, given by their numbers, to an affine space."""
        self._constant[matrices, monomials] = space.point
        self._columns += [(matrices, monomials, column) for column in space.directions.T]

    def program(self, limit: float | None = None) -> "SemidefiniteProgram":
        """Return the program over all matrices that satisfy the equations."""
        sparse: Any = require("scipy.sparse", "SciPy", EXTRA)
        places = self.form.places[self.form.triangle]
        weights = self.form.weights
        size = len(places)
        entries_of = [np.flatnonzero(places == number) for number in range(len(self.form.exponents))]
        rows: list[int] = []
        columns: list[int] = []
        entries: list[float] = []
        for number, (matrices, monomials, column) in enumerate(self._columns):
            for matrix, monomial, entry in zip(matrices, monomials, column, strict=True):
                at = entries_of[monomial]
                rows.extend(matrix * size + at)
                columns.extend([number] * len(at))
                entries.extend(entry * weights[at])
        shape = (self.count * size, len(self._columns))
        constant = (self._constant[:, places] * weights).ravel()
        return SemidefiniteProgram(
            self.form, self.count, constant, sparse.csc_matrix((entries, (rows, columns)), shape), limit
        )


class SemidefiniteProgram:
    """Minimise the sum of products of matrices with weights: all of one form, semidefinite, in an affine space."""

    def __init__(self, form: Form, count: int, constant: Floats, matrix: Any, limit: float | None) -> None:
        """Set up the affine space: the vectors of all matrices are the constant plus a sparse matrix times unknowns.

        Args:
            form: the form of the matrices.
            count: the number of matrices.
            constant: the constant vectors, one after the other.
            matrix: a sparse matrix of SciPy with a row for each entry of the vectors.
            limit: the time limit of the solver in seconds.
        """
        self.form = form
        self.count = count
        self._constant = constant
        self._matrix = matrix
        self._limit = limit
        self._solver: Any = None

    def solve(self, weights: Sequence[Floats]) -> list[Floats] | None:
        """Return the matrices that minimise the sum; None if the solver finds none.

        Raises:
            MissingExtraError: if Clarabel is not installed.
        """
        objective = self._matrix.T @ np.concatenate([self.form.vector(weight) for weight in weights])
        if self._solver is None:
            self._solver = self._new_solver(objective)
        else:
            self._solver.update(q=objective)
        answer = self._solver.solve()
        if str(answer.status) not in USABLE:
            return None
        entries = self._constant + self._matrix @ np.array(answer.x)
        return [self.form.matrix(vector) for vector in np.split(entries, self.count)]

    def _new_solver(self, objective: Floats) -> Any:
        """Return a solver of: minimise objective.y with constant + matrix y in the cone."""
        clarabel: Any = require("clarabel", "Clarabel", EXTRA)
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        if hasattr(settings, "max_threads"):  # not in every release that is allowed
            settings.max_threads = 1
        if self._limit is not None:
            settings.time_limit = self._limit
        # both would change the data, and then the objective could not be replaced
        settings.presolve_enable = False
        settings.chordal_decomposition_enable = False
        cones = [clarabel.PSDTriangleConeT(len(self.form.rows))] * self.count
        unknowns = self._matrix.shape[1]
        nothing = require("scipy.sparse", "SciPy", EXTRA).csc_matrix((unknowns, unknowns))
        return clarabel.DefaultSolver(nothing, objective, -self._matrix, self._constant, cones, settings)

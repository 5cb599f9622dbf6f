"""The semidefinite program (5.14) of a puzzle: equations, matrices, and their solution.

**Equations** (section 6.2). Along each side of a piece, e^(k.u) is integrated by arc length. A side lies along sides of
the opposite direction, be it one, several, or parts of some. So the integrals of a direction over all pieces, minus
those of the opposite direction, are equal to those of the frame: equation (6.2), with the frame on the right-hand side.
Moving a piece by t multiplies its integrals by e^(k.t), so the equation for k is linear in the monomials T_i^k, T_i =
e^(t_i), of that one k, and the equations of different k are solved separately.

**Matrices** (Appendix B) are outer products of monomials in T_x and T_y, given by their distinct entries, which satisfy
the equations. They are positive semidefinite, and one program is solved for several objectives.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import require
from heuristan.edgematching.faults import EXTRA
from heuristan.edgematching.polygons.model import PolygonPuzzle, Side, SideKinds, groups_of_same, kinds_of

Floats: TypeAlias = NDArray[np.float64]

SERIES_BELOW = 1e-3
"""Below this x, sinh(x)/x is computed by three terms of its series, which are then exact to the last bit."""


class Sides(NamedTuple):
    """Sides as arrays."""

    starts: Floats
    """A row a side."""
    ends: Floats
    kinds: NDArray[np.intp]
    """The number of each side's kind."""
    signs: Floats
    """1 for sides along the direction of their kind, -1 against it."""


def arrays(kinds: SideKinds, sides: Sequence[Side], middle: tuple[float, float]) -> Sides:
    """Return sides as arrays, with coordinates relative to a point."""
    found = [kinds.of(side) for side in sides]
    return Sides(
        np.array([side.start for side in sides]) - middle,
        np.array([side.end for side in sides]) - middle,
        np.array([kind for kind, _ in found]),
        np.array([sign for _, sign in found]),
    )


def path_integrals(starts: Floats, ends: Floats, exponents: Floats) -> Floats:
    """Return the integral of e^(k.u) by arc length along each straight side, a row a side and a column a k.

    Along a side from p to q, k.u grows linearly from k.p to k.q, so the integral is
    ``|q - p| e^(k.(p + q)/2) sinh(x)/x`` with ``x = k.(q - p)/2``.

    Args:
        starts: p, a row a side.
        ends: q.
        exponents: k, a row each.
    """
    lengths = np.hypot(*(ends - starts).T)
    middles = (starts + ends) @ exponents.T / 2
    found: Floats = lengths[:, None] * np.exp(middles) * _sinhc((ends - starts) @ exponents.T / 2)
    return found


def _sinhc(x: Floats) -> Floats:
    small = np.abs(x) < SERIES_BELOW
    safe = np.where(small, 1.0, x)
    series = 1 + x * x / 6 * (1 + x * x / 20)
    return np.where(small, series, np.sinh(safe) / safe)


class System(NamedTuple):
    """The equations of a puzzle: for each exponent k, ``pieces[k] @ z_k = frame[k]`` with ``z_k = (T_1^k, T_2^k ...)``.

    The position of a piece is its middle, relative to the frame's middle, times the scale.
    """

    exponents: Floats
    """A row a k."""
    pieces: Floats
    """For each k a matrix with a row a kind of side and a column a piece."""
    frame: Floats
    """For each k a row: the right-hand sides."""
    scale: float
    """h: T = e^(h t)."""


def system_of(puzzle: PolygonPuzzle, exponents: Floats, scale: float) -> System:
    """Return the equations of a puzzle for some exponents.

    Args:
        puzzle: the puzzle.
        exponents: k, integers in the paper, a row each.
        scale: h, the factor of all lengths, such that e^(h t) stays near 1.
    """
    kinds = kinds_of(puzzle)
    columns = [
        summed(arrays(kinds, piece.sides, piece.middle), len(kinds.kinds), exponents, scale) for piece in puzzle.pieces
    ]
    frame = summed(arrays(kinds, puzzle.sides, puzzle.middle), len(kinds.kinds), exponents, scale)
    return System(exponents, np.stack(columns, axis=2), frame, scale)


def summed(sides: Sides, kinds: int, exponents: Floats, scale: float) -> Floats:
    """Return the signed sums of the path integrals over the sides of each kind: a row a k, a column a kind."""
    each = sides.signs[:, None] * path_integrals(scale * sides.starts, scale * sides.ends, exponents)
    found = np.zeros((kinds, len(exponents)))
    np.add.at(found, sides.kinds, each)
    return found.T


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


Pairing: TypeAlias = tuple[int, ...]
"""A piece, or two equal ones, that have a matrix together; as many are the rank of the matrix in a solution.

Equations cannot distinguish equal pieces; with a matrix for each, any share of one could be in the other's place. The
sum of both is a positive semidefinite matrix of rank two with 2 in its corner."""


def pairings_of(puzzle: PolygonPuzzle) -> tuple[Pairing, ...]:
    """Return the pairings of a puzzle: equal pieces are taken in pairs."""
    return tuple(
        tuple(group[start : start + 2]) for group in groups_of_same(puzzle) for start in range(0, len(group), 2)
    )


class Relaxation(NamedTuple):
    """The program of a puzzle."""

    pairings: tuple[Pairing, ...]
    """The pairing of each matrix."""
    scale: float
    """h in T = e^(h t), where t leads from the frame's middle to a piece's middle."""
    degree: int
    program: SemidefiniteProgram


def relaxation(puzzle: PolygonPuzzle, degree: int, limit: float | None = None) -> Relaxation:
    """Set up the program of a puzzle.

    Args:
        puzzle: the puzzle.
        degree: the highest power in the first column of the matrices.
        limit: the time limit of a solution of the program, in seconds.

    Raises:
        ContradictionError: if the equations have no solution.
        MissingExtraError: if SciPy is not installed.
    """
    pairings, form = pairings_of(puzzle), powers(degree)
    # T runs from 1/e to e over the outline, so that its powers stay in the range of floats
    scale = 2 / puzzle.size
    system = system_of(puzzle, np.array(form.exponents), scale)
    unknowns, every = Unknowns(form, len(pairings)), np.arange(len(pairings))
    columns = [pairing[0] for pairing in pairings]
    unknowns.bind(every, 0 * every, AffineSpace.point_only(np.array([float(len(pairing)) for pairing in pairings])))
    for number in range(1, len(form.exponents)):
        space = AffineSpace.solving(system.pieces[number][:, columns], system.frame[number])
        unknowns.bind(every, 0 * every + number, space)
    return Relaxation(pairings, scale, degree, unknowns.program(limit))

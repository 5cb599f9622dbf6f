"""The semidefinite program (5.14) of a puzzle."""

from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.edgematching.polygons.integrals import system_of
from heuristan.edgematching.polygons.moments import powers
from heuristan.edgematching.polygons.program import AffineSpace, SemidefiniteProgram, Unknowns
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, groups_of_same

Cell: TypeAlias = tuple[int, ...]
"""A piece, or two equal ones, that have a matrix together; as many are the rank of the matrix in a solution.

Equations cannot distinguish equal pieces; with a matrix for each, any share of one could be in the other's place. The
sum of both is a positive semidefinite matrix of rank two with 2 in its corner."""


def cells_of(puzzle: PolygonPuzzle) -> tuple[Cell, ...]:
    """Return the cells of a puzzle: equal pieces are taken in pairs."""
    return tuple(
        tuple(group[start : start + 2]) for group in groups_of_same(puzzle) for start in range(0, len(group), 2)
    )


class Relaxation(NamedTuple):
    """The program of a puzzle."""

    cells: tuple[Cell, ...]
    """The cell of each matrix."""
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
    cells, form = cells_of(puzzle), powers(degree)
    # T runs from 1/e to e over the outline, so that its powers stay in the range of floats
    scale = 2 / puzzle.size
    system = system_of(puzzle, np.array(form.exponents), scale)
    unknowns, every = Unknowns(form, len(cells)), np.arange(len(cells))
    columns = [cell[0] for cell in cells]
    unknowns.bind(every, 0 * every, AffineSpace.point_only(np.array([float(len(cell)) for cell in cells])))
    for number in range(1, len(form.exponents)):
        space = AffineSpace.solving(system.pieces[number][:, columns], system.frame[number])
        unknowns.bind(every, 0 * every + number, space)
    return Relaxation(cells, scale, degree, unknowns.program(limit))

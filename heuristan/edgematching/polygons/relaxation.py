"""The semidefinite program (5.14) of a puzzle."""

from typing import NamedTuple

import numpy as np

from heuristan.edgematching.polygons.integrals import system_of
from heuristan.edgematching.polygons.moments import powers
from heuristan.edgematching.polygons.program import Free, Program, Unknowns
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, groups_of_same


class Cell(NamedTuple):
    """One matrix: a piece, or two that are the same, whose moments are added.

    Equations cannot tell equal pieces apart; with a matrix for each, any share of one could be in the other's place.
    The sum of both is a matrix of rank two with 2 in the corner, and as definite as they are.
    """

    pieces: tuple[int, ...]

    @property
    def mass(self) -> int:
        """Its rank in a solution."""
        return len(self.pieces)


def cells_of(puzzle: PolygonPuzzle) -> tuple[Cell, ...]:
    """The pieces, equal ones by twos."""
    return tuple(
        Cell(tuple(group[start : start + 2])) for group in groups_of_same(puzzle) for start in range(0, len(group), 2)
    )


class Relaxation(NamedTuple):
    """A puzzle's program."""

    cells: tuple[Cell, ...]
    """What its matrices stand for."""
    scale: float
    """h: T = e^(h t), with t from the frame's middle to a piece's."""
    degree: int
    program: Program


def relaxation(puzzle: PolygonPuzzle, degree: int, limit: float | None = None) -> Relaxation:
    """The program of a puzzle.

    Args:
        puzzle: the puzzle.
        degree: the highest power in the first column of the matrices.
        limit: the most seconds that a solution of the program may take.

    Raises:
        ContradictionError: the equations have no solution.
        MissingExtraError: SciPy is not installed.
    """
    cells, form = cells_of(puzzle), powers(degree)
    # T runs from 1/e to e over the outline, so that its powers stay within what floats bear
    scale = 2 / puzzle.size
    system = system_of(puzzle, np.array(form.exponents), scale)
    unknowns, every = Unknowns(form, len(cells)), np.arange(len(cells))
    columns = [cell.pieces[0] for cell in cells]
    unknowns.bind(every, 0 * every, Free.none(np.array([float(cell.mass) for cell in cells])))
    for number in range(1, len(form.exponents)):
        free = Free.of(system.pieces[number][:, columns], system.frame[number])
        unknowns.bind(every, 0 * every + number, free)
    return Relaxation(cells, scale, degree, unknowns.program(limit))

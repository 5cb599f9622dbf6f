"""The linear program (5.10): bistochastic matrices that fulfil the puzzle's equations."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.options import Options
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.relaxing.bases import Basis, Rows, Variables, equations

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class LinearProgram:
    """The constraints: matrix times variables = right, variables >= 0.

    Attributes:
        variables: the entries of P.
        rows: the equations.
        loose: whether each row is an inequality instead: at most its right side. None for equations alone.
    """

    variables: Variables
    rows: Rows
    loose: "NDArray[np.bool_] | None" = None


def program(
    puzzle: Puzzle,
    options: Options,
    variables: Variables,
    basis: Basis = "indicators",
    deadline: Deadline | None = None,
) -> LinearProgram:
    """Return the constraints of (5.10): P 1 = 1, 1' P = 1', P >= 0, and the puzzle's equations.

    A row of P, or the rows of all turns together, stands for a class of equal pieces, and its sum is the number of
    pieces in the class. No entry needs the bound 1, because the sum of its column is 1.

    Raises:
        LimitReached: if the time is over.
    """
    from scipy.sparse import csr_matrix, vstack

    count, ones = np.arange(len(variables)), np.ones(len(variables))
    classes = np.array(options.class_of)[variables.option]
    sums = [
        Rows(
            csr_matrix((ones, (classes, count)), shape=(len(options.counts), len(variables))), np.array(options.counts)
        ),
        Rows(csr_matrix((ones, (variables.place, count))), np.ones(len(puzzle.board.places))),
    ]
    blocks = sums
    for rows in equations(puzzle, options, variables, basis):
        blocks.append(_without_void_rows(rows))
        if deadline is not None:
            deadline.check()
    matrix = vstack([block.matrix for block in blocks], format="csr")
    return LinearProgram(variables, Rows(matrix, np.concatenate([block.right for block in blocks])))


def _without_void_rows(rows: Rows) -> Rows:
    """Leave out the rows that say 0 = 0."""
    kept = (np.diff(rows.matrix.indptr) > 0) | (rows.right != 0)
    return Rows(rows.matrix[kept], rows.right[kept])

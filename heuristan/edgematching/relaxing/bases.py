"""The equations (4.6) as rows of a linear program, in two bases of the functions on the edge locations.

For each colour c and axis there is an equation for every function f on the edge locations u of that axis:

    sum over u of f(u) · (what shows c at u from the one side - what shows c there from the other) = 0.

Only finitely many locations are possible, n of them for an axis. So the functions on them are a space of n dimensions,
and equations for n functions that span it say as much as those for all functions.

- `indicators`: f is 1 at one location and 0 at the others. A row is sparse, its entries are 1 and -1.
- `exponentials`: f(u) = e^(k·u), as the paper has them. With k from 0 to one less than the number of different
  coordinates on each axis they span the same space, as Vandermonde matrices of different nodes are regular. But the
  functions are nearly parallel: see `condition`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from heuristan.edgematching.board import OPPOSITE, Board, Spot
from heuristan.edgematching.options import Options
from heuristan.edgematching.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

Basis: TypeAlias = Literal["indicators", "exponentials"]

MOST_PLACES = 144
"""For exponentials: their rows have no zeros, so the memory grows with the fourth power of a side's length and with the
colours. They lose their digits long before."""


class Rows(NamedTuple):
    """Equations: matrix times variables = right."""

    matrix: "csr_matrix"
    right: "NDArray[np.float64]"


@dataclass(frozen=True)
class Variables:
    """The entries of P that are not known to be 0: which option at which place."""

    option: "NDArray[np.intp]"
    place: "NDArray[np.intp]"

    @classmethod
    def of(cls, possible: "NDArray[np.bool_]") -> "Variables":
        return cls(*np.nonzero(possible))

    def __len__(self) -> int:
        return len(self.option)


def equations(puzzle: Puzzle, options: Options, variables: Variables, basis: Basis) -> Iterator[Rows]:
    """The rows of each colour and axis."""
    faces = np.array(options.faces)
    for face in (face for face in puzzle.board.faces if face < OPPOSITE[face]):
        spots = spots_of(puzzle.board, face)
        functions = exponentials(spots) if basis == "exponentials" else None
        for colour in puzzle.colours:
            rows = _indicators(puzzle, faces, variables, face, colour, spots)
            yield rows if functions is None else _scaled(functions, rows)


def spots_of(board: Board, face: int) -> tuple[Spot, ...]:
    """The edge locations of a face's axis."""
    return tuple(sorted({board.spot(place, each) for place in board.places for each in (face, OPPOSITE[face])}))


def exponentials(spots: tuple[Spot, ...], *, natural: bool = False) -> "NDArray[np.float64]":
    """The functions e^(k·u) by the locations u, each scaled to the largest value 1.

    Unit length is the side of a piece; the origin is the middle of the box. The numbers k of each axis lie round 0 as
    well, one apart. With `natural` they are 0, 1, 2 ... as the exponents of polynomials are: the span is the same, but
    the condition is far worse.
    """
    where = np.array(spots) / 2
    where = where - (where.min(axis=0) + where.max(axis=0)) / 2
    sizes = [len(set(column)) for column in zip(*spots, strict=True)]
    degrees = [[k - (0 if natural else (size - 1) / 2) for k in range(size)] for size in sizes]
    values: NDArray[np.float64] = np.exp(np.array(list(product(*degrees))) @ where.T)
    values /= values.max(axis=1, keepdims=True)
    return values


def condition(board: Board, face: int, *, natural: bool = False) -> float:
    """The condition number of the exponentials on the edge locations of an axis."""
    return float(np.linalg.cond(exponentials(spots_of(board, face), natural=natural)))


def _indicators(
    puzzle: Puzzle,
    faces: "NDArray[np.int64]",
    variables: Variables,
    face: int,
    colour: int,
    spots: tuple[Spot, ...],
) -> Rows:
    """One row for each location: what shows the colour from the one side, minus what does from the other."""
    from scipy.sparse import csr_matrix

    row_of = {spot: row for row, spot in enumerate(spots)}
    right = np.zeros(len(spots))
    columns, rows, values = [], [], []
    for side, sign in ((face, 1.0), (OPPOSITE[face], -1.0)):
        at = np.array([row_of[puzzle.board.spot(place, side)] for place in puzzle.board.places])
        shown = np.flatnonzero(faces[variables.option, side] == colour)
        columns.append(shown)
        rows.append(at[variables.place[shown]])
        values.append(np.full(len(shown), sign))
        for index, place in enumerate(puzzle.board.places):
            if puzzle.walls.get((index, side)) == colour:
                # the frame's edge looks the other way; it stands on the right side of the equation
                right[row_of[puzzle.board.spot(place, side)]] += sign
    entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    return Rows(csr_matrix(entries, shape=(len(spots), len(variables))), right)


def _scaled(functions: "NDArray[np.float64]", rows: Rows) -> Rows:
    """Rows for other functions, each scaled to the largest coefficient 1 (or solvers would take most of it for 0)."""
    from scipy.sparse import csr_matrix

    dense = functions @ rows.matrix
    right = functions @ rows.right
    largest = np.maximum(np.abs(dense).max(axis=1, initial=0.0), np.finfo(float).tiny)
    return Rows(csr_matrix(dense / largest[:, None]), right / largest)

"""The equations (4.6) as rows of a linear program, in two bases of the functions on the edge locations.

For each colour c and axis there is an equation for every function f on the edge locations u of that axis:

    sum over u of f(u) · (options that show c at u from one side - options that show c there from the other) = 0.

Only finitely many locations are possible, n of them for an axis. So the functions on them are a space of n dimensions,
and the equations of n functions that span it imply those of all functions.

- `indicators`: f is 1 at one location and 0 at the others. A row is sparse, and its entries are 1 and -1.
- `exponentials`: f(u) = e^(k·u), as in the paper. With k from 0 to one less than the number of different coordinates on
  each axis they span the same space, because Vandermonde matrices of different nodes are regular. But the functions are
  nearly parallel: see `condition`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from heuristan.edgematching.board import Board, Location
from heuristan.edgematching.options import Options
from heuristan.edgematching.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

Basis: TypeAlias = Literal["indicators", "exponentials"]

MAX_PLACES = 144
"""Maximum for exponentials: their rows have no zeros, so the memory grows with the fourth power of a side's length and
with the number of colours. They lose their digits long before that."""


class Rows(NamedTuple):
    """Equations: matrix times variables = right."""

    matrix: "csr_matrix"
    right: "NDArray[np.float64]"


@dataclass(frozen=True)
class Variables:
    """The entries of P that are not known to be 0: an option and a place for each."""

    option: "NDArray[np.intp]"
    place: "NDArray[np.intp]"

    @classmethod
    def of(cls, possible: "NDArray[np.bool_]") -> "Variables":
        return cls(*np.nonzero(possible))

    def __len__(self) -> int:
        return len(self.option)


def equations(puzzle: Puzzle, options: Options, variables: Variables, basis: Basis) -> Iterator[Rows]:
    """Yield the rows of each axis and colour."""
    faces = np.array(options.faces)
    for face in (face for face in puzzle.board.faces if face < puzzle.board.cell.opposite[face]):
        locations = locations_of(puzzle.board, face)
        if not puzzle.frame:
            locations = _within(puzzle.board, face, locations)
        functions = exponentials(locations) if basis == "exponentials" else None
        for colour in puzzle.colours:
            rows = _indicators(puzzle, faces, variables, face, colour, locations)
            yield rows if functions is None else _scaled(functions, rows)


def locations_of(board: Board, face: int) -> tuple[Location, ...]:
    """Return the edge locations of a face's axis."""
    both = (face, board.cell.opposite[face])
    return tuple(sorted({board.location(place, each) for place in board.places for each in both}))


def _within(board: Board, face: int, locations: tuple[Location, ...]) -> tuple[Location, ...]:
    """Leave out the locations along the walls."""
    walls = {board.location(place, each) for each in (face, board.cell.opposite[face]) for place in board.wall(each)}
    return tuple(location for location in locations if location not in walls)


def exponentials(locations: tuple[Location, ...], *, natural: bool = False) -> "NDArray[np.float64]":
    """Return the functions e^(k·u), a row each, at the locations u, each scaled to the largest value 1.

    The unit of length is the side of a piece; the origin is the middle of the box. The numbers k of each axis are
    symmetric about 0 as well, one apart. With `natural` they are 0, 1, 2 ... like the exponents of polynomials: the
    span is the same, but the condition is far worse.
    """
    where = np.array(locations) / 2
    where = where - (where.min(axis=0) + where.max(axis=0)) / 2
    sizes = [len(set(column)) for column in zip(*locations, strict=True)]
    degrees = [[k - (0 if natural else (size - 1) / 2) for k in range(size)] for size in sizes]
    values: NDArray[np.float64] = np.exp(np.array(list(product(*degrees))) @ where.T)
    values /= values.max(axis=1, keepdims=True)
    return values


def condition(board: Board, face: int, *, natural: bool = False) -> float:
    """Return the condition number of the exponentials on the edge locations of an axis."""
    return float(np.linalg.cond(exponentials(locations_of(board, face), natural=natural)))


def _indicators(
    puzzle: Puzzle,
    faces: "NDArray[np.int64]",
    variables: Variables,
    face: int,
    colour: int,
    locations: tuple[Location, ...],
) -> Rows:
    """Return a row for each location: options that show the colour from one side, minus those that meet it there."""
    from scipy.sparse import csr_matrix

    row_of = {location: row for row, location in enumerate(locations)}
    right = np.zeros(len(locations))
    columns, rows, values = [], [], []
    sides = ((face, 1.0, colour), (puzzle.board.cell.opposite[face], -1.0, puzzle.mate(colour)))
    for side, sign, seen in sides:
        at = np.array([row_of.get(puzzle.board.location(place, side), -1) for place in puzzle.board.places])
        shown = np.flatnonzero((faces[variables.option, side] == seen) & (at[variables.place] >= 0))
        columns.append(shown)
        rows.append(at[variables.place[shown]])
        values.append(np.full(len(shown), sign))
        for index, place in enumerate(puzzle.board.places):
            if puzzle.asked.get((index, side)) == seen:
                # the frame's edge looks the other way, and is on the right side of the equation
                right[row_of[puzzle.board.location(place, side)]] += sign
    entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    return Rows(csr_matrix(entries, shape=(len(locations), len(variables))), right)


def _scaled(functions: "NDArray[np.float64]", rows: Rows) -> Rows:
    """Return the rows for other functions, each scaled to the largest coefficient 1: solvers round small ones to 0."""
    from scipy.sparse import csr_matrix

    dense = functions @ rows.matrix
    right = functions @ rows.right
    largest = np.maximum(np.abs(dense).max(axis=1, initial=0.0), np.finfo(float).tiny)
    return Rows(csr_matrix(dense / largest[:, None]), right / largest)

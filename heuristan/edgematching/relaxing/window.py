"""The linear program (5.10) of the places that have the fewest candidates: it stays small however large the board is.

What the constraints demand of these places alone follows from all constraints together. So if this program has no
solution, the whole one has none. With few candidates the window is the whole board.

The frame and the given pieces have struck candidates before, so the edges along the walls need no rows.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heuristan.edgematching.options import Options
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.relaxing.bases import Rows, Variables
from heuristan.edgematching.relaxing.program import LinearProgram

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from heuristan.edgematching.candidates import Possible

WIDEST = 1500
"""Maximum number of variables: HiGHS solves such a program in some hundredths of a second."""


class _Entries(NamedTuple):
    """Entries of the matrix, of one value: the row of each, and its variable."""

    value: float
    rows: "NDArray[np.intp]"
    variables: "NDArray[np.intp]"


class Windows:
    """The programs of a puzzle's windows.

    Their rows are numbered: the places, the classes, and then for each axis, place and colour the options that show the
    colour at the place's edge on that axis.
    """

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        self.board = puzzle.board
        self.faces = np.array(options.faces)
        self.wanted = np.array(options.wanted)
        self.class_of = np.array(options.class_of)
        self.counts = np.array(options.counts)
        self.colours = max(puzzle.colours) + 1
        self.beyond = np.array([[-1 if each is None else each for each in row] for row in self.board.neighbours])
        """For each place and face the place beyond it, or -1."""

    def program(self, possible: "Possible", widest: int = WIDEST) -> LinearProgram:
        """Return the program of as many places as have together at most the given number of candidates."""
        inside = _window(possible, widest)
        variables, places = Variables.of(possible & inside), possible.shape[1]
        number = np.arange(len(variables))
        entries = [
            _Entries(1.0, variables.place, number),
            _Entries(1.0, places + self.class_of[variables.option], number),
            *self._edges(variables, inside),
        ]
        right = np.concatenate([inside, self.counts])
        loose = np.zeros(len(right), dtype=bool)
        # pieces of a class may lie outside too
        loose[places + self.class_of[possible[:, ~inside].any(axis=1)]] = True
        return _program(variables, entries, right, loose)

    def _edges(self, variables: Variables, inside: "NDArray[np.bool_]") -> "list[_Entries]":
        """Return the entries of the equations of the edges between two places of the window."""
        found = []
        opposite, first = self.board.cell.opposite, len(inside) + len(self.counts)
        for face in (face for face in self.board.faces if face < opposite[face]):
            for side, sign, colours in ((face, 1.0, self.faces), (opposite[face], -1.0, self.wanted)):
                other = self.beyond[variables.place, side]
                met = np.flatnonzero((other >= 0) & inside[other])
                edge = (variables.place if side == face else other)[met]
                row = first + edge * self.colours + colours[variables.option[met], side]
                found.append(_Entries(sign, row, met))
            first += len(inside) * self.colours
        return found


def _window(possible: "Possible", widest: int) -> "NDArray[np.bool_]":
    """Return which places are in the window: those with the fewest candidates, at least one."""
    counts = possible.sum(axis=0)
    order = counts.argsort(kind="stable")
    inside = np.zeros(len(counts), dtype=bool)
    inside[order[: max(1, int(np.searchsorted(counts[order].cumsum(), widest, side="right")))]] = True
    return inside


def _program(
    variables: Variables, entries: list[_Entries], right: "NDArray[np.int64]", loose: "NDArray[np.bool_]"
) -> LinearProgram:
    """Return the program without the rows that have no entry; those after the given right sides have 0 there."""
    from scipy.sparse import csr_matrix

    numbers, rows = np.unique(np.concatenate([each.rows for each in entries]), return_inverse=True)
    values = np.concatenate([np.full(len(each.rows), each.value) for each in entries])
    columns = np.concatenate([each.variables for each in entries])
    matrix = csr_matrix((values, (rows, columns)), shape=(len(numbers), len(variables)))
    sides, at_most = np.zeros(len(numbers)), np.zeros(len(numbers), dtype=bool)
    known = numbers < len(right)
    sides[known], at_most[known] = right[numbers[known]], loose[numbers[known]]
    return LinearProgram(variables, Rows(matrix, sides), at_most)

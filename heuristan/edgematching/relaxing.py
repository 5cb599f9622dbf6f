"""Algorithm 1 (section 5.2.1): maximise <P(n-1), P> over the relaxed puzzle until P is a permutation, or stands still.

The linear program (5.10) is over bistochastic matrices that fulfil the puzzle's equations. For each colour c and axis
there is an equation (4.6) for every function f on the edge locations u of that axis:

    sum over u of f(u) · (options that show c at u from one side - options that show c there from the other) = 0.

Only finitely many locations are possible, n of them for an axis. So the functions on them are a space of n dimensions,
and the equations of n functions that span it imply those of all functions: here f is 1 at one location and 0 at the
others. A row is sparse, and its entries are 1 and -1. The paper's f(u) = e^(k·u) span the same space, but are nearly
parallel.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import require
from heuristan.common.words import plural
from heuristan.edgematching.candidates import Options, candidates, options_of
from heuristan.edgematching.puzzle import EXTRA, Board, Deadline, Faces, LimitReached, Location, Puzzle
from heuristan.edgematching.results import Answer

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


class Equations(NamedTuple):
    """Equations: matrix times variables = right."""

    matrix: "csr_matrix"
    right: NDArray[np.float64]


@dataclass(frozen=True)
class Variables:
    """The entries of P that are not known to be 0: an option and a place for each."""

    option: NDArray[np.intp]
    place: NDArray[np.intp]

    @classmethod
    def of(cls, possible: NDArray[np.bool_]) -> "Variables":
        return cls(*np.nonzero(possible))

    def __len__(self) -> int:
        return len(self.option)


def equations(puzzle: Puzzle, options: Options, variables: Variables) -> Iterator[Equations]:
    """Yield the rows of each axis and colour."""
    faces = np.array(options.faces)
    for face in (face for face in puzzle.board.faces if face < puzzle.board.cell.opposite[face]):
        locations = locations_of(puzzle.board, face)
        if not puzzle.frame:
            locations = _within(puzzle.board, face, locations)
        for colour in puzzle.colours:
            yield _indicators(puzzle, faces, variables, face, colour, locations)


def locations_of(board: Board, face: int) -> tuple[Location, ...]:
    """Return the edge locations of a face's axis."""
    both = (face, board.cell.opposite[face])
    return tuple(sorted({board.location(place, each) for place in board.places for each in both}))


def _within(board: Board, face: int, locations: tuple[Location, ...]) -> tuple[Location, ...]:
    """Leave out the locations along the walls."""
    walls = {board.location(place, each) for each in (face, board.cell.opposite[face]) for place in board.wall(each)}
    return tuple(location for location in locations if location not in walls)


def _indicators(
    puzzle: Puzzle,
    faces: NDArray[np.int64],
    variables: Variables,
    face: int,
    colour: int,
    locations: tuple[Location, ...],
) -> Equations:
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
    return Equations(csr_matrix(entries, shape=(len(locations), len(variables))), right)


def program(puzzle: Puzzle, options: Options, variables: Variables, deadline: Deadline) -> Equations:
    """Return the constraints of (5.10) besides P >= 0: P 1 = 1, 1' P = 1', and the puzzle's equations.

    A row of P, or the rows of all turns together, stands for a class of equal pieces, and its sum is the number of
    pieces in the class. No entry needs the bound 1, because the sum of its column is 1.

    Raises:
        LimitReached: if the time is over.
    """
    from scipy.sparse import csr_matrix, vstack

    count, ones = np.arange(len(variables)), np.ones(len(variables))
    classes = np.array(options.class_of)[variables.option]
    blocks = [
        Equations(
            csr_matrix((ones, (classes, count)), shape=(len(options.counts), len(variables))), np.array(options.counts)
        ),
        Equations(csr_matrix((ones, (variables.place, count))), np.ones(len(puzzle.board.places))),
    ]
    for rows in equations(puzzle, options, variables):
        kept = (np.diff(rows.matrix.indptr) > 0) | (rows.right != 0)  # leave out equations that say 0 = 0
        blocks.append(Equations(rows.matrix[kept], rows.right[kept]))
        deadline.check()
    matrix = vstack([block.matrix for block in blocks], format="csr")
    return Equations(matrix, np.concatenate([block.right for block in blocks]))


SOLVED, TOO_LONG, IMPOSSIBLE = 0, 1, 2
"""Statuses of HiGHS by their numbers in SciPy."""


class Infeasible(Exception):
    """HiGHS has proven that the constraints have no solution."""


class Unfinished(Exception):
    """HiGHS ended without an answer, because of numerical difficulties."""


def maximum(
    constraints: Equations, objective: NDArray[np.float64], seconds: float | None = None
) -> NDArray[np.float64]:
    """Return the variables at the maximum of an objective.

    Raises:
        Infeasible: if the constraints have no solution.
        LimitReached: if it takes longer than the given seconds.
        Unfinished: if HiGHS ended without an answer.
    """
    from scipy.optimize import linprog

    if not len(objective):
        return objective
    limit = {} if seconds is None else {"time_limit": max(seconds, 0.0)}
    matrix, right = constraints
    # with crossover, so that it ends at a vertex; about four times as fast as simplex here
    found = linprog(-objective, A_eq=matrix, b_eq=right, method="highs-ipm", options=limit)
    if found.status == SOLVED:
        return np.asarray(found.x)
    if found.status == TOO_LONG:
        raise LimitReached
    if found.status == IMPOSSIBLE:
        raise Infeasible
    raise Unfinished(found.message)


INTEGRAL = 1e-5
"""Distance from 0 or 1 at which an entry counts as 0 or 1. HiGHS keeps constraints to 1e-7, a hundredth of it, and the
arrangement is checked afterwards, so no wrong solution can result."""

MIN_GAIN = 1e-7
"""Minimum gain of ||P||^2; below it the iteration stands still (it never loses)."""


class Settings(NamedTuple):
    """The parameters of Algorithm 1.

    Attributes:
        restarts: the maximum number of restarts with another nudge when P stands still without being a permutation.
        nudge: the maximum weight of a random objective that is added to P(n-1): it decides between tied solutions.
        seed: the seed of the nudges.
        strike: whether to leave out entries that the constraints make 0 beforehand (see `candidates`).
    """

    restarts: int = 5
    nudge: float = 1e-3
    seed: int = 1
    strike: bool = True


class Iterate(NamedTuple):
    """P after a linear program.

    Attributes:
        start: the number of restarts before it.
        number: the number of the program in this start, from 1.
        matrix: P, options by places.
    """

    start: int
    number: int
    matrix: NDArray[np.float64]


def relax(
    puzzle: Puzzle, settings: Settings, deadline: Deadline, on_iterate: Callable[[Iterate], None] | None = None
) -> Answer:
    """Run Algorithm 1.

    Args:
        puzzle: the puzzle.
        settings: the parameters.
        deadline: when to stop.
        on_iterate: called with each P.

    Raises:
        Contradiction: if striking leaves a place without candidates.
        LimitReached: if the time is over.
        MissingExtraError: if SciPy is not installed.
    """
    require("scipy", "SciPy", EXTRA)
    options = options_of(puzzle)
    possible = candidates(puzzle, options, deadline, frame_only=not settings.strike)
    return _Run(puzzle, options, Variables.of(possible), settings, deadline, on_iterate).run()


@dataclass
class _Run:
    puzzle: Puzzle
    options: Options
    variables: Variables
    settings: Settings
    deadline: Deadline
    on_iterate: Callable[[Iterate], None] | None
    programs: int = 0
    restarts: int = 0
    number: int = 0
    """The number of the program in this start."""
    last: NDArray[np.float64] | None = None

    def run(self) -> Answer:
        """Start again until P becomes a permutation."""
        self.constraints = program(self.puzzle, self.options, self.variables, self.deadline)
        random = np.random.default_rng(self.settings.seed)
        for start in range(self.settings.restarts + 1):
            self.restarts = start
            try:
                faces = self.faces_from(self.settings.nudge * random.random(len(self.variables)))
            except Infeasible:
                return self.answer(None, "HiGHS finds that no P fulfils the equations")
            except Unfinished as fault:
                return self.answer(None, f"HiGHS gave up: {fault}")
            if faces is not None:
                return self.answer(faces)
        message = f"P stood still {plural(self.settings.restarts + 1, 'time')} without being a permutation"
        return self.answer(None, message)

    def tell(self, matrix: NDArray[np.float64]) -> None:
        """Tell the next P of this start."""
        self.number += 1
        if self.on_iterate is not None:
            self.on_iterate(Iterate(self.restarts, self.number, matrix))

    def answer(self, faces: tuple[Faces, ...] | None, message: str = "") -> Answer:
        best = None if faces else self.rounded
        return Answer("lp", faces, self.effort, message=message, best=best)

    @property
    def effort(self) -> dict[str, int]:
        return {"programs": self.programs, "restarts": self.restarts}

    @property
    def rounded(self) -> tuple[Faces | None, ...] | None:
        """The board at which the last P is largest, place by place; None where its pieces already lie."""
        if self.last is None:
            return None
        matrix, left = self.matrix(self.last), list(self.options.counts)
        board: list[Faces | None] = [None] * matrix.shape[1]
        for entry in matrix.argsort(axis=None, kind="stable")[::-1][: len(self.variables)]:
            option, place = divmod(int(entry), matrix.shape[1])
            number = self.options.class_of[option]
            if board[place] is None and left[number]:
                board[place] = self.options.faces[option]
                left[number] -= 1
        return tuple(board)

    def faces_from(self, nudge: NDArray[np.float64]) -> tuple[Faces, ...] | None:
        """Return the colours at each place from one start, or None if P stands still before it is a permutation."""
        before, self.number = np.zeros(len(self.variables)), 0
        while True:
            try:
                self.deadline.check()
                now = maximum(self.constraints, before + nudge, self.deadline.left)
            except LimitReached:
                raise LimitReached(effort=self.effort, best=self.rounded) from None
            self.programs += 1
            self.tell(self.matrix(now))
            self.last = now
            if np.abs(now - now.round()).max(initial=0.0) < INTEGRAL:
                return self.faces_of(now)
            if self.number > 1 and now @ now - before @ before < MIN_GAIN:
                return None
            before = now

    def matrix(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        found = np.zeros((len(self.options.faces), len(self.puzzle.board.places)))
        found[self.variables.option, self.variables.place] = values
        return found

    def faces_of(self, values: NDArray[np.float64]) -> tuple[Faces, ...]:
        return tuple(self.options.faces[option] for option in self.matrix(values).argmax(axis=0))

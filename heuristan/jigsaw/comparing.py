"""Measures and solvers side by side on a puzzle whose truth is known."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from heuristan.common.results import Status
from heuristan.jigsaw.assembly.assembling import Solver
from heuristan.jigsaw.assembly.dimensions import check_stated
from heuristan.jigsaw.judging import agreement, check_truth, joints_of
from heuristan.jigsaw.measures.costs import MEASURES, Measure, costs
from heuristan.jigsaw.piece import Floats, Piece
from heuristan.jigsaw.results import Result
from heuristan.jigsaw.solving import solve

Compared: TypeAlias = Literal["measure", "solver"]

_SOLVERS: Sequence[Solver] = ("paper", "repair")
_MEASURES: Sequence[Measure] = ("filter", "term", "learned")
SOLVERS: Mapping[str, tuple[Solver, Measure]] = {
    f"{solver}/{measure}": (solver, measure) for solver in _SOLVERS for measure in _MEASURES
}
"""The solvers with their measures: the paper's own first, then with another measure, another assembly, or both."""


class Row(NamedTuple):
    """How well a measure, or a solver with a measure, did on one puzzle."""

    id: str
    """The puzzle."""
    pieces: int
    kind: Compared
    solver: str
    """The measure, or the solver with its measure."""
    status: Status | None
    """How solving ended; None for a measure."""
    right: int
    """For a measure, the number of sides whose best match is the true one; for a solver, that of right neighbours."""
    of: int
    """The maximum of that number."""
    perfect: bool | None
    """Whether every piece is right; None for a measure."""
    seconds: float
    """Wall-clock time without reading the pictures."""


def rows(
    name: str,
    pieces: Sequence[Piece],
    truth: Result,
    *,
    upright: bool,
    stated: tuple[int, int] | None = None,
    solvers: Collection[str] = tuple(SOLVERS),
    limit: float | None = None,
) -> Iterator[Row]:
    """Run every measure and then the solvers on one puzzle.

    Args:
        name: name of the puzzle.
        pieces: its pieces.
        truth: where each piece belongs.
        upright: whether the pieces are known to stand upright.
        stated: rows and columns, if puzzle.json says them.
        solvers: names of SOLVERS.
        limit: seconds after which a solver stops repairing.

    Raises:
        PuzzleError: if the truth is of another puzzle, or the pieces do not make a rectangle.
    """
    check_truth(name, pieces, truth)
    if stated is not None:
        check_stated(pieces, stated, upright=upright)
    # imports made on first use must not count for the first measure
    costs(pieces, "learned", upright=upright)
    for measure in MEASURES:
        began = perf_counter()
        table = costs(pieces, measure, upright=upright)
        seconds = perf_counter() - began
        right, of = best_matches(table, pieces, truth)
        yield Row(name, len(pieces), "measure", measure, None, right, of, None, seconds)
    for words in solvers:
        solver, measure = SOLVERS[words]
        result = solve(name, pieces, solver=solver, measure=measure, upright=upright, limit=limit)
        known = agreement(result, truth, upright=upright)
        right, of = known.neighbours, known.of_neighbours
        yield Row(name, len(pieces), "solver", words, result.status, right, of, known.is_perfect, result.seconds)


def best_matches(table: Floats, pieces: Sequence[Piece], truth: Result) -> tuple[int, int]:
    """Return how many sides in joints have their true neighbour as their cheapest, and how many there are."""
    numbers = {piece.name: 4 * number for number, piece in enumerate(pieces)}
    best = np.argmin(table, axis=1)
    right = of = 0
    for joint in joints_of(truth):
        one, other = (numbers[piece] + side for piece, side in joint)
        right += int(best[one] == other) + int(best[other] == one)
        of += 2
    return right, of

"""Measures and solvers side by side on a puzzle whose truth is known."""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.assembly.assembling import Solver
from heuristan.jigsaw.assembly.dimensions import check_stated
from heuristan.jigsaw.judging import agreement, check_truth, joints_of
from heuristan.jigsaw.measures.costs import MEASURES, Measure, costs
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Result
from heuristan.jigsaw.solving import solve

Kind: TypeAlias = Literal["measure", "solver"]

WAYS: tuple[tuple[Solver, Measure], ...] = (
    ("paper", "filter"),
    ("paper", "term"),
    ("paper", "learned"),
    ("repair", "filter"),
    ("repair", "term"),
    ("repair", "learned"),
)
"""The paper's own solver first, then what changes when the measure, the assembly, or both are others."""


class Row(NamedTuple):
    """What came of a measure, or of a way of assembly, on one puzzle."""

    puzzle: str
    pieces: int
    kind: Kind
    name: str
    right: int
    """Of a measure: sides whose best match is the true one. Of a way: neighbours that are right."""
    of: int
    perfect: bool | None
    """Of a way: whether every piece is right."""
    seconds: float
    """Without reading the pictures."""


def rows(
    name: str, pieces: Sequence[Piece], truth: Result, *, upright: bool, stated: tuple[int, int] | None = None
) -> Iterator[Row]:
    """Every measure, then every way, on one puzzle.

    Raises:
        PuzzleError: the truth is of another puzzle, or the pieces make no rectangle.
    """
    check_truth(name, pieces, truth)
    if stated is not None:
        check_stated(pieces, stated, upright=upright)
    # what is imported when it is needed first is not to be counted for the first measure
    costs(pieces, "learned", upright=upright)
    for measure in MEASURES:
        began = perf_counter()
        table = costs(pieces, measure, upright=upright)
        seconds = perf_counter() - began
        right, of = best_matches(table, pieces, truth)
        yield Row(name, len(pieces), "measure", measure, right, of, None, seconds)
    for solver, measure in WAYS:
        result = solve(name, pieces, solver=solver, measure=measure, upright=upright)
        known = agreement(result, truth, upright=upright)
        way = f"{solver}/{measure}"
        yield Row(
            name, len(pieces), "solver", way, known.neighbours, known.of_neighbours, known.is_perfect, result.seconds
        )


def best_matches(table: Floats, pieces: Sequence[Piece], truth: Result) -> tuple[int, int]:
    """Of all sides in joints: how many have their true neighbour as their cheapest; and how many there are."""
    numbers = {piece.name: 4 * number for number, piece in enumerate(pieces)}
    best = np.argmin(table, axis=1)
    right = of = 0
    for joint in joints_of(truth):
        one, other = (numbers[piece] + side for piece, side in joint)
        right += int(best[one] == other) + int(best[other] == one)
        of += 2
    return right, of

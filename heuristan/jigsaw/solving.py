"""The solver of a whole puzzle: from its pieces to a result."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from heuristan.common.words import plural
from heuristan.jigsaw.assembly.assembling import USUAL, Assembly, Solver, assemble
from heuristan.jigsaw.assembly.dimensions import check_stated
from heuristan.jigsaw.judging import judge
from heuristan.jigsaw.measures.costs import Measure
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result

if TYPE_CHECKING:
    from heuristan.common.results import Status

INSTEAD: Measure = "term"
"""The measure to fall back on: it learns nothing, and so nothing wrong."""


def solve(
    name: str,
    pieces: Sequence[Piece],
    *,
    solver: Solver = "repair",
    measure: Measure | None = None,
    upright: bool = False,
    stated: tuple[int, int] | None = None,
    limit: float | None = None,
) -> Result:
    """Assemble pieces.

    An assembly is solved if the judge finds no fault and no doubtful piece. If no measure is given, and the default of
    'repair' does not solve the puzzle, `term` is tried as well, because costs learned from a small and worn puzzle can
    be wrong. The assembly with fewer doubtful pieces is kept.

    Args:
        name: id of the result.
        pieces: all pieces of one puzzle.
        solver: see `heuristan.jigsaw.assembly.assembling.assemble`.
        measure: the costs of joints; by default the solver's own.
        upright: whether the pieces are known to stand upright.
        stated: rows and columns, if puzzle.json says them; the pieces are counted in any case.
        limit: seconds after which repairing stops.

    Raises:
        PuzzleError: if the pieces do not make a rectangle, or another one than is stated.
    """
    began = perf_counter()
    if stated is not None:
        check_stated(pieces, stated, upright=upright)

    def laid(measure: Measure) -> Result:
        left = None if limit is None else limit - (perf_counter() - began)
        found = assemble(pieces, solver=solver, measure=measure, upright=upright, limit=left)
        return judged(pieces, _result(name, pieces, found, f"{solver}/{measure}"), upright=upright)

    result = laid(measure or USUAL[solver])
    if measure is None and solver == "repair" and result.status != "solved":
        # of two that are not solved the first is kept: costs of two measures cannot be compared
        result = min((result, laid(INSTEAD)), key=_badness)
    return replace(result, seconds=perf_counter() - began)


def _badness(result: Result) -> int:
    return 0 if result.status == "solved" else 1 + sum(one.doubtful for one in result.pieces)


def judged(pieces: Sequence[Piece], result: Result, *, upright: bool) -> Result:
    """Mark doubtful pieces, and say that a result is solved if the judge finds no fault and no doubt.

    Args:
        pieces: all pieces of the puzzle.
        result: an assembly; if it is not solved, its status says what it is instead.
        upright: whether the pieces are known to stand upright.
    """
    if not result.pieces:
        return result
    verdict = judge(pieces, replace(result, status="solved"), upright=upright)
    placed = tuple(replace(one, doubtful=one.piece in verdict.doubtful) for one in result.pieces)
    if verdict.faults or verdict.doubtful or result.message:
        words = [result.message] if result.message else [fault.message for fault in verdict.faults[:1]]
        if len(verdict.faults) > 1:
            words.append(f"the judge finds {plural(len(verdict.faults), 'fault')}")
        return replace(result, pieces=placed, message="; ".join(words))
    return replace(result, pieces=placed, status="solved")


def _result(name: str, pieces: Sequence[Piece], found: Assembly, solver: str) -> Result:
    """Return an assembly as a result that is not judged yet."""
    cost = None if found.board is None else round(found.board.cost(), 3)
    status: Status = "limit" if found.was_cut_short else "stuck"
    placed = _placed(pieces, found)
    return Result(name, status, *found.size, placed, solver=solver, cost=cost, message=found.message)


def _placed(pieces: Sequence[Piece], found: Assembly) -> tuple[Placed, ...]:
    """Return each piece at its place, row by row."""
    if found.board is None:
        return ()
    return tuple(
        Placed(
            pieces[int(found.board.piece[row, column])].name,
            row,
            column,
            int(found.board.turn[row, column]),
            round(float(found.confidence[row, column]), 3),
            int(found.steps[row, column]),
            found.strips.get(int(found.board.piece[row, column])),
        )
        for row, column in np.ndindex(found.size.rows, found.size.columns)
    )

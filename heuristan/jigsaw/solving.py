"""The solver of a whole puzzle: from its pieces to a result."""

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from heuristan.common.results import Status
from heuristan.jigsaw.assembly.assembling import USUAL, Assembly, Solver, assemble
from heuristan.jigsaw.assembly.dimensions import check_stated
from heuristan.jigsaw.measures.costs import Measure
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result

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

    If no measure is given, and the default of 'repair' ends with impossible joints, `term` is tried as well, because
    costs learned from a small and worn puzzle can be wrong. The assembly with fewer impossible joints is kept.

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
    taken = measure or USUAL[solver]
    found = assemble(pieces, solver=solver, measure=taken, upright=upright, limit=limit)
    if measure is None and solver == "repair" and found.forbidden:
        left = None if limit is None else limit - (perf_counter() - began)
        other = assemble(pieces, solver=solver, measure=INSTEAD, upright=upright, limit=left)
        # costs of two measures cannot be compared, so the first one wins a tie
        if other.forbidden < found.forbidden:
            taken, found = INSTEAD, other
    placed = _placed(pieces, found)
    return Result(
        name,
        _status(found),
        *found.size,
        placed,
        solver=f"{solver}/{taken}",
        seconds=perf_counter() - began,
        cost=None if found.board is None else round(found.board.cost(), 3),
        message=found.message,
    )


def _status(found: Assembly) -> Status:
    if found.board is not None and not found.forbidden:
        return "solved"
    return "limit" if found.was_cut_short else "stuck"


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

"""A puzzle solved: from its pieces to a result."""

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from heuristan.jigsaw.assembly.scheme import USUAL, Assembly, Scheme, assemble
from heuristan.jigsaw.measures.costs import Measure
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result, Status


def solve(
    name: str,
    pieces: Sequence[Piece],
    *,
    scheme: Scheme = "repair",
    measure: Measure | None = None,
    upright: bool = False,
    limit: float | None = None,
) -> Result:
    """Assemble pieces.

    Args:
        name: what the result is called by.
        pieces: of one whole puzzle.
        scheme: see `heuristan.jigsaw.assembly.scheme.assemble`.
        measure: what joints cost; the scheme's own where none is given.
        upright: whether the pieces have their right orientation.
        limit: seconds after which no more is mended.

    Raises:
        PuzzleError: the pieces make no rectangle.
    """
    began = perf_counter()
    taken = measure or USUAL[scheme]
    found = assemble(pieces, scheme=scheme, measure=taken, upright=upright, limit=limit)
    placed = _placed(pieces, found)
    return Result(
        name,
        _status(found),
        *found.size,
        placed,
        method=f"{scheme}, {taken}",
        seconds=perf_counter() - began,
        cost=None if found.board is None else round(found.board.cost(), 3),
        message=found.message,
    )


def _status(found: Assembly) -> Status:
    if found.board is not None and not found.forbidden:
        return "solved"
    return "limit" if found.was_cut_short else "not-solved"


def _placed(pieces: Sequence[Piece], found: Assembly) -> tuple[Placed, ...]:
    """Each piece at its place, row by row."""
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

"""The solver of a whole puzzle: from its pieces to a result."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from heuristan.common.words import plural
from heuristan.jigsaw.assembly.assembling import USUAL, Assembly, Solver, assemble
from heuristan.jigsaw.assembly.dimensions import NoRectangleError, check_stated
from heuristan.jigsaw.assembly.partial import Partial, partial
from heuristan.jigsaw.judging import judge
from heuristan.jigsaw.measures.costs import Measure
from heuristan.jigsaw.piece import Piece, are_square
from heuristan.jigsaw.results import Placed, Result
from heuristan.jigsaw.squares import lay_squares

if TYPE_CHECKING:
    from heuristan.common.results import Status

INSTEAD: Measure = "term"
"""The measure to fall back on: it learns nothing, and so nothing wrong."""
DOUBTFUL = "doubtful:"
"""The beginning of the message of an assembly in which the judge finds doubtful pieces, and no fault."""
MOST_NAMES = 6
"""Maximum number of pieces or places that a message names."""


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

    Pieces without tabs are laid by their colours, whatever solver and measure are given.

    An assembly is solved if the judge finds no fault and no doubtful piece. If it does not, `repair` tries two other
    ways: to lay only what belongs together, because pieces may be missing or foreign, and, if no measure is given, to
    assemble by `term`, because costs learned from a small and worn puzzle can be wrong. The one with the most pieces
    that are not doubtful is kept.

    Args:
        name: id of the result.
        pieces: all pieces of one puzzle.
        solver: see `heuristan.jigsaw.assembly.assembling.assemble`.
        measure: the costs of joints; by default the solver's own.
        upright: whether the pieces are known to stand upright.
        stated: rows and columns, if puzzle.json says them; the pieces are counted in any case.
        limit: seconds after which repairing stops.

    Raises:
        PuzzleError: if not even half of the pieces belong together, or they make another rectangle than is stated.
    """
    began = perf_counter()
    if are_square(pieces):
        found = lay_squares(pieces, upright=upright, stated=stated, limit=limit)
        squares = judged(pieces, _result(name, pieces, found, "tree/mgc"), upright=upright)
        return replace(squares, seconds=perf_counter() - began)

    def left() -> float | None:
        return None if limit is None else limit - (perf_counter() - began)

    def laid(measure: Measure) -> Result:
        found = assemble(pieces, solver=solver, measure=measure, upright=upright, limit=left())
        return judged(pieces, _result(name, pieces, found, f"{solver}/{measure}"), upright=upright)

    def found_together() -> Result:
        measure_ = measure or USUAL[solver]
        found = partial(pieces, measure_, upright=upright)
        return judged(pieces, _partial_result(name, pieces, found, f"{solver}/{measure_}"), upright=upright)

    result, fault = None, None
    try:
        if stated is not None:
            check_stated(pieces, stated, upright=upright)
        result = laid(measure or USUAL[solver])
    except NoRectangleError as refusal:
        fault = refusal
    if solver == "repair" and (result is None or (result.status == "stuck" and measure is None)):
        tried = [each for each in (result, found_together()) if each is not None]
        if measure is None and result is not None and all(each.status != "solved" for each in tried):
            tried.append(laid(INSTEAD))
        # costs of two measures cannot be compared; of two with as many sure pieces the one without a fault is kept
        result = max(tried, key=lambda each: (_sure_pieces(each), each.message.startswith(DOUBTFUL), not each.cost))
    if result is None or (fault and (result.status == "solved" or 2 * _sure_pieces(result) < len(pieces))):
        raise fault or AssertionError
    return replace(result, seconds=perf_counter() - began)


def _sure_pieces(result: Result) -> int:
    """Return the number of pieces that are laid without a doubt."""
    return sum(not one.doubtful for one in result.pieces)


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
    result = replace(result, pieces=tuple(replace(p, doubtful=p.piece in verdict.doubtful) for p in result.pieces))
    if result.message:
        return result
    if verdict.faults:
        more = f"; the judge finds {plural(len(verdict.faults), 'fault')}" if len(verdict.faults) > 1 else ""
        return replace(result, message=verdict.faults[0].message + more)
    if verdict.doubtful:
        return replace(result, message=f"{DOUBTFUL} {_names(verdict.doubtful)}")
    return replace(result, status="solved")


def _result(name: str, pieces: Sequence[Piece], found: Assembly, solver: str) -> Result:
    """Return an assembly as a result that is not judged yet."""
    cost = None if found.board is None else round(found.board.cost(), 3)
    status: Status = "limit" if found.was_cut_short else "stuck"
    placed = _placed(pieces, found)
    return Result(name, status, *found.size, placed, solver=solver, cost=cost, message=found.message)


def _partial_result(name: str, pieces: Sequence[Piece], found: Partial, solver: str) -> Result:
    """Return what belongs together as a result that is not judged yet; its message names the rest."""
    foreign = tuple(pieces[number].name for number in found.foreign)
    words = []
    if found.missing:
        words.append(f"missing at {_names([f'row {row} column {column}' for row, column in found.missing])}")
    if foreign:
        words.append(f"foreign: {_names(foreign)}")
    if found.others:
        words.append(f"another puzzle of {' and '.join(map(str, found.others))} pieces or more")
    placed = tuple(
        Placed(pieces[number].name, lie.row, lie.column, lie.turn, step=step)
        for step, (number, lie) in enumerate(found.laid.items(), start=1)
    )
    return Result(
        name,
        "stuck",
        *found.size,
        tuple(sorted(placed, key=lambda one: (one.row, one.column))),
        solver=solver,
        message="; ".join(words),
        missing=found.missing,
        foreign=foreign,
    )


def _names(names: Sequence[str]) -> str:
    """Join a few names, and count the rest."""
    rest = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")


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

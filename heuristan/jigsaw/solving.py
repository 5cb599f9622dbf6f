"""The solver of a whole puzzle: from its pieces to a result."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heuristan.common.clock import Clock
from heuristan.common.words import plural
from heuristan.jigsaw.assembly.assembling import USUAL, Assembly, Solver, assemble
from heuristan.jigsaw.assembly.by_odds import laid_by_odds
from heuristan.jigsaw.assembly.dimensions import NoRectangleError, check_stated, dimensions
from heuristan.jigsaw.assembly.fragments import Partial, partial
from heuristan.jigsaw.judging import judge
from heuristan.jigsaw.measures.costs import Measure
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result

if TYPE_CHECKING:
    from heuristan.common.results import Status

INSTEAD: Measure = "term"
"""The measure to fall back on: it learns nothing, and so nothing wrong."""
SLOWEST: Measure = "outlines"
"""The measure of the last resort, for pieces whose corners are read wrongly."""
DOUBTFUL = "doubtful:"
"""The beginning of the message of an assembly in which the judge finds doubtful pieces, and no fault."""
CONFIDENT = 0.5
"""Minimum confidence of a piece that is sure: its joints cost at most half of what those of the best other one do."""
TOGETHER = 4
"""Minimum number of sure pieces of a result whose pieces do not make a rectangle."""
MOST_NAMES, MOST_OTHERS = 6, 3
"""Maximum numbers of pieces or places, and of other puzzles, that a message names."""


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

    An assembly is solved if the judge finds no fault and no doubtful piece. If it finds some, `repair` tries other ways
    one after another: to lay only what belongs together, because pieces may be missing or foreign; and, if no measure
    is given, to assemble by `term`, because costs learned from a small and worn puzzle can be wrong, and to lay all
    pieces by odds, because some may be read wrongly: by the usual measure, by `term`, and by `outlines`. The one with
    the most sure pieces is kept.

    Args:
        name: id of the result.
        pieces: all pieces of one puzzle.
        solver: see `heuristan.jigsaw.assembly.assembling.assemble`.
        measure: the costs of joints; by default the solver's own.
        upright: whether the pieces are known to stand upright.
        stated: rows and columns, if puzzle.json says them; the pieces are counted in any case.
        limit: seconds after which repairing stops.

    Raises:
        PuzzleError: if the pieces do not make a rectangle and hardly any belong together, or if they make another
            rectangle than is stated.
    """
    began = perf_counter()
    fault = _fault(pieces, stated, upright=upright)
    tried: list[Result] = []
    for each in _Ways(name, pieces, solver, measure, upright, Clock(limit)).tried(is_rectangle=fault is None):
        tried.append(each)
        if each.status == "solved":
            break
    result = max(tried, key=_worth, default=None)
    if result is None or (fault and (result.status == "solved" or _sure_pieces(result) < TOGETHER)):
        raise fault or AssertionError
    if fault and 2 * _sure_pieces(result) < len(pieces):
        result = replace(result, message=f"{result.message}; {fault}")
    return replace(result, seconds=perf_counter() - began)


def _fault(pieces: Sequence[Piece], stated: tuple[int, int] | None, *, upright: bool) -> NoRectangleError | None:
    """Return what speaks against a full rectangle of the pieces; raise PuzzleError if it is not the one stated."""
    try:
        if stated is not None:
            check_stated(pieces, stated, upright=upright)
        dimensions(pieces, upright=upright)
    except NoRectangleError as fault:
        return fault
    return None


class _Ways(NamedTuple):
    """The ways to lay pieces, one after another."""

    name: str
    pieces: Sequence[Piece]
    solver: Solver
    measure: Measure | None
    upright: bool
    clock: Clock

    def tried(self, *, is_rectangle: bool) -> Iterator[Result]:
        """Yield the result of each way, judged."""
        usual = self.measure or USUAL[self.solver]
        if is_rectangle:
            yield self._whole(usual)
        if self.solver == "repair" and (self.measure is None or not is_rectangle):
            yield self._judged(partial(self.pieces, usual, self.clock, upright=self.upright), f"repair/{usual}")
        if self.solver == "repair" and self.measure is None:
            if is_rectangle:
                yield self._whole(INSTEAD)
            yield from self._by_odds(usual)

    def _by_odds(self, usual: Measure) -> Iterator[Result]:
        """Yield what is laid by odds; with the next measure only if none before laid all pieces."""
        for measure in (usual, INSTEAD, SLOWEST):
            found = laid_by_odds(self.pieces, measure, upright=self.upright, clock=self.clock)
            if found is None:
                return
            yield self._judged(found, f"odds/{measure}")
            if not found.missing or self.clock.is_over():
                return

    def _whole(self, measure: Measure) -> Result:
        found = assemble(self.pieces, solver=self.solver, measure=measure, upright=self.upright, limit=self.clock.left)
        result = _result(self.name, self.pieces, found, f"{self.solver}/{measure}")
        return judged(self.pieces, result, upright=self.upright)

    def _judged(self, found: Partial, solver: str) -> Result:
        return judged(self.pieces, _partial_result(self.name, self.pieces, found, solver), upright=self.upright)


def _worth(result: Result) -> tuple[int, bool, bool, int]:
    """Return how good a result is, to compare: costs of two measures cannot be.

    Of two with as many sure pieces the one without a fault is better, then the one with more pieces for which
    something speaks.
    """
    speaking = sum(one.confidence != 0.0 for one in result.pieces)
    return _sure_pieces(result), result.message.startswith(DOUBTFUL), not result.cost, speaking


def _sure_pieces(result: Result) -> int:
    """Return the number of pieces that are laid without a doubt, or with much confidence."""
    return sum(not one.doubtful or (one.confidence or 0.0) >= CONFIDENT for one in result.pieces)


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
        words.append(f"another puzzle of {' and '.join(map(str, found.others[:MOST_OTHERS]))} pieces or more")
    placed = tuple(
        Placed(pieces[number].name, lie.row, lie.column, lie.turn, _rounded(found.confidence.get(number)), step)
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


def _rounded(confidence: float | None) -> float | None:
    return None if confidence is None else round(confidence, 3)


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
        )
        for row, column in np.ndindex(found.size.rows, found.size.columns)
    )

"""The solver of a whole puzzle: from its pieces to a result."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Literal, TypeAlias

from heuristan.common.clock import Clock
from heuristan.common.results import Status
from heuristan.common.words import plural
from heuristan.jigsaw.assembly.board import NoRectangleError, dimensions
from heuristan.jigsaw.assembly.border_first import assemble
from heuristan.jigsaw.assembly.by_odds import Partial, laid_by_odds, partial
from heuristan.jigsaw.judging import judge
from heuristan.jigsaw.measures.costs import Measure
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result

Solver: TypeAlias = Literal["repair", "paper"]
USUAL: dict[Solver, Measure] = {"repair": "learned", "paper": "filter"}
"""The default measure of each solver."""
INSTEAD: Measure = "term"
"""The measure to fall back on: it learns nothing, and so nothing wrong."""
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
    limit: float | None = None,
) -> Result:
    """Assemble pieces.

    An assembly is solved if the judge finds no fault and no doubtful piece. `repair` lays the border first, as in the
    paper, and corrects the interior, which is quick. If the judge finds some, it tries other ways one after another: to
    lay all pieces by odds, as some may be read wrongly; to lay only what belongs together, because pieces may be
    missing or foreign; and, if no measure is given, all this by `term`. The one with the most pieces that are sure is
    returned.

    Args:
        name: the name of the puzzle.
        pieces: its pieces.
        solver: 'paper' is sections 4.1 and 4.2 and nothing else; 'repair' corrects its wrong choices.
        measure: the costs of joints; by default the solver's own.
        upright: whether the pieces are known to stand upright.
        limit: seconds after which repairing stops.

    Raises:
        InputError: if the pieces do not make a rectangle and hardly any belong together.
    """
    began = perf_counter()
    fault = _fault(pieces, upright=upright)
    clock = Clock(limit)
    tried: list[Result] = []
    for found, used in _tried(pieces, solver, measure, clock, upright=upright, is_rectangle=fault is None):
        status: Status = "limit" if clock.has_stopped else "stuck"
        tried.append(judged(pieces, _result(name, pieces, found, f"{solver}/{used}", status), upright=upright))
        if tried[-1].status == "solved":
            break
    result = max(tried, key=_worth, default=None)
    if result is None or (fault and (result.status == "solved" or _sure_pieces(result) < TOGETHER)):
        raise fault or AssertionError
    if fault and 2 * _sure_pieces(result) < len(pieces):
        result = replace(result, message=f"{result.message}; {fault}")
    return replace(result, seconds=perf_counter() - began)


def _fault(pieces: Sequence[Piece], *, upright: bool) -> NoRectangleError | None:
    """Return what speaks against a full rectangle of the pieces."""
    try:
        dimensions(pieces, upright=upright)
    except NoRectangleError as fault:
        return fault
    return None


def _tried(
    pieces: Sequence[Piece], solver: Solver, measure: Measure | None, clock: Clock, *, upright: bool, is_rectangle: bool
) -> Iterator[tuple[Partial, Measure]]:
    """Yield what each way lays, one after another, with its measure."""
    usual = measure or USUAL[solver]
    if solver == "paper":
        if is_rectangle:
            yield assemble(pieces, usual, upright=upright), usual
        return
    ways = [usual] if measure else [usual, INSTEAD]
    if is_rectangle:
        yield assemble(pieces, usual, upright=upright, repairing=clock), usual
        by_odds = laid_by_odds(pieces, ways.pop(0), upright=upright, clock=clock)
        if by_odds is not None:
            yield by_odds, usual
        yield from ((assemble(pieces, each, upright=upright, repairing=clock), each) for each in ways)
    if ways or not is_rectangle:
        yield partial(pieces, usual, upright=upright), usual
    for each in ways:
        by_odds = None if clock.is_over() else laid_by_odds(pieces, each, upright=upright, clock=clock)
        if by_odds is None:
            return
        yield by_odds, each
        if not is_rectangle and not by_odds.missing:
            return


def _worth(result: Result) -> tuple[int, bool, int, int]:
    """Return how good a result is, to compare: costs of two measures cannot be.

    Of two with as many sure pieces the one without a fault is better, then the one with more pieces for which
    something speaks, then the one that lays fewer others.
    """
    speaking = sum(one.confidence != 0.0 for one in result.pieces)
    return _sure_pieces(result), result.message.startswith(DOUBTFUL), speaking, -len(result.pieces)


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
    result = replace(result, pieces=tuple(p._replace(doubtful=p.piece in verdict.doubtful) for p in result.pieces))
    if result.message:
        return result
    if verdict.faults:
        more = f"; the judge finds {plural(len(verdict.faults), 'fault')}" if len(verdict.faults) > 1 else ""
        return replace(result, message=verdict.faults[0].message + more)
    if verdict.doubtful:
        return replace(result, message=f"{DOUBTFUL} {_names(verdict.doubtful)}")
    return replace(result, status="solved")


def _result(name: str, pieces: Sequence[Piece], found: Partial, solver: str, status: Status) -> Result:
    """Return what is laid as a result that is not judged yet; its message names the rest."""
    foreign = tuple(pieces[number].name for number in found.foreign)
    words = [found.message] if found.message else []
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
        status,
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

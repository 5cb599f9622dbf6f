"""Whether what is left in a session can still be filled: exhaustive searches, in which the rules take no part."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from heuristan.common.clock import Clock, OutOfTime
from heuristan.tangram.exact.region import Region
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.state import State
from heuristan.tangram.explain.words import plural
from heuristan.tangram.pieces.sets import Stock
from heuristan.tangram.solving.result import ResultPieces
from heuristan.teaching.hinting.tabletop import Completions
from heuristan.teaching.stepping.session import Session

SECONDS = 10.0
"""Time limit of each search, if no other is given."""
ENOUGH = 0.9
"""The least part of a figure that pieces within it must cover to make it: a small triangle missing is more."""


def can_be_filled(state: State, seconds: float) -> bool:
    """Return whether the pieces that are left fill what is left; held composites may be made of any of their sets.

    Args:
        state: what is left of an exact puzzle.
        seconds: time limit.

    Raises:
        OutOfTime: if the time limit was reached first.
    """
    if not state.boundary:
        return state.abeyance.deal(state.stock) is not None
    completions, setting = Completions(seconds), state.setting
    regions = (Region(state.boundary, stock, setting.pieces, setting.denominator) for stock in _stocks(state))
    return any(completions.filling(region) is not None for region in regions)


def last_hopeful(session: Session, seconds: float) -> int | None:
    """Return the number of steps after which a session could still be completed; None if there is no solution at all.

    Raises:
        OutOfTime: if the time limit was reached first.
    """
    clock = Clock(seconds)
    for steps in range(session.steps, -1, -1):
        if can_be_filled(session.moments[steps].state, clock.left or 0.0):
            return steps
    return None


class Prospect(NamedTuple):
    """Whether what is left in a session can still be filled."""

    fillable: bool | None
    """None if that could not be found out."""
    steps: int | None
    """The number of steps that can stay, if it cannot be filled; None if it can, or the outline has no solution."""
    words: str


def prospect(session: Session, seconds: float = SECONDS) -> Prospect:
    """Tell whether what is left can be filled, and if not, how far to go back.

    Args:
        session: the session.
        seconds: time limit of each of two searches.
    """
    if session.gate is not None and (session.puzzle.nearness or not session.gate.is_near(session.puzzle)):
        return _prospect_of_drawing(session, seconds)
    try:
        if can_be_filled(session.now.state, seconds):
            return Prospect(True, None, "Yes: what is left can be filled, as a search shows.")
        steps = last_hopeful(session, seconds)
    except OutOfTime:
        return Prospect(None, None, f"The search did not end within {seconds:g} seconds.")
    if steps is None:
        read = ", as it was read," if session.puzzle.reading else ""
        return Prospect(False, None, f"No, and no step is wrong: the outline{read} has no solution.")
    return Prospect(
        False, steps, f"No: what is left cannot be filled, as a search shows; {_to_go_back(session, steps)}."
    )


def _to_go_back(session: Session, steps: int) -> str:
    right = f"the first {plural(steps, 'step')} can stay" if steps else "no step can stay"
    return f"{right} ('back {session.steps - steps if steps else 'all'}')"


def _prospect_of_drawing(session: Session, seconds: float) -> Prospect:
    """Tell whether a solution was found that has what is taken, in any reading of a drawing."""
    # exact outlines need no geometry of floats, which takes long to import
    from heuristan.teaching.hinting.drawings import best_solution

    best = best_solution(session.puzzle, lambda pieces: _steps_in(pieces, session), session.steps, seconds)
    over = "" if best.is_sure else f" within {seconds:g} seconds"
    if best.found is None:
        return Prospect(None, None, f"No solution of the drawing was found{over}, so a search decides nothing.")
    if best.score == session.steps:
        return Prospect(True, None, "Yes: a solution of the drawing was found that has every step.")
    words = f"No solution of the drawing was found{over} that has every step; {_to_go_back(session, best.score)}."
    return Prospect(False if best.is_sure else None, best.score, words)


def _stocks(state: State) -> Iterator[Stock]:
    """Yield the pieces left for the outline, for each way to give pieces to the held composites; each once."""
    seen: set[frozenset[tuple[str, int]]] = set()
    for deal in product(*(entry.sets for entry in state.abeyance.lists)):
        held = Counter(name for pieces in deal for name in pieces)
        left = state.stock - held
        if held <= state.stock and frozenset(left.items()) not in seen:
            seen.add(frozenset(left.items()))
            yield left


def _steps_in(pieces: ResultPieces, session: Session) -> int:
    """Return how many steps of a session, from the first, a solution has: composites by what fills them."""
    from shapely import Polygon

    from heuristan.tangram.verification.judging.drawn_case import MAX_OFF

    puzzle, legs = session.puzzle, session.puzzle.position.legs
    laid = [(piece.piece, Polygon(list(map(legs, piece.vertices)))) for piece in pieces]

    def has(match: Match) -> bool:
        figure = Polygon([puzzle.in_legs(p) for p in match.placement.ring])
        around, is_piece = figure.buffer(MAX_OFF), match.kind == "piece"
        fitting = (polygon for name, polygon in laid if not is_piece or name == match.placement.name)
        within = filter(around.covers, fitting)
        return bool(sum(polygon.area for polygon in within) > ENOUGH * figure.area)

    lost = (number for number, choice in enumerate(session.taken) if not has(choice.match))
    return next(lost, session.steps)

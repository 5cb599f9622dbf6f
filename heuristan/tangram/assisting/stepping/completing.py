"""Exhaustive searches for whether what is left can still be filled; the rules take no part in them."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from time import perf_counter

from heuristan.tangram.assisting.hinting.table import Completions
from heuristan.tangram.assisting.stepping.session import Session
from heuristan.tangram.exact.region import Region
from heuristan.tangram.expert.state import State
from heuristan.tangram.pieces.sets import Stock


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
    end = perf_counter() + seconds
    for steps in range(session.steps, -1, -1):
        if can_be_filled(session.moments[steps].state, end - perf_counter()):
            return steps
    return None


def _stocks(state: State) -> Iterator[Stock]:
    """Yield the pieces left for the outline, for each way to give pieces to the held composites; each once."""
    seen: set[frozenset[tuple[str, int]]] = set()
    for deal in product(*(entry.sets for entry in state.abeyance.lists)):
        held = Counter(name for pieces in deal for name in pieces)
        left = state.stock - held
        if held <= state.stock and frozenset(left.items()) not in seen:
            seen.add(frozenset(left.items()))
            yield left

"""The readings of a puzzle: what its file leaves open, in which order that is tried, and how it is said.

A list of squares says neither whether they may be turned nor in which order their edges are. Many orders are the same
puzzle seen in a mirror: it matters only which edges are opposite, and, of pieces that are not turned, which of them are
north and south.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from heuristan.edgematching.cells import SQUARE
from heuristan.edgematching.puzzle import Puzzle

CLOCKWISE = "".join(SQUARE.faces)
ORDERS = (CLOCKWISE, "WNES", "NWES", "NSWE", "WENS", "WNSE")
"""An order for each way in which the edges can be opposite, the usual one first."""


NOT_TURNED = "pieces not turned"


class Reading(NamedTuple):
    """What a file may leave open."""

    turns: bool
    order: str


def readings(turns: Sequence[bool], orders: Sequence[str]) -> Iterator[Reading]:
    """Yield the readings of a file that leaves open what has several values, the likeliest first.

    Args:
        turns: whether pieces may be turned, the likeliest first.
        orders: the orders that edges may have, likewise.
    """
    ways = [Reading(turned, order) for turned in turns for order in _different(orders, turned=turned)]
    # pieces that are turned are likelier than edges in an unusual order
    yield from sorted(ways, key=lambda way: (orders.index(way.order) > 1, turns.index(way.turns)))


def _different(orders: Sequence[str], *, turned: bool) -> Iterator[str]:
    """Yield the first of the orders that are the same puzzle."""
    known = set()
    for order in orders:
        opposite = tuple(frozenset(map(order.index, pair)) for pair in ("NS", "EW"))
        kind = frozenset(opposite) if turned else opposite
        if kind not in known:
            known.add(kind)
            yield order


def said(puzzle: Puzzle) -> str:
    """Return how a puzzle was read, where its file does not say it; empty if it says all."""
    return ", ".join(_parts(puzzle))


def _parts(puzzle: Puzzle) -> Iterator[str]:
    assumed = dict(puzzle.assumed)
    if "turns" in assumed:
        yield "pieces turned" if assumed["turns"] else NOT_TURNED
    if "edge_order" in assumed:
        names = [SQUARE.names[SQUARE.faces.index(letter)] for letter in assumed["edge_order"]]
        yield f"edges as {' '.join(names)}"
    if "halves" in assumed:
        first, second = map(puzzle.name, puzzle.halves[0])
        yield f"{first} and {second} as two halves"
    if "cells" in assumed:
        yield "the hexagons around one in the middle"
    if "left_out" in assumed:
        yield f"{', '.join(assumed['left_out'])} left out"


def agrees(puzzle: Puzzle, assumed: Mapping[str, Any]) -> bool:
    """Return whether a reading is one that a result claims."""
    return all(assumed.get(key, value) == value for key, value in puzzle.assumed)

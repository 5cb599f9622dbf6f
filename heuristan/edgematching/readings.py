"""The readings of a puzzle: what its file leaves open, in which order that is tried, and how it is said.

A list of squares says neither whether they may be turned nor in which order their edges are. Many orders are the same
puzzle seen in a mirror: it matters only which edges are opposite, and, of pieces that are not turned, which of them are
north and south.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from heuristan.edgematching.puzzle import SQUARE, Deadline, Puzzle
from heuristan.edgematching.results import Result, Tried

CLOCKWISE = "".join(SQUARE.faces)
ORDERS = (CLOCKWISE, "WNES", "NWES", "NSWE", "WENS", "WNSE")
"""An order for each way in which the edges can be opposite, the usual one first."""


NOT_TURNED = "pieces not turned"


class Reading(NamedTuple):
    """Parts that a file may leave open."""

    turns: bool
    order: str


def readings(turns: Sequence[bool], orders: Sequence[str]) -> Iterator[Reading]:
    """Yield the readings of a file that leaves turns or orders open, the likeliest first.

    Args:
        turns: whether pieces may be turned, the likeliest first.
        orders: the orders that edges may have, the likeliest first.
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


SHARE_OF_FIRST = 0.6
"""Share of the time for the likeliest reading, where there are others."""

SECONDS_OF_OTHERS = 10.0
"""Seconds for each of the other readings if there is no time limit."""


def solve_readings(puzzle: Puzzle, solve: Callable[[Puzzle, float | None], Result], limit: float | None) -> Result:
    """Solve a puzzle in one reading after the other until one has a solution; return its result.

    Args:
        puzzle: the puzzle in its likeliest reading.
        solve: solves one reading within some seconds, or without a limit.
        limit: the seconds for all readings together.
    """
    deadline, tried = Deadline(limit), list[tuple[Puzzle, Result]]()
    all_readings = (replace(puzzle, readings=()), *puzzle.readings)
    for number, reading in enumerate(all_readings):
        found = solve(reading, _seconds(deadline, number, len(all_readings), limit))
        tried.append((reading, found))
        if found.status == "solved":
            break
    # if none is solved, take the likeliest one that is not refuted, else the likeliest one
    left = next((each for each in tried if each[1].status != "unsolvable"), tried[0])
    chosen = tried[-1] if tried[-1][1].status == "solved" else left
    return _summed(chosen, tried, limit)


def _seconds(deadline: Deadline, number: int, count: int, limit: float | None) -> float | None:
    if limit is None:
        return SECONDS_OF_OTHERS if number else None
    left = deadline.left or 0.0
    if count == 1:
        return limit
    return SHARE_OF_FIRST * limit if number == 0 else left / (count - number)


def _summed(chosen: tuple[Puzzle, Result], tried: Sequence[tuple[Puzzle, Result]], limit: float | None) -> Result:
    """Return the result of the chosen reading with the time of all, and with words on the others."""
    reading, result = chosen
    others = tuple(
        Tried(dict(each.assumed), found.status, found.message) for each, found in tried if each is not reading
    )
    how = said(reading)
    if result.status == "unsolvable" and not reading.turns and "turns" not in dict(reading.assumed):
        how = ", ".join(filter(None, (NOT_TURNED, how)))
    over = f"{limit:g} seconds are over" if result.status == "limit" and limit is not None else result.message
    words = [*[f"read with {how}"] * bool(how), *_about_others([each for each in tried if each[0] is not reading])]
    return replace(
        result,
        message="; ".join(filter(None, (over, *words))),
        seconds=sum(found.seconds for _, found in tried),
        processor_seconds=sum(found.processor_seconds for _, found in tried),
        tried=others,
    )


def _about_others(others: Sequence[tuple[Puzzle, Result]]) -> Iterator[str]:
    for status, words in (("unsolvable", "no solution"), ("", "not decided")):
        found = [said(each) for each, result in others if (result.status == "unsolvable") == bool(status)]
        if len(found) == 1:
            yield f"{words} with {found[0]}"
        elif found:
            yield f"{words} in {len(found)} other readings, one with {found[0]}"

"""Tries the readings of a puzzle, one after the other, until one has a solution."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.readings import NOT_TURNED, said
from heuristan.edgematching.results import GridResult, Tried

SHARE_OF_FIRST = 0.6
"""Share of the time for the likeliest reading, where there are others."""

SECONDS_OF_OTHERS = 10.0
"""Seconds for each of the other readings if there is no time limit."""


def solve_readings(
    puzzle: Puzzle, solve: Callable[[Puzzle, float | None], GridResult], limit: float | None
) -> tuple[Puzzle, GridResult]:
    """Solve a puzzle in one reading after the other until one has a solution; return that reading, and its result.

    Args:
        puzzle: the puzzle in its likeliest reading.
        solve: solves one reading within some seconds, or without a limit.
        limit: the seconds for all readings together.
    """
    deadline, tried = Deadline(limit), list[tuple[Puzzle, GridResult]]()
    all_readings = (replace(puzzle, readings=()), *puzzle.readings)
    for number, reading in enumerate(all_readings):
        found = solve(reading, _seconds(deadline, number, len(all_readings), limit))
        tried.append((reading, found))
        if found.status == "solved":
            break
    chosen = _chosen(tried)
    return chosen[0], _summed(chosen, tried, limit)


def _seconds(deadline: Deadline, number: int, count: int, limit: float | None) -> float | None:
    if limit is None:
        return SECONDS_OF_OTHERS if number else None
    left = deadline.left or 0.0
    if count == 1:
        return limit
    return SHARE_OF_FIRST * limit if number == 0 else left / (count - number)


def _chosen(tried: Sequence[tuple[Puzzle, GridResult]]) -> tuple[Puzzle, GridResult]:
    """Return the reading that is solved, else the likeliest one that is not refuted, else the likeliest one."""
    if tried[-1][1].status == "solved":
        return tried[-1]
    return next((each for each in tried if each[1].status != "unsolvable"), tried[0])


def _summed(
    chosen: tuple[Puzzle, GridResult], tried: Sequence[tuple[Puzzle, GridResult]], limit: float | None
) -> GridResult:
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
        assumed=dict(reading.assumed),
        tried=others,
    )


def _about_others(others: Sequence[tuple[Puzzle, GridResult]]) -> Iterator[str]:
    for status, words in (("unsolvable", "no solution"), ("", "not decided")):
        found = [said(each) for each, result in others if (result.status == "unsolvable") == bool(status)]
        if len(found) == 1:
            yield f"{words} with {found[0]}"
        elif found:
            yield f"{words} in {len(found)} other readings, one with {found[0]}"

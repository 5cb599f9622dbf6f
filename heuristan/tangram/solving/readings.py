"""The readings of a drawing, tried in turn until one has a solution."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.agreement import OTHER, Answer, answer_of
from heuristan.tangram.solving.as_read import as_read
from heuristan.tangram.solving.result import Result, read_once
from heuristan.tangram.verification.as_drawn import is_as_drawn

if TYPE_CHECKING:
    from heuristan.tangram.verification.gate import Gate

SolveOne: TypeAlias = "Callable[[Puzzle, Gate | None, float | None], Result]"
"""Solves one reading within a number of seconds; its solutions pass the gate, which exact outlines do not need."""


def by_readings(puzzle: Puzzle, solve: SolveOne, limit: float | None) -> Result:
    """Return the result of the first reading that has a solution, otherwise that of the last.

    Args:
        puzzle: a drawing as it was read first, or an exact puzzle, which is its own only reading.
        solve: solves one reading.
        limit: the maximum number of seconds for all of them.
    """
    return by_each(puzzle, readings_from(puzzle), solve, limit)


def by_each(puzzle: Puzzle, readings: Iterator[Puzzle], solve: SolveOne, limit: float | None) -> Result:
    """Return the result of the first of some readings that has a solution, otherwise that of the last.

    Args:
        puzzle: as for `by_readings`; the gate measures by it, as `verify` does.
        readings: the readings to try, at least one.
        solve: solves one reading.
        limit: the maximum number of seconds for all of them.
    """
    first = next(readings)
    if first.reading is not None:
        return _of_drawing(puzzle, chain((first,), readings), solve, limit)
    with announced(partial(_progress, first)):
        result = solve(first, None, limit)
    read = read_once(first)
    return replace(result, message=f"{result.message}; {read.words}", reading=read) if read else result


def _of_drawing(puzzle: Puzzle, readings: Iterable[Puzzle], solve: SolveOne, limit: float | None) -> Result:
    """Return the result of the readings of a drawing.

    Before it is said that they have no solution, the other way of searching is asked as well.
    """
    # exact outlines need no geometry of floats, which takes long to import
    from heuristan.tangram.verification.gate import Gate

    end = None if limit is None else perf_counter() + limit
    gate, results, tried = Gate.of(puzzle), list[Result](), list[Puzzle]()
    for reading in readings:
        with announced(partial(_progress, reading)):
            results.append(solve(reading, gate, _left(end)))
        tried.append(reading)
        if results[-1].status in ("solved", "limit"):
            break
    result = replace(results[-1], seconds=sum(one.seconds for one in results))
    is_none = all(one.status == "unsolvable" for one in results)
    return as_read(result, tried, _other_answer(result, tried, gate, _left(end)) if is_none else None)


def _left(end: float | None) -> float | None:
    return None if end is None else max(0.0, end - perf_counter())


def _other_answer(result: Result, readings: Iterable[Puzzle], gate: "Gate", limit: float | None) -> Answer | None:
    """Return what the other way of searching says; None if there is no other."""
    other = OTHER.get(result.solver)
    return answer_of(other, readings, gate, limit) if other is not None else None


def _progress(reading: Puzzle) -> str:
    which = f"reading {reading.reading.number + 1} of the drawing, " if reading.reading else ""
    return f"{which}{plural(reading.sets, 'set')}"


def readings_from(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield a reading of a drawing and those after it; an exact puzzle itself, or all if it is not what was drawn."""
    if puzzle.reading is None and is_as_drawn(puzzle):
        yield puzzle
        return
    first = 0
    if puzzle.reading is not None:
        yield puzzle
        first = puzzle.reading.number + 1
    if puzzle.drawing is not None:
        from heuristan.tangram.outlines.approximate import readings_of

        yield from islice(readings_of(puzzle.drawing, puzzle.pieces), first, None)

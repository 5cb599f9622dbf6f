"""The readings of a drawing, tried in turn until one has a solution."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.agreement import OTHER, Answer, answer_of
from heuristan.tangram.solving.as_read import as_read
from heuristan.tangram.solving.result import Result
from heuristan.tangram.verification.as_in_file import is_as_in_file

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging.drawn_case import Gate

SolveOne: TypeAlias = "Callable[[Puzzle, Gate | None, float | None], Result]"
"""Solves one reading within a number of seconds; its solutions pass the gate, which exact outlines do not need."""


@dataclass(frozen=True)
class Tried:
    """The readings of a puzzle that a solver tried in turn."""

    readings: tuple[Puzzle, ...]
    results: tuple[Result, ...]
    """The result of each: of all but the last, that it has no solution."""
    gate: "Gate | None"
    """The gate of the drawing; None for an exact outline."""
    end: float | None
    """When the time limit is reached."""

    @property
    def last(self) -> Result:
        """The result of the last reading, after the time that all of them took."""
        return replace(self.results[-1], seconds=sum(one.seconds for one in self.results))

    def result(self, other: Answer | None = None) -> Result:
        """Return the result, with how a drawing was read.

        Args:
            other: what the other way of searching says of the readings, if it was asked.
        """
        return as_read(self.last, self.readings, other)

    def confirmed(self) -> Result:
        """Return the result; the other way of searching is asked before it is said that a drawing has no solution."""
        other = OTHER.get(self.last.solver)
        is_none = all(one.status == "unsolvable" for one in self.results)
        if self.gate is None or other is None or not is_none:
            return self.result()
        return self.result(answer_of(other, self.readings, self.gate, left_until(self.end)))


def by_readings(puzzle: Puzzle, solve: SolveOne, limit: float | None) -> Tried:
    """Try the readings of a drawing until one has a solution.

    Args:
        puzzle: a drawing as it was read first, or an exact puzzle, which is its own only reading.
        solve: solves one reading.
        limit: the maximum number of seconds for all of them.
    """
    return by_each(puzzle, readings_from(puzzle), solve, limit)


def by_each(puzzle: Puzzle, readings: Iterator[Puzzle], solve: SolveOne, limit: float | None) -> Tried:
    """Try some readings until one has a solution.

    Args:
        puzzle: as for `by_readings`; the gate measures by it, as `verify` does.
        readings: the readings to try, at least one.
        solve: solves one reading.
        limit: the maximum number of seconds for all of them.
    """
    first = next(readings)
    end = None if limit is None else perf_counter() + limit
    gate = _gate_of(puzzle) if first.reading is not None else None
    results, tried = list[Result](), list[Puzzle]()
    for reading in chain((first,), readings if gate is not None else ()):
        with announced(partial(_progress, reading)):
            results.append(solve(reading, gate, left_until(end)))
        tried.append(reading)
        if results[-1].status in ("solved", "limit"):
            break
    return Tried(tuple(tried), tuple(results), gate, end)


def _gate_of(puzzle: Puzzle) -> "Gate":
    # exact outlines need no geometry of floats, which takes long to import
    from heuristan.tangram.verification.judging.drawn_case import Gate

    return Gate.of(puzzle)


def left_until(end: float | None) -> float | None:
    """Return the number of seconds until a time limit is reached; None if there is none."""
    return None if end is None else max(0.0, end - perf_counter())


def _progress(reading: Puzzle) -> str:
    which = f"reading {reading.reading.number + 1} of the drawing, " if reading.reading else ""
    return f"{which}{plural(reading.sets, 'set')}"


def readings_from(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield a reading of a drawing and those after it; an exact puzzle itself, or all if it is not what was drawn."""
    if puzzle.reading is None and is_as_in_file(puzzle):
        yield puzzle
        return
    first = 0
    if puzzle.reading is not None:
        yield puzzle
        first = puzzle.reading.number + 1
    if puzzle.drawing is not None:
        from heuristan.tangram.outlines.tolerant import readings_of

        yield from islice(readings_of(puzzle.drawing, puzzle.pieces), first, None)

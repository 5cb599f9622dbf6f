"""The readings of a drawing, in the order in which they are tried."""

from collections.abc import Iterator
from itertools import islice
from time import perf_counter

from heuristan.common.words import plural
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.verification.as_drawn import is_as_drawn


def left_until(end: float | None) -> float | None:
    """Return the number of seconds until a time limit is reached; None if there is none."""
    return None if end is None else max(0.0, end - perf_counter())


def progress_of(reading: Puzzle) -> str:
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

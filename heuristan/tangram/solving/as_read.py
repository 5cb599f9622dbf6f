"""What a result of a drawing says of how it was read: from what, to within what, and why nothing is certain.

A drawing without a solution in any reading may have been read wrongly, so its result is never `unsolvable`, which is
for outlines that are exactly on the lattice. It is `stuck`: the solver gave up, which proves nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import AsRead, Result
from heuristan.tangram.trace.events import Ended, Status, Trace

SHEET = "look at what was recognised with '--sheet FILE.png'"


def as_read(result: Result, reading: Puzzle, sets: Sequence[int]) -> Result:
    """Return the result of a drawing, with how it was read.

    Args:
        result: that of its last reading.
        reading: the last reading that was tried.
        sets: the numbers of sets of pieces that were tried.
    """
    drawing = reading.drawing
    if reading.reading is None or drawing is None:
        return result
    read = AsRead(drawing.origin, reading.reading.nearness, reading.reading.moved, tuple(sets))
    if result.status == "solved":
        message = f"{result.message}; read from {drawing.origin.kind} {reading.reading.words}"
        return replace(result, message=message, reading=read)
    status: Status = "stuck" if result.status == "unsolvable" else result.status
    message = f"{_fault(result, reading)}; {'; '.join(_circumstances(drawing, read))}"
    return replace(result, status=status, message=message, reading=read, trace=_with_end(result.trace, status, message))


def _fault(result: Result, reading: Puzzle) -> str:
    assert reading.reading is not None
    if result.status == "limit":
        return f"{result.message}, in reading {reading.reading.number + 1}"
    return f"no solution as read: {result.message.removeprefix('there is no solution; ')}"


def _circumstances(drawing: Drawing, read: AsRead) -> list[str]:
    """Return from what the drawing was read, how many sets were tried and why, what is suspicious, and what to do."""
    found = [f"read from {drawing.origin.kind} to within {read.nearness:g} legs at most", _sets_tried(drawing, read)]
    if drawing.origin.suspicions:
        found.append(f"perhaps misread: {', '.join(drawing.origin.suspicions)}")
    if drawing.origin.spot is not None:
        found.append(SHEET)
    return found


def _sets_tried(drawing: Drawing, read: AsRead) -> str:
    """Return how many sets were tried, and why."""
    numbers = " and ".join(map(str, read.sets_tried))
    tried = f"{numbers} {'set was' if read.sets_tried == (1,) else 'sets were'} tried"
    if drawing.sets is not None:
        return f"{tried}, as the file says"
    if drawing.laid:
        return f"{tried}, as many as the author's pieces are"
    if drawing.leg is not None:
        return f"{tried}, by the area and the length of a leg"
    return f"{tried}, because nothing says how many it takes"


def _with_end(trace: Trace, status: Status, message: str) -> Trace:
    """Return a trace whose end says what the result says."""
    return tuple(
        replace(event, status=status, message=message) if isinstance(event, Ended) else event for event in trace
    )

"""Runs as published with any number of attempts, built by hand from a tiling, without an expert."""

from dataclasses import replace
from functools import cache

from heuristan.tangram.trace.events import (
    AttemptStarted,
    AttemptStuck,
    Ended,
    Event,
    MatchTaken,
    PuzzleRead,
    Trace,
)
from shared.render_traces import RULES, SQUARE, puzzle_of, trace_of


@cache
def _laid() -> Trace:
    """The puzzle, and for each piece its extension lines and itself."""
    read, _, *steps, _ = trace_of(puzzle_of(SQUARE, "square"))
    return (read, *steps)


def published(*lengths: int, solved: bool = False) -> Trace:
    """A run whose attempts take so many pieces of a tiling each; with `solved`, one more attempt takes all."""
    read, *steps = _laid()
    assert isinstance(read, PuzzleRead)
    # a line for each entry point
    more = tuple(replace(read.rules[0], name=f"more-{number}") for number in range(len(read.rules), len(lengths) + 1))
    events: list[Event] = [replace(read, way="as published", rules=read.rules + more)]
    for number, length in enumerate(lengths, 1):
        taken = steps[: 2 * length]
        left = taken[-1].remaining if taken and isinstance(taken[-1], MatchTaken) else read.outline
        stuck = AttemptStuck(number, f"no rule matches after {length} extractions", length, left)
        events += [AttemptStarted(number, number, RULES[0]), *(taken or steps[:1]), stuck]
    total = sum(lengths)
    if not solved:
        return (*events, Ended("stuck", None, total, 0, "the rules ran dry"))
    last = len(lengths) + 1
    return (
        *events,
        AttemptStarted(last, last, RULES[0]),
        *steps,
        Ended("solved", last, total + len(steps) // 2, 0, f"solved from entry point E{last}"),
    )

"""Real searches for tests of words and pictures, in plain Python."""

from functools import cache
from typing import TypeVar

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import Options, Want
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.trace.events import Event, Trace
from shared.render_traces import RING, SQUARE, TWO_SETS, outline, puzzle_of

OUTLINES = {
    "square": SQUARE,
    "ring": RING,
    "two sets": TWO_SETS,
    "strip": (outline((0, 8), (2, 1), (4, 8), (6, 1)),),
}
SOLVABLE = ("square", "ring", "cat", "squirrel", "two-swans", "shonagon-window")
NAMES = (*SOLVABLE, "two sets", "strip")
"""Two sets are searched for the first solution alone; the strip has none."""

Kind = TypeVar("Kind", bound=Event)


def puzzle_named(name: str) -> Puzzle:
    if name in OUTLINES:
        return puzzle_of(OUTLINES[name], name)
    (puzzle,) = read_outlines(name)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def solve_as_ford(puzzle: Puzzle, *, want: Want = "first", limit: float | None = None) -> Result:
    return solve_puzzle(puzzle, Options("ford", want=want, limit=limit))


@cache
def searched(name: str, want: Want = "first") -> Result:
    return solve_exactly(puzzle_named(name), want=want, by="plain")


@cache
def searched_as_ford(name: str) -> Result:
    return solve_as_ford(puzzle_named(name))


def of_kind(kind: type[Kind], trace: Trace) -> list[Kind]:
    return [event for event in trace if isinstance(event, kind)]

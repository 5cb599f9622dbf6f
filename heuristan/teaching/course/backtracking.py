"""Tests of lesson 4: an outline without a solution, dead ends, and forced moves.

The exact solver judges outlines; dead ends and forced moves are tried on choices written out here.
"""

from typing import Any, TypeAlias

from heuristan.tangram.api import Puzzle
from heuristan.tangram.puzzle.puzzle import OutlineError
from heuristan.teaching.course.verdicts import Exercise, Wrong, asked, shown, wrong

SECONDS = 20.0
"""Time limit of the exact search."""

Choices: TypeAlias = dict[int, list[int]]

DEAD_ENDS: tuple[tuple[Choices, set[int], str], ...] = (
    ({0: [4, 5], 1: [5]}, {4, 5}, ""),
    ({0: [4], 1: []}, {4}, "place 1 has no choice"),
    ({0: [4], 1: [4, 6]}, {4, 5, 6}, "piece 5 fits nowhere"),
    ({}, set(), ""),
    ({3: [7]}, {7}, ""),
    ({3: [7], 4: [7]}, {7, 8}, "piece 8 fits nowhere"),
)
"""Choices, the pieces that are left, and the reason why it is a dead end; empty if it is none."""

FORCED: tuple[tuple[Choices, set[tuple[int, int]]], ...] = (
    ({0: [4, 5], 1: [4, 5]}, set()),
    ({0: [4], 1: [4, 5], 2: [4, 5]}, {(0, 4)}),
    ({0: [4, 5, 6], 1: [4, 5], 2: [4, 5]}, {(0, 6)}),
    ({0: [4], 1: [4, 5]}, {(0, 4), (1, 5)}),
    ({}, set()),
    ({7: [1, 2, 3], 8: [1, 2], 9: [1, 2], 10: [9]}, {(7, 3), (10, 9)}),
)
"""Choices with the pairs of place and piece that are forced."""


def without_solution(answer: Any) -> str:
    """Test an outline of the right area that cannot be filled."""
    try:
        puzzle = Puzzle.from_vertices(answer)
    except (OutlineError, TypeError, ValueError) as fault:
        raise Wrong(f"this is no outline of a puzzle: {fault}") from fault
    if puzzle.reading is not None:
        wrong("these vertices do not fit together exactly; use whole numbers, or whole numbers times the root of 2")
    found = puzzle.solve("exact", limit=SECONDS)
    if found.status != "unsolvable":
        wrong(f"the exact solver says: {found.status} ({found.message})")
    return f"the exact solver says: {found.message}"


def dead_end(answer: Any) -> str:
    """Test whether dead ends are seen."""
    for choices, left, reason in DEAD_ENDS:
        if bool(asked(answer, choices, left)) != bool(reason):
            wrong(f"{choices} with the pieces {sorted(left)} is {f'a dead end: {reason}' if reason else 'no dead end'}")
    return f"tried on {len(DEAD_ENDS)} cases"


def forced(answer: Any) -> str:
    """Test the forced moves."""
    for choices, right in FORCED:
        found = asked(answer, choices)
        try:
            given = {tuple(pair) for pair in found}
        except TypeError as fault:
            raise Wrong(f"for {choices} it gives {shown(found)}; it should be a set of pairs") from fault
        if given != right:
            wrong(f"for {choices} it gives {shown(found)} instead of {right or 'nothing'}")
    return f"tried on {len(FORCED)} cases"


EXERCISES: dict[str, Exercise] = {"4.1": without_solution, "4.2": dead_end, "4.3": forced}

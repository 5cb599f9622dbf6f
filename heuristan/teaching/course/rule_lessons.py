"""Tests of the lessons on rules: 2 (grades, conflict resolution, a run by hand) and 4 (dead ends, forced moves).

The expert system judges grades and runs, the exact solver outlines.
"""

from itertools import combinations_with_replacement
from numbers import Integral
from typing import Any, TypeAlias

from heuristan.common.words import plural
from heuristan.tangram.api import Puzzle
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ranking import accepted
from heuristan.tangram.puzzle.puzzle import OutlineError
from heuristan.teaching.course.exercises import Exercise, Wrong, asked, shown, wrong
from heuristan.teaching.stepping import ChoiceError, Consultation, can_be_filled

SECONDS = 20.0
"""Time limit of each exact search."""

LOWEST = 10
"""The rule with which the run of exercise 2.3 begins."""

CONFLICTS = (
    [(5, "parallelogram", 6), (5, "small-triangle", 1), (8, "parallelogram", 2)],
    [(7, "square", 1), (5, "small-triangle", 9), (9, "parallelogram", 2)],
    [(5, "small-triangle", 1), (5, "square", 12), (5, "medium-triangle", 7)],
    [(10, "large-triangle", 3), (2, "square", 8), (2, "square", 4)],
    [(5, "small-triangle", 13), (5, "small-triangle", 2)],
    [(5, "parallelogram", 9), (5, "square", 2)],
)
"""Conflict sets, and in `FIRES` what fires in each."""
FIRES = (
    (5, "parallelogram", 6),
    (5, "small-triangle", 9),
    (5, "medium-triangle", 7),
    (2, "square", 4),
    (5, "small-triangle", 2),
    (5, "square", 2),
)


def serves(answer: Any) -> str:
    """Test whether grades serve where others are asked, for all grades of three and four sides."""
    tried = 0
    for sides in (3, 4):
        every = ["".join(grades) for grades in combinations_with_replacement(GRADES, sides)]
        for mine in every:
            for wanted in every:
                tried += 1
                right = mine in accepted(wanted)
                if bool(asked(answer, mine, wanted)) != right:
                    wrong(
                        f"a match with grades {mine} {'serves' if right else 'does not serve'} where {wanted} is asked"
                    )
    return f"tried on all {tried} pairs of grades of triangles and four-sided pieces"


def fires(answer: Any) -> str:
    """Test conflict resolution."""
    for matches, right in zip(CONFLICTS, FIRES, strict=True):
        found = asked(answer, matches)
        if found != right:
            wrong(f"of {matches} your function takes {shown(found)}, and {right} fires")
    return f"tried on {len(CONFLICTS)} conflict sets"


def chosen_rules(answer: Any) -> str:
    """Test a run of the cat by rules chosen by hand, beginning with the lowest."""
    if not isinstance(answer, list | tuple) or not all(isinstance(number, Integral) for number in answer):
        wrong(f"{shown(answer)} is not a list of numbers of rules")
    if [*answer][:1] != [LOWEST]:
        wrong(f"the first rule is to be {LOWEST}")
    here = Consultation.begun(Puzzle.from_name("cat"))
    for step, number in enumerate(answer, 1):
        if not here.session.now.state.boundary:
            wrong(f"nothing is left after {plural(step - 1, 'step')}; the other rules are not needed")
        try:
            here = here.rule(int(number))
        except ChoiceError as fault:
            raise Wrong(f"step {step}, rule {number}: {fault}") from fault
        if not can_be_filled(here.session.now.state, SECONDS):
            wrong(f"after step {step} (rule {number}) what is left cannot be filled any more")
    if here.session.status != "solved":
        wrong(f"after {plural(len(answer), 'step')} something is left; go on")
    return f"{plural(len(answer), 'step')} lead to the end, and the lowest rule was right at the start"


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


EXERCISES: dict[str, Exercise] = {
    "2.1": serves,
    "2.2": fires,
    "2.3": chosen_rules,
    "4.1": without_solution,
    "4.2": dead_end,
    "4.3": forced,
}

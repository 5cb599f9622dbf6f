"""Tests of lesson 2: grades that serve, conflict resolution, and a run by rules chosen by hand.

Grades are compared with those of the expert system, the run is made by its engine.
"""

from itertools import combinations_with_replacement
from numbers import Integral
from typing import Any

from heuristan.tangram.api import Puzzle
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ranking import accepted
from heuristan.teaching.course.verdicts import Exercise, Wrong, asked, shown, wrong
from heuristan.teaching.stepping import ChoiceError, Consultation, can_be_filled

SECONDS = 20.0
"""Time limit of the search for what can still be filled."""

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
            wrong(f"nothing is left after {step - 1} steps; the other rules are not needed")
        try:
            here = here.rule(int(number))
        except ChoiceError as fault:
            raise Wrong(f"step {step}, rule {number}: {fault}") from fault
        if not can_be_filled(here.session.now.state, SECONDS):
            wrong(f"after step {step} (rule {number}) what is left cannot be filled any more")
    if here.session.status != "solved":
        wrong(f"after {len(answer)} steps something is left; go on")
    return f"{len(answer)} steps lead to the end, and the lowest rule was right at the start"


EXERCISES: dict[str, Exercise] = {"2.1": serves, "2.2": fires, "2.3": chosen_rules}

"""The door of all exercises: `check("1.2", answer)`."""

from importlib import import_module
from typing import Any

from heuristan.common.faults import nearest
from heuristan.teaching.course.verdicts import Exercise, Unanswered, Verdict, Wrong

LESSONS = dict(
    zip("123456", ("searching", "rules", "reliability", "backtracking", "exactness", "relaxation"), strict=True)
)
"""The module with the exercises of each lesson, in this package."""


def check(exercise: str, answer: Any = None) -> Verdict:
    """Test the answer to an exercise of the course.

    Args:
        exercise: its number, such as "1.2".
        answer: a value or a function, as the exercise says.

    Returns:
        The verdict, which a notebook shows. A wrong answer is not an error.

    Raises:
        ValueError: if there is no such exercise.
    """
    test = exercises_of(exercise.partition(".")[0]).get(exercise)
    if test is None:
        known = [name for lesson in LESSONS for name in exercises_of(lesson)]
        raise ValueError(f"there is no exercise {exercise!r}; {nearest(exercise, known)}")
    try:
        if answer is None or answer is ...:
            raise Unanswered("put your answer in the place of the three dots")
        return Verdict(exercise, "right", test(answer))
    except Unanswered as fault:
        return Verdict(exercise, "open", str(fault))
    except Wrong as fault:
        return Verdict(exercise, "wrong", str(fault))
    except Exception as fault:  # the answer may be anything
        words = f"the answer has another form than the exercise asks for ({type(fault).__name__}: {fault})"
        return Verdict(exercise, "wrong", words)


def exercises_of(lesson: str) -> dict[str, Exercise]:
    """Return the tests of a lesson's exercises by number; none if there is no such lesson."""
    if lesson not in LESSONS:
        return {}
    found: dict[str, Exercise] = import_module(f"heuristan.teaching.course.{LESSONS[lesson]}").EXERCISES
    return found

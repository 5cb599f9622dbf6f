"""The exercises: `check("1.2", answer)` tests an answer and returns a verdict, which a notebook shows."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, NoReturn, TypeAlias

from heuristan.common.faults import nearest
from heuristan.common.quoting import as_markup

Status: TypeAlias = Literal["right", "wrong", "open"]

Exercise: TypeAlias = Callable[[Any], str]
"""The test of an exercise: it takes the answer and returns what was tested, or raises `Wrong` or `Unanswered`."""

LONGEST = 120
"""Maximum length of a value in a message."""

MARKS = {"right": "✔", "wrong": "✘", "open": "…"}


class Wrong(Exception):
    """An answer is wrong; the message says where, with the smallest case that was found."""


class Unanswered(Exception):
    """There is no answer yet."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on one answer. In a notebook it shows itself.

    Attributes:
        exercise: the number of the exercise.
        status: right, wrong, or open if there is no answer yet.
        words: what was tested, or what is wrong.
    """

    exercise: str
    status: Status
    words: str

    def __bool__(self) -> bool:
        return self.status == "right"

    def __repr__(self) -> str:
        return f"{MARKS[self.status]} Exercise {self.exercise} is {self.status}: {self.words}"

    def _repr_html_(self) -> str:
        # use the colours of the page, which may be dark
        mark = f"<b>{MARKS[self.status]} {self.status}</b>"
        return f"<div>Exercise {self.exercise}: {mark}. {as_markup(self.words)}</div>"


def wrong(words: str) -> NoReturn:
    """Say that an answer is wrong."""
    raise Wrong(words)


def asked(function: Any, *arguments: Any) -> Any:
    """Call a student's function, with copies of the arguments, because it may change what it is given.

    Raises:
        Unanswered: if it returns nothing yet.
        Wrong: if it is no function, or raises an error.
    """
    if not callable(function):
        wrong(f"the answer is a function, and this is {shown(function)}; write its name without brackets")
    call = f"{getattr(function, '__name__', 'your function')}({', '.join(map(shown, arguments))})"
    try:
        found = function(*deepcopy(arguments))
    except Exception as fault:
        raise Wrong(f"{call} raises {type(fault).__name__}: {fault}") from fault
    if found is None or found is ...:
        raise Unanswered(f"{call} returns nothing yet")
    return found


def shown(value: Any) -> str:
    """Return a value as a message has it, not too long."""
    words = repr(value)
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 3]}..."


LESSONS = {
    "1": "searching",
    "2": "rule_lessons",
    "3": "statistics_lessons",
    "4": "rule_lessons",
    "5": "exactness",
    "6": "statistics_lessons",
}
"""The module with the tests of each lesson, in this package; imported when it is asked for."""


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
    return {number: test for number, test in found.items() if number.startswith(lesson)}

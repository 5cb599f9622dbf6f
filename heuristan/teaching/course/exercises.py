"""The exercises: `check("1.2", answer)` tests an answer and returns a verdict, which a notebook shows."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

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
    exercise = str(exercise)  # somebody writes 1.2, as a number
    lesson = exercise.partition(".")[0]
    test = exercises_of(lesson).get(exercise)
    if test is None:
        known = [name for lesson in LESSONS for name in exercises_of(lesson)]
        raise ValueError(f"there is no exercise {exercise!r}; {nearest(exercise, known)}")
    if _seed and exercise in varied_in(lesson):
        test = variant(exercise, _seed).test
    verdict = _judged(exercise, test, answer)
    for listener in listeners:
        listener(verdict, _seed)
    return verdict


def _judged(exercise: str, test: Exercise, answer: Any) -> Verdict:
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


listeners: list[Callable[[Verdict, int], object]] = []
"""What is told each verdict, and the seed that it was found with."""

_seed = 0
"""The seed of the notebook; with 0 the exercises are as they are printed."""


class Variant(NamedTuple):
    """An exercise with other figures."""

    words: str
    test: Exercise


Varied: TypeAlias = Callable[[Random], Variant]
"""Draws the figures of an exercise."""


class Variants(NamedTuple):
    """The exercises of a lesson whose figures are drawn by a seed. In a notebook it shows itself."""

    seed: int
    words: Mapping[str, str]

    def __repr__(self) -> str:
        if not self.seed:
            return "Seed 0: the exercises are as they are printed."
        lines = [f"Exercise {name}: {each}" for name, each in self.words.items()]
        return "\n".join((f"With seed {self.seed}:", *lines))

    def _repr_html_(self) -> str:
        return "<br>".join(map(as_markup, repr(self).splitlines()))


def variants(lesson: int, seed: int) -> Variants:
    """Draw the figures of a lesson's exercises by a seed, and say them; `check` asks for these from then on.

    Args:
        lesson: the number of the lesson.
        seed: a number of the reader's own; with 0 the exercises are as they are printed.

    Raises:
        ValueError: if the seed is not a whole number from 0 on.
    """
    global _seed
    if not isinstance(seed, int) or seed < 0:
        raise ValueError(f"the seed is a whole number from 0 on, not {seed!r}")
    _seed = seed
    return Variants(seed, {name: variant(name, seed).words for name in varied_in(str(lesson))} if seed else {})


def variant(exercise: str, seed: int) -> Variant:
    """Return an exercise with the figures of a seed, the same in every place."""
    return varied_in(exercise.partition(".")[0])[exercise](Random(f"{exercise} {seed}"))


def varied_in(lesson: str) -> Mapping[str, Varied]:
    """Return what draws the figures of a lesson's exercises, for those that have some to draw."""
    return getattr(_module_of(lesson), "VARIED", {}) if lesson in LESSONS else {}


def exercises_of(lesson: str) -> dict[str, Exercise]:
    """Return the tests of a lesson's exercises by number; none if there is no such lesson."""
    if lesson not in LESSONS:
        return {}
    found: dict[str, Exercise] = _module_of(lesson).EXERCISES
    return {number: test for number, test in found.items() if number.startswith(lesson)}


def _module_of(lesson: str) -> ModuleType:
    return import_module(f"heuristan.teaching.course.{LESSONS[lesson]}")

"""What the test of an exercise says of an answer."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from html import escape
from typing import Any, Literal, NoReturn, TypeAlias

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
        # in the colours of the page, which may be dark
        mark = f"<b>{MARKS[self.status]} {self.status}</b>"
        return f"<div>Exercise {self.exercise}: {mark}. {escape(self.words)}</div>"


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

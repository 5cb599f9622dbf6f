"""JSON of any form in a request, bounded before anything reads it."""

from collections.abc import Iterator
from math import isfinite
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator

DEEPEST = 40
"""Maximum number of values around a value."""


def _bounded(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value that can be written again as it is: not too deep, of numbers and characters that there are.

    Raises:
        ValueError: if it cannot.
    """
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        for each in level:
            _check(each)
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return value
    raise ValueError(f"there are more than {DEEPEST} levels of lists and objects; take some out")


def _check(value: Any) -> None:
    if isinstance(value, float) and not isfinite(value):
        raise ValueError("NaN and Infinity are no numbers of JSON; write a number")
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ValueError("there is half a character in a text; write whole ones")


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    elif isinstance(value, list):
        yield from value


FreeObject: TypeAlias = Annotated[dict[str, Any], AfterValidator(_bounded)]
"""An object whose fields are not known."""

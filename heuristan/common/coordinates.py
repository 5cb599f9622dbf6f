"""Coordinates in JSON: positions of two numbers that geometry can be done with."""

from math import isfinite
from typing import Any

from heuristan.common.json_text import in_words

MAX_COORDINATE = 1e100
"""Maximum absolute value of a coordinate: beyond it, products have no digits left."""


def position_of(value: Any, where: str, fault: type[ValueError]) -> tuple[float, float]:
    """Return the position that a JSON value is: a list of two numbers, or of three of which the last does not count.

    Args:
        value: the value.
        where: its place, with which a message begins.
        fault: the error to raise if it is not a position.
    """
    if not isinstance(value, list) or len(value) < 2:
        raise fault(f"{where} is {in_words(value)}; write two numbers, like [2.0, 1.5]")
    if len(value) > 3:
        raise fault(f"{where} has {len(value)} numbers; write two, like [2.0, 1.5]")
    for number in value[:2]:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise fault(f"{where} has {in_words(number)} for a coordinate; write a number, without quotes")
        # integers first: one beyond the floats has no isfinite
        if abs(number) > MAX_COORDINATE or not isfinite(number):
            raise fault(f"{where} has a coordinate that is too large; write a number below {MAX_COORDINATE:g}")
    return float(value[0]), float(value[1])

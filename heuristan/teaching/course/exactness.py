"""Tests of lesson 5: numbers a + b√2 in whole numbers, and where floats fail.

Signs are decided here by `math.isqrt`, products by another rule than the one that is asked for.
"""

from functools import partial
from math import isqrt, sqrt
from numbers import Integral
from random import Random
from typing import Any, TypeAlias

from heuristan.common.words import plural
from heuristan.teaching.course.exercises import Exercise, Variant, Varied, asked, shown, wrong

Pair: TypeAlias = tuple[int, int]
"""The number a + b√2."""

SMALL: tuple[Pair, ...] = (
    (0, 0),
    (1, 0),
    (0, -1),
    (3, 2),
    (-3, -2),
    (7, -5),
    (-7, 5),
    (17, -12),
    (-17, 12),
    (5, -3),
    (-2, 1),
)
LARGE = 60
"""Number of powers of 1 - √2 that are tried: the largest numbers have 23 digits, where floats are long wrong."""
CLOSE = 1e-6
"""The tolerance that exercise 5.3 fools."""


def sign(answer: Any) -> str:
    """Test the sign of a + b√2."""
    tried = (*SMALL, *_powers(LARGE), *((-a, -b) for a, b in _powers(LARGE)))
    for a, b in tried:
        found, right = asked(answer, a, b), _sign(a, b)
        if found != right:
            wrong(f"for a = {a}, b = {b} it gives {shown(found)} instead of {right}")
    return f"tried on {len(tried)} numbers, some with {len(str(tried[-1][0])) - 1} digits"


def times(answer: Any) -> str:
    """Test the product of two numbers."""
    for x in SMALL:
        for y in SMALL:
            found = asked(answer, x, y)
            if not _is_pair(found):
                wrong(f"for {x} and {y} it gives {shown(found)}, which is not a pair of whole numbers")
            if tuple(found) != _times(x, y):
                wrong(f"for {x} and {y} it gives {shown(found)} instead of {_times(x, y)}")
    return f"tried on {len(SMALL) ** 2} products"


def fooled(answer: Any, close: float = CLOSE, words: str = "a millionth") -> str:
    """Test a number that is not 0, and less than a tolerance."""
    a, b = _pair(answer)
    if (a, b) == (0, 0):
        wrong("this is really 0")
    # |a + b√2| = |a² - 2b²| / |a - b√2|, and a - b√2 loses no digits where a + b√2 is small
    norm, other = abs(a * a - 2 * b * b), abs(a) + abs(b) * sqrt(2)
    size = norm / other if a * b < 0 else other
    if size >= close:
        wrong(f"its size is {size:.2g}, which is not less than {words}")
    return f"its size is {size:.2g}, and it is not 0"


def wrong_sign(answer: Any, digits: int | None = None) -> str:
    """Test a number whose sign floats get wrong; a has some number of digits."""
    a, b = _pair(answer)
    if digits is not None and len(str(abs(a))) != digits:
        wrong(f"{a} has {plural(len(str(abs(a))), 'digit')}, and a should have {digits}")
    try:
        value = a + b * sqrt(2)
    except OverflowError:
        wrong("these numbers are too large for a float at all; smaller ones are enough")
    seen, right = (value > 0) - (value < 0), _sign(a, b)
    if seen == right:
        wrong(f"the float is {value:.3g} and its sign is right")
    return f"the float is {value!r}, and the sign is {right}"


EXERCISES: dict[str, Exercise] = {"5.1": sign, "5.2": times, "5.3": fooled, "5.4": wrong_sign}


def _varied_tolerance(dice: Random) -> Variant:
    zeros = dice.choice([each for each in range(4, 15) if each != 6])
    words = f"|a + b√2| < 0.{'0' * (zeros - 1)}1, in the place of a millionth."
    return Variant(words, partial(fooled, close=10.0**-zeros, words=f"10^-{zeros}"))


def _varied_digits(dice: Random) -> Variant:
    digits = dice.randint(10, 24)
    return Variant(f"a has {digits} digits.", partial(wrong_sign, digits=digits))


VARIED: dict[str, Varied] = {"5.3": _varied_tolerance, "5.4": _varied_digits}


def _pair(answer: Any) -> Pair:
    if not _is_pair(answer):
        wrong(f"{shown(answer)} is not a pair of whole numbers, such as (3, -2)")
    return int(answer[0]), int(answer[1])


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(each, Integral) for each in value)


def _powers(count: int) -> list[Pair]:
    """Return powers of 1 - √2, which shrink while their numbers grow."""
    found = [(1, -1)]
    while len(found) < count:
        found.append(_times(found[-1], (1, -1)))
    return found


def _times(x: Pair, y: Pair) -> Pair:
    """Multiply by adding up: x times (c + d√2) is c times x and d times x√2, and (a + b√2)√2 = 2b + a√2."""
    turned = (2 * x[1], x[0])
    return y[0] * x[0] + y[1] * turned[0], y[0] * x[1] + y[1] * turned[1]


def _sign(a: int, b: int) -> int:
    """Return the sign by the whole part of |b|√2, which is never whole itself unless b is 0."""
    root = isqrt(2 * b * b)
    if b == 0:
        return (a > 0) - (a < 0)
    return (1 if a >= -root else -1) if b > 0 else (1 if a > root else -1)

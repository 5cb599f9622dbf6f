"""Numbers, lengths, names and lists in English."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from math import isfinite, sqrt

from heuristan.common import words
from heuristan.common.words import NARROW as NARROW
from heuristan.common.words import listed as listed
from heuristan.common.words import places as places

ROOT = sqrt(2)
MINUS = "\u2212"
TIMES = "\xd7"
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

_SAME_LENGTH = 1e-7
"""Maximum difference in legs. A trace has twelve decimals; a wrong a + b√2 is as near in a few of 100,000 cases."""
_MOST_ROOTS = 40
_DENOMINATORS = (1, 2, 3, 4)
_SIZE = re.compile(r"(?:\d+|\d*r2)(?:x(?:\d+|\d*r2))?")
"""The lengths in a composite's name, in legs: ``2r2`` stands for 2√2."""


def number(count: int) -> str:
    """Write a small number in words, a larger one in digits."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


plural = partial(words.plural, write=number)
"""Returns a number in words with its noun: "one edge", "13 matches"."""


def article(noun: str) -> str:
    """Return the noun with "a" or "an"."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def capital(sentence: str) -> str:
    """Begin a sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def spoken(name: str) -> str:
    """Return the name of a piece or composite as it is read: ``triangle-2r2`` is "triangle 2√2"."""
    kind, _, size = name.rpartition("-")
    if kind and _SIZE.fullmatch(size):
        lengths = size.replace("r2", "√2").replace("x", f"{NARROW}{TIMES}{NARROW}")
        return f"{kind.replace('-', ' ')}{NARROW}{lengths}"
    return name.replace("-", " ")


def pieces(names: Iterable[str] | Mapping[str, int]) -> str:
    """List pieces with their numbers: "a square and two small triangles".

    Args:
        names: each piece by name, or the number of each name.
    """
    return listed(
        article(spoken(name)) if count == 1 else plural(count, spoken(name)) for name, count in Counter(names).items()
    )


@lru_cache(maxsize=4096)
def length(legs: float) -> str:
    """Write a length as people do: "2√2", "2+√2", "3/2", or "about 1.37" if it is not such a number."""
    for denominator in _DENOMINATORS if isfinite(legs) else ():
        found = _in_roots(legs * denominator)
        if found is not None:
            return _fraction(*found, denominator)
    return f"about{NARROW}{legs:.3g}"


def _in_roots(value: float) -> tuple[int, int] | None:
    """Return the simplest a, b with a + b√2 equal to the value; None if there are none."""
    found = []
    for b in range(-_MOST_ROOTS, _MOST_ROOTS + 1):
        a = round(value - b * ROOT)
        if abs(a + b * ROOT - value) < _SAME_LENGTH:
            found.append((abs(a) + abs(b), a, b))
    return min(found)[1:] if found else None


def _fraction(a: int, b: int, denominator: int) -> str:
    top = _sum(a, b)
    if denominator == 1:
        return top
    return f"({top})/{denominator}" if a and b else f"{top}/{denominator}"


def _sum(a: int, b: int) -> str:
    """Write a sum of a whole number and a multiple of √2, the positive one first."""
    root = f"{'' if abs(b) == 1 else abs(b)}√2"
    if not b:
        return _signed(a)
    if not a:
        return f"{MINUS if b < 0 else ''}{root}"
    if a < 0 < b:
        return f"{root}{MINUS}{-a}"
    return f"{_signed(a)}{MINUS if b < 0 else '+'}{root}"


def _signed(a: int) -> str:
    return str(a).replace("-", MINUS)

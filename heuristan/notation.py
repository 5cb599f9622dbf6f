"""Exact lengths in text: ``1+2r2`` is 1 + 2 sqrt2, ``3/2`` and ``-r2/2`` have a denominator."""

import re
from fractions import Fraction
from typing import NamedTuple

_TERM = re.compile(r"([+-]?)(?:(\d{1,6})?(r2)|(\d{1,6}(?:\.\d{1,6})?))(?:/(\d{1,3}))?")


class Length(NamedTuple):
    """An exact length (or coordinate) ``whole + root sqrt2``, in small legs unless said otherwise."""

    whole: Fraction
    root: Fraction

    def __str__(self) -> str:
        whole = str(self.whole) if self.whole or not self.root else ""
        if not self.root:
            return whole
        sign = "-" if self.root < 0 else ("+" if whole else "")
        top = abs(self.root.numerator)
        bottom = f"/{self.root.denominator}" if self.root.denominator > 1 else ""
        return f"{whole}{sign}{'' if top == 1 else top}r2{bottom}"

    def __float__(self) -> float:
        return float(self.whole) + float(self.root) * 2**0.5


def parse_length(text: object) -> Length:
    """Read a number or a text like ``1+2r2``, ``3/2``, ``-r2/2``, ``0.5``.

    Raises:
        ValueError: it is no such number, with the text and the form expected.
    """
    if isinstance(text, int) and not isinstance(text, bool):
        text = str(text)
    elif isinstance(text, float):
        text = repr(text)
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is not a length; write a number like 2, 1+2r2 or 3/2-r2 (r2 is the root of 2)")
    whole, root, position, compact = Fraction(0), Fraction(0), 0, text.replace(" ", "")
    while position < len(compact) or position == 0:
        term = _TERM.match(compact, position)
        if not term or (position and not term[1]) or term[5] in ("0", "00", "000"):
            raise ValueError(f"{text!r} is not a length; write a number like 2, 1+2r2 or 3/2-r2 (r2 is the root of 2)")
        sign, count, is_root, number, bottom = term.groups()
        size = Fraction(number if number else count or 1) / int(bottom or 1)
        size = -size if sign == "-" else size
        whole, root = (whole, root + size) if is_root else (whole + size, root)
        position = term.end()
    return Length(whole, root)

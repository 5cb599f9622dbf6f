"""Exact lengths in text: ``1+2r2`` is 1 + 2 sqrt2, ``3/2`` and ``-r2/2`` have a denominator."""

import re
from fractions import Fraction
from typing import NamedTuple

_TERM = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>[0-9]{1,6}(?:\.[0-9]{1,6})?)?(?P<root>r2)|(?P<number>[0-9]{1,6}(?:\.[0-9]{1,6})?))"
    r"(?:/(?P<bottom>[1-9][0-9]{0,2}))?"
)
_LONGEST = 60


class Length(NamedTuple):
    """An exact length (or coordinate) ``whole + root sqrt2``, in small legs by default."""

    whole: Fraction
    root: Fraction

    def __str__(self) -> str:
        """Return the notation that `parse_length` reads back to the same length."""
        whole = str(self.whole) if self.whole or not self.root else ""
        if not self.root:
            return whole
        sign = "-" if self.root < 0 else ("+" if whole else "")
        top = abs(self.root.numerator)
        bottom = f"/{self.root.denominator}" if self.root.denominator > 1 else ""
        return f"{whole}{sign}{'' if top == 1 else top}r2{bottom}"

    def __float__(self) -> float:
        return float(self.whole) + float(self.root) * 2**0.5

    def minus(self, other: "Length") -> "Length":
        return Length(self.whole - other.whole, self.root - other.root)

    def plus(self, other: "Length") -> "Length":
        return Length(self.whole + other.whole, self.root + other.root)

    def times(self, factor: Fraction | int) -> "Length":
        return Length(self.whole * factor, self.root * factor)

    @property
    def sign(self) -> int:
        """-1, 0 or 1, exactly: where the two terms differ in sign, the one with the larger square decides."""
        whole, root = self.whole, self.root
        if whole * root < 0:
            return _sign(whole) if whole * whole > 2 * root * root else _sign(root)
        return _sign(whole + root)


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def parse_length(text: object) -> Length:
    """Read a number or a text like ``1+2r2``, ``3/2``, ``-r2/2``, ``0.5``.

    A term has up to six digits before the point, six after it, and a denominator of up to three digits.

    Raises:
        ValueError: if the text is not such a number; the message has the text and the expected form.
    """
    if isinstance(text, int | float) and not isinstance(text, bool) and abs(text) < 1e6:
        text = repr(text)
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise _fault(text)
    whole, root, position, compact = Fraction(0), Fraction(0), 0, text.replace(" ", "")
    while position < len(compact) or position == 0:
        term = _TERM.match(compact, position)
        if not term or (position and not term["sign"]):
            raise _fault(text)
        size = Fraction(term["number"] or term["count"] or 1) / int(term["bottom"] or 1)
        size = -size if term["sign"] == "-" else size
        whole, root = (whole, root + size) if term["root"] else (whole + size, root)
        position = term.end()
    return Length(whole, root)


def _fault(text: object) -> ValueError:
    shown = repr(text) if not isinstance(text, int) or abs(text) < 1e6 else "that number"
    shown = shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."
    return ValueError(f"{shown} is not a length; write a number like 2, 1+2r2 or 3/2-r2 (r2 is the root of 2)")

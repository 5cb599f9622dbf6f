"""Axes of plots: where a value lies, and which values have a grid line."""

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import NamedTuple

SMALLEST = 1e-9
"""Smaller values have no place on a logarithmic axis and are drawn at its left end."""


class Axis(NamedTuple):
    """An axis from left to right, in pixels."""

    left: float
    right: float
    steps: tuple[float, ...]
    """Round numbers; the axis begins with the first and ends with the last."""
    is_logarithmic: bool

    def at(self, value: float) -> float:
        low, high = self.steps[0], self.steps[-1]
        if self.is_logarithmic:
            value, low, high = log10(max(value, low)), log10(low), log10(high)
        return self.left + (self.right - self.left) * (min(max(value, low), high) - low) / (high - low)

    @property
    def ticks(self) -> tuple[float, ...]:
        """The values with a grid line: every step, or only powers of ten where these are enough."""
        powers = tuple(step for step in self.steps if self.is_logarithmic and log10(step).is_integer())
        return powers if len(powers) > 2 else self.steps


def logarithmic(left: float, right: float, values: Iterable[float]) -> Axis:
    """Return an axis with 1, 2 and 5 times powers of ten around some values."""
    shown = [value for value in values if value > SMALLEST] or [1.0]
    low, high = min(shown), max(shown)
    exponents = range(floor(log10(low)) - 1, ceil(log10(high)) + 2)
    steps = [float(f"{digit}e{exponent}") for exponent in exponents for digit in (1, 2, 5)]
    first = max(step for step in steps if step <= low)
    last = min(step for step in steps if step >= high and step > first)
    return Axis(left, right, tuple(step for step in steps if first <= step <= last), True)


def linear(left: float, right: float, values: Iterable[float]) -> Axis:
    """Return an axis with round numbers at equal distances around 0 and some values."""
    shown = [0.0, *values]
    low, high = min(shown), max(shown)
    wide = (high - low) or 1.0
    power = 10.0 ** floor(log10(wide))
    step = next(power * digit for digit in (0.1, 0.2, 0.5, 1, 2) if wide / (power * digit) <= 7)
    first, last = floor(low / step), ceil(high / step)
    return Axis(left, right, tuple(step * i for i in range(first, max(last, first + 1) + 1)), False)


def of_shares(left: float, right: float) -> Axis:
    """Return an axis from 0 to 1."""
    return Axis(left, right, tuple(i / 5 for i in range(6)), False)

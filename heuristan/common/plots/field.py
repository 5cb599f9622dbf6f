"""A field with an axis below and one on the left, for curves and clouds of points."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import svg

from heuristan.common.plots.axes import Axis
from heuristan.common.plots.frame import SMALL
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.palette import RULE
from heuristan.common.svg.text import GREY, label, shortened

LEFT = 46.0
"""Room for the values of the axis on the left."""
BELOW = 40.0
"""Room for the values of the axis below, and its title."""


class Field(NamedTuple):
    """Two axes; the one on the left runs upwards."""

    across: Axis
    up: Axis
    """An axis whose left end is the lower edge, so that it runs upwards."""
    title: str
    """What the values below are."""
    side: str = ""
    """What those on the left are, written above them."""

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.across.at(x), self.up.at(y)

    def drawn(self, format_across: Callable[[float], str], format_up: Callable[[float], str]) -> Iterator[svg.Element]:
        """Draw the grid, its values and the titles."""
        bottom, top = self.up.left, self.up.right
        left, right = self.across.left, self.across.right
        reached = left - LEFT
        for tick in self.across.ticks:
            x, words = self.across.at(tick), format_across(tick)
            yield svg.Line(class_=["grid"], x1=tidy(x), y1=tidy(top), x2=tidy(x), y2=tidy(bottom), stroke=RULE)
            if x - 4 * len(words) > reached:
                yield label(x, bottom + 16, words, size=SMALL, anchor="middle", fill=GREY, kind="tick")
                reached = x + 4 * len(words)
        for tick in self.up.ticks:
            y = self.up.at(tick)
            yield svg.Line(class_=["grid"], x1=tidy(left), y1=tidy(y), x2=tidy(right), y2=tidy(y), stroke=RULE)
            yield label(left - 6, y + 3.8, format_up(tick), size=SMALL, anchor="end", fill=GREY, kind="tick")
        title = shortened(self.title, right - left + LEFT, SMALL)
        yield label((left + right) / 2, bottom + 33, title, size=SMALL, anchor="middle", kind="axis-title")
        if self.side:
            side = shortened(self.side, right - left + LEFT - 8, SMALL)
            yield label(left - LEFT + 8, top - 10, side, size=SMALL, kind="axis-title")

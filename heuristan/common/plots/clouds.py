"""Two values of each of many things: a panel for each pair of series, a mark for each place, larger for more things."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import svg

from heuristan.common.plots.axes import logarithmic
from heuristan.common.plots.field import BELOW, LEFT, Field
from heuristan.common.plots.frame import MARGIN, Entry, heading, legend
from heuristan.common.plots.marks import blot, form_of, stroke
from heuristan.common.plots.values import short_number
from heuristan.common.svg.page import page
from heuristan.common.svg.palette import RULE

WIDTH = 920.0
COLUMNS = 3
_GAP, _HEAD = 22.0, 30.0
_RADIUS, _LARGEST = 2.6, 11.0


class Point(NamedTuple):
    """Some things at one place."""

    x: float
    y: float
    series: int
    number: int


class Cloud(NamedTuple):
    """A panel."""

    across: str
    """What the values below are."""
    up: str
    """What those on the left are."""
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Clouds:
    """The contents of a plot of clouds."""

    title: str
    subtitle: str
    series: tuple[str, ...]
    clouds: tuple[Cloud, ...]

    @property
    def is_empty(self) -> bool:
        return not any(cloud.points for cloud in self.clouds)

    def svg(self) -> str:
        """Draw the plot; all panels have the same axes, and a line where both values are equal.

        Raises:
            ValueError: if there is nothing to show.
        """
        if self.is_empty:
            raise ValueError(f"'{self.title}' has nothing to show")
        parts, y = heading(self.title, self.subtitle, WIDTH)
        entries, y = legend([[Entry(form_of(i), name) for i, name in enumerate(self.series)]], y, WIDTH)
        parts += entries
        side = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * _GAP) / COLUMNS - LEFT
        values = [value for cloud in self.clouds for point in cloud.points for value in (point.x, point.y)]
        for place, cloud in enumerate(self.clouds):
            row, column = divmod(place, COLUMNS)
            left = MARGIN + LEFT + column * (side + LEFT + _GAP)
            top = y + _HEAD + row * (side + BELOW + _HEAD)
            across, up = (logarithmic(*ends, values) for ends in ((left, left + side), (top + side, top)))
            parts += _panel(Field(across, up, cloud.across, cloud.up), cloud.points)
        rows = -(-len(self.clouds) // COLUMNS)
        high = y + rows * (side + BELOW + _HEAD) + MARGIN
        return page(WIDTH, high, self.title, self.subtitle, parts, "clouds")


def _panel(field: Field, points: Sequence[Point]) -> Iterator[svg.Element]:
    yield from field.drawn(short_number, short_number)
    yield stroke((field.across.left, field.up.left), (field.across.right, field.up.right), RULE, 1.6)
    for point in sorted(points, key=lambda point: -point.number):
        radius = min(_RADIUS * sqrt(point.number), _LARGEST)
        yield blot(form_of(point.series), field.at(point.x, point.y), radius)

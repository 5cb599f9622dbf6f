"""Plots over a field: shares that rise, and clouds of two values of each of many things."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Literal, NamedTuple

import svg

from heuristan.common.plots.frame import (
    BELOW,
    LEFT,
    MARGIN,
    Entry,
    Field,
    blot,
    form_of,
    heading,
    legend,
    logarithmic,
    of_shares,
    short_number,
    short_seconds,
    short_share,
    stroke,
    symbol,
)
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import page
from heuristan.common.svg.palette import RULE

WIDTH, HEIGHT = 920.0, 320.0


class Curve(NamedTuple):
    """A share that rises in steps."""

    name: str
    points: tuple[tuple[float, float], ...]
    """Where it rises, and to which share, in order."""


@dataclass(frozen=True)
class Curves:
    """The contents of a plot of rising shares."""

    title: str
    subtitle: str
    axis: str
    """What the values below are."""
    curves: tuple[Curve, ...]
    scale: Literal["number", "seconds"] = "number"

    @property
    def is_empty(self) -> bool:
        return not any(curve.points for curve in self.curves)

    def svg(self) -> str:
        """Draw the plot.

        Raises:
            ValueError: if there is nothing to show.
        """
        if self.is_empty:
            raise ValueError(f"'{self.title}' has nothing to show")
        parts, y = heading(self.title, self.subtitle, WIDTH)
        entries, y = legend([[Entry(form_of(i), curve.name) for i, curve in enumerate(self.curves)]], y, WIDTH)
        top, bottom = y + 24, y + 24 + HEIGHT
        values = (x for curve in self.curves for x, _ in curve.points)
        across = logarithmic(MARGIN + LEFT, WIDTH - MARGIN, values)
        field = Field(across, of_shares(bottom, top), self.axis)
        parts += [*entries, *field.drawn(short_seconds if self.scale == "seconds" else short_number, short_share)]
        for i, curve in enumerate(self.curves):
            parts.append(_drawn(field, curve, i))
        return page(WIDTH, bottom + BELOW + MARGIN / 2, self.title, self.subtitle, parts, "curves")


def _drawn(field: Field, curve: Curve, number: int) -> svg.G:
    """Draw a curve as stairs that end at the right edge, with a mark at its end."""
    form = form_of(number)
    corners = [field.at(x, y) for x, y in ((field.across.steps[0], 0.0), *curve.points)]
    corners.append((field.across.right, corners[-1][1]))
    path: list[svg.PathData] = [svg.M(*map(tidy, corners[0]))]
    for (_, y0), (x1, y1) in pairwise(corners):
        path += [svg.L(tidy(x1), tidy(y0)), svg.L(tidy(x1), tidy(y1))]
    line = svg.Path(class_=["curve"], d=path, fill="none", stroke=form.colour, stroke_width=2, stroke_linejoin="round")
    return svg.G(class_=["line"], elements=[line, symbol(form, corners[-1])])


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

"""Plots of shares that rise over a field."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import svg

from heuristan.common.plots.frame import (
    BELOW,
    LEFT,
    MARGIN,
    Entry,
    Field,
    form_of,
    heading,
    legend,
    logarithmic,
    of_shares,
    short_number,
    short_seconds,
    short_share,
    symbol,
)
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import page

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

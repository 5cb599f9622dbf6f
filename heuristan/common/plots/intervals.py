"""Values with their intervals.

There is a line for each thing that is measured (a kind of outline, a rule), and in it a mark for each series (a ranking
run in a way), with its value in words on the right.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import svg

from heuristan.common.plots.frame import (
    MARGIN,
    SMALL,
    Axis,
    Entry,
    bands,
    form_of,
    grid,
    heading,
    legend,
    linear,
    logarithmic,
    names_width,
    of_shares,
    short_difference,
    short_number,
    short_seconds,
    short_share,
    symbol,
)
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import page
from heuristan.common.svg.text import GREY, label, width_of

Scale: TypeAlias = Literal["share", "difference", "number", "seconds"]
"""Shares from 0 to 100 %, differences of shares around 0, numbers from 0, times on a logarithmic scale."""

WIDTH = 920.0
_ROW = 17.0
_BETWEEN = 9.0

_FORMATS: Mapping[Scale, Callable[[float], str]] = {
    "share": short_share,
    "difference": short_difference,
    "number": short_number,
    "seconds": short_seconds,
}


class Estimate(NamedTuple):
    """A value with its interval."""

    line: str
    series: str
    value: float
    low: float
    high: float
    words: str


@dataclass(frozen=True)
class Plot:
    """The contents of a plot of intervals."""

    title: str
    subtitle: str
    estimates: tuple[Estimate, ...]
    scale: Scale = "share"

    @property
    def is_empty(self) -> bool:
        return not self.estimates

    def svg(self) -> str:
        """Draw it; see `intervals_svg`."""
        return intervals_svg(self)


def intervals_svg(plot: Plot) -> str:
    """Draw a plot of intervals.

    Raises:
        ValueError: if there is nothing to show.
    """
    if not plot.estimates:
        raise ValueError(f"'{plot.title}' has nothing to show")
    lines = {name: [each for each in plot.estimates if each.line == name] for name in _in_order(plot, "line")}
    series = _in_order(plot, "series")
    names = names_width(list(lines))
    parts, y = heading(plot.title, plot.subtitle, WIDTH)
    entries, y = legend([[Entry(form_of(i), name) for i, name in enumerate(series)]], y, WIDTH)
    tops = [y + 36.0]
    for estimates in lines.values():
        tops.append(tops[-1] + _ROW * len(estimates) + _BETWEEN)
    values = max(width_of(each.words, SMALL) for each in plot.estimates) + 16
    axis = _axis(plot, MARGIN + names, WIDTH - MARGIN - values)
    parts += [*entries, *bands(list(lines), tops, names, WIDTH)]
    parts += grid(axis, _FORMATS[plot.scale], tops[0], tops[-1])
    for top, estimates in zip(tops, lines.values(), strict=False):
        marks = [
            mark
            for i, each in enumerate(estimates)
            for mark in _marks(axis, each, series.index(each.series), top + _BETWEEN / 2 + _ROW * (i + 0.5))
        ]
        parts.append(svg.G(class_=["line"], elements=marks))
    return page(WIDTH, tops[-1] + MARGIN, plot.title, plot.subtitle, parts, "intervals")


def _in_order(plot: Plot, name: Literal["line", "series"]) -> list[str]:
    return list(dict.fromkeys(getattr(each, name) for each in plot.estimates))


def _marks(axis: Axis, each: Estimate, series: int, y: float) -> Iterator[svg.Element]:
    form = form_of(series)
    yield svg.Line(
        class_=["interval"],
        x1=tidy(axis.at(each.low)),
        y1=tidy(y),
        x2=tidy(axis.at(each.high)),
        y2=tidy(y),
        stroke=form.colour,
        stroke_width=2.4,
        stroke_linecap="round",
    )
    yield symbol(form, (axis.at(each.value), y))
    yield label(WIDTH - MARGIN, y + 3.8, each.words, size=SMALL, anchor="end", fill=GREY, kind="value")


def _axis(plot: Plot, left: float, right: float) -> Axis:
    if plot.scale == "share":
        return of_shares(left, right)
    ends = [end for each in plot.estimates for end in (each.low, each.high)]
    return logarithmic(left, right, ends) if plot.scale == "seconds" else linear(left, right, ends)

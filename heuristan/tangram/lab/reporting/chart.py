"""The plots of the report: values with their intervals, a mark for each, as SVG.

There is a line for each thing that is told of (a family, a rule), and in it a mark for each series (a ranking run in a
way), with what it says in words on the right. Series differ in colour and in form.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, log10, pi, sin
from typing import Literal, NamedTuple, TypeAlias

import svg

from heuristan.common.plane import Ring, Spot
from heuristan.common.plots import FORMS
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import outline_path, page
from heuristan.common.svg.palette import LIGHT, PAPER, RULE
from heuristan.common.svg.text import GREY, label, shortened, width_of, wrapped

Scale: TypeAlias = Literal["share", "difference", "number", "seconds"]
"""Shares from 0 to 100 %, differences of shares round 0, numbers from 0, times on a logarithmic scale."""

WIDTH = 920.0
MARGIN = 24.0
_ROW = 17.0
_BETWEEN = 9.0
_SIZE = 12.0
_SMALL = 10.5
_RADIUS = 4.4
_LONGEST_NAME = 230.0
_COLOURS = tuple(FORMS[i].colour for i in (0, 2, 4, 5, 3, 1))
"""Those of neighbours are far from each other."""
_CORNERS = (0, 4, 3, 5, 6)
"""Of the marks; 0 is a circle. Five forms and six colours go round together after thirty series only."""


class Bar(NamedTuple):
    """A value with its interval."""

    line: str
    series: str
    value: float
    low: float
    high: float
    words: str


@dataclass(frozen=True)
class Plot:
    """What is drawn."""

    title: str
    subtitle: str
    bars: tuple[Bar, ...]
    scale: Scale = "share"


class _Axis(NamedTuple):
    left: float
    right: float
    ticks: tuple[float, ...]
    is_logarithmic: bool

    def at(self, value: float) -> float:
        first, last = self.ticks[0], self.ticks[-1]
        if self.is_logarithmic:
            value, first, last = log10(max(value, first)), log10(first), log10(last)
        return self.left + (self.right - self.left) * (min(max(value, first), last) - first) / (last - first)


def chart_svg(plot: Plot) -> str:
    """A plot as an SVG picture: the same of the same plot, without ids and without anything from elsewhere."""
    lines = list(dict.fromkeys(bar.line for bar in plot.bars))
    series = list(dict.fromkeys(bar.series for bar in plot.bars))
    names = min(_LONGEST_NAME, max(width_of(line, _SIZE) for line in lines)) + 14
    told = max(width_of(bar.words, _SMALL) for bar in plot.bars) + 16
    axis = _axis(plot, MARGIN + names, WIDTH - MARGIN - told)
    parts, top = _heading(plot, series)
    tops = [top + 26.0]
    for line in lines:
        tops.append(tops[-1] + _ROW * sum(bar.line == line for bar in plot.bars) + _BETWEEN)
    parts += _bands(lines, tops, names)
    parts += _grid(axis, plot.scale, tops[0], tops[-1])
    for i, line in enumerate(lines):
        of_line = [bar for bar in plot.bars if bar.line == line]
        marks = [_mark(axis, bar, series.index(bar.series), tops[i], j) for j, bar in enumerate(of_line)]
        parts.append(svg.G(class_=["line"], elements=[each for mark in marks for each in mark]))
    return page(WIDTH, tops[-1] + MARGIN, plot.title, plot.subtitle, parts, "lab-chart")


def _heading(plot: Plot, series: Sequence[str]) -> tuple[list[svg.Element], float]:
    """The title, what must be known to read it, and the legend; and how far down they reach."""
    room = WIDTH - 2 * MARGIN
    told = wrapped(plot.subtitle, room, _SIZE, lines=3)
    parts: list[svg.Element] = [
        label(MARGIN, 34, shortened(plot.title, room, 17, bold=True), size=17, bold=True, kind="title"),
        *(label(MARGIN, 54 + 16 * i, line, size=_SIZE, fill=GREY, kind="subtitle") for i, line in enumerate(told)),
    ]
    x, y = MARGIN, 54.0 + 16 * len(told) + 6
    for number, name in enumerate(series):
        words = shortened(name, room - 20, _SIZE)
        wide = 18 + width_of(words, _SIZE)
        if number and x + wide > WIDTH - MARGIN:
            x, y = MARGIN, y + 20
        parts += [_symbol(number, (x + _RADIUS, y - 4)), label(x + 16, y, words, size=_SIZE, kind="legend")]
        x += wide + 22
    return parts, y + 10


def _bands(lines: Sequence[str], tops: Sequence[float], names: float) -> Iterator[svg.Element]:
    """Every other line on grey, and the names."""
    for i, line in enumerate(lines):
        high = tops[i + 1] - tops[i]
        if i % 2 == 0:
            wide = tidy(WIDTH - 2 * MARGIN + 16)
            yield svg.Rect(
                class_=["band"],
                x=tidy(MARGIN - 8),
                y=tidy(tops[i]),
                width=wide,
                height=tidy(high),
                fill=LIGHT,
                fill_opacity=0.55,
            )
        words = shortened(line, names - 10, _SIZE)
        yield label(MARGIN, tops[i] + high / 2 + 4, words, size=_SIZE, kind="name")


def _grid(axis: _Axis, scale: Scale, top: float, bottom: float) -> Iterator[svg.Element]:
    """Lines with their values; a value that has no room beside the one before is left out."""
    reached = axis.left - 40
    for tick in axis.ticks:
        x, words = axis.at(tick), _said(tick, scale)
        is_zero = scale == "difference" and tick == 0
        yield svg.Line(
            class_=["grid"],
            x1=tidy(x),
            y1=tidy(top - 4),
            x2=tidy(x),
            y2=tidy(bottom),
            stroke=GREY if is_zero else RULE,
        )
        half = width_of(words, _SMALL) / 2
        if x - half > reached:
            yield label(x, top - 9, words, size=_SMALL, anchor="middle", fill=GREY, kind="tick")
            reached = x + half + 6


def _mark(axis: _Axis, bar: Bar, series: int, top: float, number: int) -> Iterator[svg.Element]:
    y = top + _BETWEEN / 2 + _ROW * (number + 0.5)
    yield svg.Line(
        class_=["interval"],
        x1=tidy(axis.at(bar.low)),
        y1=tidy(y),
        x2=tidy(axis.at(bar.high)),
        y2=tidy(y),
        stroke=_COLOURS[series % len(_COLOURS)],
        stroke_width=2.4,
        stroke_linecap="round",
    )
    yield _symbol(series, (axis.at(bar.value), y))
    yield label(WIDTH - MARGIN, y + 3.8, bar.words, size=_SMALL, anchor="end", fill=GREY, kind="value")


def _symbol(series: int, middle: Spot) -> svg.Element:
    return svg.Path(
        class_=["mark"],
        d=outline_path([_ring(_CORNERS[series % len(_CORNERS)], middle)]),
        fill=_COLOURS[series % len(_COLOURS)],
        stroke=PAPER,
        stroke_width=0.8,
    )


def _ring(corners: int, middle: Spot) -> Ring:
    """The corners of a mark, one of them on top."""
    count = corners or 24
    reach = _RADIUS * {3: 1.35, 4: 1.22}.get(corners, 1.08)
    turns = [pi / 2 + 2 * pi * i / count for i in range(count)]
    return tuple((middle[0] + reach * cos(turn), middle[1] - reach * sin(turn)) for turn in turns)


def _axis(plot: Plot, left: float, right: float) -> _Axis:
    low, high = min(bar.low for bar in plot.bars), max(bar.high for bar in plot.bars)
    if plot.scale == "share":
        return _Axis(left, right, tuple(i / 5 for i in range(6)), False)
    if plot.scale == "seconds":
        return _Axis(left, right, _powers(low, high), True)
    ends = (min(low, 0.0), max(high, 0.0))
    return _Axis(left, right, _even(*ends), False)


def _powers(low: float, high: float) -> tuple[float, ...]:
    """1, 2 and 5 times powers of ten round some values; powers alone where these are enough."""
    low = max(low, 1e-6)
    exponents = range(floor(log10(low)), ceil(log10(max(high, low))) + 1)
    steps = [float(f"{digit}e{exponent}") for exponent in exponents for digit in (1, 2, 5)]
    first = max(step for step in steps if step <= low)
    last = min((step for step in steps if step >= high and step > first), default=10 * first)
    return (*(step for step in steps if first <= step < last), last)


def _even(low: float, high: float) -> tuple[float, ...]:
    """Numbers at equal distances round some values, none among them."""
    wide = (high - low) or 1.0
    power = 10.0 ** floor(log10(wide))
    step = next(power * digit for digit in (0.1, 0.2, 0.5, 1, 2) if wide / (power * digit) <= 7)
    return tuple(step * i for i in range(floor(low / step), max(ceil(high / step), floor(low / step) + 1) + 1))


def _said(value: float, scale: Scale) -> str:
    if scale == "share":
        return f"{100 * value:.0f} %"
    if scale == "difference":
        return f"{100 * value:+.3g}" if value else "0"
    if scale == "number":
        return f"{value:,.3g}" if value < 1000 else f"{value:,.0f}"
    return f"{value:,.3g} s" if value >= 1 else f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} µs"

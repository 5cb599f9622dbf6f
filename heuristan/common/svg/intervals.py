"""A plot of values with their intervals, as SVG; the same input gives the same picture.

There is a line for each thing that is measured (a kind of outline, a rule), and in it a mark for each series (a ranking
run in a way), with its value in words on the right.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, cos, floor, log10, pi, sin
from typing import Literal, NamedTuple, TypeAlias

from heuristan.common.plane import Ring, Spot
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import GREY, label, outline_path, page, shortened, width_of, wrapped
from heuristan.common.svg.palette import LIGHT, PAPER, RULE

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


def short_seconds(value: float) -> str:
    if value >= 1:
        return f"{value:.3g} s" if value < 1000 else f"{value:,.0f} s"
    return f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} µs"


def short_number(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def short_share(value: float) -> str:
    return f"{100 * value:.0f} %"


def short_difference(value: float) -> str:
    """Percentage points with their sign."""
    return f"{100 * value:+.3g}" if value else "0"


RADIUS = 4.6
MARK = 20.0
"""Width of a mark in a legend."""

_REACH = {0: 1.0, 3: 1.35, 4: 1.22, 5: 1.15, 6: 1.1}
"""Factor of the radius by the number of sides, so that all forms cover about the same area."""


class Form(NamedTuple):
    """Style of the marks of one series."""

    colour: str
    sides: int
    """0 for a circle."""
    turn: float
    """Direction of the first vertex, in eighths of a turn, counter-clockwise from the right."""


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Okabe and Ito's; neighbours differ strongly."""
_SIDES = (0, 4, 3, 5, 6)


def form_of(series: int) -> Form:
    """Return the form of a series, where there may be any number of them.

    Six colours and five numbers of sides: only after thirty series a form comes again.
    """
    return Form(_COLOURS[series % len(_COLOURS)], _SIDES[series % len(_SIDES)], 2)


def symbol(form: Form, middle: Spot, *, is_filled: bool = True) -> svg.Path:
    """Draw a mark."""
    return svg.Path(
        class_=["mark"],
        d=outline_path([_ring(form, middle)]),
        fill=form.colour if is_filled else PAPER,
        stroke=PAPER if is_filled else form.colour,
        stroke_width=0.8 if is_filled else 1.6,
    )


def _ring(form: Form, middle: Spot, radius: float = RADIUS) -> Ring:
    count = form.sides or 24
    reach = radius * _REACH[form.sides]
    turns = [form.turn * pi / 4 + 2 * pi * i / count for i in range(count)]
    return tuple((middle[0] + reach * cos(turn), middle[1] - reach * sin(turn)) for turn in turns)


MARGIN = 26.0
SIZE = 12.0
"""Height of names and legends."""
SMALL = 10.5
"""Height of values."""
_LONGEST_NAME = 230.0
_SPACING = 21.0
"""Distance of the lines of a legend."""


class Entry(NamedTuple):
    """An entry of a legend."""

    form: Form
    words: str
    is_filled: bool = True


def names_width(names: Sequence[str]) -> float:
    """Return the width of the column of names."""
    return min(_LONGEST_NAME, max(width_of(name, SIZE) for name in names)) + 14


def heading(title: str, subtitle: str, width: float) -> tuple[list[svg.Element], float]:
    """Draw title and subtitle; return them with the y of the last line."""
    room = width - 2 * MARGIN
    lines = wrapped(subtitle, room, 12.5, lines=3)
    parts: list[svg.Element] = [
        label(MARGIN, 40, shortened(title, room, 20, bold=True), size=20, bold=True, kind="title"),
        *(label(MARGIN, 62 + 17 * i, line, size=12.5, fill=GREY, kind="subtitle") for i, line in enumerate(lines)),
    ]
    return parts, 62.0 + 17 * (len(lines) - 1)


def legend(groups: Sequence[Sequence[Entry]], y: float, width: float) -> tuple[list[svg.Element], float]:
    """Draw a legend, each group from a new line; return it with the y of the last line."""
    parts: list[svg.Element] = []
    for group in groups:
        x = width
        for form, words, is_filled in group:
            words = shortened(words, width - 2 * MARGIN - MARK, SIZE)
            wide = MARK + width_of(words, SIZE)
            if x + wide > width - MARGIN:
                x, y = MARGIN, y + _SPACING
            parts.append(symbol(form, (x + RADIUS, y - 4), is_filled=is_filled))
            parts.append(label(x + MARK, y, words, size=SIZE, kind="legend"))
            x += wide + 20
    return parts, y


def bands(names: Sequence[str], tops: Sequence[float], room: float, width: float) -> Iterator[svg.Element]:
    """Draw every other line on grey, and the names."""
    for i, name in enumerate(names):
        high = tops[i + 1] - tops[i]
        if i % 2 == 0:
            yield svg.Rect(
                class_=["band"],
                x=tidy(MARGIN - 8),
                y=tidy(tops[i]),
                width=tidy(width - 2 * MARGIN + 16),
                height=tidy(high),
                fill=LIGHT,
                fill_opacity=0.55,
            )
        words = shortened(name, room - 10, SIZE)
        yield label(MARGIN, tops[i] + high / 2 + 4, words, size=SIZE, kind="name")


def grid(axis: Axis, format: Callable[[float], str], top: float, bottom: float) -> Iterator[svg.Element]:
    """Draw lines with their values; a value that has no room beside the one before is left out."""
    reached = axis.left - MARGIN
    for tick in axis.ticks:
        x, words = axis.at(tick), format(tick)
        colour = GREY if tick == 0 and axis.steps[0] < 0 else RULE
        yield svg.Line(class_=["grid"], x1=tidy(x), y1=tidy(top - 4), x2=tidy(x), y2=tidy(bottom), stroke=colour)
        half = width_of(words, SMALL) / 2
        if x - half > reached:
            yield label(x, top - 9, words, size=SMALL, anchor="middle", fill=GREY, kind="tick")
            reached = x + half + 6


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


class Plot(NamedTuple):
    """The contents of a plot of intervals."""

    title: str
    subtitle: str
    estimates: tuple[Estimate, ...]
    scale: Scale = "share"


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

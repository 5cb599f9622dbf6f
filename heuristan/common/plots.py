"""Several ways to do the same tasks, side by side: a line a task, a mark a way, a panel a quantity.

All scales are logarithmic. Ways differ in colour and in form, and a mark says by its filling how the task ended.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, cos, floor, log10, pi, sin
from typing import NamedTuple

import svg

from heuristan.common.plane import Ring, Spot
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import outline_path, page, segments_path, token
from heuristan.common.svg.palette import LIGHT, PAPER, RULE
from heuristan.common.svg.text import GREY, label, shortened, width_of, wrapped

MARGIN = 26.0
MOST_LINES = 60
"""Lines that a picture can hold so that their names can be read."""

_TOP = 96.0
_GAP = 46.0
_LONGEST_NAME = 190.0
_SIZE = 12.0
_SMALL = 10.5
_RADIUS = 4.6
_ROOMY, _TIGHT = 15.0, 18.0
"""Height of a mark where each has a line of its own, with its value; of a whole line where the marks share it."""
_FEW = 8
"""Lines at most of which each mark has a line of its own."""
_SPACING = 21.0
"""Between the lines of the legend."""
_LEAST = 1e-9
"""What is not larger has no place on a logarithmic scale, and stands at its left end."""
_DASH = 26.0
"""Of the arrow at a mark that is a lower bound."""


class Form(NamedTuple):
    """How the marks of one way look."""

    colour: str
    corners: int
    """0 for a circle."""
    turn: float
    """Of the first corner, in eighths, counter-clockwise from the right."""


FORMS = (
    Form("#0072b2", 0, 0),
    Form("#56b4e9", 4, 1),
    Form("#d55e00", 4, 0),
    Form("#e69f00", 3, 2),
    Form("#009e73", 3, -2),
    Form("#cc79a7", 5, 2),
)
"""Okabe and Ito's colours; six ways at most."""


class Panel(NamedTuple):
    """A quantity."""

    title: str
    said: Callable[[float], str]
    """A value with its unit, short."""
    share: float
    """Of the width."""


class Mark(NamedTuple):
    """What one way made of one task."""

    way: int
    """The index of its form."""
    ending: str
    """A key of ENDINGS."""
    values: tuple[float | None, ...]
    """One for each panel; None where there is none."""
    reaches: tuple[tuple[float, float] | None, ...] = ()
    """From where to where the values of many tasks reach, for each panel."""


class Line(NamedTuple):
    """A task."""

    name: str
    marks: tuple[Mark, ...]
    note: str = ""
    """Said where there is no mark."""


ENDINGS = {"solved": "solved", "stuck": "stuck", "unsolvable": "unsolvable", "limit": "ended at the limit"}
"""Endings that differ in the filling of a mark, with their words."""


def comparison_svg(
    title: str,
    subtitle: str,
    panels: Sequence[Panel],
    ways: Sequence[tuple[int, str]],
    lines: Sequence[Line],
    *,
    width: float = 1080,
) -> str:
    """Marks on logarithmic scales as an SVG picture.

    Args:
        title: what is compared.
        subtitle: what must be known to read it.
        panels: the quantities, from the left.
        ways: forms and names, for the legend.
        lines: the tasks, from above.
        width: in SVG units.

    Raises:
        ValueError: there is no line, or more than a picture can hold.
    """
    if not 0 < len(lines) <= MOST_LINES:
        raise ValueError(f"a picture holds 1 to {MOST_LINES} lines, not {len(lines)}")
    names = min(_LONGEST_NAME, max(width_of(line.name, _SIZE) for line in lines)) + 14
    legend, top = _legend(ways, lines, width)
    heights = [_height(line, len(lines)) for line in lines]
    tops = [top + 48 + sum(heights[:i]) for i in range(len(lines) + 1)]
    parts: list[svg.Element] = [*_heading(title, subtitle, width), *legend]
    parts += _bands(lines, tops, names, width)
    room = width - 2 * MARGIN - names - _GAP * (len(panels) - 1)
    left = MARGIN + names
    for index, panel in enumerate(panels):
        axis = _axis(panel, index, lines, left, room * panel.share / sum(p.share for p in panels))
        parts += _scale(axis, top + 20, tops[0], tops[-1])
        parts += [_marked(axis, index, line, tops[i], heights[i], len(lines)) for i, line in enumerate(lines)]
        left = axis.right + _GAP
    return page(width, tops[-1] + MARGIN, title, subtitle, parts, "comparison")


def _heading(title: str, subtitle: str, width: float) -> list[svg.Element]:
    room = width - 2 * MARGIN
    words = shortened(title, room, 20, bold=True)
    told = wrapped(subtitle, room, 12.5, lines=2)
    return [
        label(MARGIN, 40, words, size=20, bold=True, kind="title"),
        *(label(MARGIN, 62 + 17 * i, line, size=12.5, fill=GREY, kind="subtitle") for i, line in enumerate(told)),
    ]


def _legend(ways: Sequence[tuple[int, str]], lines: Sequence[Line], width: float) -> tuple[list[svg.Element], float]:
    """What forms mean, and on a line below what fillings mean, and how far down that reaches."""
    marks = [mark for line in lines for mark in line.marks if not mark.reaches]
    grey = Form(GREY, 0, 0)
    forms = [(FORMS[way], "solved", words) for way, words in ways]
    fillings = [(grey, key, words) for key, words in ENDINGS.items() if any(mark.ending == key for mark in marks)]
    parts: list[svg.Element] = []
    y = _TOP - _SPACING
    for entries in (forms, fillings):
        x = width
        for form, ending, words in entries:
            indent = _DASH - 6 + (10 if ending == "limit" else 0)
            wide = indent + width_of(words, _SIZE)
            if x + wide > width - MARGIN:
                x, y = MARGIN, y + _SPACING
            parts.append(_symbol(form, (x + _RADIUS, y - 4), ending))
            parts.append(label(x + indent, y, words, size=_SIZE, kind="legend"))
            x += wide + 20
    return parts, y + 6


def _height(line: Line, count: int) -> float:
    if any(mark.reaches for mark in line.marks):
        return 34.0
    return max(_ROOMY * len(line.marks) + 8, 24) if count <= _FEW else _TIGHT


def _bands(lines: Sequence[Line], tops: Sequence[float], names: float, width: float) -> Iterator[svg.Element]:
    """Every other line on grey, and the names."""
    for i, line in enumerate(lines):
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
        base = tops[i] + high / 2 + 4
        yield label(MARGIN, base, shortened(line.name, names - 10, _SIZE), size=_SIZE, kind="name")
        if not line.marks:
            words = shortened(line.note, width - 2 * MARGIN - names, _SIZE)
            yield label(MARGIN + names, base, words, size=_SIZE, fill=GREY, kind="note")


class _Axis(NamedTuple):
    """A logarithmic scale that ends at 1, 2 or 5 times a power of ten."""

    panel: Panel
    left: float
    right: float
    steps: tuple[float, ...]
    """All those numbers on it."""

    def at(self, value: float) -> float:
        low, high = log10(self.steps[0]), log10(self.steps[-1])
        exponent = min(max(log10(value), low), high) if value > _LEAST else low
        return self.left + (self.right - self.left) * (exponent - low) / (high - low)

    @property
    def lines(self) -> tuple[float, ...]:
        """Where its lines are: at every step, or at powers of ten where these are enough."""
        powers = tuple(step for step in self.steps if log10(step).is_integer())
        return powers if len(powers) > 2 else self.steps


def _axis(panel: Panel, index: int, lines: Sequence[Line], left: float, room: float) -> _Axis:
    found = [value for line in lines for mark in line.marks for value in _values(mark, index)] or [1.0]
    low, high = min(found), max(found)
    exponents = range(floor(log10(low)) - 1, ceil(log10(high)) + 2)
    steps = [float(f"{digit}e{exponent}") for exponent in exponents for digit in (1, 2, 5)]
    first = max(step for step in steps if step <= low)
    last = min(step for step in steps if step >= high and step > first)
    return _Axis(panel, left, left + room, tuple(step for step in steps if first <= step <= last))


def _values(mark: Mark, index: int) -> Iterator[float]:
    """What a scale must reach over."""
    value, reach = mark.values[index], mark.reaches[index] if mark.reaches else None
    for each in (*(reach or ()), value):
        if each is not None and each > _LEAST:
            yield each


def _scale(axis: _Axis, base: float, top: float, bottom: float) -> Iterator[svg.Element]:
    """The title, and lines with their values; a value that has no room beside the one before is left out."""
    yield label(axis.left, base, axis.panel.title, size=_SIZE, bold=True, kind="panel-title")
    reached = axis.left - _GAP
    for step in axis.lines:
        x, words = axis.at(step), axis.panel.said(step)
        yield svg.Line(class_=["grid"], x1=tidy(x), y1=tidy(top - 4), x2=tidy(x), y2=tidy(bottom), stroke=RULE)
        half = width_of(words, _SMALL) / 2
        if x - half > reached:
            yield label(x, top - 9, words, size=_SMALL, anchor="middle", fill=GREY, kind="tick")
            reached = x + half + 6


def _marked(axis: _Axis, index: int, line: Line, top: float, high: float, count: int) -> svg.G:
    """The marks of a line in a panel; where each has a line of its own, its value beside it."""
    parts: list[svg.Element] = []
    for i, mark in enumerate(line.marks):
        y = top + 4 + (high - 8) * (i + 0.5) / len(line.marks)
        reach = mark.reaches[index] if mark.reaches else None
        if reach is not None:
            y += 6
            parts.append(_stroke((axis.at(reach[0]), y), (axis.at(reach[1]), y), FORMS[mark.way].colour, 3))
        value = mark.values[index]
        if value is None:
            continue
        # time alone has a limit, so no other value is a bound of what it would have come to
        ending = mark.ending if index == 0 or mark.ending != "limit" else "stuck"
        parts.append(_symbol(FORMS[mark.way], (axis.at(value), y), ending))
        if reach is not None:
            words = axis.panel.said(value)
            parts.append(label(axis.at(value), y - 9, words, size=_SMALL, anchor="middle", fill=GREY, kind="value"))
        elif count <= _FEW:
            parts.append(_said(axis, value, y, _DASH - 8 if ending == "limit" else 9))
    return svg.G(class_=["line", token(line.name)], elements=parts)


def _said(axis: _Axis, value: float, y: float, apart: float) -> svg.Text:
    """The value on the right of its mark, or on its left where there is no room."""
    words, x = axis.panel.said(value), axis.at(value)
    if x + apart + width_of(words, _SMALL) <= axis.right + _GAP - 8:
        return label(x + apart, y + 3.8, words, size=_SMALL, fill=GREY, kind="value")
    return label(x - 9, y + 3.8, words, size=_SMALL, anchor="end", fill=GREY, kind="value")


def _symbol(form: Form, middle: Spot, ending: str) -> svg.G:
    (x, y), is_filled = middle, ending == "solved"
    parts: list[svg.Element] = []
    if ending == "limit":
        tip = x + _DASH - 12
        parts.append(_stroke(middle, (tip, y), form.colour, 1.6))
        parts += [_stroke((tip - 4, y + side), (tip, y), form.colour, 1.6) for side in (-3, 3)]
    parts.append(
        svg.Path(
            d=outline_path([_ring(form, middle)]),
            fill=form.colour if is_filled else PAPER,
            stroke=PAPER if is_filled else form.colour,
            stroke_width=0.8 if is_filled else 1.6,
        )
    )
    if ending == "unsolvable":
        r = 2.6
        parts += [_stroke((x - r, y - r * side), (x + r, y + r * side), form.colour, 1.4) for side in (-1, 1)]
    return svg.G(class_=["mark", ending], elements=parts)


def _ring(form: Form, middle: Spot) -> Ring:
    """The corners of a symbol; all forms cover about the same area."""
    count = form.corners or 24
    reach = _RADIUS * {0: 1.0, 3: 1.35, 4: 1.22, 5: 1.15}[form.corners]
    turns = [form.turn * pi / 4 + 2 * pi * i / count for i in range(count)]
    return tuple((middle[0] + reach * cos(turn), middle[1] - reach * sin(turn)) for turn in turns)


def _stroke(start: Spot, end: Spot, colour: str, thick: float) -> svg.Path:
    return svg.Path(d=segments_path([(start, end)]), stroke=colour, stroke_width=thick, stroke_linecap="round")

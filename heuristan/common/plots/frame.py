"""What both kinds of plot have around their marks: heading, legend, bands with names, grid."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import svg

from heuristan.common.plots.axes import Axis
from heuristan.common.plots.marks import ARROW, RADIUS, Form, symbol
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.palette import LIGHT, RULE
from heuristan.common.svg.text import GREY, label, shortened, width_of, wrapped

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
    status: str = "solved"


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
        for form, words, status in group:
            indent = ARROW + 4 if status == "limit" else ARROW - 6
            words = shortened(words, width - 2 * MARGIN - indent, SIZE)
            wide = indent + width_of(words, SIZE)
            if x + wide > width - MARGIN:
                x, y = MARGIN, y + _SPACING
            parts.append(symbol(form, (x + RADIUS, y - 4), status))
            parts.append(label(x + indent, y, words, size=SIZE, kind="legend"))
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

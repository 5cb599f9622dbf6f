"""Marks of plots: series differ in colour and in form, and the filling shows the status of a run."""

from math import cos, pi, sin
from typing import NamedTuple

import svg

from heuristan.common.plane import Ring, Spot
from heuristan.common.svg.page import outline_path, segments_path
from heuristan.common.svg.palette import PAPER

RADIUS = 4.6
ARROW = 26.0
"""Width of a mark with the arrow of a lower bound."""

_REACH = {0: 1.0, 3: 1.35, 4: 1.22, 5: 1.15, 6: 1.1}
"""Factor of the radius by the number of sides, so that all forms cover about the same area."""


class Form(NamedTuple):
    """How the marks of one series look."""

    colour: str
    sides: int
    """0 for a circle."""
    turn: float
    """Direction of the first vertex, in eighths of a turn, counter-clockwise from the right."""


FORMS = (
    Form("#0072b2", 0, 0),
    Form("#000000", 6, 0),
    Form("#56b4e9", 4, 1),
    Form("#d55e00", 4, 0),
    Form("#e69f00", 3, 2),
    Form("#009e73", 3, -2),
    Form("#cc79a7", 5, 2),
)
"""Forms of the first seven solvers, in Okabe and Ito's colours."""

_COLOURS = tuple(FORMS[i].colour for i in (0, 3, 5, 6, 4, 2))
"""Neighbours differ strongly."""
_SIDES = (0, 4, 3, 5, 6)


def form_of(series: int) -> Form:
    """Return the form of a series, where there may be any number of them.

    Six colours and five numbers of sides: only after thirty series a form comes again.
    """
    return Form(_COLOURS[series % len(_COLOURS)], _SIDES[series % len(_SIDES)], 2)


def way_form(way: int) -> Form:
    """Return the form of a solver; the first seven differ most."""
    return FORMS[way] if way < len(FORMS) else form_of(way)


def symbol(form: Form, middle: Spot, status: str = "solved") -> svg.G:
    """Draw a mark: filled if solved, with an arrow at the limit, with a cross if unsolvable, empty otherwise."""
    (x, y), is_filled = middle, status == "solved"
    parts: list[svg.Element] = []
    if status == "limit":
        tip = x + ARROW - 12
        parts.append(stroke(middle, (tip, y), form.colour, 1.6))
        parts += [stroke((tip - 4, y + side), (tip, y), form.colour, 1.6) for side in (-3, 3)]
    parts.append(
        svg.Path(
            d=outline_path([_ring(form, middle)]),
            fill=form.colour if is_filled else PAPER,
            stroke=PAPER if is_filled else form.colour,
            stroke_width=0.8 if is_filled else 1.6,
        )
    )
    if status == "unsolvable":
        r = 2.6
        parts += [stroke((x - r, y - r * side), (x + r, y + r * side), form.colour, 1.4) for side in (-1, 1)]
    return svg.G(class_=["mark", status], elements=parts)


def blot(form: Form, middle: Spot, radius: float) -> svg.Path:
    """Draw a mark of some size, through which others are seen."""
    return svg.Path(
        class_=["point"], d=outline_path([_ring(form, middle, radius)]), fill=form.colour, fill_opacity=0.65
    )


def stroke(start: Spot, end: Spot, colour: str, width: float) -> svg.Path:
    return svg.Path(d=segments_path([(start, end)]), stroke=colour, stroke_width=width, stroke_linecap="round")


def _ring(form: Form, middle: Spot, radius: float = RADIUS) -> Ring:
    count = form.sides or 24
    reach = radius * _REACH[form.sides]
    turns = [form.turn * pi / 4 + 2 * pi * i / count for i in range(count)]
    return tuple((middle[0] + reach * cos(turn), middle[1] - reach * sin(turn)) for turn in turns)

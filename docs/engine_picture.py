"""The picture of `engine.md`: the way of a run through its rules."""

from collections.abc import Iterator
from typing import TypeAlias

import svg

from heuristan.common.svg.page import outline_path, page
from heuristan.common.svg.palette import FAINT, LIGHT, LINE
from heuristan.common.svg.text import GREY, label

WIDTH, HEIGHT = 860.0, 318.0
BOX_WIDTH, BOX_HEIGHT = 186.0, 62.0
BOXES: dict[str, tuple[float, float, str, str]] = {
    "array": (20, 20, "vertex array", "preliminary-operations"),
    "runs": (230, 20, "runs", "run-begins, run-goes-on"),
    "offer": (440, 20, "what is on offer", "make-offer"),
    "examined": (650, 20, "dead end?", "look-for-dead-end"),
    "choice": (440, 130, "conflict set", "rules of the ranking, finders"),
    "extracted": (230, 130, "extracted", "hold ..., shorten ..."),
    "left": (20, 130, "what is left", "look-at-what-is-left"),
    "end": (20, 236, "nothing left", "deal-out, solved"),
    "stuck": (650, 236, "dead end", "restart, or undo"),
}
"""For each place: left, top, what it is, and the rules that make it."""
WAYS: tuple[tuple[str, str], ...] = (
    ("array", "runs"),
    ("runs", "offer"),
    ("offer", "examined"),
    ("examined", "choice"),
    ("examined", "stuck"),
    ("choice", "extracted"),
    ("choice", "stuck"),
    ("extracted", "left"),
    ("left", "array"),
    ("left", "end"),
)
Point: TypeAlias = tuple[float, float]


def engine() -> str:
    """Draw the way of a run: round and round, until nothing is left or nothing can be done."""
    parts: list[svg.Element] = []
    for name, (x, y, title, rules) in BOXES.items():
        fill = LIGHT if name in ("choice", "end", "stuck") else FAINT
        parts.append(svg.Rect(x=x, y=y, width=BOX_WIDTH, height=BOX_HEIGHT, rx=6, fill=fill, stroke=LINE))
        parts.append(label(x + BOX_WIDTH / 2, y + 26, title, size=14.5, bold=True, anchor="middle"))
        parts.append(label(x + BOX_WIDTH / 2, y + 46, rules, size=12, fill=GREY, anchor="middle"))
    for start, end in WAYS:
        parts += _arrow(*_ends(start, end))
    parts.append(label(636, 264, "back to what was left before:", size=12, fill=GREY, anchor="end"))
    parts.append(label(636, 282, "the facts remembered are put back", size=12, fill=GREY, anchor="end"))
    words = "; ".join(f"from {BOXES[start][2]} to {BOXES[end][2]}" for start, end in WAYS)
    return page(WIDTH, HEIGHT, "A run through its rules", f"{words}.", parts, "engine")


def _ends(start: str, end: str) -> tuple[Point, Point]:
    """Return where an arrow leaves a box and where it meets the other."""
    (x0, y0, *_), (x1, y1, *_) = BOXES[start], BOXES[end]
    middle = y0 + BOX_HEIGHT / 2, y1 + BOX_HEIGHT / 2
    if y0 == y1:
        return (
            ((x0 + BOX_WIDTH, middle[0]), (x1, middle[1]))
            if x0 < x1
            else ((x0, middle[0]), (x1 + BOX_WIDTH, middle[1]))
        )
    if x0 == x1:
        across = x0 + BOX_WIDTH / 2
        return ((across, y0 + BOX_HEIGHT), (across, y1)) if y0 < y1 else ((across, y0), (across, y1 + BOX_HEIGHT))
    side = BOX_WIDTH * 3 / 4
    return (
        ((x0 + BOX_WIDTH - side, y0 + BOX_HEIGHT), (x1 + side, y1))
        if x0 > x1
        else ((x0 + side, y0 + BOX_HEIGHT), (x1 + 40, y1))
    )


def _arrow(start: Point, end: Point) -> Iterator[svg.Element]:
    (x0, y0), (x1, y1) = start, end
    yield svg.Path(d=[svg.M(x0, y0), svg.L(x1, y1)], fill="none", stroke=GREY, stroke_width=1.4)
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    u, v = (x1 - x0) / long, (y1 - y0) / long
    head = ((x1, y1), (x1 - 9 * u - 4.5 * v, y1 - 9 * v + 4.5 * u), (x1 - 9 * u + 4.5 * v, y1 - 9 * v - 4.5 * u))
    yield svg.Path(d=outline_path([head]), fill=GREY)


PICTURES = {"engine.svg": engine}

"""Plots: how long each method takes for each puzzle, and how many puzzles of each size it solves."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

import svg

from heuristan.common.plane import Ring
from heuristan.common.plots import FORMS
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import outline_path, page
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, RULE
from heuristan.common.svg.text import GREY, label, shortened

MARGIN = 26.0
NAMES, AXIS, ROW = 190.0, 520.0, 15.0
CELL, BAR, GAP = 92.0, 12.0, 34.0
LEAST_SECONDS = 0.001
"""Times below this are drawn as this."""


class Run(NamedTuple):
    """A method on a puzzle."""

    id: str
    method: str
    status: str
    seconds: float


class Share(NamedTuple):
    """How many puzzles of a size a method solves."""

    rows: int
    colours: int
    method: str
    solved: int
    puzzles: int


def runs_svg(runs: Sequence[Run], limit: float) -> str:
    """Processor seconds on a logarithmic axis: filled where solved, a cross where not."""
    methods, names = [list(dict.fromkeys(each)) for each in ([r.method for r in runs], [r.id for r in runs])]
    powers = _powers(runs, limit)
    parts, top = _legend(methods, "Filled: solved or proven. A cross: not.")
    high = ROW * len(names)
    for power in powers:
        x = MARGIN + NAMES + AXIS * (power - powers[0]) / (powers[-1] - powers[0])
        parts.append(svg.Line(x1=tidy(x), y1=tidy(top), x2=tidy(x), y2=tidy(top + high), stroke=RULE))
        parts.append(label(x, top - 6, f"{10.0**power:g} s", size=10, anchor="middle", fill=GREY, kind="tick"))
    for row, name in enumerate(names):
        y = top + ROW * (row + 0.5)
        parts.append(label(MARGIN, y + 4, shortened(name, NAMES - 12, 11), size=11, kind="name"))
        for run in (run for run in runs if run.id == name):
            at = log10(max(run.seconds, LEAST_SECONDS))
            x = MARGIN + NAMES + AXIS * (at - powers[0]) / (powers[-1] - powers[0])
            parts.append(_mark(methods.index(run.method), x, y, is_good=run.status in ("solved", "unsolvable")))
    words = "; ".join(f"{run.id}, {run.method}: {run.status}, {run.seconds:g} s" for run in runs[:60])
    width = 2 * MARGIN + NAMES + AXIS
    return page(width, top + high + MARGIN, "Edge-matching: methods", words, parts, "edge-matching-runs")


def shares_svg(shares: Sequence[Share], limit: float) -> str:
    """A row of boxes for each size; in a box for each number of colours a bar for each method."""
    methods = list(dict.fromkeys(share.method for share in shares))
    sizes = sorted({share.rows for share in shares})
    columns = max(len({s.colours for s in shares if s.rows == size}) for size in sizes)
    parts, top = _legend(methods, f"Share of puzzles solved, {limit:g} s each; the number is how many of how many.")
    for size in sizes:
        parts.append(
            label(MARGIN, top + BAR * len(methods) / 2 + 4, f"{size} x {size}", size=12, bold=True, kind="name")
        )
        for column, colours in enumerate(sorted({s.colours for s in shares if s.rows == size})):
            left = MARGIN + 76 + column * (CELL + GAP)
            parts.append(label(left, top - 5, f"{colours} colours", size=10.5, fill=GREY, kind="colours"))
            here = [s for s in shares if (s.rows, s.colours) == (size, colours)]
            for share in here:
                parts += _bar(share, methods.index(share.method), left, top)
        top += BAR * len(methods) + GAP
    words = "; ".join(
        f"{s.rows} x {s.rows}, {s.colours} colours, {s.method}: {s.solved} of {s.puzzles}" for s in shares
    )
    width = 2 * MARGIN + 76 + columns * (CELL + GAP)
    return page(width, top, "Edge-matching: what is solved", words, parts, "edge-matching-map")


def _bar(share: Share, method: int, left: float, top: float) -> list[svg.Element]:
    y, long = top + method * BAR, CELL * share.solved / share.puzzles
    return [
        svg.Rect(x=tidy(left), y=tidy(y + 1), width=tidy(CELL), height=tidy(BAR - 2), fill=LIGHT),
        svg.Rect(x=tidy(left), y=tidy(y + 1), width=tidy(long), height=tidy(BAR - 2), fill=FORMS[2 * method].colour),
        label(left + CELL + 3, y + BAR - 3, f"{share.solved}/{share.puzzles}", size=8.5, fill=GREY, kind="value"),
    ]


def _legend(methods: Sequence[str], words: str) -> tuple[list[svg.Element], float]:
    parts: list[svg.Element] = [label(MARGIN, 28, words, size=11.5, fill=GREY, kind="subtitle")]
    for number, method in enumerate(methods):
        x = MARGIN + number * 130
        parts += [
            _mark(number, x + 6, 48, is_good=True),
            label(x + 18, 52, f"{number + 1} {method}", size=12, kind="legend"),
        ]
    return parts, 88.0


def _mark(number: int, x: float, y: float, *, is_good: bool) -> svg.Element:
    """A square, a triangle, a diamond or a hexagon; a cross in the same colour where it is not good."""
    colour = FORMS[(2 * number) % len(FORMS)].colour
    if not is_good:
        path = [svg.M(tidy(x - 4), tidy(y - 4)), svg.L(tidy(x + 4), tidy(y + 4))]
        path += [svg.M(tidy(x - 4), tidy(y + 4)), svg.L(tidy(x + 4), tidy(y - 4))]
        return svg.Path(class_=["cross"], d=path, stroke=colour, stroke_width=2)
    return svg.Path(
        class_=["mark"],
        d=outline_path([_ring(number, x, y)]),
        fill=colour,
        stroke=PAPER if number else LINE,
        stroke_width=0.6,
    )


def _ring(number: int, x: float, y: float) -> Ring:
    rings: tuple[Ring, ...] = (
        ((-4, -4), (4, -4), (4, 4), (-4, 4)),
        ((0, -5), (5, 4), (-5, 4)),
        ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)),
        ((-5, 0), (-2.5, -4.4), (2.5, -4.4), (5, 0), (2.5, 4.4), (-2.5, 4.4)),
    )
    return tuple((x + a, y + b) for a, b in rings[number % len(rings)])


def _powers(runs: Sequence[Run], limit: float) -> range:
    """Of ten, round all seconds and the limit."""
    seconds = [max(run.seconds, LEAST_SECONDS) for run in runs] + [limit]
    low, high = floor(log10(min(seconds))), ceil(log10(max(seconds)))
    return range(low, max(high, low + 1) + 1)

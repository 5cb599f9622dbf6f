"""A picture of the state space: the number of states at each distance from the goal (the paper's Figure 2)."""

from collections.abc import Iterator

import svg

from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import box, page
from heuristan.common.svg.palette import LINE, PAPER, RULE
from heuristan.common.svg.text import GREY, label
from heuristan.sliding.render.films import MOVING
from heuristan.sliding.state_space import Summary, Tree, summary_of

MARGIN = 24.0
_SIZE = 11.5
_BAR, _BETWEEN, _HIGH = 19.0, 5.0, 240.0


def distribution_svg(tree: Tree, title: str) -> str:
    """Draw the number of states at each distance from the goal."""
    layers, summary = tree.layers, summary_of(tree.layers)
    left, top = MARGIN + 52, 108.0
    width = left + len(layers) * (_BAR + _BETWEEN) + MARGIN
    parts: list[svg.Element] = [
        label(MARGIN, 36, title, size=17, bold=True, kind="title"),
        label(MARGIN, 58, describe_summary(summary), size=_SIZE, fill=GREY, kind="status"),
        *_scale(max(layers), left, width - MARGIN, top),
        *_bars(layers, summary, left, top),
        *_names(layers, summary, left, top),
    ]
    words = f"{describe_summary(summary)} From the goal outwards: {', '.join(map(str, layers))}."
    return page(width, top + _HIGH + 44, title, words, parts, "sliding-distribution")


def describe_summary(summary: Summary) -> str:
    """Describe a summary in a sentence."""
    return (
        f"{summary.states:,} states, the farthest {summary.deepest} moves from the goal; mean {summary.mean:.2f}, "
        f"median {summary.median}, mode {summary.mode}."
    )


def _scale(maximum: int, left: float, right: float, top: float) -> Iterator[svg.Element]:
    """Draw lines at round numbers."""
    step = 10 ** (len(str(maximum)) - 1)
    step = step // 2 or 1 if maximum < 3 * step else step
    for value in range(0, maximum + 1, step):
        y = top + _HIGH * (1 - value / maximum)
        yield svg.Line(class_=["grid"], x1=tidy(left), y1=tidy(y), x2=tidy(right), y2=tidy(y), stroke=RULE)
        yield label(left - 6, y + 4, f"{value:,}", size=_SIZE, anchor="end", fill=GREY, kind="tick")


def _bars(layers: tuple[int, ...], summary: Summary, left: float, top: float) -> Iterator[svg.Element]:
    """Draw a bar for each distance; those of the median and the mode have an edge."""
    for level, count in enumerate(layers):
        high = _HIGH * count / max(layers)
        x, y = left + level * (_BAR + _BETWEEN) + _BETWEEN / 2, top + _HIGH - high
        edge = 2 if level in (summary.median, summary.mode) else None
        yield box(x, y, _BAR, high, "bar", fill=MOVING, stroke=LINE if edge else None, width=edge)
        yield label(x + _BAR / 2, top + _HIGH + 16, str(level), size=_SIZE, anchor="middle", kind="level")
    yield label(left, top + _HIGH + 34, "moves to the goal", size=_SIZE, fill=GREY, kind="axis")


def _names(layers: tuple[int, ...], summary: Summary, left: float, top: float) -> Iterator[svg.Element]:
    """Mark the mean, the median and the mode above the bars."""
    middle = left + _BETWEEN / 2 + _BAR / 2
    x = middle + summary.mean * (_BAR + _BETWEEN)
    yield svg.Line(
        class_=["mean"], x1=tidy(x), y1=tidy(top - 28), x2=tidy(x), y2=tidy(top + _HIGH), stroke=LINE,
        stroke_dasharray=[4, 3],
    )  # fmt: skip
    yield label(x - 5, top - 20, "mean", size=_SIZE, bold=True, anchor="end", kind="name")
    names = {summary.median: "median", summary.mode: "mode"}
    if summary.median == summary.mode:
        names = {summary.mode: "median, mode"}
    for level, name in names.items():
        y = top + _HIGH * (1 - layers[level] / max(layers)) - 6
        x = middle + level * (_BAR + _BETWEEN)
        yield label(x, y, name, size=_SIZE, bold=True, anchor="middle", kind="name", halo=PAPER)

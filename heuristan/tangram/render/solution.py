"""One picture of a run: the pieces in colour, the order of extraction, and a legend of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

import svg

from heuristan.common.svg.geometry import View, size_of
from heuristan.common.svg.page import page
from heuristan.tangram.render import legend
from heuristan.tangram.render.captions import describe, heading
from heuristan.tangram.render.pieces import solution_parts
from heuristan.tangram.render.story import Story, story_of
from heuristan.tangram.trace.events import Event

MARGIN = 26.0
GAP = 34.0
NARROWEST = legend.WIDTH + 2 * MARGIN
_LARGEST_LEG = 92.0
_TALLEST = 460.0
_BESIDE = 0.7
"""The legend is beside the figure if the figure keeps at least this share of its size with the legend below."""


@dataclass(frozen=True)
class _Layout:
    scale: float
    """Length of a leg, in SVG units."""
    middle: float
    """Middle of the figure, from the left."""
    columns: tuple[float, ...]
    """Left ends of the legend's columns."""
    beside: bool


def solution_svg(events: Sequence[Event], *, width: float = 780, attempt: int | None = None) -> str:
    """Return the solution, or how far a run came, as an SVG picture.

    Args:
        events: the whole trace of a run.
        width: in SVG units; at least the width of the legend.
        attempt: the number of the attempt to draw; if None, the one that solved the puzzle or came furthest.

    Raises:
        AttemptError: if the run does not have the attempt.
        DrawingError: if the trace holds no outline.
    """
    story = story_of(events, attempt)
    width = max(width, NARROWEST)
    head, top = heading(story, MARGIN, width - MARGIN)
    layout = _layout(story, width)
    height = size_of(story.puzzle.outline, story.puzzle.frame.angle)[1] * layout.scale
    below = top if layout.beside else top + height + GAP
    why = "Rule" if not story.is_search else "At its vertex" if any(step.taken.rule for step in story.steps) else ""
    words, bottom = legend.legend(legend.entries(story), layout.columns, below, why=why)
    if layout.beside:
        bottom = max(bottom, top + height)
    middle = (layout.middle, top + ((bottom - top) if layout.beside else height) / 2)
    view = View.centred(story.puzzle.outline, story.puzzle.frame.angle, layout.scale, middle)
    figure = svg.G(class_=["solution"], elements=solution_parts(story, view, edge=1.6))
    return page(width, bottom + MARGIN, story.puzzle.id, describe(story), [*head, figure, words], "solution-picture")


def _layout(story: Story, width: float) -> _Layout:
    """Return the layout: the legend beside the figure where that leaves enough width, else below it."""
    size = size_of(story.puzzle.outline, story.puzzle.frame.angle)
    room = width - 2 * MARGIN
    below, beside = _scale(size, room), _scale(size, room - GAP - legend.WIDTH)
    if not story.steps:
        return _Layout(below, width / 2, (MARGIN,), False)
    if beside >= _BESIDE * below:
        return _Layout(beside, MARGIN + (room - GAP - legend.WIDTH) / 2, (width - MARGIN - legend.WIDTH,), True)
    count = int((room + GAP) / (legend.WIDTH + GAP))
    return _Layout(below, width / 2, tuple(MARGIN + i * (room + GAP) / count for i in range(count)), False)


def _scale(size: tuple[float, float], room: float) -> float:
    return min(_LARGEST_LEG, room / size[0], _TALLEST / size[1])

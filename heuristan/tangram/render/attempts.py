"""A page with all attempts of a run: of each its partial solution, its extractions in order, where it stuck and why.

Figure 24 of the paper shows such partial solutions "obtained at various stages of the solution process".
"""

from collections.abc import Sequence

import svg

from heuristan.common.svg.geometry import View, size_of
from heuristan.common.svg.page import page
from heuristan.common.svg.palette import RULE
from heuristan.common.svg.text import GREY, label, wrapped
from heuristan.tangram.render import legend
from heuristan.tangram.render.captions import attempt_words, describe, ending_words, heading, subheading
from heuristan.tangram.render.pieces import solution_parts
from heuristan.tangram.render.story import Story, story_of
from heuristan.tangram.trace.attempts import Attempt, alike
from heuristan.tangram.trace.events import Event

MARGIN = 26.0
_FIGURE = 260.0
"""Maximum side of a figure."""
_GAP = 34.0
_BETWEEN = 26.0
"""Between two attempts."""
_LARGEST_LEG = 62.0
_SIZE = 12.5
_LINE = 16.0


def attempts_svg(events: Sequence[Event]) -> str:
    """Return all attempts of a run below each other, those that took the same matches together, as an SVG picture.

    Args:
        events: the whole trace of a run.

    Raises:
        AttemptError: if the run has no attempts.
        DrawingError: if the trace holds no outline.
    """
    groups = alike(events)
    story = story_of(events)
    outline, angle = story.puzzle.outline, story.puzzle.frame.angle
    wide, high = size_of(outline, angle)
    scale = min(_LARGEST_LEG, _FIGURE / wide, _FIGURE / high)
    beside = MARGIN + wide * scale + _GAP
    right = beside + legend.WIDTH
    parts, top = heading(story, MARGIN, right)
    stories = [story_of(events, first.number) for first, *_ in groups]
    for each, group in zip(stories, groups, strict=True):
        words, bottom = _words(each, group, beside, top)
        middle = (MARGIN + wide * scale / 2, top + high * scale / 2)
        view = View.centred(outline, angle, scale, middle)
        parts.append(svg.G(class_=["attempt"], elements=[*solution_parts(each, view, edge=1.2, largest=22.0), *words]))
        top = max(bottom, top + high * scale) + _BETWEEN
        if each is not stories[-1]:
            parts.append(svg.Line(x1=MARGIN, y1=top - 13, x2=right, y2=top - 13, stroke=RULE, stroke_width=1))
    description = " ".join(describe(each) for each in stories)
    return page(right + MARGIN, top - _BETWEEN + MARGIN, story.puzzle.id, description, parts, "attempts")


def _words(story: Story, group: Sequence[Attempt], left: float, top: float) -> tuple[list[svg.Element], float]:
    """Return what is written beside an attempt, and how far down it reaches."""
    title, y = subheading(attempt_words(story, group), left, left + legend.WIDTH, top)
    ending = ending_words(story)
    lines = wrapped(f"{ending[:1].upper()}{ending[1:]}.", legend.WIDTH, _SIZE, lines=5)
    found = [label(left, y + 7 + i * _LINE, line, size=_SIZE, fill=GREY, kind="status") for i, line in enumerate(lines)]
    y += _LINE * len(lines) + 8
    if not story.steps:
        return [*title, *found], y
    table, y = legend.legend(legend.entries(story), (left,), y)
    return [*title, *found, table], y

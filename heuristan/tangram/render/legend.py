"""The legend of a solution: a line for each extraction, with its number, its piece and its rule.

For a search, the number of pieces that fitted there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import svg

from heuristan.common.svg.page import swatch, token
from heuristan.common.svg.palette import PAPER, RULE, Tone
from heuristan.common.svg.text import GREY, label, wrapped
from heuristan.tangram.render.captions import named, spoken
from heuristan.tangram.render.story import Step, Story

WIDTH = 346.0
"""Width of a column."""
_HEAD = 24.0
_LEAST = 27.0
_LINE = 15.0
_NAME = 46.0
"""Where names begin, from the left of the column."""
_RULE = 182.0
_SIZE = 12.5


@dataclass(frozen=True)
class Entry:
    """A line of the legend."""

    words: str
    """Its number."""
    tone: Tone
    names: tuple[str, ...]
    """The piece, broken into lines."""
    rules: tuple[str, ...]
    composite: bool = False
    whole: bool = True
    """False for a piece of the composite in the line above."""

    @property
    def height(self) -> float:
        return max(_LEAST, _LINE * max(len(self.names), len(self.rules)) + _LEAST - _LINE)


def entries(story: Story) -> list[Entry]:
    return [entry for step in story.steps for entry in _of_step(story, step)]


def _of_step(story: Story, step: Step) -> Iterator[Entry]:
    names = wrapped(named(step.taken), _RULE - _NAME - 8, _SIZE, lines=3)
    rule = story.title_of(step.taken.rule)
    rules = wrapped(rule, WIDTH - _RULE, _SIZE, lines=3) if rule else []
    tone = Tone(PAPER) if len(step.tiles) > 1 else step.tone
    yield Entry(str(step.taken.step), tone, tuple(names), tuple(rules), composite=step.taken.kind == "composite")
    for tile in step.tiles if len(step.tiles) > 1 else ():
        yield Entry(tile.label, tile.tone, (spoken(tile.name),), (), whole=False)


def legend(lines: Sequence[Entry], lefts: Sequence[float], top: float, *, why: str = "Rule") -> tuple[svg.G, float]:
    """Return the lines in columns, and how far down they reach; ``why`` is the head of the last column."""
    parts: list[svg.Element] = []
    bottom = top
    for left, column in zip(lefts, _shared(lines, len(lefts)), strict=True):
        if not column:
            continue
        parts += _head(left, top, why)
        y = top + _HEAD
        for entry in column:
            parts.append(_drawn(entry, left, y))
            y += entry.height
        bottom = max(bottom, y)
    return svg.G(class_=["legend"], elements=parts), bottom


def _shared(lines: Sequence[Entry], columns: int) -> list[list[Entry]]:
    """Return the lines in columns of about the same height; a composite and its pieces stay together."""
    room = sum(entry.height for entry in lines) / columns
    found: list[list[Entry]] = [[] for _ in range(columns)]
    above = 0.0
    column = 0
    for entry in lines:
        if entry.whole and above >= room * (column + 1) - _LEAST / 2:
            column = min(column + 1, columns - 1)
        found[column].append(entry)
        above += entry.height
    return found


def _head(left: float, top: float, why: str) -> list[svg.Element]:
    words = [(0.0, "Step"), (_NAME, "Piece"), *([(_RULE, why)] if why else [])]
    return [
        *(label(left + x, top + 11, word, size=11, bold=True, fill=GREY, kind="legend-head") for x, word in words),
        svg.Line(
            class_=["legend-line"], x1=left, y1=top + 17, x2=left + WIDTH, y2=top + 17, stroke=RULE, stroke_width=1
        ),
    ]


def _drawn(entry: Entry, left: float, y: float) -> svg.G:
    indent = 0 if entry.whole else 12
    base = y + 15
    parts: list[svg.Element] = [swatch(left + indent, y, entry.words, entry.tone, thick=entry.composite)]
    for x, lines, kind in ((_NAME + indent, entry.names, "piece-name"), (_RULE, entry.rules, "rule-name")):
        parts += [label(left + x, base + i * _LINE, line, size=_SIZE, kind=kind) for i, line in enumerate(lines)]
    return svg.G(class_=["legend-entry", token(entry.names[0] if entry.names else "")], elements=parts)

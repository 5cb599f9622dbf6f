"""A film strip of a run: the outline with its extension lines, a frame for each extraction, the solution."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

from heuristan.common.plane import Box, Stretch
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, middle_of, size_of
from heuristan.common.svg.page import GREY, box, label, numbered, page, region, width_of, wrapped
from heuristan.common.svg.palette import FAINT, LIGHT, LINE, PAPER, RULE
from heuristan.common.web.film import evenly
from heuristan.common.words import plural
from heuristan.tangram.render.captions import attempt_words, describe, ending_words, heading, named, subheading
from heuristan.tangram.render.solution import filled, solution_parts
from heuristan.tangram.render.story import Story, StoryStep, Tile, story_of
from heuristan.tangram.render.strokes import extension_lines, graded, key, removed_lines
from heuristan.tangram.render.vertex_numbers import vertex_numbers
from heuristan.tangram.trace.events import AttemptStarted, Event
from heuristan.tangram.trace.kept_path import AskedAttempt, alike

MARGIN = 26.0
GAP = 14.0
_LEG = 46.0
_LARGEST = 460.0
"""Maximum side of the outline in a frame, in SVG units."""
_NARROWEST = 196.0
_WIDEST = 960.0
"""Maximum width of a strip whose number of columns is not given."""
_WIDEST_OF_ALL = 2000.0
"""Maximum width of strips of several attempts, each of which is to be one row."""
_PADDING = 14.0
MOST_STEPS = 250
"""Maximum number of steps of an attempt that are drawn; of more, some between the first and the last are left out."""
_NOTE = 34.0
"""Height above the figure for a note and for numbers of vertices."""
_LINE = 16.0
_SIZE = 12.5
_NUMBER = 22.0


class _Still(NamedTuple):
    """A frame of the strip."""

    kind: str
    draw: Callable[[View], list[svg.Element]]
    title: str
    lines: tuple[str, ...]
    note: str = ""


def filmstrip_svg(events: Sequence[Event], *, columns: int | None = None, attempt: AskedAttempt = None) -> str:
    """Return the run as a film strip, all frames on one scale.

    Args:
        events: the whole trace of a run.
        columns: frames in a row; chosen by their width if not given.
        attempt: the number of the attempt to draw; or all, those that took the same once; if None, the one that solved
            the puzzle or came furthest.

    Raises:
        AttemptError: if the run does not have the attempt.
        DrawingError: if the trace holds no outline.
        ValueError: if columns is less than 1.
    """
    if columns is not None and columns < 1:
        raise ValueError(f"a film strip has at least one column, not {columns}")
    if attempt == "all":
        story, sections = story_of(events), _sections(events)
        described = " ".join(describe(each) for each, _ in sections)
    else:
        story = story_of(events, attempt)
        sections, described = [(story, "")], describe(story)
    strips = [
        [*(_middle(each, each.steps[i]) for i in evenly(len(each.steps), MOST_STEPS)), _last(each)]
        for each, _ in sections
    ]
    strips[0].insert(0, _first(story))
    grid = _Grid.of(story, max(map(len, strips)), columns, _WIDEST if len(strips) == 1 else _WIDEST_OF_ALL)
    right = MARGIN + grid.width
    drawn, top = heading(story, MARGIN, right)
    for (_, words), frames in zip(sections, strips, strict=True):
        if words:
            lines, top = subheading(words, MARGIN, right, top)
            drawn += lines
        rows, top = grid.rows(frames, top)
        drawn += rows
    explained, bottom = key(MARGIN, right, top + 6, without=_unused([each for each, _ in sections]))
    return page(right + MARGIN, bottom + MARGIN - 8, story.puzzle.id, described, [*drawn, explained], "film-strip")


def _sections(events: Sequence[Event]) -> list[tuple[Story, str]]:
    """Return the stories of all attempts, each with the heading of its strip."""
    found = [(story_of(events, group[0].number), group) for group in alike(events)]
    return [(story, f"{attempt_words(story, group)}: {ending_words(story)}") for story, group in found]


def _unused(stories: Sequence[Story]) -> list[str]:
    """Return what the key need not explain."""
    ranked = not stories[0].is_search
    several = any(len(story.steps) > 1 for story in stories)
    needed = {
        "internal": any(step.before.internal_edges for story in stories for step in story.steps),
        "numbers": any(story.start.numbered for story in stories),
        "removed": bool(stories[0].start.drawn.removed),
        "left": any(any(story.left) for story in stories),
        "gone": several and ranked,
        "placed": several and not ranked,
    } | dict.fromkeys((*"EMXO", "line"), ranked)
    return [name for name, there in needed.items() if not there]


class _Grid(NamedTuple):
    story: Story
    scale: float
    cell: float
    """Width of a frame."""
    figure: float
    """Height of the figure in a frame."""
    columns: int

    @classmethod
    def of(cls, story: Story, frames: int, columns: int | None, widest: float) -> "_Grid":
        wide, high = size_of(story.puzzle.outline, story.puzzle.frame.angle)
        scale = min(_LEG, _LARGEST / wide, _LARGEST / high)
        cell = max(_NARROWEST, wide * scale + 2 * _PADDING)
        if columns is None:
            most = max(1, int((widest + GAP) / (cell + GAP)))
            # rows of the same length where that is possible
            columns = ceil(frames / ceil(frames / most))
        return cls(story, scale, cell, high * scale, columns)

    @property
    def width(self) -> float:
        # at least as wide as the heading and the key need
        return max(self.columns * (self.cell + GAP) - GAP, 2 * _NARROWEST)

    def rows(self, frames: Sequence[_Still], top: float) -> tuple[list[svg.Element], float]:
        """Return frames in rows, and how far down they reach."""
        drawn: list[svg.Element] = []
        for start in range(0, len(frames), self.columns):
            row = frames[start : start + self.columns]
            height = max(self.height_of(frame) for frame in row)
            drawn += [self.drawn(frame, place, top, height) for place, frame in enumerate(row)]
            top += height + GAP
        return drawn, top

    def caption(self, frame: _Still) -> list[tuple[str, bool]]:
        room = self.cell - 2 * _PADDING
        title = [(line, True) for line in wrapped(frame.title, room, _SIZE, bold=True)]
        return title + [(line, False) for words in frame.lines for line in wrapped(words, room, _SIZE, lines=3)]

    def height_of(self, frame: _Still) -> float:
        return _NOTE + self.figure + 12 + _LINE * len(self.caption(frame)) + 16

    def drawn(self, frame: _Still, place: int, top: float, height: float) -> svg.G:
        left = MARGIN + place * (self.cell + GAP)
        middle = (left + self.cell / 2, top + _NOTE + self.figure / 2)
        puzzle = self.story.puzzle
        view = View.centred(puzzle.outline, puzzle.frame.angle, self.scale, middle)
        border = box(left, top, self.cell, height, "frame-border", fill=PAPER, stroke=RULE, width=1, radius=7)
        base = top + _NOTE + self.figure + 24
        caption = [
            label(left + _PADDING, base + i * _LINE, words, size=_SIZE, bold=bold, kind="caption")
            for i, (words, bold) in enumerate(self.caption(frame))
        ]
        note = [_badge(left + 9, top + 8, frame.note)] if frame.note else []
        return svg.G(class_=["frame", frame.kind], elements=[border, *frame.draw(view), *caption, *note])


def _badge(left: float, top: float, words: str) -> svg.G:
    """Return a small note in a rounded box."""
    wide = width_of(words, 10, bold=True) + 10
    written = label(left + wide / 2, top + 11, words, size=10, bold=True, anchor="middle", fill=PAPER)
    return svg.G(class_=["note"], elements=[box(left, top, wide, 15, fill=GREY, radius=7), written])


def _first(story: Story) -> _Still:
    def draw(view: View) -> list[svg.Element]:
        outline = region(story.puzzle.outline, view, "outline", fill=LIGHT, stroke=LINE, width=2)
        return [
            outline,
            *removed_lines(story.start.drawn, view),
            *extension_lines(story.start.drawn, (), view),
            *vertex_numbers(story.start.numbered, view),
        ]

    drawn = story.start.drawn
    counts = [plural(sum(map(len, story.puzzle.outline)), "vertex", "vertices")]
    if not story.is_search:
        counts += [plural(len(drawn.lines), "extension line"), plural(len(drawn.nodes), "node")]
    removed = (f"{plural(len(drawn.removed), 'extension line')} removed",) if drawn.removed else ()
    steps = len(story.steps)
    fewer = (f"{MOST_STEPS} of {plural(steps, 'step')} drawn",) if steps > MOST_STEPS else ()
    return _Still("first", draw, "The outline", (", ".join(counts), *removed, *fewer))


def _middle(story: Story, step: StoryStep) -> _Still:
    taken = step.taken
    gone = [earlier.taken.vertices for earlier in story.steps if earlier.taken.step < taken.step]

    def draw(view: View) -> list[svg.Element]:
        match = Tile(str(taken.step), taken.name, taken.vertices, step.tone)
        sides = [Stretch(side.start, side.end) for side in taken.sides]
        return [
            *([region(gone, view, "gone", fill=FAINT, stroke=RULE, width=0.8)] if gone else []),
            region(step.outline, view, "before", fill=LIGHT),
            *extension_lines(step.before.drawn, step.before.internal_edges, view, beneath=taken.vertices),
            region(step.outline, view, "before-edge", fill="none", stroke=LINE, width=1.2),
            filled(match, view, edge=0.8),
            *graded(taken.sides, view),
            numbered(match.label, match.ring, view, match.tone, _NUMBER),
            *vertex_numbers(step.before.numbered, view, lines=sides, clear_of=[_middle_box(match, view)]),
        ]

    grades = " ".join(taken.grades)
    lines = tuple(filter(None, (story.title_of(taken.rule), f"sides: {grades}" if grades else "")))
    note = _note(step.before.started) if story.restarts else ""
    return _Still("step", draw, f"{taken.step} · {named(taken)}", lines, note)


def _middle_box(tile: Tile, view: View) -> Box:
    """Return the box of the number on a piece."""
    (x, y), radius = middle_of(view.ring(tile.ring))
    reach = min(radius, _NUMBER / 2)
    return x - reach, y - reach, x + reach, y + reach


def _note(attempt: AttemptStarted | None) -> str:
    if attempt is None:
        return ""
    return f"E{attempt.entry_point}" if attempt.number == 1 else f"E{attempt.entry_point}, attempt {attempt.number}"


def _last(story: Story) -> _Still:
    def draw(view: View) -> list[svg.Element]:
        return solution_parts(story, view, edge=1.2, largest=_NUMBER)

    if story.status == "solved":
        return _Still("last", draw, "The solution", ())
    lines = () if story.is_search else (f"{len(story.steps)} extracted",)
    return _Still("last", draw, f"{story.status.capitalize()}: what is left", lines)

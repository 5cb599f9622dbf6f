"""Pictures of how a run ended: the pieces in colour, the order of extraction, and a legend of the rules.

One has the solution, another all solutions of a puzzle on one sheet, and a third all attempts of a run: of each its
partial solution, its extractions in order, where it stuck and why. Figure 24 of the paper shows such partial solutions
"obtained at various stages of the solution process".
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, size_of, tidy
from heuristan.common.svg.page import (
    GREY,
    LARGEST_NUMBER,
    clean,
    hatch,
    label,
    numbered,
    outline_path,
    page,
    region,
    token,
    wrapped,
)
from heuristan.common.svg.palette import HATCH, LIGHT, LINE, RULE
from heuristan.common.svg.plates import LARGEST_LEG, MARGIN, TALLEST, WIDTH
from heuristan.common.words import plural
from heuristan.tangram.render.captions import WIDTH as LEGEND
from heuristan.tangram.render.captions import (
    attempt_words,
    describe,
    ending_words,
    entries,
    heading,
    legend,
    spoken,
    subheading,
)
from heuristan.tangram.render.story import Story, Tile, story_of, toned
from heuristan.tangram.trace.events import Event, SolutionFound
from heuristan.tangram.trace.kept_path import Attempt, alike


def filled(tile: Tile, view: View, *, edge: float = 1.5) -> svg.G:
    """Return a piece in its colours, without its number."""
    ring = view.ring(tile.ring)
    parts: list[svg.Element] = [svg.Title(text=clean(f"{tile.label}: {spoken(tile.name)}"))]
    parts.append(svg.Path(d=outline_path([ring]), fill=tile.tone.fill))
    if tile.tone.hatch:
        parts.append(hatch([ring], tile.tone.hatch))
    parts.append(
        svg.Path(d=outline_path([ring]), fill="none", stroke=LINE, stroke_width=tidy(edge), stroke_linejoin="round")
    )
    return svg.G(class_=["piece", token(tile.name)], elements=parts)


def solution_parts(
    story: Story, view: View, *, edge: float = 1.5, largest: float = LARGEST_NUMBER
) -> list[svg.Element]:
    """Return everything that was extracted, its numbers on top, and what was left, hatched."""
    found: list[svg.Element] = []
    if any(story.left):
        found.append(region(story.left, view, "left", fill=LIGHT))
        found.append(hatch(view.rings(story.left), HATCH, spacing=7))
        found.append(region(story.left, view, "left-edge", fill="none", stroke=LINE, width=edge))
    found += [filled(tile, view, edge=edge) for tile in story.tiles]
    composites = [step.taken.vertices for step in story.steps if step.taken.kind == "composite"]
    found += [
        svg.Path(
            class_=["composite-edge"],
            d=outline_path([view.ring(ring)]),
            fill="none",
            stroke=LINE,
            stroke_width=tidy(3 * edge),
            stroke_linejoin="round",
        )
        for ring in composites
    ]
    found += [numbered(tile.label, tile.ring, view, tile.tone, largest) for tile in story.tiles]
    return found


GAP = 34.0
_SIZE = 12.5
_BESIDE = 0.7
"""The legend is beside the figure if the figure keeps at least this share of its size with the legend below."""


class _Layout(NamedTuple):
    scale: float
    """Length of a leg, in SVG units."""
    middle: float
    """Middle of the figure, from the left."""
    columns: tuple[float, ...]
    """Left ends of the legend's columns."""
    beside: bool


def solution_svg(events: Sequence[Event], *, attempt: int | None = None) -> str:
    """Return the solution, or how far a run came, as an SVG picture.

    Args:
        events: the whole trace of a run.
        attempt: the number of the attempt to draw; if None, the one that solved the puzzle or came furthest.

    Raises:
        AttemptError: if the run does not have the attempt.
        DrawingError: if the trace holds no outline.
    """
    story = story_of(events, attempt)
    head, top = heading(story, MARGIN, WIDTH - MARGIN)
    layout = _layout(story)
    height = size_of(story.puzzle.outline, story.puzzle.frame.angle)[1] * layout.scale
    below = top if layout.beside else top + height + GAP
    why = "Rule" if not story.is_search else "At its vertex" if any(step.taken.rule for step in story.steps) else ""
    words, bottom = legend(entries(story), layout.columns, below, why=why)
    if layout.beside:
        bottom = max(bottom, top + height)
    middle = (layout.middle, top + ((bottom - top) if layout.beside else height) / 2)
    view = View.centred(story.puzzle.outline, story.puzzle.frame.angle, layout.scale, middle)
    figure = svg.G(class_=["solution"], elements=solution_parts(story, view, edge=1.6))
    return page(WIDTH, bottom + MARGIN, story.puzzle.id, describe(story), [*head, figure, words], "solution-picture")


def _layout(story: Story) -> _Layout:
    """Return the layout: the legend beside the figure where that leaves enough width, else below it."""
    size = size_of(story.puzzle.outline, story.puzzle.frame.angle)
    room = WIDTH - 2 * MARGIN
    below, beside = _scale(size, room), _scale(size, room - GAP - LEGEND)
    if not story.steps:
        return _Layout(below, WIDTH / 2, (MARGIN,), False)
    if beside >= _BESIDE * below:
        return _Layout(beside, MARGIN + (room - GAP - LEGEND) / 2, (WIDTH - MARGIN - LEGEND,), True)
    count = int((room + GAP) / (LEGEND + GAP))
    return _Layout(below, WIDTH / 2, tuple(MARGIN + i * (room + GAP) / count for i in range(count)), False)


def _scale(size: tuple[float, float], room: float) -> float:
    return min(LARGEST_LEG, room / size[0], TALLEST / size[1])


MOST = 60
"""Maximum number of solutions that are drawn; the sheet says so where there are more."""
_SHEET_GAP = 22.0
_CELL = 170.0
_WIDEST = 1020.0
_NARROWEST = 460.0
"""Minimum width, for the heading."""
_SHEET_LARGEST_LEG = 52.0
_CAPTION = 38.0


def solutions_svg(events: Sequence[Event], *, columns: int | None = None) -> str:
    """Return all solutions that a search found, small and side by side, as an SVG picture.

    Those that differ by more than turning and turning over come first, then the others, each with the number of the
    one that it is like. At most MOST are drawn.

    Args:
        events: the whole trace of a run.
        columns: solutions in a row; chosen by their width if not given.

    Raises:
        DrawingError: if the trace holds no outline.
        ValueError: if columns is less than 1, or the trace holds no solutions (`has_several`).
    """
    found = sorted(_found(events), key=lambda solution: solution.like != solution.number)
    if not found or (columns is not None and columns < 1):
        raise ValueError("a sheet of solutions needs at least one column and one solution")
    story, shown = story_of(events), found[:MOST]
    angle = story.puzzle.frame.angle
    wide, high = size_of(story.puzzle.outline, angle)
    scale = min(_SHEET_LARGEST_LEG, _CELL / max(wide, high))
    cell = max(wide * scale, _CELL / 2)
    columns = columns or min(len(shown), int((_WIDEST - 2 * MARGIN + _SHEET_GAP) / (cell + _SHEET_GAP)))
    width = 2 * MARGIN + max(columns * (cell + _SHEET_GAP) - _SHEET_GAP, _NARROWEST)
    head, top = heading(story, MARGIN, width - MARGIN)
    for note in _notes(found):
        head.append(label(MARGIN, top - 7, note, size=_SIZE, fill=GREY, kind="status"))
        top += 17
    drawn = []
    for i, solution in enumerate(shown):
        middle = MARGIN + cell / 2 + i % columns * (cell + _SHEET_GAP)
        base = top + i // columns * (high * scale + _CAPTION)
        view = View.centred(story.puzzle.outline, angle, scale, (middle, base + high * scale / 2))
        caption = label(
            middle, base + high * scale + 18, _caption(solution), size=_SIZE, anchor="middle", kind="caption"
        )
        drawn.append(svg.G(class_=["one-solution"], elements=[*_drawn(story, solution, view), caption]))
    bottom = top + ceil(len(shown) / columns) * (high * scale + _CAPTION)
    return page(width, bottom + MARGIN / 2, story.puzzle.id, _describe(story, shown), [*head, *drawn], "solutions")


def has_several(events: Sequence[Event]) -> bool:
    """Return whether a trace holds more solutions than the one that it has piece by piece."""
    return len(_found(events)) > 1


def _found(events: Sequence[Event]) -> list[SolutionFound]:
    return [event for event in events if isinstance(event, SolutionFound)]


def _notes(found: Sequence[SolutionFound]) -> Iterator[str]:
    """Yield what a reader of the sheet must know, a line each."""
    if any(solution.like != solution.number for solution in found):
        yield "Solutions that are like another are that one, turned or turned over."
    if len(found) > MOST:
        yield f"Shown are {MOST} of {len(found)}, those that are like another last."


def _caption(solution: SolutionFound) -> str:
    is_first = solution.like == solution.number
    return f"{solution.number}" if is_first else f"{solution.number}, like {solution.like}"


def _drawn(story: Story, solution: SolutionFound, view: View) -> list[svg.Element]:
    """Return the pieces without numbers: their order does not matter here."""
    label, tones = str(solution.number), toned(piece.piece for piece in solution.pieces)
    tiles = (Tile(label, each.piece, each.vertices, tone) for each, tone in zip(solution.pieces, tones, strict=True))
    parts = [filled(tile, view, edge=1.2) for tile in tiles]
    return [*parts, region(story.puzzle.outline, view, "outline-edge", fill="none", stroke=LINE, width=2)]


def _describe(story: Story, shown: Sequence[SolutionFound]) -> str:
    """Describe the sheet for readers who do not see it."""
    stock = ", ".join(plural(count, spoken(name)) for name, count in story.puzzle.stock)
    like = [f"{solution.number} is like {solution.like}" for solution in shown if solution.like != solution.number]
    alike = f" Turned or turned over, {', '.join(like)}." if like else ""
    return f"{plural(len(shown), 'solution')} drawn side by side, each with {stock}.{alike}"


_FIGURE = 260.0
"""Maximum side of a figure."""
_BETWEEN = 26.0
"""Between two attempts."""
_ATTEMPT_LARGEST_LEG = 62.0
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
    scale = min(_ATTEMPT_LARGEST_LEG, _FIGURE / wide, _FIGURE / high)
    beside = MARGIN + wide * scale + GAP
    right = beside + LEGEND
    parts, top = heading(story, MARGIN, right)
    stories = [story_of(events, first.number) for first, *_ in groups]
    for each, group in zip(stories, groups, strict=True):
        words, bottom = _attempt_words(each, group, beside, top)
        middle = (MARGIN + wide * scale / 2, top + high * scale / 2)
        view = View.centred(outline, angle, scale, middle)
        parts.append(svg.G(class_=["attempt"], elements=[*solution_parts(each, view, edge=1.2, largest=22.0), *words]))
        top = max(bottom, top + high * scale) + _BETWEEN
        if each is not stories[-1]:
            parts.append(svg.Line(x1=MARGIN, y1=top - 13, x2=right, y2=top - 13, stroke=RULE, stroke_width=1))
    description = " ".join(describe(each) for each in stories)
    return page(right + MARGIN, top - _BETWEEN + MARGIN, story.puzzle.id, description, parts, "attempts")


def _attempt_words(story: Story, group: Sequence[Attempt], left: float, top: float) -> tuple[list[svg.Element], float]:
    """Return what is written beside an attempt, and how far down it reaches."""
    title, y = subheading(attempt_words(story, group), left, left + LEGEND, top)
    ending = ending_words(story)
    lines = wrapped(f"{ending[:1].upper()}{ending[1:]}.", LEGEND, _SIZE, lines=5)
    found = [label(left, y + 7 + i * _LINE, line, size=_SIZE, fill=GREY, kind="status") for i, line in enumerate(lines)]
    y += _LINE * len(lines) + 8
    if not story.steps:
        return [*title, *found], y
    table, y = legend(entries(story), (left,), y)
    return [*title, *found, table], y

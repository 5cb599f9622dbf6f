"""All solutions of a puzzle on one sheet."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil

import svg

from heuristan.common.svg.geometry import View, size_of
from heuristan.common.svg.page import page, region
from heuristan.common.svg.palette import LINE
from heuristan.common.svg.text import GREY, label
from heuristan.common.words import plural
from heuristan.tangram.render.captions import heading, spoken
from heuristan.tangram.render.pieces import filled
from heuristan.tangram.render.story import Story, Tile, story_of
from heuristan.tangram.render.tones import tone_of
from heuristan.tangram.trace.events import Event, SolutionFound

MOST = 60
"""Maximum number of solutions that are drawn; the sheet says so where there are more."""
MARGIN = 26.0
_GAP = 22.0
_CELL = 170.0
_WIDEST = 1020.0
_NARROWEST = 460.0
"""Minimum width, for the heading."""
_LARGEST_LEG = 52.0
_CAPTION = 38.0
_SIZE = 12.5


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
    scale = min(_LARGEST_LEG, _CELL / max(wide, high))
    cell = max(wide * scale, _CELL / 2)
    columns = columns or min(len(shown), int((_WIDEST - 2 * MARGIN + _GAP) / (cell + _GAP)))
    width = 2 * MARGIN + max(columns * (cell + _GAP) - _GAP, _NARROWEST)
    head, top = heading(story, MARGIN, width - MARGIN)
    for note in _notes(found):
        head.append(label(MARGIN, top - 7, note, size=_SIZE, fill=GREY, kind="status"))
        top += 17
    drawn = []
    for i, solution in enumerate(shown):
        middle = MARGIN + cell / 2 + i % columns * (cell + _GAP)
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
    earlier: Counter[str] = Counter()
    parts: list[svg.Element] = []
    for piece in solution.pieces:
        tile = Tile(str(solution.number), piece.piece, piece.vertices, tone_of(piece.piece, earlier[piece.piece]))
        earlier[piece.piece] += 1
        parts.append(filled(tile, view, edge=1.2))
    return [*parts, region(story.puzzle.outline, view, "outline-edge", fill="none", stroke=LINE, width=2)]


def _describe(story: Story, shown: Sequence[SolutionFound]) -> str:
    """Describe the sheet for readers who do not see it."""
    stock = ", ".join(plural(count, spoken(name)) for name, count in story.puzzle.stock)
    like = [f"{solution.number} is like {solution.like}" for solution in shown if solution.like != solution.number]
    alike = f" Turned or turned over, {', '.join(like)}." if like else ""
    return f"{plural(len(shown), 'solution')} drawn side by side, each with {stock}.{alike}"

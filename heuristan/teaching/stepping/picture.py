"""A session as a picture: what is out and what is left, and below it every match that a rule offers, numbered."""

from collections.abc import Iterator, Sequence
from math import ceil

import svg

from heuristan.common.plane import Stretch
from heuristan.common.svg.geometry import View, size_of, tidy
from heuristan.common.svg.page import numbered as tile_number
from heuristan.common.svg.page import page, region
from heuristan.common.svg.palette import FAINT, LIGHT, LINE, PAPER, RULE
from heuristan.common.svg.text import GREY, label, shortened, wrapped
from heuristan.common.words import plural
from heuristan.tangram.explain.words import spoken
from heuristan.tangram.render.solution import filled
from heuristan.tangram.render.story import Story, Tile, story_of, tone_of
from heuristan.tangram.render.strokes import extension_lines, graded
from heuristan.tangram.render.vertex_numbers import vertex_numbers
from heuristan.tangram.trace.events import (
    ExtensionLinesDrawn,
    MatchTaken,
    SubpuzzlesSeparated,
    VerticesNumbered,
    kept_events,
)
from heuristan.teaching.stepping.offers import Choice
from heuristan.teaching.stepping.session import Session

MAX_DRAWN = 40
"""Maximum number of matches that are drawn."""
WIDTH = 780.0
MARGIN = 26.0
GAP = 12.0
COLUMNS = 4
_TOP = 84.0
_LARGEST_LEG = 80.0
_TALLEST = 400.0
_PADDING = 10.0
_LINE = 16.0
_SIZE = 11.5


def session_svg(session: Session) -> str:
    """Draw a session as it is: the steps that are out with their numbers, the extension lines, and the matches.

    The matches are those that the rules offer, with the numbers by which they are taken and their sides by grade.
    Pieces that fit but that no rule takes are not drawn.
    """
    story = story_of(session.trace)
    choices = [] if session.status == "solved" else [c for offer in session.offers.by_rule for c in offer.choices]
    drawn = choices[:MAX_DRAWN]
    figure, bottom = _figure(story, session)
    cells, bottom = _cells(story, session, drawn, bottom + 2 * GAP)
    words = _words(session, len(choices), len(drawn))
    title = label(MARGIN, 40, shortened(session.puzzle.id, WIDTH - 2 * MARGIN, 20, bold=True), size=20, bold=True)
    status = label(MARGIN, 60, words, size=12.5, fill=GREY, kind="status")
    return page(WIDTH, bottom + MARGIN / 2, session.puzzle.id, words, [title, status, *figure, *cells], "step-picture")


def _words(session: Session, found: int, drawn: int) -> str:
    if session.status == "solved":
        return f"Solved in {plural(session.steps, 'step')}."
    more = f", the first {drawn} of them drawn" if drawn < found else ""
    return f"Step {session.steps + 1}: {plural(found, 'match', 'matches')} by rules{more}."


def _figure(story: Story, session: Session) -> tuple[list[svg.Element], float]:
    """Draw what is out, what is left and the extension lines; return the bottom of the drawing too."""
    angle = story.puzzle.frame.angle
    wide, high = size_of(story.puzzle.outline, angle)
    scale = min(_LARGEST_LEG, (WIDTH - 2 * MARGIN) / wide, _TALLEST / high)
    view = View.centred(story.puzzle.outline, angle, scale, (WIDTH / 2, _TOP + high * scale / 2))
    lines, internal, numbered = lines_now(session)
    parts: list[svg.Element] = []
    if any(story.left):
        parts = [
            region(story.left, view, "left", fill=LIGHT),
            *extension_lines(lines, internal, view),
            region(story.left, view, "left-edge", fill="none", stroke=LINE, width=2.5),
        ]
    tiles = [filled(tile, view) for tile in story.tiles]
    labels = [tile_number(tile.label, tile.ring, view, tile.tone) for tile in story.tiles]
    numbers = vertex_numbers(numbered, view) if any(story.left) else []
    return [svg.G(class_=["now"], elements=[*parts, *tiles, *labels, *numbers])], _TOP + high * scale


def lines_now(session: Session) -> tuple[ExtensionLinesDrawn, tuple[Stretch, ...], VerticesNumbered]:
    """Return the extension lines, the internal edges and the numbers of what is left."""
    lines, internal, numbered = ExtensionLinesDrawn((), (), ()), tuple[Stretch, ...](), VerticesNumbered((), ())
    for event in kept_events(session.events):
        if isinstance(event, ExtensionLinesDrawn):
            lines = event
        elif isinstance(event, SubpuzzlesSeparated):
            internal = event.internal_edges
        elif isinstance(event, VerticesNumbered):
            numbered = event
    return lines, internal, numbered


def _cells(story: Story, session: Session, choices: Sequence[Choice], top: float) -> tuple[list[svg.Element], float]:
    """Draw a small picture of each match; return the bottom of the pictures too."""
    angle = story.puzzle.frame.angle
    wide, high = size_of(story.puzzle.outline, angle)
    cell = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    scale = min((cell - 2 * _PADDING) / wide, cell / high)
    previews = [session.preview(choice) for choice in choices]
    captions = [list(_caption(*each, cell - 2 * _PADDING)) for each in zip(choices, previews, strict=True)]
    caption = max(map(len, captions), default=0) * _LINE
    height = high * scale + 3 * _PADDING + caption
    found: list[svg.Element] = []
    for place, (choice, taken, lines) in enumerate(zip(choices, previews, captions, strict=True)):
        left = MARGIN + place % COLUMNS * (cell + GAP)
        y = top + place // COLUMNS * (height + GAP)
        middle = (left + cell / 2, y + _PADDING + high * scale / 2)
        view = View.centred(story.puzzle.outline, angle, scale, middle)
        border = svg.Rect(x=tidy(left), y=tidy(y), width=tidy(cell), height=tidy(height), rx=7, fill=PAPER, stroke=RULE)
        words = _lines(lines, left + _PADDING, y + height - caption - _PADDING / 2 + _SIZE)
        found.append(svg.G(class_=["match"], elements=[border, *_match(story, choice, taken, view), *words]))
    return found, top + ceil(len(choices) / COLUMNS) * (height + GAP)


def _match(story: Story, choice: Choice, taken: MatchTaken, view: View) -> Iterator[svg.Element]:
    """Draw a match in what is left, its sides by grade."""
    yield region(story.puzzle.outline, view, "outline", fill=FAINT, stroke=RULE, width=0.8)
    yield region(story.left, view, "left", fill=LIGHT, stroke=LINE, width=1.2)
    tile = Tile(str(choice.number), taken.name, taken.vertices, tone_of(taken.name, 0))
    yield filled(tile, view, edge=0.8)
    yield from graded(taken.sides, view)
    yield tile_number(tile.label, tile.ring, view, tile.tone, 20)


def _caption(choice: Choice, taken: MatchTaken, room: float) -> Iterator[str]:
    """Yield the lines below a match: its number and grades, which are never cut, its name and the rule."""
    kind = "composite " if taken.kind == "composite" else ""
    yield f"{choice.number} · {taken.grades}"
    yield from wrapped(f"{kind}{spoken(taken.name)}", room, _SIZE)
    yield from wrapped(f"{(choice.line or 0) + 1}. {choice.rule.title}", room, _SIZE)


def _lines(lines: Sequence[str], x: float, y: float) -> Iterator[svg.Element]:
    for number, line in enumerate(lines):
        yield label(x, y + number * _LINE, line, size=_SIZE, bold=not number, kind="caption")

"""The picture of why a rule does not take a figure."""

from collections.abc import Iterator

from heuristan.common.plane import Ring, Stretch, sides_of
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import Segment, View
from heuristan.common.svg.page import GREY, label, page, region, segments_path, shortened
from heuristan.common.svg.palette import LIGHT, LINE, PINK
from heuristan.common.svg.plates import MARGIN, WIDTH, enlarged
from heuristan.tangram.explain.words import NARROW
from heuristan.tangram.render.solution import filled
from heuristan.tangram.render.story import Tile, story_of, tone_of
from heuristan.tangram.render.strokes import extension_lines, graded, key
from heuristan.tangram.render.vertex_numbers import vertex_numbers
from heuristan.tangram.trace import events as trace
from heuristan.teaching.asking.ways_to_lay import LaidSide
from heuristan.teaching.asking.why_not import WhyNot
from heuristan.teaching.stepping.naming import Names, figure_name

_MARK = 13.0
_WITHOUT = ("removed", "before", "gone", "placed", "left")
"""Entries that the key does without."""


def why_not_svg(names: Names, answer: WhyNot, words: str) -> str:
    """Draw a figure where it would lie, its sides by grade, what fails marked, with the numbers of vertices.

    Args:
        names: names things in the session.
        answer: why the figure is not taken.
        words: the reason in words, for the caption.
    """
    way, session = answer.way, names.session
    story, ring = story_of(session.trace), names.ring(way.ring)
    shown = (*story.puzzle.outline, ring)
    view, bottom = enlarged(shown, names.place.frame.angle, 92.0, leg=100.0)
    tile = Tile("", way.figure.name, ring, tone_of(way.figure.name, 0))
    now = story.path.situations[-1]
    sides = [_side(names, side) for side in way.sides]
    parts: list[svg.Element] = [
        region(story.left, view, "left", fill=LIGHT),
        filled(tile, view, edge=0.8),
        *extension_lines(now.drawn, now.internal_edges, view),
        region(story.left, view, "left-edge", fill="none", stroke=LINE, width=2.5),
        *_marks(names, answer, ring, view),
        *graded(sides, view),
        *vertex_numbers(now.numbered, view, lines=[Stretch(side.start, side.end) for side in sides]),
    ]
    title = f"Why not: {names.rule(answer.line)}, {figure_name(way.figure.kind, way.figure.name)}".replace(NARROW, " ")
    heading = label(MARGIN, 38, shortened(title, WIDTH - 2 * MARGIN, 18, bold=True), size=18, bold=True)
    status = label(MARGIN, 60, shortened(words, WIDTH - 2 * MARGIN, 12.5), size=12.5, fill=GREY, kind="status")
    legend, bottom = key(MARGIN, WIDTH - MARGIN, bottom + MARGIN, without=_WITHOUT)
    elements: list[svg.Element] = [heading, status, svg.G(class_=["why-not"], elements=parts), legend]
    return page(WIDTH, bottom + MARGIN / 2, session.puzzle.id, words, elements, "why-not-picture")


def _side(names: Names, side: LaidSide) -> trace.Side:
    """Return a side as traces have it."""
    found = list(zip(side.supports, side.stretches, strict=True))
    here, there = names.spot(side.start), names.spot(side.end)

    def stretches(by: str) -> tuple[Stretch, ...]:
        return tuple(_clipped(Stretch(*map(names.spot, ends)), here, there) for (_, _, k), ends in found if k == by)

    return trace.Side(here, there, side.grade, stretches("edge"), stretches("extension line"), side.supports)


def _clipped(stretch: Stretch, start: tuple[float, float], end: tuple[float, float]) -> Stretch:
    """Return the part of a stretch that lies between two points of its line."""
    (x0, y0), (x1, y1) = start, end
    whole = (x1 - x0) ** 2 + (y1 - y0) ** 2

    def at(spot: tuple[float, float]) -> tuple[float, float]:
        share = ((spot[0] - x0) * (x1 - x0) + (spot[1] - y0) * (y1 - y0)) / whole
        share = min(1.0, max(0.0, share))
        return spot if 0 < share < 1 else start if share <= 0 else end

    return Stretch(at(stretch.start), at(stretch.end))


def _marks(names: Names, answer: WhyNot, ring: Ring, view: View) -> Iterator[svg.Element]:
    """Mark what fails: open sides, the internal edge that is crossed, or all round a figure that lies outside."""
    way = answer.way
    segments: list[Segment] = []
    if answer.obstacle == "side":
        ends = [(way.sides[k].start, way.sides[k].end) for k in way.open_sides]
        segments = [(view.spot(names.spot(p)), view.spot(names.spot(q))) for p, q in ends]
    elif answer.obstacle == "crosses":
        assert way.match is not None
        segments = [(view.spot(names.spot(p)), view.spot(names.spot(q))) for p, q in names.crossed(way.match)]
    elif answer.obstacle in ("outside", "inside"):
        seen = view.ring(ring)
        segments = list(sides_of(seen))
    if segments:
        yield svg.Path(
            class_=["fails"],
            d=segments_path(segments),
            fill="none",
            stroke=PINK,
            stroke_width=_MARK,
            stroke_opacity=0.8,
            stroke_linecap="round",
        )

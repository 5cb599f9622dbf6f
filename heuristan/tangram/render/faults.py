"""A judged result: the outline, the pieces as they lie, and the places where something is wrong."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heuristan.common.plane import Ring, Spot, box_of, mean_of, sides_of, signed_area
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View
from heuristan.common.svg.page import hatch, label, outline_path, page, region, shortened
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, mixed
from heuristan.common.svg.plates import MARGIN, WIDTH, enlarged, sentences
from heuristan.tangram.render.story import toned

GAP = 22.0
RED = "#b3001b"
_TOP = 60.0
_SIZE = 12.5
_SAMPLE = 34.0
_MOST_WORDS = 16
"""Maximum number of sentences below the picture."""
_PALE = 0.45
"""Share of white in the colours of pieces, so that the marks stand out."""


class FaultMark(NamedTuple):
    """A place where something is wrong."""

    kind: str
    """A key of STYLES."""
    rings: tuple[Ring, ...]
    """In legs."""


class Style(NamedTuple):
    """How the places of one kind are drawn. They differ in their lines, not in their colour."""

    words: str
    spacing: float
    """Distance between hatch lines; 0 for none."""
    dashes: tuple[float, ...]


STYLES = {
    "overlap": Style("two pieces overlap", 4, ()),
    "outside": Style("a piece reaches outside", 9, ()),
    "gap": Style("a gap is left", 0, (5, 3)),
}


def faults_svg(
    title: str,
    outline: Sequence[Ring],
    pieces: Sequence[tuple[str, Ring]],
    angle: float,
    marks: Sequence[FaultMark],
    words: Sequence[str],
) -> str:
    """Return a judged result as an SVG picture.

    Args:
        title: the outline's name.
        outline: in legs.
        pieces: name ("" if it has none) and ring, in the order of their numbers.
        angle: by which the picture is turned, in radians.
        marks: the places of the faults.
        words: the verdict, then the faults, a sentence each.
    """
    room = WIDTH - 2 * MARGIN
    shown = [(number, name, ring) for number, (name, ring) in enumerate(pieces, 1) if _is_near(ring, outline)]
    near = [mark for mark in marks if all(_is_near(ring, outline) for ring in mark.rings)]
    rings = [*outline, *(ring for _, _, ring in shown)]
    view, bottom = enlarged(rings, angle, _TOP)
    heading = label(MARGIN, 40, shortened(title, room, 20, bold=True), size=20, bold=True, kind="title")
    figure = [
        region(outline, view, "outline", fill=LIGHT),
        *_pieces(shown, view),
        region(outline, view, "outline-edge", fill="none", stroke=LINE, width=3),
        *(_mark(mark.kind, view.rings(mark.rings)) for mark in near),
        *(_number(number, view.ring(ring)) for number, _, ring in shown),
    ]
    key, bottom = _key({mark.kind for mark in near}, bottom + GAP)
    more = [f"… and {len(words) - _MOST_WORDS} more"] if len(words) > _MOST_WORDS else []
    below, bottom = sentences([*words[:_MOST_WORDS], *more], bottom, kind="verdict")
    return page(WIDTH, bottom + MARGIN / 2, title, " ".join(words), [heading, *figure, *key, *below], "faults-picture")


def _is_near(ring: Ring, outline: Sequence[Ring]) -> bool:
    """Return whether a ring can be drawn, and lies near enough to be drawn with the outline."""
    x0, y0, x1, y1 = box_of(spot for edge in outline for spot in edge)
    reach = 2 * max(x1 - x0, y1 - y0)
    inside = (x0 - reach <= x <= x1 + reach and y0 - reach <= y <= y1 + reach for x, y in ring)
    return len(ring) > 2 and all(inside)


def _pieces(shown: Sequence[tuple[int, str, Ring]], view: View) -> Iterator[svg.Element]:
    tones = toned(name for _, name, _ in shown)
    for (_, _, ring), tone in zip(shown, tones, strict=True):
        yield region([ring], view, "piece", fill=mixed(tone.fill, PAPER, _PALE), stroke=LINE, width=1.2)


def _mark(kind: str, rings: Sequence[Ring]) -> svg.G:
    """Return the place of a fault, its rings in pixels already."""
    style = STYLES[kind]
    border = svg.Path(
        d=outline_path(rings),
        fill="none" if style.spacing else PAPER,
        fill_rule="evenodd",
        stroke=RED,
        stroke_width=2.4,
        stroke_dasharray=[*style.dashes] or None,
        stroke_linejoin="round",
    )
    lines = [hatch(rings, RED, spacing=style.spacing, width=1.3)] if style.spacing else []
    return svg.G(class_=["fault", kind], elements=[*lines, border])


def _number(number: int, ring: Ring) -> svg.Text:
    x, y = _centre(ring)
    return label(x, y + 5, str(number), size=14, bold=True, anchor="middle", kind="number", halo=PAPER)


def _centre(ring: Ring) -> Spot:
    """Return the centroid, or the mean of the vertices where a ring encloses hardly any area."""
    area = signed_area(ring)
    if abs(area) < 1:
        return mean_of(ring)
    crosses = [(p[0] + q[0], p[1] + q[1], p[0] * q[1] - q[0] * p[1]) for p, q in sides_of(ring)]
    return sum(x * c for x, _, c in crosses) / (6 * area), sum(y * c for _, y, c in crosses) / (6 * area)


def _key(kinds: set[str], top: float) -> tuple[list[svg.Element], float]:
    """Return what the marks mean, and how far down that reaches."""
    parts: list[svg.Element] = []
    for i, (kind, style) in enumerate((kind, style) for kind, style in STYLES.items() if kind in kinds):
        x = MARGIN + i * 236
        box = ((x, top), (x + _SAMPLE, top), (x + _SAMPLE, top + 16), (x, top + 16))
        parts += [_mark(kind, [box]), label(x + _SAMPLE + 8, top + 12.5, style.words, size=_SIZE, kind="key-words")]
    return parts, top + (16 + GAP if parts else 0)

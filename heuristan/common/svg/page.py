"""The parts of all pictures: the page, regions, hatching, numbers, swatches."""

from collections.abc import Iterable, Sequence
from math import pi

import svg

from heuristan.common.plane import Ring
from heuristan.common.svg.geometry import Segment, View, hatching, middle_of, tidy
from heuristan.common.svg.palette import LINE, PAPER, Tone
from heuristan.common.svg.text import FONT, clean, label, width_of

SPACING = 5.0
"""Distance between hatch lines, in pixels."""
LARGEST_NUMBER = 30.0
"""Height of the largest number on a piece, in pixels."""


def page(width: float, height: float, title: str, words: str, parts: Iterable[svg.Element], kind: str) -> str:
    """Return a whole picture: title and words for readers who do not see it, a background, and its parts.

    Args:
        width: in pixels.
        height: in pixels.
        title: the name of what the picture shows; if it is empty, the picture is titled with its kind.
        words: a description of the picture.
        parts: what is drawn, from back to front.
        kind: the class of the picture, such as "solution-picture".
    """
    wide, high = tidy(width), tidy(height)
    picture = svg.SVG(
        width=wide,
        height=high,
        viewBox=svg.ViewBoxSpec(0, 0, wide, high),
        class_=["heuristan", kind],
        extra={"role": "img"},
        elements=[
            svg.Title(text=clean(title) or kind.replace("-", " ")),
            svg.Desc(text=clean(words)),
            svg.Rect(class_=["background"], width=wide, height=high, fill=PAPER),
            svg.G(elements=[*parts], extra={"font-family": FONT}),
        ],
    )
    return f"{picture.as_str()}\n"


def outline_path(rings: Iterable[Ring]) -> list[svg.PathData]:
    """Return path data of closed rings that are in pixels already."""
    found: list[svg.PathData] = []
    for ring in rings:
        for i, (x, y) in enumerate(ring):
            found.append(svg.L(tidy(x), tidy(y)) if i else svg.M(tidy(x), tidy(y)))
        found.append(svg.Z())
    return found


def segments_path(segments: Iterable[Segment]) -> list[svg.PathData]:
    found: list[svg.PathData] = []
    for (x0, y0), (x1, y1) in segments:
        found += [svg.M(tidy(x0), tidy(y0)), svg.L(tidy(x1), tidy(y1))]
    return found


def region(
    rings: Iterable[Ring], view: View, kind: str, *, fill: str, stroke: str | None = None, width: float = 1.0
) -> svg.Path:
    """Return a region with its holes."""
    return svg.Path(
        class_=[kind],
        d=outline_path(view.rings(rings)),
        fill=fill,
        fill_rule="evenodd",
        stroke=stroke,
        stroke_width=tidy(width) if stroke else None,
        stroke_linejoin="round" if stroke else None,
    )


def box(
    left: float,
    top: float,
    wide: float,
    high: float,
    kind: str | None = None,
    *,
    fill: str,
    stroke: str | None = None,
    width: float | None = None,
    radius: float | None = None,
) -> svg.Rect:
    """Return a rectangle; the width is that of its edge, the radius that of its corners."""
    return svg.Rect(
        class_=[kind] if kind else None,
        x=tidy(left),
        y=tidy(top),
        width=tidy(wide),
        height=tidy(high),
        rx=radius,
        fill=fill,
        stroke=stroke,
        stroke_width=width,
    )


def hatch(rings: Sequence[Ring], colour: str, *, spacing: float = SPACING, width: float = 1.0) -> svg.Path:
    """Return hatch lines of a region in pixels, without an SVG pattern, so that pictures need no ids."""
    lines = hatching(rings, spacing, -pi / 8)
    return svg.Path(class_=["hatch"], d=segments_path(lines), fill="none", stroke=colour, stroke_width=tidy(width))


def numbered(words: str, ring: Ring, view: View, tone: Tone, largest: float = LARGEST_NUMBER) -> svg.Text:
    """Return a number in the largest circle inside a convex ring, as large as fits."""
    (x, y), radius = middle_of(view.ring(ring))
    # half the diagonal of the words' box, digits being 0.73 of the size high
    reach = (width_of(words, 1, bold=True) ** 2 + 0.73**2) ** 0.5 / 2
    # a little less, so that the halo leaves the sides alone
    size = min(largest, 0.86 * radius / reach)
    return number_at(x, y + 0.365 * size, words, tone, size)


def number_at(x: float, y: float, words: str, tone: Tone, size: float) -> svg.Text:
    """Return a number on a tone; x is its middle, and y its base line."""
    return label(x, y, words, size=size, bold=True, anchor="middle", fill=tone.ink, kind="number", halo=tone.fill)


def swatch(x: float, y: float, words: str, tone: Tone, *, thick: bool = False) -> svg.G:
    """Return a sample of a tone with a number in it, 34 by 20 pixels."""
    box = ((x, y), (x + 34, y), (x + 34, y + 20), (x, y + 20))
    parts: list[svg.Element] = [svg.Path(d=outline_path([box]), fill=tone.fill)]
    if tone.hatch:
        parts.append(hatch([box], tone.hatch))
    edge = 2.5 if thick else 1
    parts.append(svg.Path(d=outline_path([box]), fill="none", stroke=LINE, stroke_width=edge, stroke_linejoin="round"))
    parts.append(number_at(x + 17, y + 14.7, words, tone, 13))
    return svg.G(class_=["swatch"], elements=parts)


def token(name: str) -> str:
    """Return a name that a style sheet can refer to."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name) or "-"

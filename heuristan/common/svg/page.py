"""The parts of all pictures: the page, its words, regions, hatching, numbers, swatches.

Words are made safe for XML, measured, and broken into lines. Widths are those of DejaVu Sans, the font that PNG
pictures use. Verdana is as wide, other fonts that a viewer may put in its place are narrower.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from math import pi
from pathlib import Path
from typing import Literal, TypeAlias

from heuristan.common.plane import Ring
from heuristan.common.quoting import as_markup
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import Segment, View, hatching, middle_of, tidy
from heuristan.common.svg.palette import LINE, PAPER, Tone

Anchor: TypeAlias = Literal["start", "middle", "end"]

FONT = "DejaVu Sans, Verdana, Geneva, sans-serif"
INK = "#1a1a1a"
GREY = "#595959"

# Hundredths of the font size.
_WIDTHS = {
    letter: width
    for width, letters in {
        28: "'ijl",
        29: "IJ",
        32: " ,.\xa0\xb7",
        34: "/:;\\|",
        36: "f-",
        39: "()[]t",
        41: "!r",
        46: '"',
        50: "*_`\u2013",
        53: "sz?",
        56: "cL",
        59: "Fkvxy",
        61: "PTYaoe",
        64: "ESbdghnpqu$0123456789{}√",
        69: "KAVBRXZC",
        75: "UHN",
        79: "DG&OQ",
        84: "w#+<=>^~\xd7",
        87: "M",
        100: "%mW@½¼¾…",
    }.items()
    for letter in letters
}
_NARROWEST = 28
_OTHER = 65
_WIDE = 100
_BOLD = 1.12


def clean(words: str) -> str:
    """Return words as XML text in one line."""
    return as_markup(" ".join(words.split()))


def label(
    x: float,
    y: float,
    words: str,
    *,
    size: float = 13,
    bold: bool = False,
    anchor: Anchor = "start",
    fill: str = INK,
    kind: str = "label",
    halo: str | None = None,
) -> svg.Text:
    """Return a line of words; x and y are its anchor on the base line. A halo is a colour round the letters."""
    return svg.Text(
        x=tidy(x),
        y=tidy(y),
        text=clean(words),
        class_=[kind],
        font_size=tidy(size),
        font_weight="bold" if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        stroke=halo,
        stroke_width=tidy(size / 5) if halo else None,
        stroke_linejoin="round" if halo else None,
        paint_order="stroke" if halo else None,
    )


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """Return the approximate width of a line of words."""
    return sum(map(_width, words)) / 100 * size * (_BOLD if bold else 1)


def _width(letter: str) -> int:
    return _WIDTHS.get(letter) or (_WIDE if unicodedata.east_asian_width(letter) in "WF" else _OTHER)


def shortened(words: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return words cut to a width, with an ellipsis if anything is lost."""
    words = words[: _most_letters(room, size)]
    if width_of(words, size, bold=bold) <= room:
        return words
    while words and width_of(words + "…", size, bold=bold) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def _most_letters(room: float, size: float) -> int:
    """Return a number of letters that are wider than a room, whichever they are: what follows them is not seen."""
    return int(room / size * 100 / _NARROWEST) + 1


def wrapped(words: str, room: float, size: float, *, lines: int = 2, bold: bool = False) -> list[str]:
    """Break words at spaces into a maximum number of lines; the rest is cut with an ellipsis.

    A word that is too long for a line is broken after its hyphens.
    """
    found: list[str] = []
    words = re.sub("[ \t\r\n]+", " ", words.strip())[: lines * (_most_letters(room, size) + 1)]
    for joint, part in _parts(words, room, size, bold):
        longer = f"{found[-1]}{joint}{part}" if found else part
        if found and (len(found) == lines or width_of(longer, size, bold=bold) <= room):
            found[-1] = longer
        else:
            found.append(part)
    return [shortened(line, room, size, bold=bold) for line in found]


def _parts(words: str, room: float, size: float, bold: bool) -> Iterator[tuple[str, str]]:
    """Yield the parts that a line may be broken into, each with what joins it to the part before."""
    for word in words.split(" "):
        pieces = [word] if width_of(word, size, bold=bold) <= room else re.findall("[^-]*-+|[^-]+", word)
        for i, piece in enumerate(pieces):
            yield ("" if i else " "), piece


FOLDER = Path(__file__).parent / "fonts"
FAMILY = "DejaVu Sans"
COVERED = re.compile(
    "[\\s\x20-\x7e\xa0-\u017f\u0391-\u03a1\u03a3-\u03c9\u2010-\u2015\u2018-\u201f\u2026\u2030\u2153-\u215e\u2190-\u2193"
    "\u2212\u221a\u2260\u2264\u2265\ufffd]*"
)
"""Texts that it can write."""


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
        viewBox=(0, 0, wide, high),
        class_=["heuristan", kind],
        role="img",
        elements=[
            svg.Title(text=clean(title) or kind.replace("-", " ")),
            svg.Desc(text=clean(words)),
            svg.Rect(class_=["background"], width=wide, height=high, fill=PAPER),
            svg.G(elements=[*parts], font_family=FONT),
        ],
    )
    return f"{picture}\n"


def outline_path(rings: Iterable[Ring]) -> list[svg.PathData]:
    """Return path data of closed rings that are in pixels already."""
    found: list[svg.PathData] = []
    for ring in rings:
        found += [svg.to("L" if i else "M", tidy(x), tidy(y)) for i, (x, y) in enumerate(ring)]
        found.append(svg.to("Z"))
    return found


def segments_path(segments: Iterable[Segment]) -> list[svg.PathData]:
    return [svg.to(step, tidy(x), tidy(y)) for segment in segments for step, (x, y) in zip("ML", segment, strict=True)]


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

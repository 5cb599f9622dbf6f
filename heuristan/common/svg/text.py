"""Words in pictures: they are made safe for XML, measured, and broken into lines.

Widths are those of DejaVu Sans, the font that PNG pictures use. Verdana is as wide, other fonts that a viewer may put
in its place are narrower.
"""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeAlias

import svg

from heuristan.common.quoting import as_markup
from heuristan.common.svg.geometry import tidy

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

"""Colours that colour-blind readers can tell apart.

They are Okabe and Ito's ("Color Universal Design", 2008). Colour is never the only sign: things of one colour differ in
lightness and hatch, and lines of different meaning in their style.
"""

from typing import NamedTuple
from zlib import crc32

PAPER = "#ffffff"
LIGHT = "#ececec"
FAINT = "#f7f7f7"
LINE = "#1a1a1a"
RULE = "#c8c8c8"
HATCH = "#a0a0a0"

GREEN = "#009e73"
SKY = "#56b4e9"
YELLOW = "#f0e442"
VERMILION = "#d55e00"
ORANGE = "#e69f00"
PINK = "#cc79a7"
BLUE = "#0072b2"

HUES = (GREEN, SKY, YELLOW, VERMILION, ORANGE, PINK)
"""Colours of areas."""

_HIGHLIGHT = 0.5
"""Share of white in the second of two things of one colour."""


class Tone(NamedTuple):
    """Fill of an area."""

    fill: str
    hatch: str | None = None
    """The colour of the hatch lines, if there are any."""

    @property
    def ink(self) -> str:
        """The colour of words on it: black or white, whichever stands out more."""
        return LINE if contrast(self.fill, LINE) >= contrast(self.fill, PAPER) else PAPER


def tone_in(colour: str, earlier: int) -> Tone:
    """Return the tone of a thing in a colour that a number of earlier things have."""
    fill = mixed(colour, PAPER, _HIGHLIGHT) if earlier % 2 else colour
    hatched = earlier % 2 == 1 or earlier % 4 == 2
    return Tone(fill, mixed(colour, LINE if earlier % 4 == 2 else colour, 0.45) if hatched else None)


def colour_of(name: str) -> str:
    """Return the colour for a name, the same in every picture."""
    return HUES[crc32(name.encode()) % len(HUES)]


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((_luminance(colour), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [channel / 255 for channel in channels(colour)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

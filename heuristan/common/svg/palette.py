"""Colours that colour-blind readers can tell apart.

Okabe and Ito's colours, one for each kind of the seven tans ("Color Universal Design", 2008); the pieces of other sets
have one of them by their name. Colour is never the only sign: equal pieces differ in lightness and hatch, every piece
has its number, and grades differ in the style of the line.
"""

from dataclasses import dataclass
from zlib import crc32

PAPER = "#ffffff"
LIGHT = "#ececec"
FAINT = "#f7f7f7"
LINE = "#1a1a1a"
RULE = "#c8c8c8"
REMOVED = "#a8a8a8"
HATCH = "#a0a0a0"
EXTENSION = "#0072b2"
OPEN = "#6e6e6e"
COMPOSITE = "#d9d0f0"

_KINDS = {
    "large-triangle": "#56b4e9",
    "medium-triangle": "#cc79a7",
    "small-triangle": "#f0e442",
    "square": "#d55e00",
    "parallelogram": "#009e73",
}
_OTHERS = ("#009e73", "#56b4e9", "#f0e442", "#d55e00", "#e69f00", "#cc79a7")
"""For the pieces of other sets: by name, so that a piece looks the same in every picture."""

_HIGHLIGHT = 0.5
"""How far the second of two equal pieces goes towards white."""


@dataclass(frozen=True)
class Tone:
    """How a piece is filled."""

    fill: str
    hatch: str | None = None
    """Colour of the hatch lines, if any."""

    @property
    def ink(self) -> str:
        """The colour of words on it: black or white, whichever stands out more."""
        return LINE if contrast(self.fill, LINE) >= contrast(self.fill, PAPER) else PAPER


def tone_of(kind: str, earlier: int) -> Tone:
    """The tone of a piece when so many equal ones came before it; a composite has a colour of its own."""
    base = _KINDS.get(kind) or (COMPOSITE if _is_composite(kind) else _OTHERS[crc32(kind.encode()) % len(_OTHERS)])
    fill = mixed(base, PAPER, _HIGHLIGHT) if earlier % 2 else base
    hatched = earlier % 2 == 1 or earlier % 4 == 2
    return Tone(fill, mixed(base, LINE if earlier % 4 == 2 else base, 0.45) if hatched else None)


def _is_composite(kind: str) -> bool:
    """Whether a name says lengths, as those of composites do and those of pieces never do."""
    return any(letter.isdigit() for letter in kind)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((_luminance(colour), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [channel / 255 for channel in channels(colour)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

"""The colours of edges. Their numbers are written in them wherever there is room, so colour is never the only sign."""

from heuristan.common.svg.palette import LINE, PAPER, Tone, mixed
from heuristan.edgematching.puzzle import Puzzle

_FRAME = "#bdbdbd"
"""Colour 0, that of a plain frame."""

_BASES = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
"""The colours of Okabe and Ito."""

_TIERS = ((PAPER, 0.0), (PAPER, 0.55), (LINE, 0.4), (PAPER, 0.8))
"""What seven colours at a time are mixed with, so that they come again lighter or darker."""


def tone_in(puzzle: Puzzle, colour: int) -> Tone:
    """Return the fill of a colour of a puzzle, and the ink on it; the halves of a picture have the same."""
    return tone_of_edge(puzzle.picture(colour))


def tone_of_edge(colour: int) -> Tone:
    """Return the fill of an edge of a colour, and the ink on it."""
    if colour == 0:
        return Tone(_FRAME)
    tier, base = divmod(colour - 1, len(_BASES))
    return Tone(mixed(_BASES[base], *_TIERS[tier % len(_TIERS)]))

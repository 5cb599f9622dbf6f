"""The colours of edges. Their numbers stand beside them wherever there is room, so colour is never the only sign."""

from heuristan.common.svg.palette import LINE, PAPER, Tone, mixed

_FRAME = "#bdbdbd"
"""Colour 0, which the frame alone has where it is plain."""

_BASES = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
"""Okabe and Ito's."""

_TIERS = ((PAPER, 0.0), (PAPER, 0.55), (LINE, 0.4), (PAPER, 0.8))
"""After seven colours they come again, lighter or darker."""


def tone_of_edge(colour: int) -> Tone:
    """How an edge of a colour is filled."""
    if colour == 0:
        return Tone(_FRAME)
    tier, base = divmod(colour - 1, len(_BASES))
    return Tone(mixed(_BASES[base], *_TIERS[tier % len(_TIERS)]))

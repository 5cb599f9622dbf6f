"""The tones of pieces: colour-blind readers tell them apart, and numbers can be read on them."""

from itertools import combinations
from math import dist

import pytest

from heuristan.common.svg.palette import channels, contrast
from heuristan.tangram.render.story import tone_of

KINDS = ("large-triangle", "medium-triangle", "small-triangle", "square", "parallelogram", "triangle-2r2")

# Machado, Oliveira and Fernandes (2009), severity 1, on linear light.
SIGHTS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """The CIELAB colour that a reader with that sight sees."""
    shares = [channel / 255 for channel in channels(colour)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in SIGHTS[sight])
    white = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (*white, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("kind", "other"), [*combinations(KINDS, 2)])
def test_colour_blind_readers_tell_kinds_apart(sight: str, kind: str, other: str) -> None:
    assert dist(seen(tone_of(kind, 0).fill, sight), seen(tone_of(other, 0).fill, sight)) > 15


@pytest.mark.parametrize("kind", KINDS)
def test_equal_pieces_differ_in_more_than_hue_and_bear_readable_numbers(kind: str) -> None:
    tones = [tone_of(kind, earlier) for earlier in range(3)]
    assert len(set(tones)) == 3
    assert contrast(tones[0].fill, tones[1].fill) > 1.1
    assert all(contrast(tone.fill, tone.ink) >= 4.5 for tone in tones)

"""A plate: a picture of one figure as large as there is room for, with sentences below it."""

from collections.abc import Iterable, Sequence

from heuristan.common.plane import Ring
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, size_of, tidy
from heuristan.common.svg.page import label, wrapped

WIDTH = 780.0
"""Width of the picture of one figure."""
MARGIN = 26.0
LARGEST_LEG = 92.0
"""Maximum length of a leg on it."""
TALLEST = 460.0
"""Maximum height of the figure."""


def enlarged(
    rings: Sequence[Ring], angle: float, top: float, leg: float = LARGEST_LEG, tallest: float = TALLEST
) -> tuple[View, float]:
    """Return the view of a figure as large as there is room for, in the middle of the page, and where its bottom is.

    Args:
        rings: the figure.
        angle: the angle by which it is turned, in radians.
        top: where it begins.
        leg: the maximum length of a leg.
        tallest: the maximum height.
    """
    wide, high = size_of(rings, angle)
    scale = min(leg, (WIDTH - 2 * MARGIN) / wide, tallest / high)
    return View.centred(rings, angle, scale, (WIDTH / 2, top + high * scale / 2)), top + high * scale


def sentences(
    words: Iterable[str], top: float, *, kind: str, size: float = 12.5, spacing: float = 17.0
) -> tuple[list[svg.Element], float]:
    """Return sentences below a figure, the first in bold, and how far down they reach."""
    parts: list[svg.Element] = []
    y = tidy(top)
    for i, sentence in enumerate(words):
        for line in wrapped(sentence, WIDTH - 2 * MARGIN, size, lines=4, bold=not i):
            parts.append(label(MARGIN, y + 12, line, size=size, bold=not i, kind=kind))
            y += spacing
    return parts, y

"""Whether groups of ink are figures of their own or parts of one figure, by the lengths of their edges.

Edges of pieces are a + b√2 legs long, and a set has the area of eight square legs. So the ink of a figure says how long
its leg is, and its edges whether that is true: where each of several groups has such edges by its own area, and
together they do not have them, each is a figure. Pieces that are slid, and pictures taken at a slant, say neither.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.curves import LEGS

LENGTHS = np.array([a + b * np.sqrt(2) for a in range(9) for b in range(7) if 0 < a + b * np.sqrt(2) < 9])
"""The lengths that sides of pieces in a row have, in legs."""
OFF = 0.035
"""Maximum error of the length of an edge, in legs."""
OFF_PIXELS = 2.0
"""The same, in pixels."""
BENT_PIXELS = 1.5
"""Maximum distance of a contour from its edges, in pixels; the larger limit counts."""
BENT = 0.012
"""Maximum distance of a contour from its edges, as a share of the square root of its area."""
SURE = 0.6
"""Minimum share of its contour that has such lengths, if a group is a figure."""
POOR = 0.4
"""Maximum share of the contours that have them, if groups together are none."""
MOST_OF_PIECE = 4
"""Maximum number of edges of a piece."""
SMALLEST_LEG = 20.0
"""Minimum length of a leg, in pixels, for edges to be measured: of a smaller one any length is near one of them."""


def is_figure(outlines: Sequence[Image]) -> bool:
    """Return whether the outlines of some ink are surely those of one figure, and not of a piece."""
    return _fit(outlines) >= SURE and sum(len(_edges(outline)) for outline in outlines) > MOST_OF_PIECE


def are_figures(groups: Sequence[Sequence[Image]]) -> bool:
    """Return whether groups of ink, by the outlines of each, are surely figures of their own, and not parts of one."""
    return _fit([outline for group in groups for outline in group]) <= POOR and all(
        _fit(group) >= SURE for group in groups
    )


def _fit(outlines: Sequence[Image]) -> float:
    """Return the share of outlines whose edges have lengths of pieces of one set that covers them all."""
    leg = float(np.sqrt(sum(map(cv2.contourArea, outlines)) / LEGS))
    if leg < SMALLEST_LEG:
        return 0.0
    lengths = np.concatenate([_edges(outline) for outline in outlines]) / leg
    off = abs(lengths[:, None] - LENGTHS).min(axis=1)
    return float(lengths[off < max(OFF, OFF_PIXELS / leg)].sum() / lengths.sum())


def _edges(outline: Image) -> Image:
    """Return the lengths of the edges of an outline, in pixels."""
    bent = max(BENT_PIXELS, BENT * float(np.sqrt(cv2.contourArea(outline))))
    vertices = cv2.approxPolyDP(outline.reshape(-1, 1, 2), bent, True).reshape(-1, 2).astype(float)
    return np.asarray(np.linalg.norm(vertices - np.roll(vertices, 1, axis=0), axis=1))

"""Strokes that enclose nothing: where they end."""

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image

COARSE = 160
"""Longer side, in pixels, of the picture on which strokes are followed."""
LONG = 0.15
"""Minimum length of a stroke, as a share of the span of all, whose ends count."""


class Gap(NamedTuple):
    """The widest gap of a figure that is not closed."""

    strokes: Image
    """The corners of the box around its strokes, in pixels."""
    start: Image
    stop: Image
    """The ends of the strokes on either side of the gap."""


def gap_of(ink: Image) -> Gap | None:
    """Return the widest gap between the ends of strokes; None without a stroke.

    Args:
        ink: which pixels are ink of strokes that enclose nothing, 0 or 1.
    """
    y, x = np.nonzero(ink)
    if not len(x):
        return None
    low, high = np.array([x.min(), y.min()]), np.array([x.max(), y.max()])
    span = int((high - low).max()) + 1
    scale = min(1.0, COARSE / span)
    small = np.zeros(np.ceil((high - low)[::-1] * scale).astype(int) + 1, np.uint8)
    small[((y - low[1]) * scale).astype(int), ((x - low[0]) * scale).astype(int)] = 1
    number, labels = cv2.connectedComponents(small, connectivity=8)
    ends: list[Image] = []
    for label in range(1, number):
        spots = np.argwhere(labels == label)
        if np.ptp(spots, axis=0).max() >= LONG * span * scale:
            ends += _ends_of(spots)
    if len(ends) < 2:
        return None
    places = np.array(ends)[:, ::-1] / scale + low
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.diag([np.inf] * len(places))
    lonely = int(apart.min(axis=1).argmax())
    corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]], float)
    return Gap(corners, places[lonely], places[int(apart[lonely].argmin())])


def _ends_of(spots: Image) -> list[Image]:
    """Return the two pixels of a stroke that are farthest apart along it."""
    left = {(int(y), int(x)) for y, x in spots}
    first = _farthest(left, next(iter(left)))
    return [np.array(first), np.array(_farthest(left, first))]


def _farthest(stroke: set[tuple[int, int]], start: tuple[int, int]) -> tuple[int, int]:
    seen, queue, last = {start}, deque([start]), start
    while queue:
        last = queue.popleft()
        for y in (-1, 0, 1):
            for x in (-1, 0, 1):
                following = (last[0] + y, last[1] + x)
                if following in stroke and following not in seen:
                    seen.add(following)
                    queue.append(following)
    return last

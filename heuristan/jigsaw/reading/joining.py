"""Parts of one piece joined: where a band of it has the colour of the table, a piece falls apart in its picture."""

import cv2
import numpy as np

from heuristan.jigsaw.arrays import Booleans, Indices, Singles

DIRT, PART, WHOLE = 0.08, 0.5, 1.3
"""Minimum and maximum area of a part, and maximum area of what it is joined to with it, as shares of the median."""
GAP = 0.15
"""Maximum distance of two parts as a share of the root of the median area; most pieces lie farther apart."""
SLACK = 0.1
"""Maximum detour of a filled pixel: its distances to both parts may add up to so much more than the gap. The unit is
the root of the median area."""
FEWEST = 3
"""Minimum number of things of which the median area is taken."""


def joined(share: Singles) -> Singles:
    """Return the shares of pieces, with the gaps between parts of one piece filled."""
    found = cv2.connectedComponentsWithStats((share > 0.5).astype(np.uint8), connectivity=8)
    labels, stats = (np.asarray(each, dtype=np.intp) for each in found[1:3])
    areas = stats[:, cv2.CC_STAT_AREA].copy()
    large = areas[1:][areas[1:] > DIRT * areas[1:].max(initial=0)]
    if len(large) < FEWEST:
        return share
    median = float(np.median(large))
    parts = [label for label in range(1, len(areas)) if DIRT * median < areas[label] < PART * median]
    whole = share.copy()
    for label in sorted(parts, key=lambda label: int(areas[label])):
        beside = _window(stats[label, :4], 2 * round(GAP * median**0.5))
        here, own = labels[beside], labels[beside] == label
        away = _distance(own)
        able = (areas > DIRT * median) & (areas <= WHOLE * median - areas[label])
        other = _nearest(here, np.where(own, np.inf, away), able, GAP * median**0.5)
        if other:
            # what is hardly farther from both than they are from each other
            both = away + _distance(here == other)
            whole[beside][(both < both[here == other].min() + SLACK * median**0.5) & (here == 0)] = 1
            areas[other] += areas[label]
    return whole


def _window(box: Indices, room: int) -> tuple[slice, slice]:
    left, top, width, height = (int(value) for value in box)
    return slice(max(0, top - room), top + height + room), slice(max(0, left - room), left + width + room)


def _distance(mask: Booleans) -> Singles:
    """Return the distance of each pixel from a mask."""
    return np.asarray(cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5), dtype=np.float32)


def _nearest(here: Indices, away: Singles, able: Booleans, reach: float) -> int:
    """Return the label of the nearest thing within reach that is able to be the other part, or 0."""
    near = np.unique(here[(away < reach) & (here > 0)])
    return min(near[able[near]].tolist(), key=lambda label: float(away[here == label].min()), default=0)

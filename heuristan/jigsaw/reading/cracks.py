"""Cracks in pieces: thin strips of a piece in a shade of a shadow that were taken for the table.

A crack is thin, ends inside the piece, and shows hardly any sure table. A blank is broader, or shows the table, and
its throat has table at both ends.
"""

import cv2
import numpy as np

from heuristan.jigsaw.arrays import Booleans, Bytes

WIDTH = 7
"""Maximum width of a crack in pixels."""
SHORT = 4.0
"""Maximum depth in pixels of what may be a notch between a side and its tab."""
TABLE = 0.1
"""Maximum share of a crack that surely is table."""


def without_cracks(own: Bytes, table: Booleans) -> Bytes:
    """Fill the cracks of a mask.

    Args:
        own: the pieces.
        table: what surely is table.
    """
    outside = (1 - own).astype(np.uint8)
    broad = cv2.morphologyEx(outside, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDTH, WIDTH)))
    deep = cv2.distanceTransform(1 - broad, cv2.DIST_L2, 5)
    whole = own.copy()
    _, places = cv2.connectedComponents(broad, connectivity=8)
    count, strips, boxes, _ = cv2.connectedComponentsWithStats(outside - broad, connectivity=8)
    for number in range(1, count):
        left, top, width, height, _ = (int(value) for value in boxes[number])
        part = slice(max(0, top - 1), top + height + 1), slice(max(0, left - 1), left + width + 1)
        strip = np.asarray(strips[part] == number)
        if deep[part][strip].max() < SHORT or table[part][strip].mean() > TABLE:
            continue
        ends = np.unique(places[part][cv2.dilate(strip.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0])
        if np.count_nonzero(ends) < 2:
            whole[part][strip] = 1
    return whole

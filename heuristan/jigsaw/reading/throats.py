"""Blanks whose throats are so narrow that they look closed.

A hole in a piece is either a spot in the colour of the table, which is filled, or a blank: that is large, shows the
table, and lies close to the outside. Its throat is where the way out is shortest.
"""

import cv2
import numpy as np

from heuristan.common.images.pixels import filled
from heuristan.jigsaw.arrays import Booleans, Bytes, Singles

LEAST = 0.01
"""Minimum area of a blank as a share of the largest piece."""
FAR = 8
"""Maximum length of a throat in pixels."""
CLOSED = 0.4
"""Maximum share of a piece in a throat."""


def with_blanks(own: Bytes, table: Booleans) -> tuple[Bytes, Booleans]:
    """Fill the holes of a mask except those that are blanks; return the throats of these too, which are opened.

    Args:
        own: the pieces.
        table: what surely is table; a blank shows more of it than of anything else.
    """
    whole: Bytes = np.array(filled(own))
    throats = np.zeros(own.shape, bool)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole - own, connectivity=4)
    pieces = cv2.connectedComponentsWithStats(whole)[2][1:, cv2.CC_STAT_AREA]
    for hole in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[hole])
        if area < LEAST * pieces.max():
            continue
        part = tuple(slice(max(0, low - FAR), low + long + FAR) for low, long in ((top, height), (left, width)))
        inside = np.asarray(labels[part] == hole)
        if 2 * np.count_nonzero(table[part] & inside) > area:
            throat = _throat(whole[part], inside)
            whole[part][throat | (inside & throat.any())] = 0
            throats[part] |= throat
    return whole, throats


def _throat(whole: Bytes, inside: Booleans) -> Booleans:
    """Return the shortest way from a hole out of a piece; nothing if it is too long."""
    to_hole, to_table = (_away(part) for part in (~inside, whole > 0))
    way = np.where(inside, np.inf, to_hole + to_table)
    return np.asarray((way <= way.min() + 1) & (way.min() <= FAR))


def _away(mask: Booleans) -> Singles:
    return np.asarray(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5), dtype=np.float32)

"""Letters: lines of text, and beside figures captions, headings, numbers.

A blot alone may be a piece of a figure or dust. Small blots that stand in a line, each as near to the next as letters
are to each other and about as high, are lettering: the pieces of a set are not so small beside the largest blot. Bold
letters run together; then a digit or a letter beside them tells.
"""

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.tangram.outlines.images.connecting import connected
from heuristan.tangram.outlines.images.text import are_beside, in_text

LARGEST = 0.05
"""Maximum area of a letter as a share of the largest blot's; a small triangle has a sixteenth of a set."""
FEWEST = 3
"""Minimum number of letters that are lettering."""
LARGEST_WORD = 0.12
"""Maximum area of letters that run together, as such a share."""
NO_PIECE = 0.02
"""Area, as such a share, below which a blot is not a piece, even of three sets."""
LONGEST = 3.5
"""Minimum length, in heights, of letters that run together and a small one beside them."""
SMALLEST = 5
"""Minimum of the longer side of a letter, in pixels; smaller blots are grain or dust."""
MOST = 2000
"""Maximum number of blots that are looked at, the largest first."""


def are_letters(ink: Image, labels: Image, stats: Image) -> Image:
    """Return for each blot whether it is a letter: of a line of text, or small beside a figure.

    Args:
        ink: which pixels are ink.
        labels: the blot of each pixel, from 1; 0 for paper.
        stats: for each blot left, top, width, height and area, as OpenCV counts connected components.
    """
    found = in_text(ink, labels, stats)
    return found if found.all() else found | _are_small(stats, stats[~found, cv2.CC_STAT_AREA].max())


def _are_small(stats: Image, largest: int) -> Image:
    """Return for each blot whether it is lettering, by its area beside the largest one that is not in lines of text."""
    found = np.zeros(len(stats), bool)
    width, height, area = (stats[:, column] for column in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
    share, sides = area / largest, np.maximum(width, height)
    small = np.flatnonzero((share < LARGEST_WORD) & (sides >= SMALLEST))
    small = small[share[small].argsort()[::-1][:MOST]]
    low = stats[small][:, [cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP]]
    high = low + np.column_stack([width, height])[small]
    # on a page that lies on its side, lines run from top to bottom
    is_near = are_beside(low, high) | are_beside(low[:, ::-1], high[:, ::-1])
    lengths = sides / np.minimum(width, height)
    for line in connected(is_near):
        letters = small[line]
        found[letters] = _is_lettering(share[letters], lengths[letters])
    return found


def _is_lettering(share: Image, lengths: Image) -> bool:
    """Return whether blots of a line are lettering, by their areas and their lengths in heights."""
    is_word = share.min() < NO_PIECE and lengths.sum() >= LONGEST and len(share) > 1
    return bool(is_word or (len(share) >= FEWEST and share.max() < LARGEST))

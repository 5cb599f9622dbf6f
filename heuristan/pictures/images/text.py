"""Letters: lines of text of any size, and beside figures captions, headings, numbers.

A stroke of a letter is thin beside the letter's size: no silhouette of one set is as thin, as it has large triangles.
The lines of a drawing are thinner still, and enclose most of what is drawn. So blots side by side that strokes make are
text, however large they are.

Blots of other forms that are small beside a figure, each as near to the next as letters are to each other and about as
high, are lettering too: the pieces of a set are not so small beside the largest blot, and a blot alone may be a piece
or dust. Bold letters run together; then a digit or a letter beside them tells.
"""

from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.connecting import connected

THIN = 0.19
"""Maximum radius of the largest circle in a letter, as a share of the square root of its area; 0.207 in a figure."""
BOLD = 0.3
"""The same for a bold letter of a long line."""
THINNEST = 0.04
"""Minimum width of a stroke, as a share of the letter's longer side."""
DRAWN = 0.55
"""Minimum share of what a contour encloses that is no ink, if it may be a line drawing."""
DRAWN_WIDTH = 0.12
"""Maximum width of a stroke of such a drawing, as a share of its longer side."""
FEWEST = 3
"""Minimum number of letters of a line."""
MOSTLY = 0.6
"""Minimum share of the letters of a line that are made of strokes; the others are bars and dots."""
LONG = 7
"""Minimum number of letters of a long line."""
EVEN = 0.12
"""Spread of areas, as a share of their mean, below which a line is of figures: these stand in rows of one size too."""
COMMON = 0.95
"""Share of the letters of lines that are not larger than what else is no larger than letters."""
LARGER = 2.0
"""Maximum size of a single letter beside lines of text, like a page's number, as a share of the usual letter's."""
SMALLEST = 5
"""Minimum of the longer side of a letter, in pixels; smaller blots are dots and grain."""
APART = 0.7
"""Maximum gap between letters, as a share of their height: words of a line are mostly nearer."""
WORDS_APART = 2.0
"""Maximum gap between words, as such a share: a short word beside a line belongs to it."""
LONGEST_WORD = 3.0
"""Maximum length of the blots of such a word, as a share of the usual letter's: letters may run together."""
ALIKE = 2.6
"""Maximum ratio of the heights of letters that stand side by side."""
SHARED = 0.4
"""Minimum share of the lower one's height that two letters of a line have in common."""
MOST = 2000
"""Number of blots that are looked at together: in text half of them new, from one end of the page to the other."""
LARGEST_SMALL = 0.05
"""Maximum area of a small letter as a share of the largest blot's; a small triangle has a sixteenth of a set."""
LARGEST_WORD = 0.12
"""Maximum area of small letters that run together, as such a share."""
NO_PIECE = 0.02
"""Area, as such a share, below which a blot is not a piece, even of three sets."""
LONGEST = 3.5
"""Minimum length, in heights, of small letters that run together and a smaller one beside them."""


class _Blots(NamedTuple):
    """The blots of a page, a row each."""

    low: Image
    """Left and top."""
    size: Image
    """Width and height."""
    area: Image

    @property
    def sides(self) -> Image:
        """The longer side of each."""
        return np.asarray(self.size.max(axis=1))

    def boxes(self, near: Image, *, is_on_side: bool) -> tuple[Image, Image]:
        """Return the corners of some; on a page that lies on its side, lines run from top to bottom."""
        axes = [1, 0] if is_on_side else [0, 1]
        return self.low[near][:, axes], (self.low + self.size)[near][:, axes]


def are_letters(ink: Image, labels: Image, stats: Image) -> Image:
    """Return for each blot whether it is a letter: of a line of text, or small beside a figure.

    Args:
        ink: which pixels are ink.
        labels: the blot of each pixel, from 1; 0 for paper.
        stats: for each blot left, top, width, height and area, as OpenCV counts connected components.
    """
    low, size = [cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP], [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]
    blots = _Blots(stats[:, low], stats[:, size], stats[:, cv2.CC_STAT_AREA])
    found = _in_text(blots, _widths(ink, labels, blots))
    return found if found.all() else found | _are_small(blots, blots.area[~found].max())


def _in_text(blots: _Blots, width: Image) -> Image:
    """Return for each blot whether it belongs to a line of text, or is no larger than the letters of such lines."""
    low, _, area = blots
    sides = blots.sides
    found = np.zeros(len(area), bool)
    looked = np.flatnonzero(sides >= SMALLEST)
    for is_on_side in (False, True):
        ordered = looked[low[looked, 0 if is_on_side else 1].argsort(kind="stable")]
        for start in range(0, max(1, len(ordered) - MOST // 2), MOST // 2):
            near = ordered[start : start + MOST]
            boxes = blots.boxes(near, is_on_side=is_on_side)
            for line in connected(_are_beside(*boxes)):
                letters = near[line]
                found[letters] |= _is_line(area[letters], width[letters])
            if found.any():
                beside = _are_beside(*boxes, WORDS_APART) & found[near]
                is_word = (width[near] < BOLD) & (sides[near] <= LONGEST_WORD * np.median(sides[found]))
                found[near] |= beside.any(axis=1) & is_word
    if found.any():
        usual, large = np.quantile(sides[found], (0.5, COMMON))
        found |= (sides <= large) & (area <= area[found].max())
        found |= (width < THIN) & (sides <= LARGER * usual)
    return found


def _are_small(blots: _Blots, largest: int) -> Image:
    """Return for each blot whether it is lettering, by its area beside the largest one that is not in lines of text."""
    share, sides = blots.area / largest, blots.sides
    found = np.zeros(len(share), bool)
    small = np.flatnonzero((share < LARGEST_WORD) & (sides >= SMALLEST))
    small = small[share[small].argsort()[::-1][:MOST]]
    lengths = sides / blots.size.min(axis=1)
    is_near = [_are_beside(*blots.boxes(small, is_on_side=is_on_side)) for is_on_side in (False, True)]
    for line in connected(is_near[0] | is_near[1]):
        letters = small[line]
        found[letters] = _is_lettering(share[letters], lengths[letters])
    return found


def _is_line(area: Image, width: Image) -> bool:
    """Return whether blots side by side are a line of text, by their areas and the widths of their strokes."""
    if len(area) < FEWEST or float(area.std()) < EVEN * float(area.mean()):
        return False
    return bool((width < (BOLD if len(area) >= LONG else THIN)).mean() >= MOSTLY)


def _is_lettering(share: Image, lengths: Image) -> bool:
    """Return whether small blots of a line are lettering, by their areas and their lengths in heights."""
    is_word = share.min() < NO_PIECE and lengths.sum() >= LONGEST and len(share) > 1
    return bool(is_word or (len(share) >= FEWEST and share.max() < LARGEST_SMALL))


def _widths(ink: Image, labels: Image, blots: _Blots) -> Image:
    """Return for each blot the radius of the largest circle in it, as a share of the square root of its area.

    That of a line drawing is infinite, because it is no letter, however thin its lines are.
    """
    number = len(blots.area) + 1
    depth = np.zeros(number, np.float32)
    y, x = np.nonzero(ink)
    away = cv2.distanceTransform(np.pad((ink > 0).astype(np.uint8), 1), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]
    np.maximum.at(depth, labels[y, x], away[y, x])
    enclosed = np.zeros(number)
    contours, _ = cv2.findContours((ink > 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        left, top = contour[0, 0].tolist()
        enclosed[labels[top, left]] = cv2.contourArea(contour)
    stroke = 2 * depth[1:] / blots.sides
    is_drawn = (stroke < THINNEST) | ((stroke < DRAWN_WIDTH) & (blots.area < (1 - DRAWN) * enclosed[1:]))
    return np.where(is_drawn, np.inf, depth[1:] / np.sqrt(blots.area))


def _are_beside(low: Image, high: Image, apart: float = APART) -> Image:
    """Return for each two boxes, by their corners, whether they stand side by side as letters of a line do."""
    height = (high - low)[:, 1]
    larger, smaller = np.maximum(height[:, None], height), np.minimum(height[:, None], height)
    gap = np.maximum(low[:, None], low) - np.minimum(high[:, None], high)
    is_alike = larger <= ALIKE * smaller
    return np.asarray(is_alike & (gap[..., 0] <= apart * larger) & (-gap[..., 1] >= SHARED * smaller))

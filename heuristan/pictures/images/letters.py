"""Letters: lines of text of any size, beside figures captions, headings, numbers, and letters printed in a silhouette.

A stroke of a letter is thin beside the letter's size: no silhouette of one set is as thin, as it has large triangles.
The lines of a drawing are thinner still, and enclose most of what is drawn. So blobs side by side that strokes make are
text, however large they are.

Blobs of other forms that are small beside a figure, each as near to the next as letters are to each other and about as
high, are lettering too: the pieces of a set are not so small beside the largest blob, and a blob alone may be a piece
or dust. Bold letters run together; then a digit or a letter beside them tells.

A hole of a tangram is a polygon of few vertices and is not thin: in a figure of one set the thinnest that pieces make
are triangles of some tenths of a leg. Strokes of letters printed in it are thinner, bent, or have an island of ink
within them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.curves import LEGS, Contour, area_of, perimeter_of
from heuristan.pictures.images.polygonal import Ring

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
"""Minimum of the longer side of a letter, in pixels; smaller blobs are dots and grain."""
APART = 0.7
"""Maximum gap between letters, as a share of their height: words of a line are mostly nearer."""
WORDS_APART = 2.0
"""Maximum gap between words, as such a share: a short word beside a line belongs to it."""
LONGEST_WORD = 3.0
"""Maximum length of the blobs of such a word, as a share of the usual letter's: letters may run together."""
ALIKE = 2.6
"""Maximum ratio of the heights of letters that stand side by side."""
SHARED = 0.4
"""Minimum share of the lower one's height that two letters of a line have in common."""
MOST = 2000
"""Number of blobs that are looked at together: in text half of them new, from one end of the page to the other."""
LARGEST_SMALL = 0.05
"""Maximum area of a small letter as a share of the largest blob's; a small triangle has a sixteenth of a set."""
LARGEST_WORD = 0.12
"""Maximum area of small letters that run together, as such a share."""
NO_PIECE = 0.02
"""Area, as such a share, below which a blob is not a piece, even of three sets."""
LONGEST = 3.5
"""Minimum length, in heights, of small letters that run together and a smaller one beside them."""
THINNEST_HOLE = 0.1
"""Thickness of a hole, in legs, below which it is a stroke of a letter whatever its shape is."""
THIN_HOLE = 0.17
"""The same for a hole with more vertices than a triangle, a square or a parallelogram has."""
FEW = 5
"""Maximum number of vertices of a thin hole that is no letter."""
SMALL = 0.9
"""Maximum area of a letter, in squares of a leg."""
MANY = 6
"""Maximum number of vertices of a small hole that is no letter."""
BENT_HOLE = 0.045
"""Maximum distance of a small hole's contour from straight edges, as a share of its size (the square root of its area),
if it is no letter."""
STROKE = 0.28
"""Maximum thickness of a letter beside another one, in legs."""
LIKE = 0.6
"""Minimum ratio of the spans of letters of one number."""


class _Blobs(NamedTuple):
    """The blobs of a page, a row each."""

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
    """Return for each blob whether it is a letter: of a line of text, or small beside a figure.

    Args:
        ink: which pixels are ink.
        labels: the blob of each pixel, from 1; 0 for paper.
        stats: for each blob left, top, width, height and area, as OpenCV counts connected components.
    """
    low, size = [cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP], [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]
    blobs = _Blobs(stats[:, low], stats[:, size], stats[:, cv2.CC_STAT_AREA])
    is_text = (blobs.sides >= SMALLEST).sum() >= FEWEST
    found = _in_text(blobs, _widths(ink, labels, blobs)) if is_text else np.zeros(len(stats), bool)
    return found if found.all() else found | _are_small(blobs, blobs.area[~found].max())


def _in_text(blobs: _Blobs, width: Image) -> Image:
    """Return for each blob whether it belongs to a line of text, or is no larger than the letters of such lines."""
    low, _, area = blobs
    sides = blobs.sides
    found = np.zeros(len(area), bool)
    looked = np.flatnonzero(sides >= SMALLEST)
    for is_on_side in (False, True):
        ordered = looked[low[looked, 0 if is_on_side else 1].argsort(kind="stable")]
        for start in range(0, max(1, len(ordered) - MOST // 2), MOST // 2):
            near = ordered[start : start + MOST]
            boxes = blobs.boxes(near, is_on_side=is_on_side)
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


def _are_small(blobs: _Blobs, largest: int) -> Image:
    """Return for each blob whether it is lettering, by its area beside the largest one that is not in lines of text."""
    share, sides = blobs.area / largest, blobs.sides
    found = np.zeros(len(share), bool)
    small = np.flatnonzero((share < LARGEST_WORD) & (sides >= SMALLEST))
    small = small[share[small].argsort()[::-1][:MOST]]
    lengths = sides / blobs.size.min(axis=1)
    is_near = [_are_beside(*blobs.boxes(small, is_on_side=is_on_side)) for is_on_side in (False, True)]
    for line in connected(is_near[0] | is_near[1]):
        letters = small[line]
        found[letters] = _is_lettering(share[letters], lengths[letters])
    return found


def _is_line(area: Image, width: Image) -> bool:
    """Return whether blobs side by side are a line of text, by their areas and the widths of their strokes."""
    if len(area) < FEWEST or float(area.std()) < EVEN * float(area.mean()):
        return False
    return bool((width < (BOLD if len(area) >= LONG else THIN)).mean() >= MOSTLY)


def _is_lettering(share: Image, lengths: Image) -> bool:
    """Return whether small blobs of a line are lettering, by their areas and their lengths in heights."""
    is_word = share.min() < NO_PIECE and lengths.sum() >= LONGEST and len(share) > 1
    return bool(is_word or (len(share) >= FEWEST and share.max() < LARGEST_SMALL))


def _widths(ink: Image, labels: Image, blobs: _Blobs) -> Image:
    """Return for each blob the radius of the largest circle in it, as a share of the square root of its area.

    That of a line drawing is infinite, because it is no letter, however thin its lines are.
    """
    number = len(blobs.area) + 1
    depth = np.zeros(number, np.float32)
    y, x = np.nonzero(ink)
    away = cv2.distanceTransform(np.pad((ink > 0).astype(np.uint8), 1), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]
    np.maximum.at(depth, labels[y, x], away[y, x])
    enclosed = np.zeros(number)
    contours, _ = cv2.findContours((ink > 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        left, top = contour[0, 0].tolist()
        enclosed[labels[top, left]] = cv2.contourArea(contour)
    stroke = 2 * depth[1:] / blobs.sides
    is_drawn = (stroke < THINNEST) | ((stroke < DRAWN_WIDTH) & (blobs.area < (1 - DRAWN) * enclosed[1:]))
    return np.where(is_drawn, np.inf, depth[1:] / np.sqrt(blobs.area))


def _are_beside(low: Image, high: Image, apart: float = APART) -> Image:
    """Return for each two boxes, by their corners, whether they stand side by side as letters of a line do."""
    height = (high - low)[:, 1]
    larger, smaller = np.maximum(height[:, None], height), np.minimum(height[:, None], height)
    gap = np.maximum(low[:, None], low) - np.minimum(high[:, None], high)
    is_alike = larger <= ALIKE * smaller
    return np.asarray(is_alike & (gap[..., 0] <= apart * larger) & (-gap[..., 1] >= SHARED * smaller))


def letters_of(rings: Sequence[Ring]) -> list[Ring]:
    """Return the holes of a figure that are letters printed in it."""
    outer = [ring.contour for ring in rings if not ring.contour.is_hole]
    leg = float(np.sqrt(sum(area_of(contour.points) for contour in outer) / LEGS))
    holes = [_Hole(ring, outer, leg) for ring in rings if ring.contour.is_hole]
    letters = [hole for hole in holes if hole.is_letter]
    letters += [hole for hole in holes if not hole.is_letter and any(map(hole.is_beside, letters))]
    return [hole.ring for hole in letters]


def without_letters(rings: Sequence[Ring], letters: Sequence[Ring]) -> list[Ring]:
    """Return the rings of a figure without some of its holes, and without the islands of ink in these."""
    return [
        ring
        for ring in rings
        if not any(ring is letter or ring.contour.is_within(letter.contour) for letter in letters)
    ]


class _Hole:
    """A hole, measured in legs."""

    def __init__(self, ring: Ring, outer: Sequence[Contour], leg: float) -> None:
        self.ring = ring
        self.islands = [contour for contour in outer if contour.is_within(ring.contour)]
        around = [ring.contour, *self.islands]
        self.area = (area_of(ring.contour.points) - sum(area_of(island.points) for island in self.islands)) / leg**2
        self.thickness = 2 * self.area * leg / sum(perimeter_of(contour.points) for contour in around)
        self.bent = ring.off / float(np.sqrt(area_of(ring.contour.points)))
        (left, top), (right, bottom) = ring.contour.points.min(0), ring.contour.points.max(0)
        self.span = float(max(right - left, bottom - top))
        self.middle = np.array([left + right, top + bottom]) / 2

    @property
    def is_letter(self) -> bool:
        vertices = len(self.ring.lines)
        is_odd = bool(self.islands) or vertices > MANY or self.bent > BENT_HOLE
        return (
            self.thickness < THINNEST_HOLE
            or (self.thickness < THIN_HOLE and vertices > FEW)
            or (self.area < SMALL and is_odd)
        )

    def is_beside(self, other: "_Hole") -> bool:
        """Return whether it may be the next letter of a number."""
        is_alike = min(self.span, other.span) > LIKE * max(self.span, other.span)
        gap = float(np.linalg.norm(self.middle - other.middle)) - max(self.span, other.span)
        return is_alike and gap < 0.5 * other.span and self.thickness < STROKE


def connected(are_near: Image) -> list[list[int]]:
    """Return the groups of numbers that are connected by being near each other, in the order of their first ones.

    Args:
        are_near: for each two numbers whether they are near, a symmetrical table.
    """
    left = np.ones(len(are_near), bool)
    groups = []
    for first in range(len(are_near)):
        if not left[first]:
            continue
        left[first] = False
        group = [first]
        for number in group:
            near = np.flatnonzero(are_near[number] & left).tolist()
            left[near] = False
            group += near
        groups.append(group)
    return groups

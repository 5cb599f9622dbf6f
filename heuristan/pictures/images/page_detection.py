"""Page detection: the sheet of paper on a photograph that shows the table too, and the view in which it is upright.

Its sides are sought among the straight lines of the picture and the picture's own border, which may cut it. Of all
convex quadrilaterals that four of them make, the one along whose sides the picture is lightest inside and darkest
outside, and calm inside, is taken. Fingers and shadows over a side are gaps in it.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, smallest, values_at
from heuristan.pictures.images.blobs import Blob
from heuristan.pictures.images.curves import STRAIGHT, View
from heuristan.pictures.images.rectification import FOCUS

COLOURLESS = 0.45
"""Maximum saturation of paper, white or yellowed, in the light of a lamp."""
SKEW = 0.45
"""Maximum cosine of the angle of a sheet, as the usual lens has seen it: it should be a right one."""
EDGE = 0.008
"""Width of the rim of a sheet that is not read, as a share of its size (the square root of its area)."""
LARGEST = 0.93
"""Share of the picture from which on a sheet without its rim fills it, and no table is seen."""
SMALLEST = 60.0
"""Minimum size of a sheet, in pixels."""
SAME = 8.0
"""Maximum difference of a channel of paper that is the same, in levels: a side of a sheet is clearer."""
MOSTLY = 0.7
"""Minimum share of what is around a sheet that is the same paper, if there is no table."""
LEAST_AROUND = 0.2
"""Minimum share of what is around a sheet that is no ink, if it is paper."""
FEW = 20_000
"""Number of pixels around it that are looked at."""
COARSE = 480
"""Longer side of the picture on which a sheet is sought, in pixels."""
MAX_SIDES = 20
"""Maximum number of lines that sides are chosen from: the lightest on one side."""
INSIDE = 6.0
"""Distance from a side, inside, at which the paper should be calm, in coarse pixels."""
ROUGH = 4.0
"""Variation of paper from one pixel to the next that weighs as much as the usual contrast, in levels."""
ACROSS = 3.0
"""Distance on either side of a line at which its contrast is measured, in coarse pixels."""
BEYOND = (7.0, 11.0)
"""Other distances, outside: beyond a mere line it is as light as before."""
CLEAR = 6.0
"""Minimum contrast of a side, in levels."""
USUAL = 40.0
"""Contrast from which on more of it does not count."""
SUPPORTED = 0.35
"""Minimum share of each side that is clear."""
SUPPORTED_IN_ALL = 0.6
"""Minimum share of all sides that is clear."""
SMALLEST_AREA = 0.06
"""Minimum area of a sheet, as a share of the picture's."""
SKEWED = np.radians(40)
"""Maximum difference of opposite sides from parallel ones, and of the angles from right ones."""
SEEN = 0.6
"""Minimum share of each side that lies on the picture."""
MAX_BORDERS = 2
"""Maximum number of sides of the sheet that the picture's border cuts off."""
BORDER = 0.3
"""Contrast that counts for a side which the border of the picture cuts off, as a share of USUAL."""
AFTER = 0.25
"""Stretch of a side after its end, as a share of its length, in which it should not go on."""
GOES_ON = 0.55
"""Share of this stretch that is clear if the side goes on there."""
SHORTEST = 0.14
"""Minimum length of a line, as a share of the longer side of the picture."""
FAINT, STRONG = (10, 30), (40, 120)
"""Slopes at which edges end and begin (Canny's thresholds), in levels."""
WEAVE = 15
"""Width of the median that a checked table cloth disappears under, in coarse pixels."""
MAX_FOUND = 300
"""Maximum number of lines that are taken from edges of one kind, the longest."""
MAX_LINES = 30
"""Maximum number of lines of edges of one kind that are looked at."""


def _lightness_of(picture: Image) -> Image:
    """Return how light and colourless each pixel is, without fine texture: paper is both."""
    calm = cv2.medianBlur(picture, 5)
    grey = cv2.cvtColor(calm, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(0.5 * grey + 0.5 * smallest(calm), (0, 0), 1.0))


class SideLine(NamedTuple):
    """A straight line of the picture: the points p with p @ normal == distance."""

    angle: float
    """Angle of the normal, in radians, from 0 to pi."""
    distance: float
    is_border: bool = False
    """Whether the picture ends there."""

    @property
    def normal(self) -> Image:
        return np.array([np.cos(self.angle), np.sin(self.angle)])


def _side_lines_of(lightness: Image) -> list[SideLine]:
    """Return the strongest lines of a picture, and its border."""
    level = lightness.clip(0, 255).astype(np.uint8)
    height, width = level.shape
    lines = [SideLine(0.0, 0.0), SideLine(0.0, width - 1), SideLine(np.pi / 2, 0.0), SideLine(np.pi / 2, height - 1)]
    lines = [line._replace(is_border=True) for line in lines]
    for view, slopes in ((level, FAINT), (level, STRONG), (cv2.medianBlur(level, WEAVE), FAINT)):
        edges = cv2.Canny(view, *slopes, L2gradient=True)
        found = cv2.HoughLines(edges, 1.0, np.pi / 360, round(SHORTEST * max(level.shape)))
        distances, angles = np.empty((2, 0)) if found is None else found[:MAX_FOUND, 0].T.astype(float)
        is_new = np.all([_differ(angles, distances, line) for line in lines], axis=0)
        for _ in range(MAX_LINES):
            if not is_new.any():
                break
            # the strongest come first
            first = int(is_new.argmax())
            lines.append(SideLine(float(angles[first]), float(distances[first])))
            is_new &= _differ(angles, distances, lines[-1])
    return lines


def _differ(angles: Image, distances: Image, line: SideLine) -> Image:
    """Return which lines differ from one, by their angles and distances."""
    turn = abs(angles - line.angle)
    is_opposite = turn > np.pi / 2
    apart = abs(distances - np.where(is_opposite, -line.distance, line.distance))
    return np.asarray((np.where(is_opposite, np.pi - turn, turn) > np.radians(3)) | (apart > 5))


class Quadrilateral(NamedTuple):
    """Four sides that may be those of a sheet."""

    corners: Image
    """In pixels, in turn."""
    is_cut: bool
    """Whether the border of the picture is one of the sides."""
    goes_on: bool
    """Whether two opposite sides go on after their ends: what was taken for the side between them may be a shadow."""


def _lightest_quadrilateral(image: Image) -> Quadrilateral | None:
    """Return the quadrilateral of a picture that looks most like a sheet; None if none does."""
    scale = min(1.0, COARSE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lightness = _lightness_of(small)
    lines = _side_lines_of(lightness)
    contrast = _Contrast(lightness, lines)
    sides = _quadrilaterals(lines, contrast.strongest())
    worth = contrast.worth(sides)
    if not len(worth) or worth.max() <= 0:
        return None
    best = sides[worth.argmax()]
    is_cut = any(lines[side].is_border for side in best)
    return Quadrilateral((contrast.corners(best) + 0.5) / scale - 0.5, is_cut, contrast.goes_on(best))


def _quadrilaterals(lines: list[SideLine], chosen: list[int]) -> Image:
    """Return the numbers of four lines each, that may be the sides: two opposite ones, and the other two."""
    angles = np.array([line.angle for line in lines])
    apart = abs((angles[:, None] - angles + np.pi / 2) % np.pi - np.pi / 2)
    opposite = [(i, j) for i, j in combinations(chosen, 2) if apart[i, j] < SKEWED]
    pairs = np.array(opposite).reshape(-1, 2)
    if not len(pairs):
        return np.empty((0, 4), int)
    one, other = np.triu_indices(len(pairs), 1)
    found = np.hstack([pairs[one], pairs[other]])
    is_border = np.array([line.is_border for line in lines])
    across = apart[found[:, :2, None], found[:, None, 2:]].min(axis=(1, 2))
    return np.asarray(found[(across > np.pi / 2 - SKEWED) & (is_border[found].sum(axis=1) <= MAX_BORDERS)])


class _Contrast:
    """The contrast of the two sides of each line, from point to point."""

    def __init__(self, lightness: Image, lines: list[SideLine]) -> None:
        self._shape = lightness.shape
        normals = np.array([line.normal for line in lines])
        self._normals, self._distances = normals, np.array([line.distance for line in lines])
        self._along = normals[:, ::-1] * [-1, 1]
        self._is_border = np.array([line.is_border for line in lines])
        self._cross = self._crossings()
        # the place of a crossing on the first of its lines
        self._place = np.einsum("ijk,ik->ij", self._cross, self._along)
        self._reach = int(np.hypot(*lightness.shape)) + 1
        difference, rough, is_seen = self._differences(lightness)
        self._seen = _summed(is_seen)
        self._clear = _summed(difference > CLEAR)
        self._much = _summed(((difference / USUAL).clip(0, 1) - rough / ROUGH) * is_seen)

    def _crossings(self) -> Image:
        """Return where each line crosses each other one; far away if they are parallel."""
        ax, ay = self._normals.T[:, :, None]
        bx, by = self._normals.T[:, None, :]
        turn = ax * by - ay * bx
        turn = np.where(abs(turn) < 1e-9, 1e-9, turn)
        a, b = self._distances[:, None], self._distances[None, :]
        return np.stack([(a * by - b * ay) / turn, (b * ax - a * bx) / turn], axis=-1)

    def _differences(self, lightness: Image) -> tuple[Image, Image, Image]:
        """Return how much lighter either side of each line is at each place, how rough, and whether it is seen."""
        at = np.arange(-self._reach, self._reach)
        spots = (self._distances[:, None] * self._normals)[:, None] + at[:, None] * self._along[:, None]
        normals = self._normals[:, None]
        far = np.array(self._shape[::-1]) - 1
        is_seen = ((spots >= 0) & (spots <= far)).all(axis=-1)
        near, inside, beyond = (
            [np.mean([values_at(lightness, spots + sign * far * normals) for far in distances], 0) for sign in (1, -1)]
            for distances in ((ACROSS,), (INSIDE,), BEYOND)
        )
        difference = np.stack([near[0] - np.maximum(near[1], beyond[1]), near[1] - np.maximum(near[0], beyond[0])])
        rough = abs(np.diff(inside, axis=-1, append=[one[:, -1:] for one in inside])).clip(0, 2 * ROUGH)
        return difference, rough, is_seen

    def strongest(self) -> list[int]:
        """Return the lines that have the best run on one side, and the border."""
        runs = (self._much - np.minimum.accumulate(self._much, axis=-1)).max(axis=(0, 2))
        runs[self._is_border] = np.inf
        return [int(line) for line in np.argsort(-runs, kind="stable")[: MAX_SIDES + 4]]

    def corners(self, sides: Image) -> Image:
        a, b, c, d = sides
        return np.array([self._cross[a, c], self._cross[b, c], self._cross[b, d], self._cross[a, d]])

    def goes_on(self, sides: Image) -> bool:
        """Return whether two opposite sides of a quadrilateral go on after the side between them."""
        a, b, c, d = sides
        turns = ((a, b, c, d), (b, a, c, d), (c, d, a, b), (d, c, a, b))
        return any(
            min(self._after(one, own, across, other), self._after(other, own, across, one)) > GOES_ON
            for own, across, one, other in turns
            if not self._is_border[[own, one, other]].any()
        )

    def _after(self, side: int, end: int, start: int, opposite: int) -> float:
        """Return how much of the stretch of a side after its end is clear, as a share."""
        inside = self._inside(np.array([side]), np.array([opposite]), np.array([end]))[0]
        last, first = self._place[side, end], self._place[side, start]
        places = np.sort([last, last + AFTER * (last - first)])
        low, high = np.rint(np.clip(places, 1 - self._reach, self._reach - 1) + self._reach).astype(int)
        clear = self._clear[0 if inside > 0 else 1, side]
        return float((clear[high] - clear[low]) / max(high - low, 1))

    def worth(self, sides: Image) -> Image:
        """Return how much quadrilaterals look like a sheet; 0 if they do not."""
        a, b, c, d = sides.T
        found = [self._along_side(*own) for own in ((a, c, d, b), (b, c, d, a), (c, a, b, d), (d, a, b, c))]
        is_convex, length, clear, seen, much = (np.stack(values) for values in zip(*found, strict=True))
        is_free = ~self._is_border[sides.T]
        is_side = (clear > SUPPORTED * length) & (seen > SEEN * length) | ~is_free
        area = self._areas(sides) / (self._shape[0] * self._shape[1])
        is_sheet = (is_convex & (length > 1) & is_side).all(axis=0) & (area > SMALLEST_AREA)
        is_sheet &= (clear * is_free).sum(axis=0) > SUPPORTED_IN_ALL * (length * is_free).sum(axis=0)
        weakest = np.where(is_free, much / np.maximum(length, 1), BORDER).min(axis=0).clip(0, 1)
        worth = much.sum(axis=0) / np.maximum(length.sum(axis=0), 1) * np.sqrt(weakest) * area**0.25
        return np.asarray(np.where(is_sheet, worth, 0.0))

    def _along_side(self, own: Image, first: Image, second: Image, across: Image) -> tuple[Image, ...]:
        """Measure the side between two neighbours, opposite to a fourth one, in each of some quadrilaterals.

        Returns:
            Whether the opposite side lies on one side of it, its length, how much of it is clear and how much on the
            picture, and its contrast.
        """
        one, other = self._inside(own, across, first), self._inside(own, across, second)
        places = np.stack([self._place[own, first], self._place[own, second]])
        places = np.rint(np.clip(places, 1 - self._reach, self._reach - 1) + self._reach).astype(int)
        low, high = places.min(axis=0), places.max(axis=0)
        sign = np.where(one > 0, 0, 1)
        clear, much = (table[sign, own, high] - table[sign, own, low] for table in (self._clear, self._much))
        return one * other > 0, high - low, clear, self._seen[own, high] - self._seen[own, low], much

    def _inside(self, own: Image, across: Image, other: Image) -> Image:
        """Return how far a corner of the opposite side lies from each side, on the side of its normal."""
        corner = self._cross[across, other]
        return np.asarray(np.einsum("ij,ij->i", corner, self._normals[own]) - self._distances[own])

    def _areas(self, sides: Image) -> Image:
        a, b, c, d = sides.T
        diagonals = self._cross[b, d] - self._cross[a, c], self._cross[a, d] - self._cross[b, c]
        return np.asarray(0.5 * abs(diagonals[0][:, 0] * diagonals[1][:, 1] - diagonals[0][:, 1] * diagonals[1][:, 0]))


def _summed(values: Image) -> Image:
    """Return the sums of the values before each place."""
    return np.pad(np.cumsum(values, axis=-1, dtype=float), [(0, 0)] * (values.ndim - 1) + [(1, 0)])


class Paper(NamedTuple):
    """A sheet of paper with a table around it."""

    corners: Image
    """In pixels of the picture, clockwise as one sees it, the upper left one first."""
    part: Image
    """The rectangle of the picture that has it."""
    place: View
    """The view from the picture to that rectangle."""
    within: Image
    """Mask of the pixels on the sheet, clear of its edge."""
    view: View
    """The view of the rectangle in which the sheet has right angles; as it is if the picture cuts the sheet."""
    goes_on: bool
    """Whether it seems to go on after what was taken for a side of it."""


def paper_on(image: Image) -> Paper | None:
    """Return the sheet of paper on a photograph with the table around it; None without a table."""
    found = _lightest_quadrilateral(image)
    if found is None:
        return None
    corners = _clockwise(found.corners)
    height, width = image.shape[:2]
    left, top = np.maximum(np.floor(corners.min(0)), 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(corners.max(0)) + 1, (width, height)).astype(int).tolist()
    if min(right - left, bottom - top) < SMALLEST:
        return None
    part, own = image[top:bottom, left:right], corners - (left, top)
    within = _within(own, part.shape[:2])
    view = (
        STRAIGHT if found.is_cut else _upright(own, np.array([width / 2 - left, height / 2 - top]), max(width, height))
    )
    is_sheet = SMALLEST**2 / 2 < within.sum() < LARGEST * width * height
    if view is None or not is_sheet or _saturation(part, within) > COLOURLESS:
        return None
    return Paper(corners, part, View(np.array([[1.0, 0, -left], [0, 1, -top], [0, 0, 1]])), within, view, found.goes_on)


def _clockwise(corners: Image) -> Image:
    """Return corners clockwise as one sees them, y down, so that the first side runs most to the right."""
    x, y = corners.T
    if float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0:
        corners = corners[::-1]
    sides = np.roll(corners, -1, axis=0) - corners
    return np.asarray(np.roll(corners, -int((sides[:, 0] / np.linalg.norm(sides, axis=1)).argmax()), axis=0))


def _within(corners: Image, shape: tuple[int, int]) -> Image:
    mask = _filled(corners, shape).astype(np.uint8)
    rim = max(2, round(EDGE * float(np.sqrt(mask.sum()))))
    # the border of the picture is not an edge of the sheet
    return np.asarray(cv2.erode(mask, np.ones((2 * rim + 1, 2 * rim + 1), np.uint8)) > 0)


def _filled(corners: Image, shape: tuple[int, ...]) -> Image:
    """Return which pixels of a part of the picture are within four corners."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def _saturation(part: Image, within: Image) -> float:
    few = part[within][:: max(1, int(within.sum()) // 5000)].astype(float)
    return float(np.median(1 - few.min(axis=1) / np.maximum(few.max(axis=1), 1)))


def _upright(corners: Image, centre: Image, side: int) -> View | None:
    """Return the view in which a sheet has right angles, seen by the usual lens; None if its angles are never right.

    The columns of the map from the unit square to the directions of sight are two sides of the sheet.

    Args:
        corners: those of the sheet.
        centre: the centre of the picture, on the same axes.
        side: the longer side of the picture.
    """
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    focus = FOCUS * side / 2
    sight = np.array([[1 / focus, 0, -centre[0] / focus], [0, 1 / focus, -centre[1] / focus], [0, 0, 1]])
    seen = corners.astype(np.float32)
    across, down, _ = (sight @ cv2.getPerspectiveTransform(square, seen)).T
    width, height = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    if abs(across @ down) > SKEW * width * height:
        return None
    scale = float(np.sqrt(cv2.contourArea(seen) / (width * height)))
    upright = (square - 0.5) * (width * scale, height * scale) + corners.mean(0)
    return View(cv2.getPerspectiveTransform(seen, upright.astype(np.float32)))


def is_paper_around(paper: Paper, own: Image, image: Image, ink: Image) -> bool:
    """Return whether what is around a sheet is its own paper: then it is part of a page, and there is no table.

    Args:
        paper: the sheet.
        own: which pixels of the part that has the sheet are ink.
        image: the whole picture.
        ink: which pixels of the whole picture are ink, where it is no sheet on a table.
    """
    bare = paper.part[paper.within & (own == 0)]
    around = ~_filled(paper.corners, image.shape[:2])
    free = image[around & (ink == 0)]
    if not bare.size or len(free) < LEAST_AROUND * around.sum():
        return False
    few = free[:: max(1, len(free) // FEW)]
    return bool((np.abs(few - np.median(bare, axis=0)).max(axis=1) < SAME).mean() > MOSTLY)


def clear_of_edge(blobs: Sequence[Blob], within: Image) -> list[Blob]:
    """Return the blobs that do not touch the edge of the sheet: fingers and what lies on the table do."""
    inner = inner_of(within)
    return [blob for blob in blobs if inner[blob.outline[:, 1], blob.outline[:, 0]].all()]


def inner_of(within: Image) -> Image:
    """Return which pixels of a sheet do not touch its edge, 0 or 1."""
    return np.asarray(cv2.erode(within.astype(np.uint8), np.ones((5, 5), np.uint8)))

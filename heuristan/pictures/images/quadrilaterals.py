"""The lightest quadrilateral of a picture: a sheet of paper, if there is one with a table around it.

Its sides are sought among the straight lines of the picture and the picture's own border, which may cut it. Of all
convex quadrilaterals that four of them make, the one along whose sides the picture is lightest inside and darkest
outside, and calm inside, is taken. Fingers and shadows over a side are gaps in it.
"""

from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, values_at
from heuristan.pictures.images.side_lines import Line, lightness_of, lines_of

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
SMALLEST = 0.06
"""Minimum area of a sheet, as a share of the picture's."""
SKEW = np.radians(40)
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


class Quadrilateral(NamedTuple):
    """Four sides that may be those of a sheet."""

    corners: Image
    """In pixels, in turn."""
    is_cut: bool
    """Whether the border of the picture is one of the sides."""
    goes_on: bool
    """Whether two opposite sides go on after their ends: what was taken for the side between them may be a shadow."""


def lightest_quadrilateral(image: Image) -> Quadrilateral | None:
    """Return the quadrilateral of a picture that looks most like a sheet; None if none does."""
    scale = min(1.0, COARSE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lightness = lightness_of(small)
    lines = lines_of(lightness)
    contrast = _Contrast(lightness, lines)
    sides = _quadrilaterals(lines, contrast.strongest())
    worth = contrast.worth(sides)
    if not len(worth) or worth.max() <= 0:
        return None
    best = sides[worth.argmax()]
    is_cut = any(lines[side].is_border for side in best)
    return Quadrilateral((contrast.corners(best) + 0.5) / scale - 0.5, is_cut, contrast.goes_on(best))


def _quadrilaterals(lines: list[Line], chosen: list[int]) -> Image:
    """Return the numbers of four lines each, that may be the sides: two opposite ones, and the other two."""
    angles = np.array([line.angle for line in lines])
    apart = abs((angles[:, None] - angles + np.pi / 2) % np.pi - np.pi / 2)
    opposite = [(i, j) for i, j in combinations(chosen, 2) if apart[i, j] < SKEW]
    pairs = np.array(opposite).reshape(-1, 2)
    if not len(pairs):
        return np.empty((0, 4), int)
    one, other = np.triu_indices(len(pairs), 1)
    found = np.hstack([pairs[one], pairs[other]])
    is_border = np.array([line.is_border for line in lines])
    across = apart[found[:, :2, None], found[:, None, 2:]].min(axis=(1, 2))
    return np.asarray(found[(across > np.pi / 2 - SKEW) & (is_border[found].sum(axis=1) <= MAX_BORDERS)])


class _Contrast:
    """The contrast of the two sides of each line, from point to point."""

    def __init__(self, lightness: Image, lines: list[Line]) -> None:
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
        is_sheet = (is_convex & (length > 1) & is_side).all(axis=0) & (area > SMALLEST)
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

"""The sheet of paper on a photograph that shows the table too: where it lies, and the view in which it is upright."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.grouping import Blot
from heuristan.pictures.images.quadrilaterals import lightest_quadrilateral
from heuristan.pictures.images.slant import FOCUS, STRAIGHT, View

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


class Paper(NamedTuple):
    """A sheet of paper with a table around it."""

    corners: Image
    """In pixels of the picture, clockwise as one sees it, the upper left one first."""
    part: Image
    """The rectangle of the picture that has it."""
    place: View
    """The view from the picture to that rectangle."""
    within: Image
    """Which pixels of the rectangle lie on the sheet, clear of its edge."""
    view: View
    """The view of the rectangle in which the sheet has right angles; as it is if the picture cuts the sheet."""
    goes_on: bool
    """Whether it seems to go on after what was taken for a side of it."""


def paper_on(image: Image) -> Paper | None:
    """Return the sheet of paper on a photograph with the table around it; None without a table."""
    found = lightest_quadrilateral(image)
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


def clear_of_edge(blots: Sequence[Blot], within: Image) -> list[Blot]:
    """Return the blots that do not touch the edge of the sheet: fingers and what lies on the table do."""
    inner = inner_of(within)
    return [blot for blot in blots if inner[blot.outline[:, 1], blot.outline[:, 0]].all()]


def inner_of(within: Image) -> Image:
    """Return which pixels of a sheet do not touch its edge, 0 or 1."""
    return np.asarray(cv2.erode(within.astype(np.uint8), np.ones((5, 5), np.uint8)))

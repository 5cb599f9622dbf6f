"""Closed curves and their measures, and views in which they are seen."""

from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image

LEGS = 8.0
"""Area of a set, in squares of a small leg."""
MAX_POINTS = 600
"""Maximum number of points of a contour; more are thinned."""


class Contour(NamedTuple):
    """A closed curve, in the picture's pixels; the centre of the first pixel is (0, 0)."""

    points: Image
    is_hole: bool
    part: int
    """The number of the part that it bounds."""
    stroke: float
    """Width of the stroke that has this curve as its outer edge, negative as its inner edge; 0 for the edge of a filled
    figure."""

    def is_within(self, other: "Contour") -> bool:
        """Return whether it begins inside another contour."""
        start = tuple(map(float, self.points[0]))
        return self is not other and cv2.pointPolygonTest(other.points.astype(np.float32), start, False) > 0


def evenly(points: Image, maximum: int = MAX_POINTS) -> Image:
    """Return points on a closed curve at even steps, about one a pixel, up to a maximum number."""
    around = np.vstack([points, points[:1]])
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(around, axis=0), axis=1))])
    number = int(min(maximum, max(12, round(length[-1]))))
    at = np.arange(number) * (length[-1] / number)
    return np.column_stack([np.interp(at, length, around[:, axis]) for axis in (0, 1)])


def turning_of(points: Image) -> float:
    """Return the signed area of a closed curve: positive where it runs from the x axis to the y axis."""
    x, y = (points - points.mean(0)).T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def area_of(points: Image) -> float:
    return abs(turning_of(points))


def perimeter_of(points: Image) -> float:
    return float(np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1).sum())


class View(NamedTuple):
    """A way to look at a picture: the homography from its pixels to those of the straightened picture."""

    homography: Image

    def of(self, points: Image) -> Image:
        turned = np.column_stack([points, np.ones(len(points))]) @ self.homography.T
        return np.asarray(turned[:, :2] / turned[:, 2:])

    def back(self, points: Image) -> Image:
        return View(np.linalg.inv(self.homography)).of(points)

    def named(self, spot: Image) -> str:
        """Return a point seen in this view as a pixel of the picture, in words."""
        ((x, y),) = self.back(spot[None])
        return f"({x:.0f}, {y:.0f})"

    def then(self, view: "View") -> "View":
        """Return the view of another view through this one."""
        return View(view.homography @ self.homography)


STRAIGHT = View(np.eye(3))

"""Straight lines through the edges of a contour, and their crossings: the vertices."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.edges import FREE, Stretch

TRIMMED = 2.5
"""Number of pixels next to a vertex that are left out, because blur rounds it."""
TRIMMED_SHARE = 0.25
"""Maximum share of a short edge that is left out at either end."""
ROUNDED = 2.4
"""Number of pixels that blur takes away from a vertex, times the sine of half its angle: sharp ones lose more."""
LONGEST_ROUNDED = 6.0
"""Maximum length of an edge that only rounds a vertex, in pixels."""
MAX_SHARPENED = 150
"""Maximum number of edges of a contour that is sharpened; with more it is not the outline of a puzzle."""
FARTHEST = 16.0
"""Maximum distance between the turn of the contour and the crossing of the lines, in pixels."""
FLATTEST = 0.12
"""Minimum angle between two lines for their crossing to count, in radians."""


@dataclass(frozen=True)
class Line:
    """A straight line through the points of one edge."""

    middle: Image
    angle: float
    """Angle of the direction that the contour runs in, in radians."""
    length: float
    """Length of the points that it was fitted to, in pixels."""
    direction: int
    """Number of its known direction; FREE if it has none."""

    @property
    def normal(self) -> Image:
        """The unit normal: to the left of the direction with y up, to the right with y down."""
        return np.array([-np.sin(self.angle), np.cos(self.angle)])

    def off(self, points: Image) -> Image:
        """Return the distances of points from the line."""
        return np.asarray(abs((points - self.middle) @ self.normal))

    def moved(self, by: float) -> "Line":
        return Line(self.middle + by * self.normal, self.angle, self.length, self.direction)


def points_of(points: Image, stretch: Stretch) -> Image:
    """Return the points of an edge."""
    return np.asarray(points[np.arange(stretch.start, stretch.stop) % len(points)])


def line_through(points: Image, stretch: Stretch, directions: Sequence[float] = ()) -> Line:
    """Return the line through the inner points of an edge: in its known direction, else the best line."""
    own = points_of(points, stretch)
    inner = _inner(own)
    middle = inner.mean(0)
    along = own[-1] - own[0]
    if stretch.direction != FREE:
        angle = directions[stretch.direction]
    else:
        spread = (inner - middle).T @ (inner - middle)
        angle = 0.5 * float(np.arctan2(2 * spread[0, 1], spread[0, 0] - spread[1, 1]))
    if np.cos(angle) * along[0] + np.sin(angle) * along[1] < 0:
        angle += np.pi
    length = float(np.linalg.norm(inner[-1] - inner[0]))
    return Line(middle, angle, length, stretch.direction)


def _inner(own: Image) -> Image:
    steps = np.linalg.norm(np.diff(own, axis=0), axis=1)
    at = np.concatenate([[0.0], np.cumsum(steps)])
    trimmed = min(TRIMMED, TRIMMED_SHARE * at[-1])
    inner = own[(at >= trimmed) & (at <= at[-1] - trimmed)]
    return inner if len(inner) >= 2 else own


def sharpened(points: Image, stretches: Sequence[Stretch], directions: Sequence[float]) -> list[Stretch]:
    """Drop edges that are only vertices rounded by the blur: the edges on either side meet near them."""
    left = list(stretches)
    lines = [line_through(points, stretch, directions) for stretch in left]
    while 3 < len(left) < MAX_SHARPENED:
        number = len(left)
        rounded = [i for i in range(number) if _is_rounding(points, left[i], lines[i - 1], lines[(i + 1) % number])]
        if not rounded:
            break
        i = min(rounded, key=lambda i: left[i].stop - left[i].start)
        before, after = (i - 1) % number, (i + 1) % number
        middle = (left[i].start + left[i].stop) // 2
        # the last edge runs on past the end of the points, to where the first begins
        left[before] = left[before]._replace(stop=middle + (len(points) if i == 0 else 0))
        left[after] = left[after]._replace(start=middle - (len(points) if after == 0 else 0))
        for other in (before, after):
            lines[other] = line_through(points, left[other], directions)
        del left[i], lines[i]
    return left


def _is_rounding(points: Image, stretch: Stretch, before: Line, after: Line) -> bool:
    own = points_of(points, stretch)
    # half the angle of the vertex that the lines on either side make
    half = abs((after.angle - before.angle + np.pi) % (2 * np.pi) - np.pi)
    half = (np.pi - half) / 2
    if np.linalg.norm(own[-1] - own[0]) > LONGEST_ROUNDED or not FLATTEST < half < np.pi / 2 - FLATTEST:
        return False
    middle = own.mean(0)
    return bool(np.linalg.norm(_crossing(before, after, middle) - middle) < ROUNDED / np.sin(half))


def vertices_of(lines: Sequence[Line], points: Image, stretches: Sequence[Stretch]) -> Image:
    """Return where each line crosses the next; the contour's point if they are almost parallel or cross far from it."""
    return np.array(
        [
            _crossing(one, other, points[stretch.stop % len(points)])
            for one, other, stretch in zip(lines, [*lines[1:], *lines[:1]], stretches, strict=True)
        ]
    )


def _crossing(one: Line, other: Line, near: Image) -> Image:
    sine = np.sin(other.angle - one.angle)
    if abs(sine) < FLATTEST:
        return near
    d = np.array([np.cos(one.angle), np.sin(one.angle)])
    t = (other.middle - one.middle) @ other.normal / (d @ other.normal)
    point = np.asarray(one.middle + t * d)
    return point if np.linalg.norm(point - near) < FARTHEST else near

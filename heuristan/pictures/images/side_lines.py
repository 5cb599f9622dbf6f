"""The straight lines of a picture that may be sides of a sheet of paper, and where the picture is like paper."""

from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image

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


def lightness_of(picture: Image) -> Image:
    """Return how light and colourless each pixel is, without fine texture: paper is both."""
    calm = cv2.medianBlur(picture, 5)
    grey = cv2.cvtColor(calm, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(0.5 * grey + 0.5 * calm.min(axis=2), (0, 0), 1.0))


class Line(NamedTuple):
    """A straight line of the picture: the points p with p @ normal == distance."""

    angle: float
    """Angle of the normal, in radians, from 0 to pi."""
    distance: float
    is_border: bool = False
    """Whether the picture ends there."""

    @property
    def normal(self) -> Image:
        return np.array([np.cos(self.angle), np.sin(self.angle)])


def lines_of(lightness: Image) -> list[Line]:
    """Return the strongest lines of a picture, and its border."""
    level = lightness.clip(0, 255).astype(np.uint8)
    height, width = level.shape
    lines = [Line(0.0, 0.0), Line(0.0, width - 1), Line(np.pi / 2, 0.0), Line(np.pi / 2, height - 1)]
    lines = [line._replace(is_border=True) for line in lines]
    for view, slopes in ((level, FAINT), (level, STRONG), (cv2.medianBlur(level, WEAVE), FAINT)):
        edges = cv2.Canny(view, *slopes, L2gradient=True)
        found = cv2.HoughLines(edges, 1.0, np.pi / 360, round(SHORTEST * max(level.shape)))
        most = len(lines) + MAX_LINES
        # the strongest come first
        for distance, angle in [] if found is None else found.reshape(-1, 2)[:MAX_FOUND].tolist():
            line = Line(angle, distance)
            if len(lines) < most and all(_differ(line, other) for other in lines):
                lines.append(line)
    return lines


def _differ(one: Line, other: Line) -> bool:
    turn, distance = abs(one.angle - other.angle), other.distance
    if turn > np.pi / 2:
        turn, distance = np.pi - turn, -distance
    return turn > np.radians(3) or abs(one.distance - distance) > 5

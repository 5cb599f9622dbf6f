"""Contours made straight."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.curves import Contour, evenly, turning_of
from heuristan.pictures.images.edges import Stretch, stretches_of
from heuristan.pictures.images.lighting import quantile
from heuristan.pictures.images.lines import Line, line_through, points_of, sharpened, vertices_of
from heuristan.pictures.images.slant import STRAIGHT, View

GENTLE = 0.6
"""Angle, in radians: an outline is a curve if half of its vertices turn by less."""


@dataclass(frozen=True)
class Ring:
    """A contour made straight."""

    contour: Contour
    lines: tuple[Line, ...]
    """The lines of its edges; empty if it belongs to a pattern and was not cut."""
    vertices: Image
    off: float
    """Maximum distance of nine tenths of the contour from the lines, in pixels."""

    @property
    def turns(self) -> Image:
        """The angle by which the contour turns at each vertex, in radians."""
        angles = np.array([line.angle for line in self.lines])
        return np.asarray(abs((np.roll(angles, -1) - angles + np.pi) % (2 * np.pi) - np.pi))


def ring_of(contour: Contour, view: View, directions: Sequence[float] = ()) -> Ring:
    """Make a contour straight, as seen in a view: its edges run along known directions if there are any."""
    points = evenly(view.of(contour.points) if view is not STRAIGHT else contour.points)
    stretches: list[Stretch] = sharpened(points, stretches_of(points, directions), directions)
    lines = [line_through(points, stretch, directions) for stretch in stretches]
    off = np.concatenate([line.off(points_of(points, stretch)) for line, stretch in zip(lines, stretches, strict=True)])
    # the ink lies on the left of a contour that runs from x to y; the middle of the stroke half its width in
    inwards = 1.0 if turning_of(points) > 0 else -1.0
    lines = [line.moved(inwards * contour.stroke / 2) for line in lines]
    return Ring(contour, tuple(lines), vertices_of(lines, points, stretches), quantile(off, 0.9))

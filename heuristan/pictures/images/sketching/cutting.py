"""Contours of sketches cut into straight edges.

What a hand is to a sketch, blur is to print: it rounds vertices and makes edges waver by a share of their length. So a
sketch is seen from so far that the slips of a hand are as small as blur is on print, and cut like print; there edges
along the eight directions of the figure are free, and others cost a surcharge.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heuristan.pictures.images.curves import LEGS, Contour, area_of
from heuristan.pictures.images.directions import directions_of, turns_of
from heuristan.pictures.images.rings import Ring, ring_of
from heuristan.pictures.images.slant import View

FAR = 26.0
"""Pixels a leg of the picture on which a sketch is cut."""


def leg_of(contours: Sequence[Contour]) -> float:
    """Return the length of a small leg, in pixels, if contours bound a figure of one set."""
    return float(np.sqrt(sum(area_of(c.points) * (-1 if c.is_hole else 1) for c in contours) / LEGS))


def rings_of(contours: Sequence[Contour]) -> tuple[Ring, ...]:
    """Return the contours of a figure made straight, in pixels of the picture."""
    scale = FAR / leg_of(contours)
    view = View(np.diag([scale, scale, 1.0]))
    freely = [ring_of(contour, view) for contour in contours]
    directions = directions_of(turns_of([line for ring in freely for line in ring.lines]))
    return tuple(_enlarged(ring_of(contour, view, directions), 1 / scale) for contour in contours)


def _enlarged(ring: Ring, by: float) -> Ring:
    lines = tuple(replace(line, middle=line.middle * by, length=line.length * by) for line in ring.lines)
    return Ring(ring.contour, lines, ring.vertices * by, ring.off * by)

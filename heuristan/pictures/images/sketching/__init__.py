"""Sketches by hand: from strokes that tremble, gape and run past each other to straight outlines.

Begin with `sketches_of`, which calls the others: `ruling` (ink, without what is printed on the paper), `closing` (what
strokes enclose, and the holes in it).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, are_labelled
from heuristan.pictures.images.background import Light, median
from heuristan.pictures.images.blobs import Blob, Parts, blobs_of, figures_of
from heuristan.pictures.images.contours import traced
from heuristan.pictures.images.curves import LEGS, STRAIGHT, Contour, View, area_of
from heuristan.pictures.images.figure import Figure, Refused
from heuristan.pictures.images.page_detection import Paper
from heuristan.pictures.images.polygonal import GENTLE, Ring, rings_of
from heuristan.pictures.images.rectification import directions_of, turns_of
from heuristan.pictures.images.sketching.closing import Closed, Enclosure, closed, gap_of, half_of, inside_of
from heuristan.pictures.images.sketching.ruling import strokes_on

__all__ = ["sketches_of"]

BENT = 0.035
"""Maximum distance of nine tenths of a contour from its straight edges, in legs."""
SOFT = 1.0
"""Width of the blur that makes a contour of pixels smooth, in pixels."""
MARGIN = 4
"""Width of the margin around a figure, in pixels."""
WIDE = 0.1
"""Minimum width, in legs, of a gap that was closed and is worth a word."""
OPEN = 0.5
"""Minimum span of strokes that enclose nothing for a figure, as a share of the largest figure's."""
OPEN_ALONE = 0.15
"""The same, as a share of the picture's longer side."""
CURVED = Refused("has no straight edges", "draw its edges straight")
FAR = 26.0
"""Pixels a leg of the picture on which a sketch is cut."""


def sketches_of(light: Light, paper: Paper | None = None, *, is_patterned: bool) -> list[Figure]:
    """Return the sketches on a picture, in reading order, as they are seen in the view of its paper.

    Args:
        light: the picture freed of its light.
        paper: the sheet on it; None if that fills the picture.
        is_patterned: whether there is a pattern on it. If it is not printed squares or lines, nothing is a sketch.
    """
    strokes = strokes_on(light)
    if is_patterned and not strokes.has_print:
        return []
    place, view = (paper.place, paper.view) if paper else (STRAIGHT, STRAIGHT)
    found = closed(strokes.ink)
    parts = Parts.of(found.regions * 255)
    groups = figures_of(blobs_of(parts))
    drawn = [drawn for group in groups if (drawn := _drawn(group, parts.labels, found)).contours]
    sketches = [_sketch(one, view, tuple(_gaps(one.contours, found.away, place))) for one in drawn]
    largest = max((_span(ring.vertices) for sketch in sketches for ring in sketch.rings), default=0.0)
    return [*sketches, *_open_ones(found.left, largest, view, place)]


class _Drawn(NamedTuple):
    """A figure as it is drawn, in pixels."""

    contours: list[Contour]
    pieces: list[Image]


def _drawn(group: Sequence[Blob], labels: Image, found: Closed) -> _Drawn:
    """Return the figure that regions are, without its holes."""
    points = np.vstack([blob.outline for blob in group])
    start = np.maximum(points.min(0) - MARGIN - round(found.stroke), 0)
    stop = points.max(0) + 1 + MARGIN + round(found.stroke)
    window = np.s_[start[1] : stop[1], start[0] : stop[0]]
    region = are_labelled(labels[window], [blob.label for blob in group]).astype(np.uint8)
    inside = inside_of(_enclosure(region, found, window))
    contours = traced(_blurred(region & ~inside.holes), int(start[0]), int(start[1]))
    return _Drawn(contours, [piece + start for piece in inside.pieces])


def _sketch(drawn: _Drawn, view: View, remarks: tuple[str, ...]) -> Figure:
    """Return a figure with straight edges, as it is seen in a view."""
    seen = [contour._replace(points=view.of(contour.points)) for contour in drawn.contours]
    rings, leg = _rings_of(seen), _leg_of(seen)
    is_curved = median(np.concatenate([ring.turns for ring in rings])) < GENTLE
    if is_curved or max(ring.off for ring in rings) > BENT * leg:
        return Figure(rings, view, is_sketch=True, refused=CURVED)
    pieces = tuple(view.of(piece) for piece in drawn.pieces)
    return Figure(rings, view, is_sketch=True, drawn_in=pieces, remarks=remarks)


def _enclosure(region: Image, found: Closed, window: tuple[slice, slice]) -> Enclosure:
    widened = found.widened[window]
    leg = float(np.sqrt(region.sum() / LEGS))
    own = cv2.dilate(region, np.ones((3, 3), np.uint8), iterations=round(found.stroke)) > 0
    by = float(widened[region > 0].max())
    return Enclosure(own & (widened >= 0), found.away[window], by, half_of(found.stroke, leg), leg)


def _blurred(region: Image) -> Image:
    """Return a region whose contour is made smooth."""
    return np.asarray(cv2.GaussianBlur(region.astype(np.float32), (0, 0), SOFT))


def _gaps(contours: Sequence[Contour], gaps: Image, place: View) -> Iterator[str]:
    """Describe the widest gap that was closed, if it is wide, in pixels of the whole picture."""
    spots = np.round(np.vstack([contour.points for contour in contours])).astype(int)
    x, y = np.clip(spots, 0, np.array(gaps.shape[::-1]) - 1).T
    widest = int(gaps[y, x].argmax())
    width = 2 * float(gaps[y[widest], x[widest]])
    if width > WIDE * _leg_of(contours):
        yield f"a gap of {width:.0f} pixels about {place.named(np.array([x[widest], y[widest]]))} was closed"


def _open_ones(left: Image, largest: float, view: View, place: View) -> Iterator[Figure]:
    """Yield the figure that strokes without an inside may be meant for, if they are long."""
    gap = gap_of(left)
    if gap is None or _span(gap.strokes) < max(OPEN * largest, OPEN_ALONE * max(left.shape)):
        return
    box = view.of(gap.strokes)
    fault = f"is not closed: strokes end about {place.named(gap.start)} and {place.named(gap.stop)}"
    ring = Ring(Contour(box, False, 0, 0.0), (), box, 0.0)
    yield Figure((ring,), view, is_sketch=True, refused=Refused(fault, "join them there"))


def _span(points: Image) -> float:
    return float(np.ptp(points, axis=0).max())


def _leg_of(contours: Sequence[Contour]) -> float:
    """Return the length of a small leg, in pixels, if contours bound a figure of one set."""
    return float(np.sqrt(sum(area_of(c.points) * (-1 if c.is_hole else 1) for c in contours) / LEGS))


def _rings_of(contours: Sequence[Contour]) -> tuple[Ring, ...]:
    """Return the contours of a figure made straight, in pixels of the picture."""
    scale = FAR / _leg_of(contours)
    view = View(np.diag([scale, scale, 1.0]))
    (freely,) = rings_of([contours], view)
    directions = directions_of(turns_of([line for ring in freely for line in ring.lines]))
    (straight,) = rings_of([contours], view, [directions])
    return tuple(_enlarged(ring, 1 / scale) for ring in straight)


def _enlarged(ring: Ring, by: float) -> Ring:
    lines = tuple(line._replace(middle=line.middle * by, length=line.length * by) for line in ring.lines)
    return Ring(ring.contour, lines, ring.vertices * by, ring.off * by)

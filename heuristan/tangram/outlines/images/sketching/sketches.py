"""The figures of a page that are sketched by hand."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.tangram.outlines.images.contours import traced
from heuristan.tangram.outlines.images.curves import Contour
from heuristan.tangram.outlines.images.grouping import Blot, blots_of, figures_of
from heuristan.tangram.outlines.images.lighting import Light, median
from heuristan.tangram.outlines.images.rings import Ring
from heuristan.tangram.outlines.images.sketching.closing import Closed, closed
from heuristan.tangram.outlines.images.sketching.cutting import leg_of, rings_of
from heuristan.tangram.outlines.images.sketching.ends import gap_of
from heuristan.tangram.outlines.images.sketching.squares import strokes_on

BENT = 0.035
"""Maximum distance of nine tenths of a contour from its straight edges, in legs."""
GENTLE = 0.6
"""Angle, in radians: an outline is a curve if half of its vertices turn by less."""
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


class Sketch(NamedTuple):
    """A figure that somebody drew by hand."""

    rings: tuple[Ring, ...]
    """Each part's exterior, then its holes."""
    fault: str = ""
    """Why it is not the outline of a puzzle, in words; empty if it is one."""
    advice: str = "draw its edges straight"
    """The smallest fix of that."""
    suspicions: tuple[str, ...] = ()
    """What may have been misread, a clause each."""


def sketches_of(light: Light, *, is_patterned: bool) -> list[Sketch]:
    """Return the sketches on a picture, in reading order.

    Args:
        light: the picture freed of its light.
        is_patterned: whether there is a pattern on it. If it is not printed squares or lines, nothing is a sketch.
    """
    strokes = strokes_on(light)
    if is_patterned and not strokes.has_print:
        return []
    found = closed(strokes.ink)
    blots, labels = blots_of(found.regions * 255)
    groups = [(group, _contours(group, labels)) for group in figures_of(blots)]
    sketches = [_sketch(contours, found) for _, contours in groups if contours]
    return [
        *sketches,
        *_open_ones(found.left, max((_span(ring.vertices) for s in sketches for ring in s.rings), default=0.0)),
    ]


def _sketch(contours: Sequence[Contour], found: Closed) -> Sketch:
    rings, leg = rings_of(contours), leg_of(contours)
    is_curved = median(np.concatenate([ring.turns for ring in rings])) < GENTLE
    if is_curved or max(ring.off for ring in rings) > BENT * leg:
        return Sketch(rings, "has no straight edges")
    return Sketch(rings, suspicions=tuple(_gaps(contours, found.gaps, leg)))


def _gaps(contours: Sequence[Contour], gaps: Image, leg: float) -> Iterator[str]:
    """Describe the widest gap that was closed, if it is wide."""
    spots = np.round(np.vstack([contour.points for contour in contours])).astype(int)
    x, y = np.clip(spots, 0, np.array(gaps.shape[::-1]) - 1).T
    widest = int(gaps[y, x].argmax())
    width = 2 * float(gaps[y[widest], x[widest]])
    if width > WIDE * leg:
        yield f"a gap of {width:.0f} pixels about ({x[widest]}, {y[widest]}) was closed"


def _open_ones(left: Image, largest: float) -> Iterator[Sketch]:
    """Yield the figure that strokes without an inside may be meant for, if they are long."""
    gap = gap_of(left)
    if gap is None or _span(gap.strokes) < max(OPEN * largest, OPEN_ALONE * max(left.shape)):
        return
    (x, y), (u, v) = gap.start, gap.stop
    ring = Ring(Contour(gap.strokes, False, 0, 0.0), (), gap.strokes, 0.0)
    yield Sketch(
        (ring,), f"is not closed: strokes end about ({x:.0f}, {y:.0f}) and ({u:.0f}, {v:.0f})", "join them there"
    )


def _contours(group: Sequence[Blot], labels: Image) -> list[Contour]:
    points = np.vstack([blot.outline for blot in group])
    (x0, y0), (x1, y1) = points.min(0), points.max(0) + 1
    own = np.isin(labels[y0:y1, x0:x1], [blot.label for blot in group]).astype(np.float32)
    framed = cv2.copyMakeBorder(own, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=0.0)
    return traced(cv2.GaussianBlur(framed, (0, 0), SOFT), int(x0) - MARGIN, int(y0) - MARGIN)


def _span(points: Image) -> float:
    return float(np.ptp(points, axis=0).max())

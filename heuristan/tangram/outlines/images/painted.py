"""The author's pieces in a picture: regions of a figure, each of one colour or between lines, that are the seven tans.

Where colour hardly changes is the inside of a region; the rest (the soft edges of regions, lines and thin gaps between
them) goes to the nearest one, so that edges lie in the middle of what parts them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.common.images.sampling import filled
from heuristan.tangram.outlines.images.contours import traced
from heuristan.tangram.outlines.images.curves import LEGS, Contour, area_of, evenly
from heuristan.tangram.outlines.images.edges import FREE, Stretch
from heuristan.tangram.outlines.images.grouping import Blot
from heuristan.tangram.outlines.images.lighting import Light, median, quantile
from heuristan.tangram.outlines.images.lines import line_through, points_of, vertices_of
from heuristan.tangram.outlines.images.rings import Ring
from heuristan.tangram.outlines.images.sketching.pieces import COUNTS, pieces_among
from heuristan.tangram.outlines.images.slant import View
from heuristan.tangram.pieces.sets import TANGRAM

MARGIN = 12
"""Width of the margin around a figure that is used, in pixels."""
SOFT = 1.0
"""Width of the blur of colours, and of that which makes a contour of pixels smooth, in pixels."""
LEAST = 0.015
"""Change of colour from pixel to pixel that is none, as a share of the paper's colour."""
CHANGES = (2.0, 3.0, 4.5, 7.0, 10.0)
"""Changes of colour that are tried as those of the edge of a region, in usual changes within the figure."""
SMALLEST = 0.006
"""Minimum area of the inside of a region, as a share of the figure's; a small triangle is a sixteenth of it."""
NEAR = 0.1
"""Maximum distance of the vertices of a piece from those of its true form, in legs, for it to have that."""
ROUNDED = 0.2
"""Share of an edge at either end that is left out where its line is sought: what goes to the nearest region is round."""
NARROWEST = 2.0
"""Minimum radius of the largest circle in the inside of a region, in pixels: in a thin line there is none."""


def painted_in(group: Sequence[Blot], labels: Image, light: Light, view: View) -> list[Contour]:
    """Return the contours of the seven pieces that a figure is painted with; none if it is not.

    Args:
        group: the blots of ink of the figure.
        labels: the label of the blot of each pixel.
        light: the picture freed of its light.
        view: the view in which the pieces have about their forms.
    """
    points = np.vstack([blot.outline for blot in group])
    left, top = np.maximum(points.min(0) - MARGIN, 0).tolist()
    right, bottom = (points.max(0) + 1 + MARGIN).tolist()
    window = np.s_[top:bottom, left:right]
    is_own = np.isin(labels[window], [blot.label for blot in group])
    is_other = (labels[window] > 0) & ~is_own
    for regions in _partings(light.difference[window], is_own):
        chosen = [number for number in range(1, regions.max() + 1) if not is_other[regions == number].mean() > 0.5]
        if len(chosen) not in COUNTS:
            continue
        contours = [_contour(regions == number, left, top) for number in chosen]
        is_ink = [is_own[regions == number].mean() > 0.5 for number in chosen]
        found = pieces_among([view.of(contour.points) for contour in contours], [not ink for ink in is_ink])
        if found is not None:
            return [contours[face]._replace(part=part) for part, face in enumerate(found.faces)]
    return []


def _partings(colour: Image, is_own: Image) -> Iterator[Image]:
    """Yield the regions of a figure as the number of that of each pixel, for each change of colour that is tried.

    The regions around the figure are number 0.
    """
    change = cv2.morphologyEx(cv2.GaussianBlur(colour, (0, 0), SOFT), cv2.MORPH_GRADIENT, np.ones((3, 3))).max(2)
    inside = filled(is_own.astype(np.uint8)) > 0
    usual = max(LEAST, median(change[inside]))
    for factor in CHANGES:
        number, insides, stats, _ = cv2.connectedComponentsWithStats(
            (change < factor * usual).astype(np.uint8), connectivity=4
        )
        depth = cv2.distanceTransform((insides > 0).astype(np.uint8), cv2.DIST_L2, 3)
        radii = np.zeros(number, np.float32)
        np.maximum.at(radii, insides, depth)
        is_region = (stats[:, cv2.CC_STAT_AREA] > SMALLEST * inside.sum()) & (radii > NARROWEST)
        rim = np.concatenate([insides[0], insides[-1], insides[:, 0], insides[:, -1]])
        is_region[0] = False
        order = np.zeros(number, np.int32)
        is_around = np.isin(np.arange(number), rim)
        is_inner = is_region & ~is_around
        order[is_inner] = np.arange(1, is_inner.sum() + 1)
        if is_inner.sum() < TANGRAM.size or is_inner.sum() > 2 * COUNTS.stop:
            continue
        yield _grown(order[insides], is_region[insides] | is_around[insides] & (insides > 0))


def _grown(regions: Image, known: Image) -> Image:
    """Return regions with each other pixel given to the nearest."""
    _, nearest = cv2.distanceTransformWithLabels(
        (~known).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    own = np.zeros(nearest.max() + 1, np.int32)
    own[nearest[known]] = regions[known]
    return np.asarray(own[nearest])


def _contour(region: Image, left: int, top: int) -> Contour:
    soft = cv2.GaussianBlur(np.pad(region.astype(np.float32), 2), (0, 0), SOFT)
    return traced(soft, left - 2, top - 2)[0]


def as_pieces(contours: Sequence[Contour], view: View) -> tuple[Ring, ...]:
    """Return the rings of the seven pieces; none if contours are not that in a view.

    A piece has its true form, laid where its edges are, if it nearly has that form.
    """
    curves = [evenly(view.of(contour.points)) for contour in contours]
    rough = pieces_among(curves, [False] * len(curves))
    if rough is None:
        return ()
    rings = [_ring(*one) for one in zip(contours, curves, rough.rings, strict=True)]
    found = pieces_among([ring.vertices for ring in rings], [False] * len(rings))
    if found is None:
        return ()
    leg = float(np.sqrt(sum(area_of(ring.vertices) for ring in rings) / LEGS))
    return tuple(_straight(ring, form, NEAR * leg) for ring, form in zip(rings, found.rings, strict=True))


def _straight(ring: Ring, form: Image, near: float) -> Ring:
    away = np.linalg.norm(ring.vertices[:, None] - form[None], axis=2)
    return replace(ring, vertices=form) if away.min(1).max() < near else ring


def _ring(contour: Contour, points: Image, form: Image) -> Ring:
    """Return a contour cut where it is nearest to the vertices of the form of its piece."""
    away = np.linalg.norm(points[:, None] - form[None], axis=2)
    starts = sorted(away.argmin(0).tolist())
    stretches = [Stretch(start, stop, FREE) for start, stop in pairwise([*starts, starts[0] + len(points)])]
    lines = tuple(line_through(points, _clear_of_vertices(stretch)) for stretch in stretches)
    off = np.concatenate([line.off(points_of(points, stretch)) for line, stretch in zip(lines, stretches, strict=True)])
    return Ring(contour, lines, vertices_of(lines, points, stretches), quantile(off, 0.9))


def _clear_of_vertices(stretch: Stretch) -> Stretch:
    rounded = round(ROUNDED * (stretch.stop - stretch.start))
    return stretch._replace(start=stretch.start + rounded, stop=stretch.stop - rounded)

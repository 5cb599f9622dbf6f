"""What the strokes of a sketch enclose: regions whose strokes need not meet, and the holes in them.

Ink is widened until it parts an inside from an outside, as little as that needs; what is inside is worn down by as much
again and by half a stroke. That leaves the region up to the middle of its strokes, with sharp vertices, and strokes
that run past a vertex are gone. A figure is closed if no long stroke is left over. Where strokes enclose nothing, their
ends are found.

Holes are faces between strokes that do not belong to the figure. Where only the outline is drawn, a hole is what one
other face is all around, or across two strokes from the outside. Where the pieces are drawn in, a hole looks like one
of them; but seven faces are the seven pieces, and the others are holes. Where the figure is filled with scribbles, a
hole is a wide face without any.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, are_labelled
from heuristan.pictures.images.contours import enclosing
from heuristan.pictures.images.curves import LEGS, Contour
from heuristan.pictures.images.faces import COUNTS, DrawnPieces, pieces_among

REACH = 0.13
"""Maximum widening of the ink, in legs: half of the gap between two strokes that it closes."""
GROWTH = 1.4
"""Ratio of each widening to the one before."""
PAST = 0.33
"""Maximum length of a stroke past a vertex, in legs."""
SOLID = 0.25
"""Width of a stroke, in legs, from which on it is not a stroke but a figure that is filled."""
LARGEST = 0.25
"""Maximum length of a leg, as a share of the picture's longer side."""
SMALLEST = 150
"""Minimum area of a figure, in pixels."""
COARSE = 160
"""Longer side, in pixels, of the picture on which strokes are followed."""
LONG = 0.15
"""Minimum length of a stroke, as a share of the span of all, whose ends count."""


class Closed(NamedTuple):
    """The regions that strokes enclose; all of these have a value for each pixel."""

    regions: Image
    """Which pixels belong to one, holes too, up to the middle of its strokes, 0 or 1."""
    widened: Image
    """By how many pixels ink was widened to close them; negative beyond them and their strokes."""
    away: Image
    """The distance from the ink."""
    left: Image
    """Which pixels are ink of strokes that enclose nothing, 0 or 1."""
    stroke: float
    """The usual width of a stroke."""


def closed(ink: Image) -> Closed:
    """Return the regions that strokes enclose, each with its gaps closed by the least widening that does it."""
    away = cv2.distanceTransform(1 - ink, cv2.DIST_L2, 5)
    regions, widened, left = np.zeros_like(ink), np.full(ink.shape, -1.0, np.float32), ink.copy()
    stroke = _stroke_of(ink)
    for by in _widenings(ink.shape):
        if not left.any():
            break
        inside = _inside(away, by)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=8)
        busy = np.unique(labels[left > 0])
        for label in busy[busy > 0]:
            x, y, width, height = stats[label, :4]
            window = np.s_[y : y + height, x : x + width]
            own = labels[window] == label
            region = _region(own, away[window], by, stroke)
            if region is not None:
                regions[window][own] = region[own]
                widened[window][own] = by
                left[window][own] = 0
    return Closed(regions, widened, away, left, stroke)


def half_of(stroke: float, leg: float) -> float:
    """Return how far the edge of a figure lies inside the edge of its ink: half a stroke, 0 if it is filled."""
    return 0.0 if stroke > SOLID * leg else stroke / 2


def _stroke_of(ink: Image) -> float:
    """Return the usual width of a stroke, in pixels."""
    depth = cv2.distanceTransform(np.pad(ink, 1), cv2.DIST_L2, 5)
    # the depth of a pixel of a stroke is a quarter of its width in the mean
    return max(1.0, 4.0 * float(depth[depth > 0].mean()) - 1.0) if ink.any() else 1.0


def _widenings(shape: tuple[int, ...]) -> Iterator[float]:
    yield 0.0
    by = 1.0
    while by < REACH * LARGEST * max(shape):
        yield by
        by = max(by + 1.0, round(by * GROWTH))


def _inside(away: Image, by: float) -> Image:
    """Return what ink, widened, parts from the border of the picture, with that ink."""
    free = np.pad((away > by).astype(np.uint8), 1, constant_values=1)
    _, labels = cv2.connectedComponents(free, connectivity=4)
    return np.asarray((labels[1:-1, 1:-1] != labels[0, 0]).astype(np.uint8))


def _region(own: Image, away: Image, by: float, stroke: float) -> Image | None:
    """Return what strokes enclose, up to their middle; None if a long stroke is left over."""
    depth = cv2.distanceTransform(np.pad(own.astype(np.uint8), 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    core = (depth > by + stroke / 2 + 1).astype(np.uint8)
    area = float(core.sum())
    leg = np.sqrt(area / LEGS)
    if area < SMALLEST or by > REACH * leg:
        return None
    core = (depth > by + half_of(stroke, float(leg)) + 1).astype(np.uint8)
    off = cv2.distanceTransform(1 - core, cv2.DIST_L2, 5)
    if (off[own & (away == 0)] > PAST * leg + stroke).any():
        return None
    return np.asarray((off <= 1.0).astype(np.uint8))


class Gap(NamedTuple):
    """The widest gap of a figure that is not closed."""

    strokes: Image
    """The corners of the box around its strokes, in pixels."""
    start: Image
    stop: Image
    """The ends of the strokes on either side of the gap."""


def gap_of(ink: Image) -> Gap | None:
    """Return the widest gap between the ends of strokes; None without a stroke.

    Args:
        ink: which pixels are ink of strokes that enclose nothing, 0 or 1.
    """
    y, x = np.nonzero(ink)
    if not len(x):
        return None
    low, high = np.array([x.min(), y.min()]), np.array([x.max(), y.max()])
    span = int((high - low).max()) + 1
    scale = min(1.0, COARSE / span)
    small = np.zeros(np.ceil((high - low)[::-1] * scale).astype(int) + 1, np.uint8)
    small[((y - low[1]) * scale).astype(int), ((x - low[0]) * scale).astype(int)] = 1
    number, labels = cv2.connectedComponents(small, connectivity=8)
    ends: list[Image] = []
    for label in range(1, number):
        spots = np.argwhere(labels == label)
        if np.ptp(spots, axis=0).max() >= LONG * span * scale:
            ends += _ends_of(spots)
    if len(ends) < 2:
        return None
    places = np.array(ends)[:, ::-1] / scale + low
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.diag([np.inf] * len(places))
    lonely = int(apart.min(axis=1).argmax())
    corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]], float)
    return Gap(corners, places[lonely], places[int(apart[lonely].argmin())])


def _ends_of(spots: Image) -> list[Image]:
    """Return the two pixels of a stroke that are farthest apart along it."""
    left = {(int(y), int(x)) for y, x in spots}
    first = _farthest(left, next(iter(left)))
    return [np.array(first), np.array(_farthest(left, first))]


def _farthest(stroke: set[tuple[int, int]], start: tuple[int, int]) -> tuple[int, int]:
    seen, queue, last = {start}, deque([start]), start
    while queue:
        last = queue.popleft()
        for y in (-1, 0, 1):
            for x in (-1, 0, 1):
                following = (last[0] + y, last[1] + x)
                if following in stroke and following not in seen:
                    seen.add(following)
                    queue.append(following)
    return last


NARROW = 0.1
"""Radius, in legs, of the largest circle in a face that is only a sliver between two strokes."""
SCRIBBLED = 0.15
"""Distance, in legs, from the next stroke of nearly all points of a figure that is filled with scribbles."""
NEARLY_ALL = 0.85
"""Share of the points that are nearly all."""
FREE = 0.2
"""Minimum radius, in legs, of the largest circle in a hole of a figure that is filled with scribbles."""
BEYOND = 2.0
"""Maximum distance of the outside from the outer edge of a stroke beyond which it lies, in pixels."""
SHARED = 0.1
"""Minimum share of the contour of a face beyond which the outside lies; less is seen past a vertex."""
HOLLOW = 0.5
"""Maximum share of ink in a hole whose strokes do not touch the others."""


class Enclosure(NamedTuple):
    """The strokes of a figure and what they enclose."""

    own: Image
    """Mask of the pixels that are enclosed or ink."""
    away: Image
    """The distance of each pixel from the ink."""
    by: float
    """By how much the strokes were widened to close the figure."""
    half: float
    """Half of the width of a stroke."""
    leg: float
    """Length of a small leg if nothing is a hole; all in pixels."""


class Inside(NamedTuple):
    """Findings of the strokes within a figure."""

    holes: Image
    """Mask of the holes, up to the middle of the strokes around them, 0 or 1."""
    pieces: tuple[Image, ...] = ()
    """The vertices of the seven pieces, if they are drawn in."""


def inside_of(figure: Enclosure) -> Inside:
    """Return the holes of a figure, and the pieces that are drawn in it."""
    labels, radii = _faces(figure)
    near = figure.away[figure.own] < SCRIBBLED * figure.leg
    if near.mean() > NEARLY_ALL:
        return Inside(_grown(are_labelled(labels, np.flatnonzero(radii > FREE * figure.leg)), figure))
    faces = np.flatnonzero(radii - figure.by > NARROW * figure.leg)
    found = _pieces(labels, faces, figure)
    if found is None:
        return Inside(_unlike_their_neighbours(are_labelled(labels, faces), figure))
    return Inside(_grown(are_labelled(labels, np.delete(faces, found.faces)), figure), found.rings)


def _faces(figure: Enclosure) -> tuple[Image, Image]:
    """Return for each pixel the number of its face, 0 for none, and for each face the radius of the largest circle."""
    inner = figure.own & (figure.away > figure.by)
    number, labels = cv2.connectedComponents(inner.astype(np.uint8), connectivity=4)
    own: Image = labels[inner]
    radii = np.zeros(number, np.float32)
    np.maximum.at(radii, own, figure.away[inner])
    return labels, radii


def _pieces(labels: Image, faces: Image, figure: Enclosure) -> DrawnPieces | None:
    """Return the seven pieces among faces; None if they are not there."""
    if len(faces) not in COUNTS:
        return None
    contours = [_contour(_grown(labels == face, figure)) for face in faces]
    return pieces_among(contours, [not is_outer for is_outer in _are_outer(contours, figure)])


def _grown(faces: Image, figure: Enclosure) -> Image:
    """Return pixels in faces, and those up to the middle of the strokes around them."""
    found = faces.astype(np.uint8)
    if not found.any():
        return found
    off = cv2.distanceTransform(1 - found, cv2.DIST_L2, 5)
    return np.asarray((off <= figure.by + figure.half).astype(np.uint8))


def _are_outer(contours: Sequence[Image], figure: Enclosure) -> Iterator[bool]:
    """Yield for each face whether the outside is beyond one of its strokes: then it is not a hole."""
    depth = cv2.distanceTransform(np.pad(figure.own.astype(np.uint8), 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    for contour in contours:
        x, y = contour.T
        yield bool((depth[y, x] < figure.by + figure.half + BEYOND).mean() > SHARED)


def _contour(mask: Image) -> Image:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(max(contours, key=len).reshape(-1, 2))


def _unlike_their_neighbours(faces: Image, figure: Enclosure) -> Image:
    """Return the holes of a figure of which the outline alone is drawn, or with some lines in it."""
    walls = np.pad((figure.own & ~faces).astype(np.uint8), 1)
    width = 2 * (figure.by + figure.half)
    rings, tree = cv2.findContours(walls, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found = [
        Contour(ring.reshape(-1, 2).astype(float), bool(node[3] >= 0), 0, 0.0)
        for ring, node in zip(rings, tree[0], strict=True)
        if len(ring) > 2
    ]
    holes = [contour for contour in enclosing(found, walls.astype(np.float32), np.zeros(2), width) if contour.is_hole]
    return _painted(holes, walls, width)[1:-1, 1:-1]


def _painted(holes: Sequence[Contour], walls: Image, width: float) -> Image:
    """Return the pixels within contours, up to the middle of the strokes that they are drawn with."""
    painted = np.zeros_like(walls)
    for contour in holes:
        one = cv2.drawContours(np.zeros_like(walls), [contour.points.astype(np.int32)], -1, 1, cv2.FILLED)
        if contour.stroke > 0:
            if walls[one > 0].mean() > HOLLOW:
                continue
            depth = cv2.distanceTransform(one, cv2.DIST_L2, 5)
            one = (depth > width / 2).astype(np.uint8)
        else:
            off = cv2.distanceTransform(1 - one, cv2.DIST_L2, 5)
            one = (off <= width / 2).astype(np.uint8)
        painted |= one
    return painted

"""The author's pieces in a picture: regions of a figure, each of one colour or between lines, that are the seven tans.

Where colour hardly changes is the inside of a region; the rest (the soft edges of regions, lines and thin gaps between
them) goes to the nearest one, so that edges lie in the middle of what parts them.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, are_labelled, components, filled
from heuristan.pictures.images.background import median, quantile
from heuristan.pictures.images.blobs import Blob
from heuristan.pictures.images.contours import traced
from heuristan.pictures.images.curves import LEGS, Contour, View, area_of, evenly
from heuristan.pictures.images.faces import COUNTS, LIKE, pieces_among
from heuristan.pictures.images.polygonal import FREE, Ring, Stretch, line_through, points_of, vertices_of

EDGE = 4
"""Width of the soft edge of ink, in pixels."""
FEWEST = 4
"""Minimum number of regions in what is ink, or between lines: at most three pieces are too pale for ink."""
MOST = 30
"""Maximum number of regions in and around a figure."""
SOFT = 1.0
"""Width of the blur of colours, and of that which makes a contour of pixels smooth, in pixels."""
LEAST = 3.0
"""Change of colour within three pixels that is none, of 255."""
CHANGES = (2.0, 3.0, 4.5, 7.0, 10.0)
"""Changes of colour that are tried as those of the edge of a region, in usual changes within the figure."""
SMALLEST = 0.006
"""Minimum area of the inside of a region, as a share of the figure's; a small triangle is a sixteenth of it."""
SLANTED = 0.7
"""Maximum distance of a vertex of a piece from that of its form, in legs, in a picture that may be taken at a slant."""
NEAR = 0.1
"""Maximum distance of the vertices of a piece from those of its true form, in legs, for it to have that."""
ROUNDED = 0.2
"""Share of an edge at either end that is not used for its line: vertices are round, as pixels go to the next region."""
NARROWEST = 2.0
"""Minimum radius of the largest circle in the inside of a region, in pixels."""
THINNEST = 0.2
"""The same as a share of its size (the square root of its area): 0.35 for a parallelogram, and less for a line."""


class Painting(NamedTuple):
    """A picture, or the part of one that has a sheet of paper."""

    image: Image
    labels: Image
    """The label of the blob of each pixel."""
    within: Image
    """Mask of the pixels of the sheet."""


def painted_in(group: Sequence[Blob], page: Painting, view: View) -> list[Contour]:
    """Return the contours of the seven pieces that a figure is painted with; none if it is not.

    Args:
        group: the blobs of ink of the figure. Pieces too pale for ink, beside it, are among the seven.
        page: the picture.
        view: the view in which the pieces have about their forms.
    """
    size = float(np.sqrt(sum(blob.area for blob in group)))
    if not any(len(regions.masks) >= FEWEST for regions in _partings(group, page, EDGE)):
        return []
    best, nearest = list[Contour](), SLANTED
    for regions in _partings(group, page, EDGE + round(size)):
        contours = regions.contours() if len(regions.masks) in COUNTS else []
        if len(contours) in COUNTS:
            may_be_holes = [not is_ink for is_ink in regions.are_ink]
            found = pieces_among([view.of(contour.points) for contour in contours], may_be_holes, nearest)
            if found is not None:
                nearest = found.off
                best = [contours[face]._replace(part=part) for part, face in enumerate(found.faces)]
    return best


class _Regions(NamedTuple):
    """The regions of a figure, and those that touch it."""

    masks: tuple[Image, ...]
    are_ink: tuple[bool, ...]
    """Whether most of each is ink of the figure."""
    left: int
    top: int

    def contours(self) -> list[Contour]:
        """Return the outer contour of each region; none if one is too small."""
        soft = [cv2.GaussianBlur(np.pad(mask.astype(np.float32), EDGE), (0, 0), SOFT) for mask in self.masks]
        found = [traced(one, self.left - EDGE, self.top - EDGE)[:1] for one in soft]
        return [contour for (contour,) in found] if all(found) else []


def _partings(group: Sequence[Blob], page: Painting, margin: int) -> Iterator[_Regions]:
    """Yield the regions of a figure for each change of colour that is tried as that of an edge.

    Args:
        group: the blobs of ink of the figure.
        page: the picture.
        margin: width of the margin around the figure in which its regions may lie, in pixels.
    """
    points = np.vstack([blob.outline for blob in group])
    left, top = np.maximum(points.min(0) - margin, 0).tolist()
    right, bottom = (points.max(0) + 1 + margin).tolist()
    window = np.s_[top:bottom, left:right]
    own = are_labelled(page.labels[window], [blob.label for blob in group])
    # the picture as it was taken: evening out the light takes colour off pieces that are too pale for ink
    colours = (cv2.GaussianBlur(one.astype(np.float32), (0, 0), SOFT) for one in cv2.split(page.image[window]))
    changes = (cv2.morphologyEx(one, cv2.MORPH_GRADIENT, np.ones((3, 3))) for one in colours)
    change = reduce(cv2.max, changes) * page.within[window]
    usual = max(LEAST, median(change[filled(own.astype(np.uint8)) > 0]))
    if _is_of_few(change < CHANGES[0] * usual, change < CHANGES[-1] * usual):
        return
    for factor in CHANGES:
        insides, chosen, around = _insides(change < factor * usual, SMALLEST * own.sum())
        if FEWEST <= len(chosen) <= MOST:
            regions = _grown(insides, [*chosen, *around])
            _, parts = cv2.connectedComponents(are_labelled(regions, chosen).astype(np.uint8), connectivity=8)
            whole = are_labelled(parts, _numbers_in(parts[own & (parts > 0)]))
            masks = [mask for mask in (regions == number for number in chosen) if whole[mask].any()]
            yield _Regions(tuple(masks), tuple(bool(own[mask].mean() > 0.5) for mask in masks), left, top)


def _is_of_few(least: Image, most: Image) -> bool:
    """Return whether fewer than FEWEST regions can be found, from what is flat by the first change and by the last.

    As more is flat, regions grow together; new ones need room where nothing was flat before.
    """
    number, _ = cv2.connectedComponents(least.astype(np.uint8), connectivity=4)
    room = cv2.distanceTransform((most & ~least).astype(np.uint8), cv2.DIST_L2, 3)
    return bool(number - 1 < FEWEST and room.max() <= NARROWEST)


def _numbers_in(labels: Image) -> Image:
    return np.flatnonzero(np.bincount(labels.ravel()))  # `np.unique` loads all that masked arrays need


def _insides(flat: Image, smallest: float) -> tuple[Image, list[int], list[int]]:
    """Return the number of the inside of a region of each pixel, those of regions, and those of what is around them."""
    insides, areas = components(flat, 4)
    around = _numbers_in(np.concatenate([insides[0], insides[-1], insides[:, 0], insides[:, -1]]))
    chosen = []
    for one in np.flatnonzero(areas > smallest).tolist():
        if one and one not in around:
            own = (insides == one).astype(np.uint8)
            x, y, width, height = cv2.boundingRect(own)
            radius = cv2.distanceTransform(np.pad(own[y : y + height, x : x + width], 1), cv2.DIST_L2, 3).max()
            if radius > max(NARROWEST, THINNEST * np.sqrt(areas[one])):
                chosen.append(one)
    return insides, chosen, around[around > 0].tolist()


def _grown(insides: Image, known: Sequence[int]) -> Image:
    """Return the insides of known regions with each other pixel given to the nearest."""
    is_known = are_labelled(insides, known)
    _, nearest = cv2.distanceTransformWithLabels(
        (~is_known).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    own = np.zeros(nearest.max() + 1, np.int32)
    own[nearest[is_known]] = insides[is_known]
    return np.asarray(own[nearest])


def as_pieces(contours: Sequence[Contour], view: View, like: float = LIKE) -> tuple[Ring, ...]:
    """Return the rings of the seven pieces; none if contours are not that in a view.

    A piece has its true form, laid where its edges are, if it nearly has that form.

    Args:
        contours: those of the regions that may be the pieces.
        view: the view in which they are seen.
        like: maximum distance of a vertex from that of the form of its piece, in legs.
    """
    curves = [evenly(view.of(contour.points)) for contour in contours]
    rough = pieces_among(curves, [False] * len(curves), like)
    if rough is None:
        return ()
    rings = [_ring(*one) for one in zip(contours, curves, rough.rings, strict=True)]
    found = pieces_among([ring.vertices for ring in rings], [False] * len(rings), like)
    if found is None:
        return ()
    leg = float(np.sqrt(sum(area_of(ring.vertices) for ring in rings) / LEGS))
    return tuple(_straight(ring, form, NEAR * leg) for ring, form in zip(rings, found.rings, strict=True))


def _straight(ring: Ring, form: Image, near: float) -> Ring:
    away = np.linalg.norm(ring.vertices[:, None] - form[None], axis=2)
    return ring._replace(vertices=form) if away.min(1).max() < near else ring


def _ring(contour: Contour, points: Image, form: Image) -> Ring:
    """Return a contour cut where it is nearest to the vertices of the form of its piece."""
    away = np.linalg.norm(points[:, None] - form[None], axis=2)
    starts = sorted(set(away.argmin(0).tolist()))
    stretches = [Stretch(start, stop, FREE) for start, stop in pairwise([*starts, starts[0] + len(points)])]
    lines = tuple(line_through(points, _clear_of_vertices(stretch)) for stretch in stretches)
    off = np.concatenate([line.off(points_of(points, stretch)) for line, stretch in zip(lines, stretches, strict=True)])
    return Ring(contour, lines, vertices_of(lines, points, stretches), quantile(off, 0.9))


def _clear_of_vertices(stretch: Stretch) -> Stretch:
    rounded = round(ROUNDED * (stretch.stop - stretch.start))
    return stretch._replace(start=stretch.start + rounded, stop=stretch.stop - rounded)

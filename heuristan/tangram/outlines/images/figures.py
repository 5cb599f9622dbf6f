"""From a picture to its figures: the pipeline."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import cv2
import numpy as np
import shapely

from heuristan.common.images.pixels import Image
from heuristan.tangram.outlines.images.contours import contours_of
from heuristan.tangram.outlines.images.curves import Contour, area_of, perimeter_of
from heuristan.tangram.outlines.images.directions import directions_of, turns_of
from heuristan.tangram.outlines.images.grouping import Blot, blots_of, figures_of, is_pattern
from heuristan.tangram.outlines.images.lighting import Light, flattened, median
from heuristan.tangram.outlines.images.masking import ink_of
from heuristan.tangram.outlines.images.paper import Paper, clear_of_edge, paper_on
from heuristan.tangram.outlines.images.rings import Ring, ring_of
from heuristan.tangram.outlines.images.sketching import Sketch, sketches_of
from heuristan.tangram.outlines.images.slant import STRAIGHT, View, best_view, straight_cost
from heuristan.tangram.puzzle.drawing import Polygon
from heuristan.tangram.puzzle.regions import rings_of, united

WORTH = 12.0
"""Minimum by which a view must explain the edges better than the picture as it is."""
SLIVER = 0.002
"""Minimum area of a part, as a share of all; smaller ones lie between rings that cross by less than a pixel."""
MAX_FIGURES = 100
"""Maximum number of figures on a page."""
MAX_VERTICES = 300
"""Maximum number of vertices of a figure."""
BENT = 3.0
"""Maximum distance of nine tenths of a contour from its straight edges, in pixels; the larger limit counts."""
BENT_SHARE = 0.015
"""The same limit as a share of the figure's size (the square root of its area)."""
WAVERING = 0.45
"""The same limit for printed strokes, in pixels; a hand's are farther off."""
THINNEST = 0.02
"""Maximum thickness of an open line, as a share of its span; a figure of pieces is several times as thick."""
GENTLE = 0.6
"""Angle, in radians: an outline of more than FEW vertices is a curve if half of them turn by less."""
FEW = 10
"""Number of vertices up to which an outline is not a curve."""


@dataclass(frozen=True)
class Figure:
    """A figure found on a picture."""

    rings: tuple[Ring, ...]
    """In pixels of the straightened picture; each part's exterior, then its holes."""
    view: View
    """The view that straightened the picture."""
    sketch: Sketch | None = None
    """What was sketched by hand there; None if it is print."""
    sheet: Image | None = None
    """The corners of the sheet of paper that it is on, in the picture's pixels; None if the sheet fills the picture."""

    @property
    def polygons(self) -> tuple[Polygon, ...]:
        """The parts, none of which crosses itself or another."""
        parts: dict[int, list[Image]] = {}
        for ring in self.rings:
            # little is left of a blot of a few pixels
            if len(ring.vertices) > 2 and (not ring.contour.is_hole or ring.contour.part in parts):
                parts.setdefault(ring.contour.part, []).append(ring.vertices)
        return _simple([shapely.Polygon(part[0], part[1:]) for part in parts.values()])

    @property
    def fault(self) -> str:
        """Why it is not the outline of a puzzle, in words; empty if it is one."""
        if self.sketch:
            return self.sketch.fault
        if not _is_cut(self.rings):
            return "is a pattern of many parts or of thin lines"
        return "" if self._is_straight else "has no straight edges"

    @property
    def _is_straight(self) -> bool:
        turns = np.concatenate([ring.turns for ring in self.rings])
        size = np.sqrt(sum(area_of(ring.vertices) for ring in self.rings if not ring.contour.is_hole))
        is_bent = max(ring.off for ring in self.rings) > max(BENT, BENT_SHARE * size)
        is_curved = len(turns) > FEW and median(turns) < GENTLE
        return not is_bent and not is_curved and len(turns) <= MAX_VERTICES

    @property
    def source(self) -> str:
        """What it was read from, in words."""
        if self.sketch:
            return "a sketch"
        if self.sheet is not None:
            return "a photograph of a sheet on a table"
        return "a picture" if self.view is STRAIGHT else "a photograph taken at a slant"

    @property
    def to_pixels(self) -> tuple[float, ...]:
        """The homography from the straightened picture back to the picture's pixels, row after row."""
        return tuple(np.linalg.inv(self.view.homography).ravel().tolist())

    @property
    def advice(self) -> str:
        """The smallest fix of its fault."""
        return self.sketch.advice if self.sketch else "draw its edges straight, or cut the picture to the puzzle"

    @property
    def suspicions(self) -> tuple[str, ...]:
        """What may have been misread, a clause each."""
        return self.sketch.suspicions if self.sketch else ()

    @property
    def is_print(self) -> bool:
        """Whether its edges are as straight as print's: strokes that enclose it do not waver, and are no open line."""
        if self.fault:
            return False
        outer = [ring.contour.points for ring in self.rings if not ring.contour.is_hole]
        is_stroke = sum(map(area_of, outer)) < THINNEST * sum(map(perimeter_of, outer)) * _span(outer)
        wavers = any(ring.contour.stroke and ring.off > WAVERING for ring in self.rings)
        return not is_stroke and not wavers

    @property
    def middle(self) -> Image:
        """The middle of its vertices, in the picture's pixels."""
        return np.asarray(self.view.back(np.vstack([ring.vertices for ring in self.rings])).mean(axis=0))


def figures_on(image: Image) -> list[Figure]:
    """Return the figures on a picture, in reading order; none on a blank one.

    If the picture shows a sheet of paper on a table, only the sheet is read. Paper and ink are separated, the blots of
    ink put together to figures, and their contours cut into straight edges. If the angles of the edges show that the
    picture was taken at a slant, it is set straight. Then all contours are cut again, now with the known directions of
    the edges.
    """
    with _one_thread():
        paper = paper_on(image)
        return (paper and _figures_on_sheet(paper)) or _figures(image, STRAIGHT, None)


def _figures_on_sheet(paper: Paper) -> list[Figure]:
    """Return the figures on a sheet of paper in the picture's pixels; none if there is no print on it."""
    found = _figures(paper.part, paper.view, paper.within)
    if all(figure.fault for figure in found):
        return []
    return [replace(figure, view=paper.place.then(figure.view), sheet=paper.corners) for figure in found]


def _figures(image: Image, view: View, within: Image | None) -> list[Figure]:
    """Return the figures on a picture, or on the sheet within it.

    Args:
        image: the picture.
        view: the view that its figures are straight in, as far as is known.
        within: which pixels are on the sheet; all if None. What touches its edge is a finger, or lies on the table.
    """
    light = flattened(image, within)
    blots, labels = blots_of(ink_of(light))
    if within is not None:
        blots = clear_of_edge(blots, within)
    groups = [_freely(group, labels, light, view) for group in figures_of(blots)[:MAX_FIGURES]]
    best = _view_of([rings for rings in groups if _is_cut(rings)], image.shape[:2], view)
    return _or_sketches([_figure(rings, view, best) for rings in groups if rings], light)


def _or_sketches(figures: list[Figure], light: Light) -> list[Figure]:
    """Return the figures of a page; as sketches, if some of them are not print."""
    if all(figure.is_print for figure in figures):
        return figures
    is_patterned = any(not _is_cut(figure.rings) for figure in figures)
    return [
        Figure(sketch.rings, STRAIGHT, sketch) for sketch in sketches_of(light, is_patterned=is_patterned)
    ] or figures


@contextmanager
def _one_thread() -> Iterator[None]:
    """Keep OpenCV on one thread: sharing out work on pictures of this size costs more than it saves."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def _freely(group: Sequence[Blot], labels: Image, light: Light, view: View) -> list[Ring]:
    """Return the contours of a figure, cut without known directions; for a pattern, the hulls of its blots, not cut."""
    if is_pattern(group):
        hulls = [view.of(cv2.convexHull(blot.outline).reshape(-1, 2).astype(float)) for blot in group]
        return [Ring(Contour(hull, False, part, 0.0), (), hull, 0.0) for part, hull in enumerate(hulls)]
    return [ring_of(contour, view) for contour in contours_of(group, labels, light)]


def _is_cut(rings: Sequence[Ring]) -> bool:
    """Return whether all contours of a figure are made straight."""
    return all(ring.lines for ring in rings)


def _view_of(figures: Sequence[Sequence[Ring]], shape: tuple[int, int], view: View) -> View:
    """Return the view in which the edges have the right angles, which may be the one that they were cut in."""
    lines = [[line for ring in rings for line in ring.lines] for rings in figures]
    lines = [own for own in lines if 0 < len(own) <= MAX_VERTICES]
    if not lines:
        return view
    straight = straight_cost(lines, shape)
    if straight < WORTH:
        return view
    best = best_view(lines, shape)
    return view.then(best.view) if straight - best.cost > WORTH else view


def _figure(freely: Sequence[Ring], view: View, best: View) -> Figure:
    """Return the figure whose contours were cut freely in a view, cut again in the best one."""
    if not _is_cut(freely) or sum(len(ring.lines) for ring in freely) > MAX_VERTICES:
        return Figure(tuple(freely), view)
    if best is not view:
        freely = [ring_of(ring.contour, best) for ring in freely]
    directions = directions_of(turns_of([line for ring in freely for line in ring.lines]))
    return Figure(tuple(ring_of(ring.contour, best, directions) for ring in freely), best)


def _simple(parts: Sequence[shapely.Polygon]) -> tuple[Polygon, ...]:
    """Return parts as they are if they are simple, else their union: they touch and cross by less than a pixel."""
    whole = shapely.MultiPolygon(parts)
    if not whole.is_valid:
        made = shapely.get_parts(united([shapely.make_valid(part) for part in parts]))
        parts = [shape for shape in made if shape.geom_type == "Polygon" and shape.area > SLIVER * whole.area] or parts
    return tuple(map(rings_of, parts))


def _span(contours: Sequence[Image]) -> float:
    """Return the longer side of the box around contours."""
    points = np.vstack(contours)
    return float((points.max(0) - points.min(0)).max())

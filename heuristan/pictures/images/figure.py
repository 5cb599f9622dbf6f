"""A figure found on a picture: its outline, what it was read from, and what is wrong or suspicious about it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
import shapely

from heuristan.common.images.pixels import Image
from heuristan.common.words import plural
from heuristan.pictures.images.background import median
from heuristan.pictures.images.curves import LEGS, STRAIGHT, View, area_of, perimeter_of
from heuristan.pictures.images.polygonal import GENTLE, Ring
from heuristan.tangram.puzzle.drawing import AUTHORS, SKETCH, LaidPiece, Polygon
from heuristan.tangram.puzzle.regions import covered, rings_of

SLIVER = 0.002
"""Minimum area of a part, as a share of all; smaller ones lie between rings that cross by less than a pixel."""
MAX_VERTICES = 300
"""Maximum number of vertices of a figure."""
BENT = 3.0
"""Maximum distance of nine tenths of a contour from its straight edges, in pixels; the larger limit counts."""
BENT_SHARE = 0.015
"""The same limit as a share of the figure's size (the square root of its area)."""
WAVERING = 0.45
"""The same limit for printed strokes, in pixels; a hand's are farther off."""
SAME = 0.1
"""Maximum distance between the middles of a figure that is read twice, as a share of its size."""
THINNEST = 0.02
"""Maximum thickness of an open line, as a share of its span; a figure of pieces is several times as thick."""
FEW = 10
"""Number of vertices up to which a printed outline is not a curve."""
AT_BORDER = 2.5
"""Maximum distance from the border of the picture of a vertex that touches it, in pixels."""
LARGE = 0.4
"""Minimum area of a four-sided figure that may be the paper, as a share of the picture's."""
SIDES = 0.5
"""Minimum share of each side of the box around a figure that its edges lie on, if it may be the paper."""
SMALL = 0.35
"""Maximum area of a hole that may be print, in squares of a leg."""


class Refused(NamedTuple):
    """Reason why a figure is no puzzle, whatever its outline is."""

    fault: str
    advice: str
    """The smallest fix."""


class Figure(NamedTuple):
    """A figure found on a picture."""

    rings: tuple[Ring, ...]
    """In pixels of the straightened picture; each part's exterior, then its holes."""
    view: View
    """The view that straightened the picture."""
    is_sketch: bool = False
    """True if it was drawn by hand, False if it was printed."""
    drawn_in: tuple[Image, ...] = ()
    """The vertices of the seven pieces, if they are drawn in a sketch."""
    remarks: tuple[str, ...] = ()
    """Things left out or closed when it was read, a clause each."""
    sheet: Image | None = None
    """The corners of the sheet of paper that it is on, in the picture's pixels; None if the sheet fills the picture."""
    suspicions: tuple[str, ...] = ()
    """Suspicions of a misreading, a clause each."""
    left_out: tuple[str, ...] = ()
    """Things on the picture that are in no figure, a clause each."""
    refused: Refused | None = None
    """Why it is no puzzle, whatever its outline is; None if that decides."""
    silhouette: "Figure | None" = None
    """What it is if its colours are not looked at; None if its rings are the outline, and not the author's pieces."""

    @property
    def polygons(self) -> tuple[Polygon, ...]:
        """The parts, none of which crosses itself or another; none where it is painted as pieces."""
        if self.silhouette:
            return ()
        parts: dict[int, list[Image]] = {}
        for ring in self.rings:
            # a tiny blob can lose all but two vertices
            if len(ring.vertices) > 2 and (not ring.contour.is_hole or ring.contour.part in parts):
                parts.setdefault(ring.contour.part, []).append(ring.vertices)
        return _simple([shapely.Polygon(part[0], part[1:]) for part in parts.values()])

    @property
    def laid(self) -> tuple[LaidPiece, ...]:
        """The author's pieces: those that are drawn in a sketch, or that the figure is painted as."""
        pieces = [ring.vertices for ring in self.rings] if self.silhouette else self.drawn_in
        return tuple(LaidPiece(None, tuple((float(x), float(y)) for x, y in piece)) for piece in pieces)

    @property
    def fault(self) -> str:
        """Why it is not the outline of a puzzle, in words; empty if it is one."""
        if self.refused:
            return self.refused.fault
        if not self.is_cut:
            return "is a pattern of many parts or of thin lines"
        return "" if self.is_sketch or self._is_straight else "has no straight edges"

    @property
    def is_cut(self) -> bool:
        """Whether all its contours are made straight; those of a pattern are not."""
        return all(ring.lines for ring in self.rings)

    @property
    def _is_straight(self) -> bool:
        turns = np.concatenate([ring.turns for ring in self.rings])
        size = np.sqrt(self.area)
        is_bent = max(ring.off for ring in self.rings) > max(BENT, BENT_SHARE * size)
        is_curved = len(turns) > FEW and median(turns) < GENTLE
        return not is_bent and not is_curved and len(turns) <= MAX_VERTICES

    @property
    def source(self) -> str:
        """Kind of source, in words."""
        if self.silhouette:
            return f"{AUTHORS} on {self._replace(silhouette=None).source}"
        if self.is_sketch:
            return SKETCH
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
        return self.refused.advice if self.refused else "draw its edges straight, or cut the picture to the puzzle"

    @property
    def is_print(self) -> bool:
        """Whether its edges are as straight as print's: strokes that enclose it do not waver, nor are an open line."""
        if self.fault:
            return False
        outer = [ring.contour.points for ring in self.rings if not ring.contour.is_hole]
        is_stroke = sum(map(area_of, outer)) < THINNEST * sum(map(perimeter_of, outer)) * _span(outer)
        wavers = any(ring.contour.stroke and ring.off > WAVERING for ring in (self.silhouette or self).rings)
        return not is_stroke and not wavers

    @property
    def area(self) -> float:
        """The area of its parts, their holes included."""
        return sum(area_of(ring.vertices) for ring in self.rings if not ring.contour.is_hole)

    @property
    def middle(self) -> Image:
        """The middle of its vertices, in the picture's pixels."""
        return np.asarray(self.view.back(np.vstack([ring.vertices for ring in self.rings])).mean(axis=0))

    @property
    def place(self) -> str:
        """Its place in words."""
        x, y = self.middle
        return f"a figure about ({x:.0f}, {y:.0f})"

    def surrounds(self, corners: Image) -> bool:
        """Return whether it has the middle of some corners on the picture within it, on ink or in a hole."""
        middle = tuple(map(float, corners.mean(0)))
        outer = [ring for ring in self.rings if not ring.contour.is_hole]
        on_picture = [self.view.back(ring.vertices).astype(np.float32) for ring in outer]
        return any(cv2.pointPolygonTest(points, middle, False) >= 0 for points in on_picture)

    def is_again(self, other: "Figure") -> bool:
        """Return whether it is another figure, read once more."""
        return bool(np.linalg.norm(self.middle - other.middle) < SAME * np.sqrt(self.area))


def _simple(parts: Sequence[shapely.Polygon]) -> tuple[Polygon, ...]:
    """Return parts as they are if they are simple, else their union: they touch and cross by less than a pixel."""
    whole = shapely.MultiPolygon(parts)
    if not whole.is_valid:
        made = shapely.get_parts(covered(map(rings_of, parts)))
        parts = [shape for shape in made if shape.geom_type == "Polygon" and shape.area > SLIVER * whole.area] or parts
    return tuple(map(rings_of, parts))


def _span(contours: Sequence[Image]) -> float:
    """Return the longer side of the box around contours."""
    points = np.vstack(contours)
    return float((points.max(0) - points.min(0)).max())


def suspicions_of(figure: Figure, shape: tuple[int, int]) -> tuple[str, ...]:
    """Return what may have been misread about a figure on a picture of some rows and columns, a clause each."""
    return tuple(_found(figure, shape))


def _found(figure: Figure, shape: tuple[int, int]) -> Iterator[str]:
    far = np.array(shape[::-1]) - 1
    on_page = [figure.view.back(ring.vertices) for ring in figure.rings]
    clear = AT_BORDER + max(abs(ring.contour.stroke) for ring in figure.rings)
    if any((points < clear).any() or (points > far - clear).any() for points in on_page):
        yield "the figure touches the border of the picture, which may cut it"
    outer = [points for points, ring in zip(on_page, figure.rings, strict=True) if not ring.contour.is_hole]
    is_large = sum(map(area_of, outer)) > LARGE * shape[0] * shape[1]
    if is_large and ((len(outer) == 1 and len(outer[0]) == 4) or _is_frame(outer)):
        yield "the figure is a large four-sided frame, perhaps the paper"
    yield from figure.remarks
    holes = [ring for ring in figure.rings if ring.contour.is_hole]
    small = sum(area_of(ring.vertices) < SMALL * figure.area / LEGS for ring in holes)
    if small:
        yield f"{plural(small, 'small hole')} in it may be print"


def _is_frame(outer: Sequence[Image]) -> bool:
    """Return whether parts take most of each side of the box around them: figures that reach its rim cut a page."""
    points = np.vstack(outer)
    low, high = points.min(0), points.max(0)
    edges = np.vstack([np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in outer])
    shares = [
        abs(np.diff(edges[(abs(edges[:, :, axis] - side) < AT_BORDER).all(axis=1)][:, :, 1 - axis])).sum()
        / (high - low)[1 - axis]
        for axis in (0, 1)
        for side in (low[axis], high[axis])
    ]
    return bool(min(shares) > SIDES)

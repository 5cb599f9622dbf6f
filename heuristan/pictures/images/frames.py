"""Frames and borders taken away: around figures, around the cells of a table, and in one colour around a page.

Else all within a frame is read as one figure, and figures that touch a border hang together with it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, are_labelled, farthest
from heuristan.pictures.images.background import Light
from heuristan.pictures.images.figure import Figure

RECTANGULAR = 0.93
"""Minimum area of a frame, as a share of the rectangle around it; its corners may be round."""
OPEN = 0.5
"""Minimum area of the faces of a frame, as a share of its own: of a figure with print in its holes it is smaller."""
ONE_FACE = 0.8
"""Share of all faces from which on the largest of them is the only one."""
SMALLEST_FACE = 0.01
"""Minimum area of a face, and of what makes it a frame, as a share of what is around it."""
SOLID = 0.2
"""Minimum radius of the largest circle in a silhouette, as a share of its size: the large triangle alone makes it 0.207
for a figure of one set, and a stroke of a letter is thinner."""
DRAWN = 0.6
"""Minimum area of the faces of a line drawing, as a share of its own."""
HOLE_VERTICES = 6
"""Maximum number of vertices of a line drawing that may be a hole of the one around it."""
HOLE_BENT = 0.03
"""Maximum distance of its contour from its edges, as a share of its length."""
AT_RIM = 0.06
"""Maximum distance from the rim of the picture of a frame around all of the page, as a share of its side."""
ALIKE = 0.03
"""Maximum difference of the areas of frames that are alike, as a share."""
FEWEST_PIXELS = 400
"""Minimum area of what is within a frame, in pixels."""
EDGE = 2
"""Width of the edge of a line that is taken away with it, in pixels."""
SAME_COLOUR = 24
"""Maximum difference of a colour from another one that is the same but for noise, of 255."""
LEAST_PAGE = 0.4
"""Minimum area of a page within a border, as a share of the picture's."""
LEAST_FIGURE = 0.003
"""Minimum area of what makes a page sure, as such a share."""
SIDES = 0.5
"""Minimum share of each side of the page that is not as the border: figures in the border's colour may touch it."""
RIM = 0.7
"""Minimum share of the rim of a page that is its paper: coloured pieces that fill a rectangle have several colours."""
GRID = 4
"""Minimum number of lines in the border's colour that cross each side of the page, if they are all lines of a grid."""
INSET = 2
"""Width of the edge of the page that is painted over with the border, in pixels: there the colours run together."""
DARK_PAGE_FIGURES = 3
"""Minimum number of figures in the border's colour on a page that is darker: a figure may have a hole or two."""
CUT = "the figure touches the border around the page, which may cut it"
LEFT_OUT = "the border around the page"


class Frame(NamedTuple):
    """A frame, by two opposite corners."""

    low: Image
    high: Image


def without_frames(light: Light, ink: Image) -> tuple[Light, Image, list[Frame]]:
    """Return the light and the ink of a picture without the frames on it, and these."""
    contours, tree = cv2.findContours(ink, cv2.RETR_TREE, cv2.CHAIN_APPROX_NONE)
    page = _Page(contours, tree[0] if tree is not None else np.empty((0, 4), int), ink.shape)
    found = page.frames()
    if not found:
        return light, ink, []
    _, labels = cv2.connectedComponents(ink, connectivity=8)
    own = are_labelled(labels, [labels[tuple(contours[index][0, 0, ::-1])] for index in found])
    own &= ~page.within(found)
    near = cv2.dilate(own.astype(np.uint8), np.ones((2 * EDGE + 1, 2 * EDGE + 1), np.uint8)) == 0
    near |= (ink > 0) & ~own
    clean = light._replace(difference=light.difference * near[..., None], distance=light.distance * near)
    frames = [Frame(points.min(0), points.max(0)) for points in (contours[index][:, 0] for index in found)]
    return clean, np.where(own, 0, ink).astype(np.uint8), frames


class _Page:
    """The contours of the ink on a page, each in the one around it: ink, its faces, the ink within these, and so on."""

    def __init__(self, contours: Sequence[Image], tree: Image, shape: tuple[int, ...]) -> None:
        self._contours, self._tree = contours, tree
        self._areas = [cv2.contourArea(contour) for contour in contours]
        self._shape = shape

    def frames(self) -> list[int]:
        """Return the contours of frames: rectangles, or tables of them, with figures within.

        A rectangle around a line drawing of few vertices may be a figure with a hole, if it is no frame like others.
        """
        around = {index: self._figures_within(index) for index in range(len(self._contours)) if self._is_open(index)}
        sure = [index for index, within in around.items() if within and not self._may_have_hole(index, within)]
        alike = [index for index in around if self._is_like(index, sure)]
        return sorted({*sure, *alike})

    def within(self, frames: Sequence[int]) -> Image:
        """Return which pixels lie in the faces of frames, clear of their lines: ink there is what touches a frame."""
        mask = np.zeros(self._shape, np.uint8)
        for face in (face for frame in frames for face in self._faces(frame)):
            cv2.fillConvexPoly(mask, np.round(cv2.boxPoints(cv2.minAreaRect(self._contours[face]))).astype(int), 1)
        return np.asarray(cv2.erode(mask, np.ones((2 * EDGE + 1, 2 * EDGE + 1), np.uint8)) > 0)

    def _is_open(self, index: int) -> bool:
        """Return whether a contour is that of a rectangle of lines, or of a table of them."""
        if not self._is_ink(index) or self._areas[index] < FEWEST_PIXELS or not self._is_rectangle(index):
            return False
        faces = list(self._faces(index))
        if sum(self._areas[face] for face in faces) < OPEN * self._areas[index]:
            return False
        return not self._is_table(faces) or all(map(self._is_rectangle, faces))

    def _is_table(self, faces: Sequence[int]) -> bool:
        areas = [self._areas[face] for face in faces]
        return max(areas) < ONE_FACE * sum(areas)

    def _figures_within(self, index: int) -> list[int]:
        faces = self._faces(index)
        return [ink for face in faces for ink in self._children(face) if self._is_figure(ink, self._areas[face])]

    def _may_have_hole(self, index: int, within: Sequence[int]) -> bool:
        is_one = len(within) == 1 and not self._is_table(list(self._faces(index)))
        return is_one and self._is_hole(within[0]) and not self._is_at_rim(index)

    def _is_like(self, index: int, others: Sequence[int]) -> bool:
        return any(abs(self._areas[index] - self._areas[other]) < ALIKE * self._areas[other] for other in others)

    def _children(self, index: int) -> Iterator[int]:
        child = int(self._tree[index][2])
        while child >= 0:
            yield child
            child = int(self._tree[child][0])

    def _faces(self, index: int) -> Iterator[int]:
        return (face for face in self._children(index) if self._areas[face] > SMALLEST_FACE * self._areas[index])

    def _is_ink(self, index: int) -> bool:
        around = int(self._tree[index][3])
        return around < 0 or not self._is_ink(around)

    def _is_rectangle(self, index: int) -> bool:
        _, (width, height), _ = cv2.minAreaRect(self._contours[index])
        return self._areas[index] > RECTANGULAR * width * height

    def _is_figure(self, index: int, around: float) -> bool:
        """Return whether ink within a face may be a figure, and is not lettering."""
        area = self._areas[index]
        if area < max(FEWEST_PIXELS, SMALLEST_FACE * around):
            return False
        own = area - sum(self._areas[face] for face in self._faces(index))
        return self._is_drawn(index) or self._depth(index) > SOLID * np.sqrt(own)

    def _is_drawn(self, index: int) -> bool:
        return sum(self._areas[face] for face in self._faces(index)) > DRAWN * self._areas[index]

    def _depth(self, index: int) -> float:
        """Return the radius of the largest circle in ink."""
        contours = [self._contours[one] for one in (index, *self._faces(index))]
        corner = contours[0].min((0, 1)) - 1
        width, height = (contours[0].max((0, 1)) - corner + 2).tolist()
        mask = cv2.drawContours(np.zeros((height, width), np.uint8), [own - corner for own in contours], -1, 1, -1)
        return float(cv2.distanceTransform(mask, cv2.DIST_L2, 3).max())

    def _is_hole(self, index: int) -> bool:
        """Return whether ink may be the lines around a hole of what is around it."""
        contour = self._contours[index]
        vertices = cv2.approxPolyDP(contour, HOLE_BENT * cv2.arcLength(contour, True), True)
        return self._is_drawn(index) and len(vertices) <= HOLE_VERTICES

    def _is_at_rim(self, index: int) -> bool:
        size = np.array(self._shape[::-1])
        points = self._contours[index][:, 0]
        return bool((points.min(0) < AT_RIM * size).all() and (points.max(0) > (1 - AT_RIM) * size).all())


class Border(NamedTuple):
    """A border around a page."""

    page: Image
    """The picture with the border in the colour of the page's paper."""
    low: Image
    high: Image
    """Two opposite corners of the page that is left, in pixels."""
    own: Image
    """Mask of the pixels with the border's colour."""
    is_darker: bool
    """Whether it is darker than the page."""

    def without(self, figures: Sequence[Figure], ink: Image) -> list[Figure]:
        """Return the figures on the page, with what is said of the border; none if it may be a figure with holes.

        Args:
            figures: those that were read on the page.
            ink: which of its pixels are ink.
        """
        is_cut = [self._touches(figure) for figure in figures]
        clear = sum(not figure.fault and not cut for figure, cut in zip(figures, is_cut, strict=True))
        is_page = clear >= (1 if self.is_darker else DARK_PAGE_FIGURES)
        if not is_page and ((ink > 0) & ~self.own).sum() < LEAST_FIGURE * ink.size:
            return []
        return [
            figure._replace(remarks=figure.remarks + (CUT,) * cut, left_out=(*figure.left_out, LEFT_OUT))
            for figure, cut in zip(figures, is_cut, strict=True)
        ]

    def _touches(self, figure: Figure) -> bool:
        points = np.vstack([figure.view.back(ring.vertices) for ring in figure.rings])
        return bool((points < self.low + INSET).any() or (points > self.high - INSET).any())


def border_around(image: Image) -> Border | None:
    """Return the border of one colour around a picture's page; None without one.

    The page fills most of each side of the box around all that has other colours, and its own rim has one colour.
    """
    colour = np.median(np.vstack([image[0], image[-1], image[:, 0], image[:, -1]]), axis=0)
    own = _is_alike(image, colour)
    others = cv2.morphologyEx((~own).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    left, top, width, height = cv2.boundingRect(others)
    size = np.array(image.shape[1::-1])
    low, high = np.array([left, top]) + INSET, np.array([left + width, top + height]) - INSET
    if width * height < LEAST_PAGE * size.prod() or (low == INSET).any() or (high == size - INSET).any():
        return None
    window = np.s_[low[1] : high[1], low[0] : high[0]]
    part, inside = image[window], ~own[window]
    rim = np.vstack([part[0], part[-1], part[:, 0], part[:, -1]])
    paper = np.median(rim, axis=0)
    sides = (inside[0], inside[-1], inside[:, 0], inside[:, -1])
    if (
        min(side.mean() for side in sides) < SIDES
        or min(map(_lines_across, sides)) >= GRID
        or _is_alike(rim[None], paper).mean() < RIM
    ):
        return None
    page = np.full_like(image, np.round(paper).astype(np.uint8))
    page[window] = part
    return Border(page, low, high, own, bool(colour.sum() < paper.sum()))


def _lines_across(side: Image) -> int:
    return int((np.diff(side.astype(np.int8)) < 0).sum())


def _is_alike(image: Image, colour: Image) -> Image:
    return np.asarray(farthest(image, np.round(colour)) <= SAME_COLOUR)

"""A border of one colour around all of a page, painted over: figures that touch it would hang together with it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.figure import Figure

ALIKE = 24
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


class Border(NamedTuple):
    """A border around a page."""

    page: Image
    """The picture with the border in the colour of the page's paper."""
    low: Image
    high: Image
    """Two opposite corners of the page that is left, in pixels."""
    own: Image
    """Which pixels have the border's colour."""
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
            replace(figure, remarks=figure.remarks + (CUT,) * cut, left_out=(*figure.left_out, LEFT_OUT))
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
    return np.asarray(np.abs(image.astype(np.int16) - np.round(colour).astype(np.int16)).max(axis=2) <= ALIKE)

"""Blobs of ink put together to figures, in reading order.

Edges of pieces are a + b√2 legs long, and a set has the area of eight square legs. So the ink of a figure says how long
its leg is, and its edges whether that is true: where each of several groups of blobs has such edges by its own area,
and together they do not have them, each is a figure. Pieces that are slid, and pictures taken at a slant, say neither.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.curves import LEGS
from heuristan.pictures.images.letters import are_letters, connected

HOLLOW = 0.4
"""Maximum share of the area of a blob that is ink, if it is a line drawing."""
SPECK = 0.012
"""Minimum area of a blob, as a share of the largest one's: smaller ones are dust, a stroke of the pen, or a number."""
SLIGHT = 0.2
"""Minimum area of a figure, as a share of the largest one's: smaller groups belong to the nearest, or are lettering."""
NEAR = 0.16
"""Maximum gap between parts of one figure, as a share of the size (the square root of the area) of the larger."""
TOUCHING = 0.05
"""Gap, as such a share, below which blobs are always parts of one figure."""
FAR = 0.5
"""Maximum gap, as such a share, for a blob that is too small to be a figure."""
EVEN = 0.12
"""Maximum spread of areas that count as equal: figures of one page are often of one size."""
UNLIKE = 0.7
"""Ratio of areas below which groups are unlike: a few unlike groups on a page are parts of one figure, up to FAR."""
MAX_APART = 3
"""Maximum number of groups of a page that may be parts of one figure, up to FAR."""
PAIR_APART = 0.3
"""Maximum gap between two groups alone on a page that are one figure, whatever their areas are."""
THIN = 0.17
"""Radius of the largest circle in a blob, in legs, up to which no piece fits into it: in a small triangle it is 0.29,
and 0.21 of the leg that two sets taken for one seem to have."""
UNSAID = 0.04
"""Maximum area of a blob that is passed over without a word, as a share of the largest figure's."""
MAX_REACHES = 30
"""Maximum number of gaps that are tried in either direction."""
MAX_BLOBS = 120
"""Maximum number of blobs on a page."""
FEWEST_PIXELS = 200
"""Minimum size of a blob, in pixels."""
MAX_PARTS = 32
"""Maximum number of parts of a figure: more than any stock of pieces has."""
LONGEST_OUTLINE = 80.0
"""Maximum length of a blob's outline, in sizes: all pieces of two sets, apart, have outlines of 22 sizes."""
LENGTHS = np.array([a + b * np.sqrt(2) for a in range(9) for b in range(7) if 0 < a + b * np.sqrt(2) < 9])
"""The lengths that sides of pieces in a row have, in legs."""
OFF = 0.035
"""Maximum error of the length of an edge, in legs."""
OFF_PIXELS = 2.0
"""The same, in pixels."""
BENT_PIXELS = 1.5
"""Maximum distance of a contour from its edges, in pixels; the larger limit counts."""
BENT = 0.012
"""Maximum distance of a contour from its edges, as a share of the square root of its area."""
SURE = 0.6
"""Minimum share of its contour that has such lengths, if a group is a figure."""
POOR = 0.4
"""Maximum share of the contours that have them, if groups together are none."""
MOST_OF_PIECE = 4
"""Maximum number of edges of a piece."""
SMALLEST_LEG = 20.0
"""Minimum length of a leg, in pixels, for edges to be measured: of a smaller one any length is near one of them."""


class Blob(NamedTuple):
    """A connected piece of ink, without its holes."""

    label: int
    area: float
    """Area in pixels, with holes filled."""
    outline: Image
    """The outer contour, in whole pixels."""
    ink: float = np.inf
    """The part of the area that is ink; infinite where holes do not count."""

    @property
    def outlines(self) -> list[Image]:
        """The outer contours of what is meant: of lines that enclose most of their area the middle of the strokes."""
        if self.ink > HOLLOW * self.area:
            return [self.outline]
        deep = self._depths
        inner = (deep >= self.ink / cv2.arcLength(self.outline, True) / 2).astype(np.uint8)
        corner = (self.outline.min(0) - 1).tolist()
        contours, _ = cv2.findContours(inner, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=corner)
        return [contour.reshape(-1, 2) for contour in contours if len(contour) > 2] or [self.outline]

    @property
    def size(self) -> float:
        return float(np.sqrt(self.area))

    @property
    def depth(self) -> float:
        """Radius of the largest circle within it, its holes filled."""
        return float(self._depths.max())

    @property
    def _depths(self) -> Image:
        """The distance of each pixel within it from its edge, in the box around it; its holes are filled."""
        corner = self.outline.min(0) - 1
        width, height = (self.outline.max(0) - corner + 2).tolist()
        mask = cv2.drawContours(np.zeros((height, width), np.uint8), [self.outline - corner], -1, 1, cv2.FILLED)
        return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5))


class Parts(NamedTuple):
    """The connected parts of the ink of a picture; rows of what is told of each, the first of them for the paper."""

    labels: Image
    """The row of the part of each pixel; 0 for paper."""
    stats: Image
    """Left, top, width, height and area, as OpenCV counts connected components."""
    are_letters: Image
    """Whether each part is a letter or belongs to one; the row of the paper is True."""

    @classmethod
    def of(cls, ink: Image) -> "Parts":
        _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
        return cls(labels, stats, np.concatenate([[True], are_letters(ink, labels, stats[1:])]))


def blobs_of(parts: Parts) -> list[Blob]:
    """Return the connected parts of ink without specks and letters, largest first."""
    labels, stats, is_letter = parts
    boxes = stats[1:, cv2.CC_STAT_WIDTH] * stats[1:, cv2.CC_STAT_HEIGHT]
    boxes[is_letter[1:]] = 0
    large = boxes.argsort()[::-1][:MAX_BLOBS]
    blobs = []
    for index in large:
        if boxes[index] < max(FEWEST_PIXELS, SPECK * boxes[large[0]]):
            break
        x, y, width, height = stats[index + 1, :4]
        part = (labels[y : y + height, x : x + width] == index + 1).astype(np.uint8)
        contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(int(x), int(y)))
        outline = max(contours, key=len).reshape(-1, 2)
        ink_area = float(stats[index + 1, cv2.CC_STAT_AREA])
        blobs.append(Blob(int(index) + 1, float(cv2.contourArea(outline)), outline, ink_area))
    blobs.sort(key=lambda blob: -blob.area)
    smallest = max(FEWEST_PIXELS, SPECK * blobs[0].area) if blobs else 0
    return [blob for blob in blobs if blob.area >= smallest]


def figures_of(blobs: Sequence[Blob]) -> list[list[Blob]]:
    """Return the blobs that belong together, in reading order: rows from the top, each from the left.

    Parts of one figure lie near each other. Where all groups at one distance have the same area, that distance is the
    right one: figures of one page are mostly laid with one set and drawn at one scale. So two or three groups of unlike
    areas are parts of one figure, farther apart. The lengths of the edges may say otherwise.
    """
    if not blobs:
        return []
    apart = _distances(blobs)
    groups = connected(apart <= _reach(blobs, apart))
    groups = [figure for group in _with_slight(groups, blobs, apart) for figure in _parted(group, blobs, apart)]
    return _in_reading_order([_thick([blobs[index] for index in group]) for group in groups])


def _thick(group: list[Blob]) -> list[Blob]:
    """Return the blobs of a group without those that no piece fits into: lettering, or a line under the figure."""
    thinnest = THIN * float(np.sqrt(sum(blob.area for blob in group) / LEGS))
    return [blob for blob in group if blob.depth > thinnest] or group


def _distances(blobs: Sequence[Blob]) -> Image:
    """Return the gap between each two blobs as a share of the larger one's size."""
    number = len(blobs)
    apart = np.zeros((number, number))
    thin = [blob.outline[:: max(1, len(blob.outline) // 80)].astype(np.float32) for blob in blobs]
    for i in range(number):
        for j in range(i):
            size = max(blobs[i].size, blobs[j].size)
            boxes = _box_gap(thin[i], thin[j])
            # beyond FAR the exact gap does not matter
            gap = boxes if boxes > FAR * size else _gap(thin[i], thin[j])
            apart[i, j] = apart[j, i] = gap / size
    return apart


def _gap(one: Image, other: Image) -> float:
    return float(np.sqrt(((one[:, None] - other[None]) ** 2).sum(axis=2).min()))


def _box_gap(one: Image, other: Image) -> float:
    gap = np.maximum(one.min(0) - other.max(0), other.min(0) - one.max(0))
    return float(np.linalg.norm(np.maximum(gap, 0)))


def _reach(blobs: Sequence[Blob], apart: Image) -> float:
    """Return the maximum gap between blobs of one figure."""
    gaps: list[float] = sorted(set(apart[(apart > TOUCHING) & (apart < FAR)].tolist()))
    wider = [gap + 1e-9 for gap in gaps if gap > NEAR][:MAX_REACHES]
    closer = [gap - 1e-9 for gap in gaps[::-1] if gap <= NEAR][:MAX_REACHES]
    together = next((reach for reach in wider if len(_areas(blobs, apart, reach)) == 1), FAR)
    is_pair = len(_areas(blobs, apart, NEAR)) == 2 and together < PAIR_APART
    for reach in () if is_pair else (NEAR, *wider, *closer):
        areas = _areas(blobs, apart, reach)
        # two parts of the same area that are near each other are rather one figure than two
        if len(areas) >= (2 if reach >= NEAR else 3) and _is_even(areas):
            return reach
    areas = _areas(blobs, apart, NEAR)
    are_parts = 1 < len(areas) <= MAX_APART and min(areas) < UNLIKE * max(areas)
    return together if is_pair or (are_parts and together < FAR) else NEAR


def _areas(blobs: Sequence[Blob], apart: Image, reach: float) -> list[float]:
    """Return the areas of the groups at a reach, without those that are too small to be figures."""
    areas = [sum(blobs[index].area for index in group) for group in connected(apart <= reach)]
    return [area for area in areas if area >= SLIGHT * max(areas)]


def _is_even(areas: Sequence[float]) -> bool:
    return float(np.std(areas)) < EVEN * float(np.mean(areas))


def _with_slight(groups: list[list[int]], blobs: Sequence[Blob], apart: Image) -> list[list[int]]:
    """Give groups that are too small to be figures to the nearest one; keep what is a figure, and drop the others."""
    areas = [sum(blobs[index].area for index in group) for group in groups]
    figures = [group for group, area in zip(groups, areas, strict=True) if area >= SLIGHT * max(areas)]
    slight = [group for group, area in zip(groups, areas, strict=True) if area < SLIGHT * max(areas)]
    whole = [list(group) for group in figures]
    for group in slight:
        gaps = [float(apart[np.ix_(group, figure)].min()) for figure in figures]
        nearest = int(np.argmin(gaps))
        if gaps[nearest] <= FAR and _is_piece(group, blobs, max(areas)):
            whole[nearest] += group
        elif sum(blobs[index].area for index in group) > UNSAID * max(areas) and is_figure(_outlines(group, blobs)):
            whole.append(group)
    return whole


def _parted(group: list[int], blobs: Sequence[Blob], apart: Image) -> list[list[int]]:
    """Return the figures that a group is made of: one, if their edges do not say surely that they are several."""
    near = [[group[place] for place in part] for part in connected(apart[np.ix_(group, group)] <= NEAR)]
    outlines = [_outlines(part, blobs) for part in near]
    is_one = len(near) == 1 or _is_around(outlines) or not _are_figures(outlines)
    return [group] if is_one else near


def _is_around(groups: Sequence[Sequence[Image]]) -> bool:
    """Return whether a group lies within another: the lines of a hole do."""
    starts = [tuple(map(float, group[0][0])) for group in groups]
    return any(
        cv2.pointPolygonTest(outline, start, False) > 0
        for group, own in zip(groups, starts, strict=True)
        for outline in group
        for start in starts
        if start is not own
    )


def _outlines(group: Sequence[int], blobs: Sequence[Blob]) -> list[Image]:
    return [outline for index in group for outline in blobs[index].outlines]


def _is_piece(group: Sequence[int], blobs: Sequence[Blob], largest: float) -> bool:
    """Return whether a slight group may be pieces of a set: none is smaller than a thirtieth of all."""
    return all(blobs[index].area > 0.025 * largest for index in group)


def is_pattern(figure: Sequence[Blob]) -> bool:
    """Return whether a group is a pattern and not a figure: squared paper, hatching, a grid of dots."""
    return len(figure) > MAX_PARTS or any(len(blob.outline) > LONGEST_OUTLINE * blob.size for blob in figure)


def _in_reading_order(figures: Sequence[list[Blob]]) -> list[list[Blob]]:
    """Sort figures by rows from top to bottom, each from left to right."""
    boxes = {id(figure): _box(figure) for figure in figures}
    left = sorted(figures, key=lambda figure: boxes[id(figure)][1])
    ordered: list[list[Blob]] = []
    while left:
        _, top, _, bottom = boxes[id(left[0])]
        row = [figure for figure in left if _overlap(boxes[id(figure)], top, bottom)]
        ordered += sorted(row, key=lambda figure: boxes[id(figure)][0])
        left = [figure for figure in left if not any(figure is other for other in row)]
    return ordered


def _box(figure: Sequence[Blob]) -> tuple[float, float, float, float]:
    points = np.vstack([blob.outline for blob in figure])
    (left, top), (right, bottom) = points.min(0), points.max(0)
    return float(left), float(top), float(right), float(bottom)


def _overlap(box: tuple[float, float, float, float], top: float, bottom: float) -> bool:
    """Return whether a box shares a row: more than half the height of the lower of the two."""
    shared = min(box[3], bottom) - max(box[1], top)
    return shared >= 0.5 * min(box[3] - box[1], bottom - top)


def is_figure(outlines: Sequence[Image]) -> bool:
    """Return whether the outlines of some ink are surely those of one figure, and not of a piece."""
    return _fit(outlines) >= SURE and sum(len(_edges(outline)) for outline in outlines) > MOST_OF_PIECE


def _are_figures(groups: Sequence[Sequence[Image]]) -> bool:
    """Return whether groups of ink, by the outlines of each, are surely figures of their own, and not parts of one."""
    return _fit([outline for group in groups for outline in group]) <= POOR and all(
        _fit(group) >= SURE for group in groups
    )


def _fit(outlines: Sequence[Image]) -> float:
    """Return the share of outlines whose edges have lengths of pieces of one set that covers them all."""
    leg = float(np.sqrt(sum(map(cv2.contourArea, outlines)) / LEGS))
    if leg < SMALLEST_LEG:
        return 0.0
    lengths = np.concatenate([_edges(outline) for outline in outlines]) / leg
    off = abs(lengths[:, None] - LENGTHS).min(axis=1)
    return float(lengths[off < max(OFF, OFF_PIXELS / leg)].sum() / lengths.sum())


def _edges(outline: Image) -> Image:
    """Return the lengths of the edges of an outline, in pixels."""
    bent = max(BENT_PIXELS, BENT * float(np.sqrt(cv2.contourArea(outline))))
    vertices = cv2.approxPolyDP(outline.reshape(-1, 1, 2), bent, True).reshape(-1, 2).astype(float)
    return np.asarray(np.linalg.norm(vertices - np.roll(vertices, 1, axis=0), axis=1))

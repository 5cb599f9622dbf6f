"""Blots of ink put together to figures, in reading order."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image

SPECK = 0.012
"""Of the largest blot's area: less is dust, a stroke of the pen, or a number beside the figure."""
SLIGHT = 0.2
"""Of the largest figure's area: less is no figure of its own, but a part of the nearest, or lettering."""
NEAR = 0.16
"""Of the size (the square root of the area) of the larger: parts of one figure lie no farther apart."""
TOUCHING = 0.05
"""The same for parts that no figures of a page would come as near as."""
FAR = 0.5
"""The same for a blot too small to be a figure of its own."""
EVEN = 0.12
"""Areas that differ by no more are the same: figures of one page are often of one size."""
UNLIKE = 0.7
"""Parts of an area so much smaller are none of another's equals: few on a page are parts of one figure, up to FAR."""
MOST_APART = 3
"""Groups of a page that may be parts of one figure, that far apart."""
PAIR_APART = 0.3
"""Two groups alone on a page are one figure up to that, whatever their areas are."""
MOST_REACHES = 30
MOST_BLOTS = 120
FEWEST_PIXELS = 200
MOST_PARTS = 32
"""Of a figure: more than any stock of pieces has."""
LONGEST_OUTLINE = 80.0
"""Of a blot's size: all pieces of two sets, apart, have outlines of 22 of the size of their area."""


class Blot(NamedTuple):
    """A connected piece of ink, without its holes."""

    label: int
    area: float
    """Pixels, holes filled."""
    outline: Image
    """The outer contour, whole pixels."""

    @property
    def size(self) -> float:
        return float(np.sqrt(self.area))


def blots_of(ink: Image) -> tuple[list[Blot], Image]:
    """The connected pieces of ink that are no specks, largest first, and which pixel belongs to which."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = stats[1:number, cv2.CC_STAT_WIDTH] * stats[1:number, cv2.CC_STAT_HEIGHT]
    large = boxes.argsort()[::-1][:MOST_BLOTS]
    blots = []
    for index in large:
        if boxes[index] < max(FEWEST_PIXELS, SPECK * boxes[large[0]]):
            break
        x, y, width, height = stats[index + 1, :4]
        part = (labels[y : y + height, x : x + width] == index + 1).astype(np.uint8)
        contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(int(x), int(y)))
        outline = max(contours, key=len).reshape(-1, 2)
        blots.append(Blot(int(index) + 1, float(cv2.contourArea(outline)), outline))
    blots.sort(key=lambda blot: -blot.area)
    least = max(FEWEST_PIXELS, SPECK * blots[0].area) if blots else 0
    return [blot for blot in blots if blot.area >= least], labels


def figures_of(blots: Sequence[Blot]) -> list[list[Blot]]:
    """Blots that belong together, in reading order: rows from the top, each from the left.

    Parts of one figure lie near each other. Where all groups at one distance have the same area, that distance is the
    right one: figures of one page are mostly laid with one set and drawn at one scale. So two or three groups of unlike
    areas are parts of one figure, farther apart.
    """
    if not blots:
        return []
    apart = _distances(blots)
    groups = _joined(blots, apart, _reach(blots, apart))
    groups = _with_slight(groups, blots, apart)
    return in_reading_order([[blots[index] for index in group] for group in groups])


def _distances(blots: Sequence[Blot]) -> Image:
    """The gap between each two blots as a part of the larger one's size."""
    number = len(blots)
    apart = np.zeros((number, number))
    thin = [blot.outline[:: max(1, len(blot.outline) // 80)].astype(np.float32) for blot in blots]
    for i in range(number):
        for j in range(i):
            size = max(blots[i].size, blots[j].size)
            boxes = _box_gap(thin[i], thin[j])
            # beyond FAR only that it is so matters
            gap = boxes if boxes > FAR * size else _gap(thin[i], thin[j])
            apart[i, j] = apart[j, i] = gap / size
    return apart


def _gap(one: Image, other: Image) -> float:
    return float(np.sqrt(((one[:, None] - other[None]) ** 2).sum(axis=2).min()))


def _box_gap(one: Image, other: Image) -> float:
    gap = np.maximum(one.min(0) - other.max(0), other.min(0) - one.max(0))
    return float(np.linalg.norm(np.maximum(gap, 0)))


def _reach(blots: Sequence[Blot], apart: Image) -> float:
    """How near blots of one figure are."""
    gaps = sorted(float(gap) for gap in np.unique(apart[(apart > TOUCHING) & (apart < FAR)]))
    wider = [gap + 1e-9 for gap in gaps if gap > NEAR][:MOST_REACHES]
    closer = [gap - 1e-9 for gap in gaps[::-1] if gap <= NEAR][:MOST_REACHES]
    together = next((reach for reach in wider if len(_areas(blots, apart, reach)) == 1), FAR)
    is_pair = len(_areas(blots, apart, NEAR)) == 2 and together < PAIR_APART
    for reach in () if is_pair else (NEAR, *wider, *closer):
        areas = _areas(blots, apart, reach)
        # two parts of the same area, near each other, are rather one figure than two
        if len(areas) >= (2 if reach >= NEAR else 3) and _is_even(areas):
            return reach
    areas = _areas(blots, apart, NEAR)
    are_parts = 1 < len(areas) <= MOST_APART and min(areas) < UNLIKE * max(areas)
    return together if is_pair or (are_parts and together < FAR) else NEAR


def _areas(blots: Sequence[Blot], apart: Image, reach: float) -> list[float]:
    """The areas of the groups at a reach, without those that are too small to be figures."""
    areas = [sum(blots[index].area for index in group) for group in _joined(blots, apart, reach)]
    return [area for area in areas if area >= SLIGHT * max(areas)]


def _is_even(areas: Sequence[float]) -> bool:
    return float(np.std(areas)) < EVEN * float(np.mean(areas))


def _joined(blots: Sequence[Blot], apart: Image, reach: float) -> list[list[int]]:
    """The groups that are connected by gaps up to so much."""
    left, groups = set(range(len(blots))), []
    while left:
        group = [min(left)]
        left.discard(group[0])
        for index in group:
            near = [other for other in sorted(left) if apart[index, other] <= reach]
            group += near
            left.difference_update(near)
        groups.append(group)
    return groups


def _with_slight(groups: list[list[int]], blots: Sequence[Blot], apart: Image) -> list[list[int]]:
    """Groups that are too small to be figures given to the nearest one, or dropped."""
    areas = [sum(blots[index].area for index in group) for group in groups]
    figures = [group for group, area in zip(groups, areas, strict=True) if area >= SLIGHT * max(areas)]
    slight = [group for group, area in zip(groups, areas, strict=True) if area < SLIGHT * max(areas)]
    whole = [list(group) for group in figures]
    for group in slight:
        gaps = [float(apart[np.ix_(group, figure)].min()) for figure in figures]
        nearest = int(np.argmin(gaps))
        if gaps[nearest] <= FAR and _is_piece(group, blots, max(areas)):
            whole[nearest] += group
    return whole


def _is_piece(group: Sequence[int], blots: Sequence[Blot], largest: float) -> bool:
    """Whether a slight group may be pieces of a set: none is smaller than a thirtieth of all."""
    return all(blots[index].area > 0.025 * largest for index in group)


def is_pattern(figure: Sequence[Blot]) -> bool:
    """Whether a group is no figure that could be laid: squared paper, hatching, a grid of dots."""
    return len(figure) > MOST_PARTS or any(len(blot.outline) > LONGEST_OUTLINE * blot.size for blot in figure)


def in_reading_order(figures: Sequence[list[Blot]]) -> list[list[Blot]]:
    """Rows from the top to the bottom, each from the left to the right."""
    boxes = {id(figure): _box(figure) for figure in figures}
    left = sorted(figures, key=lambda figure: boxes[id(figure)][1])
    ordered: list[list[Blot]] = []
    while left:
        _, top, _, bottom = boxes[id(left[0])]
        row = [figure for figure in left if _overlap(boxes[id(figure)], top, bottom)]
        ordered += sorted(row, key=lambda figure: boxes[id(figure)][0])
        left = [figure for figure in left if not any(figure is other for other in row)]
    return ordered


def _box(figure: Sequence[Blot]) -> tuple[float, float, float, float]:
    points = np.vstack([blot.outline for blot in figure])
    (left, top), (right, bottom) = points.min(0), points.max(0)
    return float(left), float(top), float(right), float(bottom)


def _overlap(box: tuple[float, float, float, float], top: float, bottom: float) -> bool:
    """Whether a box shares a row: more than half the height of the lower of the two."""
    shared = min(box[3], bottom) - max(box[1], top)
    return shared >= 0.5 * min(box[3] - box[1], bottom - top)

"""The pieces of a picture, each by itself, and what is wrong with those that are none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.loading import Picture
from heuristan.jigsaw.reading.folders import MOST_PICTURES
from heuristan.jigsaw.reading.silhouettes import Singles, share_of

Numbers: TypeAlias = NDArray[Any]
"""As OpenCV counts: labels, boxes, middles."""

SPECK = 0.08
"""Of the largest thing in a picture: what is smaller is dirt."""
LEAST_AREA = 24 * 24
"""Pixels of a piece at least."""
MARGIN = 6
"""Pixels of nothing that a piece's picture has round it, as far as the sheet has them."""
LONGEST_ON_RIM = 0.08
"""Of the root of its area: so long a stretch of a piece may lie on the picture's rim. A head that only touches the rim
has one; a head that is cut off has a longer one."""
WORN = 0.06
"""Of the root of a piece's area: so much is worn off pieces that touch. A piece by itself does not fall apart by it."""
TWO, FRAGMENT = 1.5, 0.5
"""Times the median area: from here on it is two pieces, below it is none. Tabs and blanks alone make 0.75 to 1.3."""


@dataclass(frozen=True, eq=False)
class Found:
    """A piece that was found in a picture."""

    name: str
    picture: Picture
    share: Singles
    """Each pixel's share of the piece, 0 to 1; shape (height, width)."""
    source: str
    """The file."""
    left: int
    """Where in the file's picture this one begins."""
    top: int
    area: int

    @property
    def spot(self) -> str:
        """Where its middle lies in the file's picture, in words."""
        y, x = np.nonzero(self.share > 0.5)
        return f"x {self.left + round(float(x.mean()))}, y {self.top + round(float(y.mean()))}"


def found_in(picture: Picture, name: str, source: str) -> list[Found]:
    """The pieces of a picture: one, called by the name, or those of a sheet, row by row: name-01, name-02, ...

    Raises:
        PuzzleError: there is none, there are too many, or one is cut off by the rim.
    """
    share = share_of(picture, source)
    labels, stats, middles = _connected(share > 0.5)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < LEAST_AREA:
        raise PuzzleError(
            f"{source}: no piece is seen in the picture; a piece is cut out with transparency, or lies on a plain "
            "background of another colour"
        )
    kept = [label for label in range(1, len(stats)) if areas[label - 1] >= max(SPECK * areas.max(), 4)]
    if len(kept) > MOST_PICTURES:
        raise PuzzleError(
            f"{source}: {len(kept)} things are seen in the picture, and more than {MOST_PICTURES} pieces are not read; "
            "a background that is grainy is not plain"
        )
    for label in kept:
        _check_rim(labels, label, int(areas[label - 1]), source)
    order = reading_order(stats[kept, cv2.CC_STAT_TOP], stats[kept, cv2.CC_STAT_HEIGHT], middles[kept])
    names = (
        [name] if len(kept) == 1 else [f"{name}-{number:0{len(str(len(kept)))}}" for number in range(1, len(kept) + 1)]
    )
    return [
        _alone(picture, share, labels, stats, kept[place], each, source)
        for each, place in zip(names, order, strict=True)
    ]


def _connected(mask: NDArray[np.bool_]) -> tuple[Numbers, Numbers, Numbers]:
    """Labels of what hangs together in a mask, 0 for nothing; the box and area of each; the middle of each."""
    _, labels, stats, middles = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return np.asarray(labels), np.asarray(stats), np.asarray(middles)


def reading_order(tops: Numbers, heights: Numbers, middles: Numbers) -> list[int]:
    """Places row by row: what has its middle above the bottom of a row's first belongs to the row."""
    left = sorted(range(len(tops)), key=lambda place: int(tops[place]))
    found: list[int] = []
    while left:
        bottom = tops[left[0]] + heights[left[0]]
        row = [place for place in left if middles[place][1] < bottom]
        found += sorted(row, key=lambda place: float(middles[place][0]))
        left = [place for place in left if place not in row]
    return found


def _alone(
    picture: Picture,
    share: Singles,
    labels: Numbers,
    stats: Numbers,
    label: int,
    name: str,
    source: str,
) -> Found:
    """One piece with a margin of nothing, cut out of the picture."""
    left, top, width, height, area = (int(value) for value in stats[label])
    y0, x0 = max(0, top - MARGIN), max(0, left - MARGIN)
    part = slice(y0, top + height + MARGIN), slice(x0, left + width + MARGIN)
    here = labels[part]
    own = cv2.dilate((here == label).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    own &= (here == label) | (here == 0)
    alone = np.where(own, share[part], 0).astype(np.float32)
    pixels = picture[part].copy()
    pixels[..., 3] = np.round(alone * 255)
    return Found(name, pixels, alone, source, x0, y0, area)


def _check_rim(labels: Numbers, label: int, area: int, source: str) -> None:
    """Refuse a piece that the picture's rim cuts off."""
    height, width = labels.shape
    rims = {
        "left": (labels[:, 0], 0, None),
        "right": (labels[:, -1], width - 1, None),
        "upper": (labels[0], None, 0),
        "lower": (labels[-1], None, height - 1),
    }
    for side, (line, x, y) in rims.items():
        there = np.flatnonzero(line == label)
        if len(there) > LONGEST_ON_RIM * area**0.5:
            middle = int(there[len(there) // 2])
            raise PuzzleError(
                f"{source}: the picture's {side} rim cuts a piece off at x {middle if x is None else x}, "
                f"y {middle if y is None else y}; leave some background all round it"
            )


def check_sizes(pieces: Sequence[Found]) -> None:
    """Refuse what is so large that two pieces touch, or so small that it is no piece beside the others.

    Raises:
        PuzzleError: names the file and the spot.
    """
    median = float(np.median([piece.area for piece in pieces]))
    for piece in pieces:
        if piece.area > TWO * median:
            x, y = _joint(piece, median)
            raise PuzzleError(
                f"{piece.source}: two pieces touch near x {x}, y {y}, or one is much larger than the others; lay "
                "them apart"
            )
        if piece.area < FRAGMENT * median:
            raise PuzzleError(
                f"{piece.source}: what lies at {piece.spot} is much smaller than the other pieces "
                f"({piece.area} pixels; half of them have {median:.0f} or more); take it away"
            )


def _joint(piece: Found, median: float) -> tuple[int, int]:
    """About where two pieces touch.

    Where they only touch, the mask falls into two when its rim is worn down a little, and the joint lies between the
    two. Where they lie along each other it does not, and the joint is about half way between the halves' middles.
    """
    mask = (piece.share > 0.5).astype(np.uint8)
    parts = _worn_apart(mask, median)
    if parts is None:
        x, y = _between_halves(mask)
        away = np.hypot(
            *(axis - at for axis, at in zip(np.mgrid[: mask.shape[0], : mask.shape[1]], (y, x), strict=True))
        )
    else:
        away = sum(cv2.distanceTransform(1 - part, cv2.DIST_L2, 5) for part in parts)
    row, column = np.unravel_index(int(np.argmin(np.where(mask > 0, away, np.inf))), mask.shape)
    return piece.left + int(column), piece.top + int(row)


def _worn_apart(mask: NDArray[np.uint8], median: float) -> list[NDArray[np.uint8]] | None:
    """The two large parts of a mask that is worn down; None where it does not fall into two."""
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    for level in np.arange(0.5, WORN * median**0.5):
        labels, stats, _ = _connected(depth > level)
        large = [label for label in range(1, len(stats)) if stats[label, cv2.CC_STAT_AREA] > median / 4]
        if len(large) > 1:
            return [(labels == label).astype(np.uint8) for label in large[:2]]
    return None


def _between_halves(mask: NDArray[np.uint8]) -> tuple[float, float]:
    """The point half way between the middles of the two halves of a mask: Lloyd's two means."""
    points = np.argwhere(mask)[:, ::-1].astype(float)
    spread = points - points.mean(0)
    axis = np.linalg.svd(spread, full_matrices=False)[2][0]
    first = spread @ axis > 0
    for _ in range(10):
        middles = points[first].mean(0), points[~first].mean(0)
        away = [((points - middle) ** 2).sum(1) for middle in middles]
        first = away[0] < away[1]
    x, y = (middles[0] + middles[1]) / 2
    return float(x), float(y)

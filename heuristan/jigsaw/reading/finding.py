"""The pieces of a picture, each by itself; what is not one piece is refused."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import InputError
from heuristan.jigsaw.piece import MOST_PICTURES, Booleans, Picture, Singles
from heuristan.jigsaw.reading.foreground import TRANSPARENT, has_plain_rim, joined, share_of
from heuristan.jigsaw.reading.surroundings import Sheet, sheet_in, without_lid

Numbers: TypeAlias = NDArray[Any]
"""Labels, boxes and middles as OpenCV returns them."""

Corner: TypeAlias = tuple[int, int]
"""Column and row of a file's picture at which the part begins that is read."""

SPECK = 0.08
"""Minimum area as a share of the largest thing in the picture: anything smaller is dirt."""
LEAST_AREA = 24 * 24
"""Minimum area of a piece in pixels."""
MARGIN = 6
"""Empty pixels around a piece in its picture, as far as the sheet has them."""
LONGEST_ON_RIM = 0.08
"""Maximum length of a piece on the picture's rim, as a share of the root of its area. The head of a tab that only
touches the rim is within it; one that is cut off is not."""
TWO, FRAGMENT = 1.5, 0.5
"""Areas, as multiples of the median, above which a thing is two pieces and below which it is a fragment. Tabs and
blanks account for 0.75 to 1.3."""


@dataclass(frozen=True, eq=False)
class Found:
    """A piece found in a picture."""

    name: str
    picture: Picture
    share: Singles
    """Each pixel's share of the piece, 0 to 1; shape (height, width)."""
    source: str
    """The file."""
    left: int
    """Column of the file's picture at which this picture begins."""
    top: int
    """Row of the file's picture at which this picture begins."""
    area: int
    fault: str = ""
    """Why it cannot be read, if the picture's rim or the sheet's edge cuts it off."""
    remark: str = ""
    """Remarks on the picture."""

    @property
    def spot(self) -> str:
        """The position of its middle in the file's picture, in words."""
        y, x = np.nonzero(self.share > 0.5)
        return f"x {self.left + round(float(x.mean()))}, y {self.top + round(float(y.mean()))}"


def found_in(picture: Picture, name: str, source: str) -> list[Found]:
    """Find the pieces of a picture: a single one, called `name`, or those of a sheet, row by row: name-01, name-02, ...

    Raises:
        InputError: if the picture has no pieces or too many.
    """
    fault: InputError | None = None
    found: list[Found] = []
    try:
        found = _on_background(picture, name, source)
    except InputError as other:
        fault = other
    is_clear = len(found) > 1 and not any(each.fault for each in found)
    sheet = None if is_clear or picture[..., 3].min() < TRANSPARENT else sheet_in(picture)
    if sheet is not None:
        return _on_sheet(sheet, name, source)
    if fault is not None:
        raise fault
    return found


def _on_background(picture: Picture, name: str, source: str) -> list[Found]:
    """Find the pieces of a picture whose rim shows the background; arguments and errors as of `found_in`."""
    picture, corner = _inside_lid(picture)
    return _found(picture, joined(share_of(picture, source)), name, source, corner)


def _on_sheet(sheet: Sheet, name: str, source: str) -> list[Found]:
    """Find the pieces of a sheet that lies on a table; what lies over its edge is cut off."""
    beyond = cv2.dilate((~sheet.within).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    found = _found(sheet.picture, joined(share_of(sheet.picture, source)), name, source, (0, 0))
    remark = f"{source}: only the sheet is read; what lies on the table beside it is not"
    return [replace(each, fault=each.fault or _over_edge(each, beyond), remark=remark) for each in found]


def _over_edge(found: Found, beyond: Booleans) -> str:
    """Say that a piece lies over the edge of its sheet; an empty text if it does not."""
    height, width = found.share.shape
    part = beyond[found.top : found.top + height, found.left : found.left + width]
    if not ((found.share > 0.5) & part).any():
        return ""
    return f"{found.source}: the piece at {found.spot} lies over the edge of its sheet; lay it on the sheet"


def _found(picture: Picture, share: Singles, name: str, source: str, corner: Corner) -> list[Found]:
    """Find the pieces of a picture by each pixel's share; arguments and errors as of `found_in`."""
    labels, stats, middles = _connected(share > 0.5)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < LEAST_AREA:
        raise InputError(
            f"{source}: no piece is seen in the picture; a piece is cut out with transparency, or lies on a plain "
            "background of another colour"
        )
    kept = [label for label in range(1, len(stats)) if areas[label - 1] >= max(SPECK * areas.max(), 4)]
    if len(kept) > MOST_PICTURES:
        raise InputError(
            f"{source}: {len(kept)} things are seen in the picture, and at most {MOST_PICTURES} pieces are read; the "
            "background may be grainy, so use a plain one"
        )
    order = reading_order(stats[kept, cv2.CC_STAT_TOP], stats[kept, cv2.CC_STAT_HEIGHT], middles[kept])
    names = (
        [name] if len(kept) == 1 else [f"{name}-{number:0{len(str(len(kept)))}}" for number in range(1, len(kept) + 1)]
    )
    return [
        _alone(picture, share, labels, stats, kept[place], each, source, corner)
        for each, place in zip(names, order, strict=True)
    ]


def _connected(mask: Booleans) -> tuple[Numbers, Numbers, Numbers]:
    """Return the labels of the connected parts of a mask (0 is outside), the box and area of each, its middle."""
    _, labels, stats, middles = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return np.asarray(labels), np.asarray(stats), np.asarray(middles)


def reading_order(tops: Numbers, heights: Numbers, middles: Numbers) -> list[int]:
    """Return the indices row by row; a piece whose middle is above the bottom of a row's first piece is in the row."""
    left = sorted(range(len(tops)), key=lambda place: int(tops[place]))
    found: list[int] = []
    while left:
        bottom = tops[left[0]] + heights[left[0]]
        row = [place for place in left if middles[place][1] < bottom]
        found += sorted(row, key=lambda place: float(middles[place][0]))
        left = [place for place in left if place not in row]
    return found


def _inside_lid(picture: Picture) -> tuple[Picture, Corner]:
    """Return a picture without a scanner's lid, and the column and row at which it begins."""
    if picture[..., 3].min() < TRANSPARENT or has_plain_rim(picture):
        return picture, (0, 0)
    rows, columns = without_lid(picture)
    return picture[rows, columns], (columns.start, rows.start)


def _alone(
    picture: Picture,
    share: Singles,
    labels: Numbers,
    stats: Numbers,
    label: int,
    name: str,
    source: str,
    corner: Corner,
) -> Found:
    """Cut one piece out of the picture, with an empty margin."""
    left, top, width, height, area = (int(value) for value in stats[label])
    y0, x0 = max(0, top - MARGIN), max(0, left - MARGIN)
    part = slice(y0, top + height + MARGIN), slice(x0, left + width + MARGIN)
    here = labels[part]
    own = cv2.dilate((here == label).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    own &= (here == label) | (here == 0)
    alone = np.where(own, share[part], 0).astype(np.float32)
    pixels = picture[part].copy()
    pixels[..., 3] = np.round(alone * 255)
    fault = _cut_off(labels, label, area, source, corner)
    return Found(name, pixels, alone, source, x0 + corner[0], y0 + corner[1], area, fault)


def _cut_off(labels: Numbers, label: int, area: int, source: str, corner: Corner) -> str:
    """Say where the picture's rim cuts a piece off; an empty text if it does not."""
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
            return (
                f"{source}: the picture's {side} rim cuts a piece off at x {corner[0] + (middle if x is None else x)}, "
                f"y {corner[1] + (middle if y is None else y)}; leave some background all around it"
            )
    return ""


def odd_sizes(pieces: Sequence[Found]) -> dict[str, str]:
    """Find what is so large that it must be two pieces, or so small that it cannot be one: its name and the reason."""
    if not pieces:
        return {}
    median = float(np.median([piece.area for piece in pieces]))
    found = {}
    for piece in pieces:
        if piece.area > TWO * median:
            found[piece.name] = (
                f"{piece.source}: two pieces touch near {piece.spot}, or one is much larger than the others; lay "
                "them apart"
            )
        elif piece.area < FRAGMENT * median:
            found[piece.name] = (
                f"{piece.source}: what lies at {piece.spot} is much smaller than the other pieces "
                f"({piece.area} pixels; half of them have {median:.0f} or more); remove it"
            )
    return found

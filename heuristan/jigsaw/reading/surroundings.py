"""What a picture shows beside pieces on their background: a table around a sheet, a scanner's lid, fading light.

A sheet of one colour with pieces on it is the largest part of the picture that has one colour, pieces on it filled in.
It has straight sides, which the picture's rim may cut. Its colour is continued over the table.

Beside the glass a scanner shows its lid or its frame, as lines along the picture's rim that are not table: they are
taken off. Towards the rim its light often falls off: there each line is as dark as its table says. Both are for
pictures whose rim is not of one colour: pieces that lie close to the rim fill more of it than the table does.
"""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import filled
from heuristan.jigsaw.piece import Booleans, Bytes, Floats, Picture, Singles

ALIKE = 36.0
"""Maximum difference of a sheet from its middle colour, in grey levels, in uneven light."""
STEP = 32
"""Width of the classes, in grey levels, in which the most frequent colours are counted."""
COLOURS = 3
"""Number of the most frequent colours that are tried."""
SMALLEST, LARGEST = 0.2, 0.94
"""Minimum and maximum area of a sheet, as shares of the picture's: what is beside a larger one may be a scanner's lid
(`rims`)."""
COARSE = 800
"""Longer side, in pixels, of the picture on which a sheet is sought."""
STRAIGHT = 0.97
"""Minimum area of a sheet, as a share of its hull's, and of the hull as a share of that of its corners'."""
MOST_CORNERS = 8
"""Maximum number of corners: those of a rectangle whose corners the picture cuts off."""
ROUND = 0.01
"""Distance up to which a hull is cut straight, as a share of its length."""
LEAST_PIECE = 100
"""Minimum area of a piece, in coarse pixels."""
FEWEST = 2
"""Minimum number of pieces on a sheet."""
EDGE = 0.006
"""Width of the sheet's own edge, which is not read, as a share of the root of its area."""
FRAME = 0.03
"""Depth to which a rim may reach, as a share of the picture's shorter side."""
LID = 40.0
"""Minimum difference of a line from the table, in grey levels, from which it shows the lid."""
UNEVEN = 10.0
"""Median difference of a line from its own middle colour, in grey levels more than usual, up to which it is table."""
FALLING = 4.0
"""Difference from the table, in grey levels, below which the light of a line does not fall off."""


class Sheet(NamedTuple):
    """A sheet with a table beside it."""

    picture: Picture
    """The picture with the sheet's colour in place of the table."""
    within: Booleans
    """Mask of the pixels on the sheet."""


def sheet_in(picture: Picture) -> Sheet | None:
    """Return the sheet of a picture that shows a table beside it; None if there is none."""
    height, width = picture.shape[:2]
    scale = min(1.0, COARSE / max(height, width))
    small = cv2.resize(picture[..., :3], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    colours: Singles = np.asarray(cv2.medianBlur(small, 5), dtype=np.float32)
    for colour in _frequent(colours):
        bare = _largest((np.linalg.norm(colours - colour, axis=2) < ALIKE).astype(np.uint8))
        hull = _hull(bare)
        if hull is not None:
            rim = 2 * max(2, round(EDGE * float(np.sqrt(hull.sum())))) + 1
            inner = cv2.erode(hull, np.ones((rim, rim), np.uint8))
            masks = (cv2.resize(mask, (width, height), interpolation=cv2.INTER_NEAREST) > 0 for mask in (inner, bare))
            within, paper = map(np.asarray, masks)
            return Sheet(_continued(picture, within, within & paper), within)
    return None


def _frequent(colours: Singles) -> Iterator[Singles]:
    """Yield the middles of the most frequent colours."""
    classes = (colours // STEP).astype(np.int32) @ np.array([1, 1 << 8, 1 << 16], np.int32)
    names, counts = np.unique(classes, return_counts=True)
    for name in names[np.argsort(-counts)[:COLOURS]]:
        yield np.asarray(np.median(colours[classes == name], axis=0), dtype=np.float32)


def _largest(mask: Bytes) -> Bytes:
    """Return the largest connected part of a mask."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    if len(stats) < 2:
        return mask
    return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())).astype(np.uint8)


def _hull(bare: Bytes) -> Bytes | None:
    """Return the hull of what is bare of a sheet; None if it is too small for one, not straight, or without pieces."""
    whole = np.asarray(filled(bare))
    area = float(whole.sum())
    _, _, stats, _ = cv2.connectedComponentsWithStats(whole - bare, connectivity=4)
    pieces = int((stats[1:, cv2.CC_STAT_AREA] >= LEAST_PIECE).sum())
    if not SMALLEST * bare.size < area < LARGEST * bare.size or pieces < FEWEST:
        return None
    points = cv2.convexHull(np.argwhere(whole)[:, ::-1].astype(np.int32))
    corners = cv2.approxPolyDP(points, ROUND * cv2.arcLength(points, True), True)
    hull: Bytes = np.asarray(cv2.fillConvexPoly(np.zeros_like(whole), points, 1), dtype=np.uint8)
    is_straight = cv2.contourArea(corners) > STRAIGHT * cv2.contourArea(points) and len(corners) <= MOST_CORNERS
    return hull if is_straight and area > STRAIGHT * float(hull.sum()) else None


def _continued(picture: Picture, within: Booleans, bare: Booleans) -> Picture:
    """Return a picture in which the colour of what is bare goes on, evenly, where the sheet ends."""
    y, x = np.indices(within.shape, dtype=np.float32) / max(within.shape)
    terms = np.stack([np.ones_like(x), x, y], axis=-1)
    few = slice(None, None, max(1, int(bare.sum()) // 20_000))
    fit, *_ = np.linalg.lstsq(terms[bare][few], picture[bare][few][:, :3].astype(np.float32), rcond=None)
    found = picture.copy()
    found[~within, :3] = (terms[~within] @ fit).clip(0, 255).round()
    return found


def without_lid(picture: Picture) -> tuple[slice, slice]:
    """Return the rows and columns of a picture inside the lines that show a scanner's lid or frame.

    They lie along some of the sides: what surrounds the picture on all four is a margin.
    """
    height, width = picture.shape[:2]
    colours = picture[..., :3].astype(np.float32)
    depth = _depth_of(colours)
    table = _table(colours, depth)
    top, bottom, left, right = (_first(~_is_lid(lines, table)) for lines in _sides(colours, depth))
    if min(top, bottom, left, right) > 0:
        return slice(0, height), slice(0, width)
    return slice(top, height - bottom), slice(left, width - right)


def flattened(colours: Singles) -> Singles:
    """Return a picture in which the light does not fall off towards the rim."""
    depth = _depth_of(colours)
    table = _table(colours, depth)
    flat = colours.copy()
    # these are views: adding to a side adds to the picture
    for lines in _sides(flat, depth):
        fall = _middles(lines) - table
        end = _first(np.linalg.norm(fall, axis=1) < FALLING)
        lines[:end] -= fall[:end, None]
    return flat


def _depth_of(colours: Singles) -> int:
    height, width = colours.shape[:2]
    return int(max(1, round(FRAME * min(height, width))))


def _sides(colours: Singles, depth: int) -> tuple[Singles, Singles, Singles, Singles]:
    """Return the lines along the upper, lower, left and right side from the rim inwards, shape (lines, pixels, 3)."""
    across = colours.transpose(1, 0, 2)
    return colours[:depth], colours[::-1][:depth], across[:depth], across[::-1][:depth]


def _table(colours: Singles, depth: int) -> Floats:
    """Return the middle colour of the picture's frame."""
    return np.asarray(np.median(np.concatenate([np.concatenate(side) for side in _sides(colours, depth)]), axis=0))


def _middles(lines: Singles) -> Floats:
    return np.asarray(np.median(lines, axis=1))


def _is_lid(lines: Singles, table: Floats) -> Booleans:
    """Return which lines have another colour than the table, or none."""
    middles = _middles(lines)
    uneven = np.median(np.linalg.norm(lines - middles[:, None], axis=2), axis=1)
    return np.asarray((np.linalg.norm(middles - table, axis=1) > LID) | (uneven > np.median(uneven) + UNEVEN))


def _first(those: Booleans) -> int:
    """Return the first line that is one of those; 0 if none is, because then it is not a rim."""
    if not those.any():
        return 0
    return int(np.argmax(those))

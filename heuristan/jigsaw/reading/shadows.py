"""The shadows that pieces cast on the table, told from the pieces.

A shadow is darker than the table but of its hue, lies on one side of the pieces, is narrow, and is everywhere about as
dark. Where it is darker than that, and the middles of the pieces show that no piece has such a shade, it may also be
broad, black, and on all sides: so it is on dark tables. What may be either is parted along the strongest edges between
what is surely table and what is surely a piece.
"""

from typing import NamedTuple

import cv2
import numpy as np

from heuristan.jigsaw.piece import Booleans, Bytes, Floats, Singles

DARKEST = 0.35
"""Maximum share of the light that a shadow takes."""
NARROW = 9.0
"""Maximum width of a shadow in pixels: what is deeper inside is a piece."""
BROAD = 7.0
"""Depth in pixels inside what has the shade of a shadow from which it is a piece: a blank filled by a shadow is wider
than a shadow, but less deep."""
ONE_WAY = 0.1
"""Minimum mean of the directions in which shadows lie, 0 to 1: sheets without a light have 0.07 or less."""
MUCH = 0.05
"""Minimum mean of the directions in which the rim is in shadow, weighed by how much of it is, 0 to 1: enough even if
pieces in a shade of the table look like shadows on all sides. Sheets without a light have 0.03 or less."""
DIRECTIONS = 16
"""Number of directions that are told apart."""
ASIDE = 0.7
"""Minimum cosine between the light and the inward normal of a rim in the shadow."""
USUAL, DARKER = 90, 1.5
"""Percentile of the darkness on the shadow's side that stands for all shadows, and how many times darker one may be."""
FEW = 0.005
"""Maximum share of the middles of pieces that has the shade of a shadow by chance, as dirt or writing has."""
MORE, LEAST = 5.0, 0.003
"""How many times more of the rims than of the middles must have the shade of a shadow, and the least share."""
ENOUGH, PART = 4, 0.1
"""Minimum number of middles from which one learns what shades pieces have, and the least area of one as a share of the
largest."""
MIDDLE = 75
"""Percentile of the depth inside things from which it is the middle of a piece."""
MIXED = 2.5
"""Maximum width of the rim of a piece in pixels in which colours are mixed."""
NEAR = 9
"""Width in pixels of the square in which a shadow makes a blank plausible."""
BESIDE = 2.0
"""Standard deviation in pixels of the blur that carries the colours of a piece into its blanks."""
ALIKE, CLEAR = 0.3, 60.0
"""Maximum difference from the table as a share of the hue of the piece beside it, which must differ by so many grey
levels."""


class Shadow(NamedTuple):
    """The shadow of all pieces."""

    mask: Booleans
    """What may be in it."""
    darkest: float
    """Maximum share of the light that it takes."""
    broad: float = BROAD
    """Depth inside it in pixels from which it is a piece."""


def shadow_in(off: Booleans, darkness: Singles, hue: Booleans) -> Shadow | None:
    """Return the shadow, or None if nothing casts shadows.

    Args:
        off: what differs from the table.
        darkness: the share of the table's light that is missing.
        hue: what has the table's hue.
    """
    narrow = _to_one_side(off, darkness, hue)
    # pieces cast shadows only if light comes from one side; a shadow lighter than the limit is known completely, and
    # darker pixels are part of the picture; a shadow at the limit may be darker and broader
    if narrow is None or narrow.darkest < DARKEST:
        return narrow
    return _like_no_piece(off, darkness, hue, narrow) or narrow


def _like_no_piece(off: Booleans, darkness: Singles, hue: Booleans, narrow: Shadow) -> Shadow | None:
    """Return what has a shade that no piece has in its middle.

    There is none if few pieces are seen, or if the narrow shadow is about all of it.
    """
    shade = off & hue & (darkness > 0)
    if not shade.any():
        return None
    depth = depth_of(off)
    middle = depth > np.percentile(depth[off], MIDDLE)
    if _large_parts(middle) < ENOUGH:
        return None
    seen = np.sort(darkness[middle & shade])
    few = int(FEW * np.count_nonzero(middle))
    darkest = float(seen[few]) if len(seen) > few else 1.0
    mask = shade & (darkness < darkest)
    more = mask & ~narrow.mask
    rims = off & ~middle & (depth > MIXED)
    if not rims.any():
        return None
    at_rims = float(more[rims].mean())
    in_middles = float(more[middle].mean())
    return Shadow(mask, min(darkest, 1.0), np.inf) if at_rims > max(LEAST, MORE * in_middles) else None


def _large_parts(mask: Booleans) -> int:
    areas = cv2.connectedComponentsWithStats(mask.astype(np.uint8))[2][1:, cv2.CC_STAT_AREA]
    return int(np.count_nonzero(areas >= PART * areas.max(initial=1)))


def _to_one_side(off: Booleans, darkness: Singles, hue: Booleans) -> Shadow | None:
    """Return the narrow shadow that a light casts to one side, or None."""
    shadow = off & hue & (darkness > 0) & (darkness < DARKEST)
    depth = depth_of(off)
    band = (depth < NARROW / 2) & off
    if not (shadow & band).any():
        return None
    normals = _inward(depth, band)
    light = _towards_light(normals, shadow[band])
    if light is None:
        return None
    beside = normals @ light > ASIDE
    usual = darkness[band][beside & shadow[band]]
    darkest = min(DARKEST, DARKER * float(np.percentile(usual, USUAL))) if len(usual) else DARKEST
    shadow &= darkness < darkest
    return Shadow(shadow & _behind(off & (~shadow | (depth_of(shadow) > NARROW)), light), darkest)


def _inward(depth: Singles, band: Booleans) -> Floats:
    """Return the unit normals into the pieces along a band at their rims, shape (n, 2)."""
    smooth = cv2.GaussianBlur(depth.clip(0, NARROW), (0, 0), 2.0)
    ways = np.stack([cv2.Sobel(smooth, cv2.CV_32F, 1, 0)[band], cv2.Sobel(smooth, cv2.CV_32F, 0, 1)[band]], axis=1)
    return np.asarray(ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-6))


def _towards_light(normals: Floats, shadow: Booleans) -> Floats | None:
    """Return the direction of the light; None if as much may be shadow on all sides of the pieces."""
    at = np.floor(np.arctan2(normals[:, 1], normals[:, 0]) / (2 * np.pi) * DIRECTIONS).astype(np.intp) % DIRECTIONS
    # pieces have more rim in some directions than in others
    shares = np.bincount(at, shadow, DIRECTIONS) / np.maximum(np.bincount(at, minlength=DIRECTIONS), 1)
    angles = (np.arange(DIRECTIONS) + 0.5) * 2 * np.pi / DIRECTIONS
    total = shares @ np.stack([np.cos(angles), np.sin(angles)], axis=1)
    length = float(np.linalg.norm(total))
    is_lit = length > ONE_WAY * float(shares.sum()) or length > MUCH * DIRECTIONS
    return np.asarray(total / length) if is_lit else None


def _behind(piece: Booleans, light: Floats) -> Booleans:
    """Return where a piece lies close by towards the light."""
    reach = round(NARROW)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    x, y = (round(reach + reach * float(part)) for part in light)
    cv2.line(kernel, (reach, reach), (x, y), 1, 3)
    return np.asarray(cv2.dilate(piece.astype(np.uint8), kernel) > 0)


def lit(colours: Singles, table: Booleans, off: Booleans, shadow: Shadow) -> Bytes:
    """Return what is a piece and not the shadow beside it, about to a pixel."""
    # the shadow in a blank is deep between two parts of a piece, but not broad itself
    deep = (depth_of(off) > NARROW) & (depth_of(shadow.mask) > shadow.broad)
    return _parted(colours, table, (_inside(off, shadow) | deep) & ~table)


def _inside(off: Booleans, shadow: Shadow) -> Booleans:
    # near its rim a piece is mixed with the table, and a shadow with the piece
    return np.asarray(depth_of(off & ~shadow.mask) > MIXED)


def like_table(colours: Singles, background: Singles, off: Booleans, shadow: Shadow) -> Booleans:
    """Return what is much more like the table, in the light or in the shadow, than like the piece beside it.

    In a small blank no pixel has the table's own colour, because a lens and JPEG mix it with the piece's.
    """
    inside = _inside(off, shadow)
    squares = np.maximum((background**2).sum(2), 1.0)
    light = (colours * background).sum(2) / squares
    # a piece in a shade of the table may have grey spots that look like shadows: there hue alone counts
    hue, away = (
        np.linalg.norm(colours - shade[..., None] * background, axis=2)
        for shade in (light, light.clip(1 - shadow.darkest, 1))
    )
    sums = cv2.GaussianBlur(np.dstack([hue * inside, inside]).astype(np.float32), (0, 0), BESIDE)
    beside = sums[..., 0] / np.maximum(sums[..., 1], 1e-6)
    # a blank has a shadow on one side; elsewhere it may be no more than the mixed rim of a piece
    near = cv2.dilate(shadow.mask.astype(np.uint8), np.ones((NEAR, NEAR), np.uint8)) > 0
    return np.asarray((away < ALIKE * beside) & (beside > CLEAR) & off & near)


def _wide(mask: Booleans) -> Booleans:
    """Return what of a mask is three pixels wide or more."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def depth_of(mask: Booleans) -> Singles:
    """Return how far each pixel of a mask is inside it."""
    return np.asarray(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5), dtype=np.float32)


def _parted(colours: Singles, table: Booleans, piece: Booleans) -> Bytes:
    """Part table and pieces along the strongest edges of what may be either (the watershed)."""
    # what is as thin as a line and has the table's colour is drawn on a piece
    marks = np.where(piece, 2, np.where(_wide(table), 1, 0)).astype(np.int32)
    cv2.watershed(cv2.medianBlur(np.ascontiguousarray(colours.clip(0, 255).astype(np.uint8)), 3), marks)
    return np.asarray((marks == 2).astype(np.uint8))

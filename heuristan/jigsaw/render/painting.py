"""Pieces painted on one picture, each where it lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heuristan.jigsaw.arrays import Bytes, Singles
from heuristan.jigsaw.render.warping import Warped, projection

MARGIN = 8
"""Pixels around the whole."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A piece as it lies, on a picture of its own size."""

    left: int
    top: int
    pixels: Singles
    """Red, green and blue multiplied by alpha, and alpha, all 0 to 255; shape (height, width, 4)."""


def patches(pieces: Sequence[Warped]) -> list[Patch]:
    """Warp the picture of each piece so that its corners are where they should be."""
    return [_patch(one) for one in pieces]


def _patch(one: Warped) -> Patch:
    import cv2

    ring = one.ring() + MARGIN
    low, high = np.floor(ring.min(axis=0)).astype(int) - 1, np.ceil(ring.max(axis=0)).astype(int) + 2
    low = np.maximum(low, 0)
    matrix = projection(one.piece.corners, one.target + MARGIN - low)
    picture = one.piece.picture.astype(np.float32)
    picture[..., :3] *= picture[..., 3:] / 255
    wide, tall = (int(size) for size in np.maximum(high - low, 1))
    return Patch(int(low[0]), int(low[1]), np.asarray(cv2.warpPerspective(picture, matrix, (wide, tall))))


def size_of(found: Sequence[Patch]) -> tuple[int, int]:
    """Return width and height of the whole in pixels."""
    wide = max((one.left + one.pixels.shape[1] for one in found), default=1)
    high = max((one.top + one.pixels.shape[0] for one in found), default=1)
    return wide + MARGIN, high + MARGIN


def painted(found: Sequence[Patch]) -> Bytes:
    """Paint all pieces on one picture, shape (height, width, 4): red, green, blue, alpha.

    Along a joint the pixels of both pieces are partly transparent: they are mixed by their shares, and nothing shines
    through between them.
    """
    wide, high = size_of(found)
    sums = np.zeros((high, wide, 4), dtype=np.float32)
    count = np.zeros((high, wide), dtype=np.int32)
    for one in found:
        tall, broad = one.pixels.shape[:2]
        here = (slice(one.top, one.top + tall), slice(one.left, one.left + broad))
        sums[here] += one.pixels
        count[here] += one.pixels[..., 3] > 0
    whole = straight(sums)
    whole[count > 1, 3] = 255
    return whole


def straight(pixels: Singles) -> Bytes:
    """Divide colours that were multiplied by alpha by it again."""
    alpha = np.maximum(pixels[..., 3:], 1e-3)
    found = np.concatenate([pixels[..., :3] / alpha * 255, pixels[..., 3:]], axis=-1)
    return np.asarray(np.clip(np.rint(found), 0, 255).astype(np.uint8))

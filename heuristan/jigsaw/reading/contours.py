"""The contour of a piece, to a small part of a pixel.

Where an edge crosses pixels their shares of the piece add up to how far the piece reaches, whatever blurred them. So
the chain of pixels along the edge, smoothed, is only a base: across it the shares are summed from inside to outside,
and each point is moved to where the sum says that the piece ends.
"""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.reading.silhouettes import Singles

Floats: TypeAlias = NDArray[np.float64]

REACH = 2.0
"""Pixels to each side of the base over which shares are summed: an edge blurred by a pixel is over in them."""
STEP = 0.25
"""Pixels between two samples."""
SMOOTHING = 1.0
"""Standard deviation of the base's smoothing, in points."""
LONGEST = 32_000
"""Points of an outline, or pixels of a piece's picture each way: OpenCV samples no more than 32,767 at once."""


class FrayedError(ValueError):
    """An outline has more points than can be sampled."""


def contour_of(share: Singles) -> Floats:
    """The outer contour, clockwise as the picture shows it, about a pixel between points. Shape (n, 2): x, y.

    Raises:
        FrayedError: it has more than LONGEST points.
    """
    chains, _ = cv2.findContours((share > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    chain = max(chains, key=cv2.contourArea).reshape(-1, 2).astype(float)
    if len(chain) > LONGEST:
        raise FrayedError
    if signed_area(chain) < 0:
        chain = chain[::-1]
    base = smoothed(chain, SMOOTHING)
    outward = _outward(base)
    offsets = np.arange(-REACH, REACH + STEP / 2, STEP)
    spots = base[:, None, :] + offsets[None, :, None] * outward[:, None, :]
    profiles = sampled(share, spots)
    # a sum by trapezoids, from the innermost sample outwards
    sums = (profiles.sum(1) - (profiles[:, 0] + profiles[:, -1]) / 2) * STEP
    return np.asarray(base + (sums - REACH)[:, None] * outward)


def signed_area(ring: Floats) -> float:
    """Positive where a ring runs clockwise as the picture shows it."""
    x, y = ring.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def smoothed(ring: Floats, sigma: float) -> Floats:
    """A closed curve smoothed along itself."""
    reach = int(3 * sigma) + 1
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    longer = np.concatenate([ring[-reach:], ring, ring[:reach]])
    return np.stack([np.convolve(longer[:, axis], weights, mode="valid") for axis in (0, 1)], axis=1)


def _outward(ring: Floats) -> Floats:
    """Unit normals that point out of a clockwise ring."""
    along = np.roll(ring, -1, axis=0) - np.roll(ring, 1, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return np.stack([along[:, 1], -along[:, 0]], axis=1)


def sampled(image: NDArray[np.float32], spots: Floats) -> NDArray[np.float32]:
    """An image between its pixels, at spots of shape (..., 2); beyond its rim it is as on the rim.

    Raises:
        FrayedError: there are more than LONGEST spots in a row, or pixels in a row or column of the image.
    """
    x, y = (np.ascontiguousarray(spots[..., axis], dtype=np.float32) for axis in (0, 1))
    flat = x.reshape(-1, x.shape[-1]), y.reshape(-1, y.shape[-1])
    if max(*image.shape[:2], *flat[0].shape) > LONGEST:
        raise FrayedError
    values = cv2.remap(image, *flat, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, dtype=np.float32).reshape(*x.shape, *image.shape[2:])

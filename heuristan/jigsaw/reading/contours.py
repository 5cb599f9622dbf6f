"""The contour of a piece, to a fraction of a pixel.

Across an edge the pixels' shares of the piece add up to how far the piece reaches, however blurred the edge is. So the
smoothed chain of pixels along the edge is only a base: the shares are summed across it, from inside to outside, and
each point is moved to where the sum says that the piece ends.
"""

import cv2
import numpy as np

from heuristan.common.images.pixels import values_at
from heuristan.jigsaw.arrays import Floats, Singles

REACH = 2.0
"""Distance to each side of the base over which shares are summed, in pixels: an edge blurred by a pixel ends within."""
STEP = 0.25
"""Distance between two samples, in pixels."""
SMOOTHING = 1.0
"""Standard deviation of the smoothing of the base, in points."""
LONGEST = 32_000
"""Maximum number of points of an outline, and of pixels of a piece's picture each way: OpenCV samples at most 32,767 at
once."""


class FrayedError(ValueError):
    """An outline that has more points than can be sampled."""


def contour_of(share: Singles) -> Floats:
    """Trace the outer contour clockwise as the picture shows it, a point about every pixel. Shape (n, 2): x, y.

    Raises:
        FrayedError: if it has more than LONGEST points.
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
    # the trapezoidal rule, from the innermost sample outwards
    sums = (profiles.sum(1) - (profiles[:, 0] + profiles[:, -1]) / 2) * STEP
    return np.asarray(base + (sums - REACH)[:, None] * outward)


def signed_area(ring: Floats) -> float:
    """Return the area inside a ring, positive if the ring runs clockwise as the picture shows it."""
    x, y = ring.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def smoothed(ring: Floats, sigma: float) -> Floats:
    """Smooth a closed curve along itself."""
    reach = int(3 * sigma) + 1
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    longer = np.concatenate([ring[-reach:], ring, ring[:reach]])
    return np.stack([np.convolve(longer[:, axis], weights, mode="valid") for axis in (0, 1)], axis=1)


def _outward(ring: Floats) -> Floats:
    """Return the unit normals that point out of a clockwise ring."""
    along = np.roll(ring, -1, axis=0) - np.roll(ring, 1, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return np.stack([along[:, 1], -along[:, 0]], axis=1)


def sampled(image: Singles, spots: Floats) -> Singles:
    """Interpolate an image at spots of shape (..., 2); beyond its rim it continues with the values of the rim.

    Raises:
        FrayedError: if there are more than LONGEST spots in a row, or pixels in a row or column of the image.
    """
    if max(*image.shape[:2], *spots.shape[:-1]) > LONGEST:
        raise FrayedError
    return values_at(image, spots)

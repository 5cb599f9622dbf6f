"""Pieces separated from the background: each pixel's share of a piece, by alpha or by the colour of the background."""

from statistics import NormalDist

import cv2
import numpy as np

from heuristan.common.images.sampling import filled
from heuristan.jigsaw.arrays import Singles
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.pictures import Picture

TRANSPARENT = 128
"""Alpha that marks a cut-out picture: if any pixel is below it, alpha says where the pieces are."""
RIM = 3
"""Width in pixels of the picture's rim, which shows the background."""
PLAIN = 0.75
"""Minimum share of the rim that has the background's colour; pieces that reach the rim are refused later, by name."""
NOISIEST = 60.0
"""Maximum median difference of the rim from its median colour, in grey levels: beyond it the rim has no one colour."""
FAINTEST = 14.0
"""Minimum difference of a piece from the background, in grey levels: the noise of JPEG is about half of it."""
ABOVE_NOISE = 4.5
"""The same minimum in standard deviations of the background's noise."""
CORE = 1.4
"""Distance from the rim of a piece, in pixels, from which the colour is the piece's own, not mixed."""
QUIET = 3.0
"""Noise in grey levels up to which edges are not blurred more than needed."""
REACH = 1.6
"""Standard deviation in pixels of the blur that carries the colour of the core outwards."""


def share_of(picture: Picture, name: str) -> Singles:
    """Return each pixel's share of a piece, 0 to 1.

    Raises:
        PuzzleError: if the picture is not cut out, and there is no plain background along its rim.
    """
    alpha = picture[..., 3]
    if alpha.min() < TRANSPARENT:
        return np.asarray(alpha.astype(np.float32) / 255)
    return _off_background(picture[..., :3].astype(np.float32), name)


def _off_background(colours: Singles, name: str) -> Singles:
    difference, noise = _from_background(colours, name)
    # noise is averaged over neighbouring pixels; without noise an edge is blurred no more than needed
    is_noisy = noise > QUIET
    blur = 1.2 if is_noisy else 0.6
    smooth = cv2.GaussianBlur(difference, (0, 0), blur)
    away = np.linalg.norm(smooth, axis=2)
    limit = max(FAINTEST, ABOVE_NOISE * noise * (0.4 if is_noisy else 1.0))
    # a piece has no holes, but may have spots in the colour of the background
    own = filled((away > limit).astype(np.uint8))
    if not own.any():
        return np.zeros_like(away)
    core = CORE + _overreach(float(np.median(away[own > 0])), limit, blur)
    depth = cv2.distanceTransform(own, cv2.DIST_L2, 5)
    own_colour = _carried(difference, (depth > core).astype(np.float32))
    share = (smooth * own_colour).sum(2) / np.maximum((own_colour**2).sum(2), 1e-3)
    near = cv2.dilate(own, np.ones((5, 5), np.uint8)) > 0
    share = np.where(depth > core, 1, np.where(near, share, 0))
    return np.asarray(share.clip(0, 1), dtype=np.float32)


def _overreach(contrast: float, limit: float, blur: float) -> float:
    """Return how far, in pixels, the mask reaches over a blurred edge: its limit is below half of the contrast."""
    return blur * NormalDist().inv_cdf(1 - min(0.5, limit / max(contrast, limit)))


def _from_background(colours: Singles, name: str) -> tuple[Singles, float]:
    """Subtract the background, which may change evenly across the picture; return the difference and its noise."""
    height, width = colours.shape[:2]
    x, y = (np.linspace(-0.5, 0.5, length, dtype=np.float32) for length in (width, height))
    rim = np.ones((height, width), bool)
    rim[RIM:-RIM, RIM:-RIM] = False
    rows, columns = np.nonzero(rim)
    seen = colours[rim]
    off = np.linalg.norm(seen - np.median(seen, axis=0), axis=1)
    usual = float(np.median(off))
    plain = off < max(FAINTEST, 4 * usual)
    if usual > NOISIEST or plain.mean() < PLAIN:
        raise PuzzleError(
            f"{name}: the picture's rim shows no plain background, and nothing is transparent; cut the pieces out with "
            "transparency, or lay them on one colour, away from the rim"
        )
    on_rim = np.stack([np.ones_like(x[columns]), x[columns], y[rows]], axis=1)[plain]
    fit, *_ = np.linalg.lstsq(on_rim, seen[plain], rcond=None)
    rest = seen[plain] - on_rim @ fit
    level, across, down = fit.astype(np.float32)
    background = level + across * x[None, :, None] + down * y[:, None, None]
    return np.asarray(colours - background, dtype=np.float32), float(rest.std())


def _carried(values: Singles, core: Singles) -> Singles:
    """Carry the values of a core outwards: every pixel gets the mean of the core nearby."""
    sums = cv2.GaussianBlur(np.dstack([values * core[..., None], core]), (0, 0), REACH)
    return np.asarray(sums[..., :3] / np.maximum(sums[..., 3:], 1e-6))

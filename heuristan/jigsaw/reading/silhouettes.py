"""Pieces told from what they lie on: each pixel's share of a piece, by alpha or by a plain background's colour."""

from statistics import NormalDist
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.loading import Picture

Singles: TypeAlias = NDArray[np.float32]

TRANSPARENT = 128
"""Alpha below this somewhere: the picture is cut out, and alpha says where the piece is."""
FRAME = 3
"""Pixels along the picture's rim that show the background."""
PLAIN = 0.75
"""So much of the rim at least has the background's colour; pieces that reach the rim are named later."""
NOISIEST = 60.0
"""Grey levels by which half of the rim differs from its middle colour: beyond this it has no colour."""
FAINTEST = 14.0
"""Grey levels by which a piece differs from the background at least: JPEG's own noise is about half of it."""
ABOVE_NOISE = 4.5
"""The same in standard deviations of the background's noise."""
CORE = 1.4
"""Pixels inside the rim from where the colour is a piece's own, not mixed with the background's."""
QUIET = 3.0
"""Grey levels of noise that leave an edge as it is."""
REACH = 1.6
"""Pixels over which the colour of the core is carried outwards."""


def share_of(picture: Picture, name: str) -> Singles:
    """Each pixel's share of a piece, 0 to 1.

    Raises:
        PuzzleError: the picture is not cut out, and what is along its rim is no plain background.
    """
    alpha = picture[..., 3]
    if alpha.min() < TRANSPARENT:
        return np.asarray(alpha.astype(np.float32) / 255)
    return _off_background(picture[..., :3].astype(np.float32), name)


def _off_background(colours: Singles, name: str) -> Singles:
    difference, noise = _from_background(colours, name)
    # noise is averaged over the pixels around where there is any; otherwise an edge is smeared no more than needed
    is_noisy = noise > QUIET
    blur = 1.2 if is_noisy else 0.6
    smooth = cv2.GaussianBlur(difference, (0, 0), blur)
    away = np.linalg.norm(smooth, axis=2)
    limit = max(FAINTEST, ABOVE_NOISE * noise * (0.4 if is_noisy else 1.0))
    own = _filled((away > limit).astype(np.uint8))
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
    """Pixels by which what differs reaches over a blurred edge: it is found before half of the contrast is reached."""
    return blur * NormalDist().inv_cdf(1 - min(0.5, limit / max(contrast, limit)))


def _from_background(colours: Singles, name: str) -> tuple[Singles, float]:
    """The colours less the background's, which may change evenly across the picture, and the background's noise."""
    height, width = colours.shape[:2]
    x, y = (np.linspace(-0.5, 0.5, length, dtype=np.float32) for length in (width, height))
    rim = np.ones((height, width), bool)
    rim[FRAME:-FRAME, FRAME:-FRAME] = False
    rows, columns = np.nonzero(rim)
    seen = colours[rim]
    off = np.linalg.norm(seen - np.median(seen, axis=0), axis=1)
    usual = float(np.median(off))
    plain = off < max(FAINTEST, 4 * usual)
    if usual > NOISIEST or plain.mean() < PLAIN:
        raise PuzzleError(
            f"{name}: there is no plain background along the picture's rim, and nothing is transparent; cut the pieces "
            "out with transparency, or lay them on one colour, away from the rim"
        )
    on_rim = np.stack([np.ones_like(x[columns]), x[columns], y[rows]], axis=1)[plain]
    fit, *_ = np.linalg.lstsq(on_rim, seen[plain], rcond=None)
    rest = seen[plain] - on_rim @ fit
    level, across, down = fit.astype(np.float32)
    background = level + across * x[None, :, None] + down * y[:, None, None]
    return np.asarray(colours - background, dtype=np.float32), float(rest.std())


def _filled(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A mask without holes: a piece has none, but may have spots in the colour of the background."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), contours, -1, 1, cv2.FILLED))


def _carried(values: Singles, core: Singles) -> Singles:
    """Values of a core carried outwards: everywhere the mean of the core near by."""
    sums = cv2.GaussianBlur(np.dstack([values * core[..., None], core]), (0, 0), REACH)
    return np.asarray(sums[..., :3] / np.maximum(sums[..., 3:], 1e-6))

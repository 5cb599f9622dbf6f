"""The edge of the cardboard, which a photograph from a little aside shows along one side of all pieces, darker.

A piece then is its top and the band over which the top moves by the same way everywhere. So the top is what is left
of it when it is worn down by this way. The way is found from how deep the pieces are darker along their rims, by
direction.
"""

from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import values_at
from heuristan.jigsaw.pictures import Picture
from heuristan.jigsaw.piece import Floats, Singles

DIRECTIONS = 16
"""Number of directions of rims that are told apart."""
DEPTHS = np.arange(1.0, 13.0, 0.5)
"""Depths inside the rim, in pixels, at which the brightness is taken; the last four are surely the top."""
DARK = 0.3
"""Minimum darkness of the band, as the logarithm of the top's brightness divided by its own."""
EVEN = 0.12
"""Maximum darkness, or brightness, that pictures have along rims by chance."""
MOST, LEAST = 8, 3.5
"""Maximum of the way along both axes and minimum of its length, in pixels."""
OFF = 0.8
"""Maximum usual difference of the depth of the band from what the way says, in pixels."""
FEWEST = 20
"""Minimum number of points of a rim in each direction."""


class _Rims(NamedTuple):
    """The rims of all pieces by direction."""

    normals: Floats
    """The outward directions, shape (directions, 2)."""
    darkness: Floats
    """Darkness at each depth, shape (directions, depths)."""


def without_edge(picture: Picture, share: Singles) -> Singles:
    """Return each pixel's share of the tops of pieces, without the edge of their cardboard if it shows."""
    rims = _rims(picture, share)
    way = None if rims is None else _way(rims)
    if way is None:
        return share
    steps = max(map(abs, way))
    kernel = np.zeros((2 * steps + 1, 2 * steps + 1), np.uint8)
    for step in range(steps + 1):
        kernel[steps + round(step * way[1] / steps), steps + round(step * way[0] / steps)] = 1
    return np.asarray(cv2.erode(share, kernel))


def _rims(picture: Picture, share: Singles) -> _Rims | None:
    """Return the mean darkness of all rims; None if there is too little in a direction."""
    smooth = cv2.GaussianBlur(share, (0, 0), 1.5)
    contours, _ = cv2.findContours((share > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    spots = np.concatenate([contour.reshape(-1, 2) for contour in contours])
    x, y = spots.T
    outward = -np.stack([cv2.Sobel(smooth, cv2.CV_32F, *order)[y, x] for order in ((1, 0), (0, 1))], axis=1)
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-6)
    grey = cv2.GaussianBlur(picture[..., :3].astype(np.float32).mean(axis=2), (0, 0), 0.7)
    inside = values_at(grey, spots[:, None] - DEPTHS[None, :, None] * outward[:, None])
    dark = -np.log(np.maximum(inside, 4)) + np.log(np.maximum(inside[:, -4:].mean(axis=1, keepdims=True), 4))
    angle = np.arctan2(outward[:, 1], outward[:, 0])
    place = np.round(angle / (2 * np.pi) * DIRECTIONS).astype(int) % DIRECTIONS
    if np.bincount(place, minlength=DIRECTIONS).min() < FEWEST:
        return None
    turns = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    means = np.array([np.median(dark[place == number], axis=0) for number in range(DIRECTIONS)])
    return _Rims(np.stack([np.cos(turns), np.sin(turns)], axis=1), means)


def _way(rims: _Rims) -> tuple[int, int] | None:
    """Return the way by which the tops move over the band, in pixels; None if no band shows."""
    depths = np.where(rims.darkness.max(axis=1) > DARK, _depths(rims.darkness), 0.0)
    ways = np.array([*product(range(-MOST, MOST + 1), repeat=2)])
    wanted = (ways @ rims.normals.T).clip(0, None)
    # without the worst quarter: where the way runs along a rim, its curves show some of the band
    off = np.sort(np.abs(wanted - depths), axis=1)[:, : DIRECTIONS * 3 // 4].mean(axis=1)
    best = int(off.argmin())
    away = np.abs(np.median(rims.darkness[wanted[best] < 0.5], axis=1)).max()
    if np.hypot(*ways[best]) < LEAST or off[best] > OFF or away > EVEN:
        return None
    return int(ways[best][0]), int(ways[best][1])


def _depths(darkness: Floats) -> Floats:
    """Return up to which depth rims are darker than half of the darkest, from the outer side of their pixels."""
    last = (darkness > darkness.max(axis=1, keepdims=True) / 2).cumprod(axis=1).sum(axis=1) - 1
    return np.asarray(DEPTHS[last] + (DEPTHS[1] - DEPTHS[0]) / 2 + 0.5)

"""The wear of pieces between the saw and the file: shadow, the marks of a scanner, a background, noise, JPEG.

A scanned piece has a shadow along its rim, is a little blurred, lit unevenly and not quite to scale, and has highlights
(Bartle and Lu, section 5, on the pieces that they took from a web site).
"""

import cv2
import numpy as np

from heuristan.jigsaw.arrays import Bytes, Singles
from heuristan.jigsaw.cutting.recipe import Recipe
from heuristan.jigsaw.cutting.stamping import Stamp

LIGHT = np.array([-0.6, -0.8])
"""Direction of the light in each piece's own picture: from above, a little from the left."""
DEEP = 2.0
"""Depth in pixels at which a shadow has faded to 1/e."""

# The marks of a scanner at strength 1; they are proportional to it.
BLUR = 2.0
"""Standard deviation of the blur in pixels."""
UNEVEN = 0.5
"""Difference of the light between one end of a piece and its middle."""
SCALE = 0.02
"""Maximum change of scale, either way."""
SHINE = 200.0
"""Brightness that a highlight adds in its middle. A highlight always has this strength; the share of the pieces that
have one is proportional."""


def scale_of(recipe: Recipe, random: np.random.Generator) -> float:
    """Draw the scale of a piece on its scan."""
    return 1 + recipe.scan * SCALE * float(random.uniform(-1, 1))


def worn(piece: Stamp, recipe: Recipe, random: np.random.Generator) -> Stamp:
    """Add the shadow and the marks of a scanner to a piece."""
    colours, alpha = piece.colours, piece.alpha
    if recipe.shadow:
        colours = colours * (1 - recipe.shadow * _shade(alpha))[..., None]
    if recipe.scan:
        light = _unevenness(alpha.shape, random) * recipe.scan
        colours = colours * (1 + light)[..., None]
        if random.uniform() < recipe.scan:
            colours = colours + _highlight(piece, random)[..., None]
        colours, alpha = _blurred(colours, alpha, BLUR * recipe.scan)
    return Stamp(colours, alpha, piece.corners)


def _shade(alpha: Singles) -> Singles:
    """Return each pixel's share of the shadow: 1 on the rim away from the light, a third on the rim towards it."""
    depth = cv2.distanceTransform((alpha >= 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    soft = cv2.GaussianBlur(alpha, (0, 0), DEEP)
    # the alpha falls outwards
    outward = -np.dstack([cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)])
    length = np.maximum(np.linalg.norm(outward, axis=2), 1e-6)
    towards_light = (outward @ LIGHT) / length
    fading = np.exp(-np.maximum(depth - 1, 0) / DEEP)
    return np.asarray(fading * (2 - towards_light) / 3, dtype=np.float32)


def _unevenness(shape: tuple[int, ...], random: np.random.Generator) -> Singles:
    """Draw a ramp across the piece in a random direction, from -UNEVEN to UNEVEN."""
    angle = random.uniform(0, 2 * np.pi)
    y, x = (np.linspace(-1, 1, length) for length in shape)
    ramp = UNEVEN * (np.cos(angle) * x[None, :] + np.sin(angle) * y[:, None]) / np.sqrt(2)
    return np.asarray(ramp, dtype=np.float32)


def _highlight(piece: Stamp, random: np.random.Generator) -> Singles:
    """Draw a bright spot at a random place on the piece."""
    height, width = piece.alpha.shape
    x, y = random.uniform(0.2, 0.8, 2) * (width, height)
    reach = random.uniform(0.03, 0.08) * min(width, height)
    rows, columns = np.arange(height)[:, None] - y, np.arange(width)[None, :] - x
    return np.asarray(SHINE * np.exp(-(rows**2 + columns**2) / (2 * reach**2)), dtype=np.float32)


def _blurred(colours: Singles, alpha: Singles, sigma: float) -> tuple[Singles, Singles]:
    """Blur colours and alpha together, so that the outside of the piece does not bleed into it."""
    sums = cv2.GaussianBlur(np.dstack([colours * alpha[..., None], alpha]), (0, 0), sigma)
    return np.asarray(sums[..., :3] / np.maximum(sums[..., 3:], 1e-3)), np.asarray(sums[..., 3])


def saved(picture: Bytes, quality: int) -> Bytes:
    """Return what a JPEG keeps of red, green and blue, shape (height, width, 3)."""
    done, data = cv2.imencode(".jpg", np.ascontiguousarray(picture[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)[..., ::-1]


def finished(colours: Singles, alpha: Singles, recipe: Recipe, spread: float, random: np.random.Generator) -> Bytes:
    """Return the picture to write, with background and noise, in whole numbers: red, green, blue, alpha.

    Args:
        colours: colours of a stamp, or of a whole sheet.
        alpha: each pixel's share of a piece.
        recipe: states the background, the noise and the quality of a JPEG.
        spread: standard deviation of the channels of the whole picture; the noise is a share of it.
        random: source of the noise.
    """
    if recipe.background is not None:
        share = alpha[..., None]
        colours = colours * share + np.array(recipe.background, np.float32) * (1 - share)
        alpha = np.ones_like(alpha)
    if recipe.noise:
        colours = colours + random.normal(0, recipe.noise * spread, colours.shape).astype(np.float32)
    whole = np.dstack([colours, alpha * 255]).round().clip(0, 255).astype(np.uint8)
    whole[whole[..., 3] == 0] = 0
    if recipe.photo is not None and recipe.photo.jpeg is not None:
        whole[..., :3] = saved(whole[..., :3], recipe.photo.jpeg)
    return np.asarray(whole)

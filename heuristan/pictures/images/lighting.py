"""Uneven light flattened: the difference of each pixel from the paper at its place.

Light falls off by a factor, so colours are compared as parts of the paper's own. The paper is estimated three times,
each time from pixels that the last estimate did not take for ink: a smooth surface through the picture's frame, the
same surface through all of its paper, then the paper's own blurred colour, which follows soft shadows.
"""

from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image

COARSE = 200
"""Longer side of the coarse picture on which the light is estimated, in pixels."""
ENOUGH = 3000
"""Maximum number of pixels that a surface is fitted to."""
DARK = 24.0
"""Added to the paper's brightness before dividing by it, so that the noise of black paper does not count as ink."""
BLUR = 0.06
"""Width of the blur of the paper's colour, as a share of the picture's longer side; softer shadows are followed."""


class Light(NamedTuple):
    """A picture freed of its light."""

    difference: Image
    """Difference of each pixel from the paper there, as shares of the paper's colour; three channels."""
    distance: Image
    """Length of that difference."""
    noise: float
    """The usual distance of a pixel of paper."""
    within: Image
    """Which pixels are of the sheet; the difference of others is 0."""


def flattened(image: Image, within: Image | None = None) -> Light:
    """Return the difference of each pixel from the paper under it.

    Args:
        image: the picture.
        within: which of its pixels are of the sheet of paper; all if not given.
    """
    height, width = image.shape[:2]
    small = coarse(image)
    on_sheet = np.ones((height, width), bool) if within is None else within
    return against(image, _paper(small, is_all(on_sheet, small)), on_sheet)


def coarse(image: Image) -> Image:
    """Return the coarse picture on which the light is estimated."""
    height, width = image.shape[:2]
    scale = min(1.0, COARSE / max(height, width))
    size = max(8, round(width * scale)), max(8, round(height * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32))


def is_all(mask: Image, small: Image) -> Image:
    """Return the pixels of a coarse picture all of whose own pixels are in a mask."""
    return np.asarray(cv2.resize(mask.astype(np.float32), small.shape[1::-1], interpolation=cv2.INTER_AREA) > 0.99)


def against(image: Image, paper: Image, within: Image) -> Light:
    """Return the difference of each pixel from a coarse picture of the paper.

    Args:
        image: the picture.
        paper: the colour of its paper, on a coarse picture.
        within: which of its pixels are of the sheet of paper.
    """
    under: Image = cv2.resize(paper, image.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    # in place: new memory costs more than the arithmetic
    difference: Image = cv2.GaussianBlur(image, (0, 0), 0.7).astype(np.float32)
    difference -= under
    under += DARK
    difference /= under
    distance = np.einsum("ijk,ijk->ij", difference, difference)
    np.sqrt(distance, out=distance)
    if not within.all():
        difference[~within] = 0
        distance[~within] = 0
    own = distance[within]
    return Light(difference, distance, median(own[_is_paper(own)]), within)


def median(values: Image) -> float:
    """Return the median, as `numpy.median`, which loads masked arrays first: a tenth of a picture's time.

    Sorting takes less time than parting the values in two places.
    """
    half = values.size // 2
    return float(np.sort(values)[half - 1 + values.size % 2 : half + 1].mean())


def quantile(values: Image, share: float) -> float:
    """Return a quantile, as `numpy.quantile`, without masked arrays."""
    place = (values.size - 1) * share
    first = int(place)
    low, high = np.sort(values)[[first, min(first + 1, values.size - 1)]]
    rest = place - first
    return float(low + (high - low) * rest if rest < 0.5 else high - (high - low) * (1 - rest))


def _paper(small: Image, within: Image) -> Image:
    """Return the paper's colour at each pixel of a coarse picture, estimated from the pixels of the sheet."""
    rim = max(2, min(small.shape[:2]) // 20)
    inner = cv2.erode(np.pad(within, 1).astype(np.uint8), np.ones((3, 3), np.uint8), iterations=rim)[1:-1, 1:-1]
    frame = within & (inner == 0)
    height, width = small.shape[:2]
    # a row and a column: powers of every pixel's place would cost much more
    y, x = (place.astype(np.float32) for place in np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j])
    terms = {degree: _terms(x, y, degree) for degree in (1, 2, 3)}
    paper = _surface(small, frame & _commonest(small, frame), terms[1])
    for degree in (2, 2, 3):
        paper = _surface(small, _alike(small, paper, within), terms[degree])
    return _blurred(small, paper, _alike(small, paper, within))


def _commonest(small: Image, frame: Image) -> Image:
    """Return the pixels of about the commonest brightness of the frame, so without ink that runs off the picture."""
    grey = small.mean(axis=2)
    counts, edges = np.histogram(grey[frame], bins=32, range=(0, 256))
    wide = np.convolve(counts, np.ones(9), "same")
    middle = edges[int(wide.argmax())] + 4
    return np.asarray(abs(grey - middle) < 40)


def _alike(small: Image, paper: Image, within: Image) -> Image:
    """Return the pixels of the sheet that are about as the paper should be there."""
    distance = np.sqrt((((small - paper) / (paper + DARK)) ** 2).sum(axis=2))
    alike = within.copy()
    alike[within] = _is_paper(distance[within])
    return alike


def _is_paper(distance: Image) -> Image:
    """Return the lower of two classes of distances: below half of the ink's, and within the noise of the rest."""
    few = np.sort(distance.ravel()[:: max(1, distance.size // 20_000)])
    ink = few[int(0.995 * (len(few) - 1))]
    limit = max(0.35 * ink, 1e-4)
    paper = few[few < limit]
    limit = min(limit, max(6 * median(paper), 0.15 * ink)) if len(paper) else limit
    return np.asarray(distance <= limit)


def _terms(x: Image, y: Image, degree: int) -> Image:
    """Return the terms of a polynomial at each place."""
    return np.stack([x**i * y**j for i in range(degree + 1) for j in range(degree + 1 - i)], axis=-1)


def _surface(small: Image, known: Image, terms: Image) -> Image:
    """Return a polynomial through the known pixels, a channel each."""
    number = terms.shape[-1]
    few = np.flatnonzero(known)
    few = few[:: max(1, len(few) // ENOUGH)]
    a = terms.reshape(-1, number)[few]
    b = small.reshape(-1, 3)[few]
    if len(a) < 4 * number:
        return np.broadcast_to(np.median(small.reshape(-1, 3), axis=0), small.shape).astype(np.float32)
    weight = np.ones(len(a))
    for _ in range(4):
        square = (a * weight[:, None]).T @ a
        found = np.linalg.solve(square + 1e-9 * np.trace(square) * np.eye(number), (a * weight[:, None]).T @ b)
        off = np.linalg.norm(b - a @ found, axis=1)
        weight = 1 / (1 + (off / (3 * median(off) + 1e-3)) ** 2) ** 2
    return np.asarray(np.clip(terms @ found.astype(np.float32), 0, 255))


def _blurred(small: Image, paper: Image, known: Image) -> Image:
    """Return the surface corrected by what the known pixels near each place differ from it."""
    kernel = np.ones((5, 5), np.uint8)
    sure = cv2.erode(known.astype(np.uint8), kernel).astype(np.float32)
    sigma = BLUR * max(small.shape[:2])
    off = cv2.GaussianBlur((small - paper) * sure[..., None], (0, 0), sigma)
    share = cv2.GaussianBlur(sure, (0, 0), sigma)
    # where hardly any paper is near, the surface is kept
    return np.asarray(np.clip(paper + off / (share + 0.02)[..., None], 0, 255))

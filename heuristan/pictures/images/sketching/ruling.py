"""Ink on paper that is squared or ruled.

Printed lines run across the whole page, all in two directions. So along each row of pixels in these directions, all but
the ink is as dark as the print there; a stroke counts as ink where it is darker than half way from the print to ink.
"""

from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.background import Light, median, quantile
from heuristan.pictures.images.page_detection import inner_of

COARSE = 700
"""Longer side, in pixels, of the picture on which the direction of the print is found."""
DARKEST = 0.12
"""Share of the darkest pixels of the coarse picture, which show that direction."""
STEP = 0.5
"""Step of the angles that are tried, in degrees; the best is refined ten times."""
COMMON = 0.35
"""Quantile of a row's pixels that is its print: ink covers less of a row than the rest."""
SHORTEST_ROW = 60
"""Minimum number of pixels of a row whose print is looked for."""
FEWEST_LINES = 4
"""Minimum number of lines of a print; a figure has fewer edges that run across most of the picture."""
DARKER = 1.3
"""Maximum darkness of a printed line, in usual darknesses of all."""
FAINT = 0.3
"""Darkness of the faintest ink, as a share of the way from the print to usual ink, if darker ink touches it."""
ABOVE_NOISE = 5.0
"""Minimum darkness of ink, in widths of the paper's noise."""
FAINTEST = 0.08
"""Minimum darkness of ink, as a share of the paper's colour."""


class Strokes(NamedTuple):
    """The strokes on a picture."""

    ink: Image
    """Mask of the ink, 0 or 1, without printed lines."""
    has_print: bool
    """Whether the paper is squared or ruled."""


def strokes_on(light: Light) -> Strokes:
    """Return the strokes on a picture, without the lines that are printed on the paper.

    What touches the edge of a sheet is not a stroke.
    """
    dark = light.distance
    floor = max(FAINTEST, ABOVE_NOISE * light.noise)
    printed = _printed(dark, floor)
    few = (dark - printed).ravel()[:: max(1, dark.size // 400_000)]
    level = quantile(few, 0.9995)
    if level < floor:
        return Strokes(np.zeros(dark.shape, np.uint8), False)
    limit = 0.5 * level
    for _ in range(20):
        before, limit = limit, max(0.5 * float(few[few > limit].mean()), 0.7 * floor)
        if limit == before:
            break
    above = dark - printed
    share = 0.5 * above / limit
    sure = (share > 0.5).astype(np.uint8)
    faint = ((share > FAINT) & (above > 0.7 * floor)).astype(np.uint8)
    ink = _touching(faint, sure)
    if not light.within.all():
        ink = ink & ~_touching(ink, ink & ~inner_of(light.within))
    return Strokes(np.asarray(ink), bool(printed.any()))


def _touching(faint: Image, sure: Image) -> Image:
    """Return the faint blobs in which something is sure."""
    number, labels = cv2.connectedComponents(faint, connectivity=8)
    is_sure = np.zeros(number, np.uint8)
    is_sure[labels[sure > 0]] = 1
    is_sure[0] = 0
    return np.asarray(is_sure[labels])


def _printed(dark: Image, floor: float) -> Image:
    """Return how dark the print is at each pixel; 0 on plain paper."""
    angle = _direction(dark)
    height, width = dark.shape
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), angle, 1.0)
    c, s = abs(turn[0, 0]), abs(turn[0, 1])
    size = int(np.ceil(width * c + height * s)), int(np.ceil(width * s + height * c))
    turn[:, 2] = turn[:, 2] + (np.array(size) - [width, height]) / 2
    turned = cv2.warpAffine(dark, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=-1.0)
    rows, columns = _rows(turned, floor), _rows(turned.T, floor)
    if max(_lines(rows), _lines(columns)) < FEWEST_LINES:
        return np.zeros_like(dark)
    across = np.maximum(rows[:, None], columns[None, :]).astype(np.float32)
    # a long stroke along a line of the print is darker than the print
    across = np.minimum(across, DARKER * median(across[across > 0]))
    return np.asarray(cv2.warpAffine(across, turn, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))


def _rows(turned: Image, floor: float) -> Image:
    """Return how dark the print is in each row; a little wider, because lines are never quite straight."""
    found = np.zeros(len(turned), np.float32)
    for number, row in enumerate(turned):
        known = row[row >= 0]
        if len(known) >= SHORTEST_ROW:
            found[number] = quantile(known, COMMON)
    found[found < 0.5 * floor] = 0
    return np.asarray(cv2.dilate(found[:, None], np.ones((3, 1), np.uint8)))[:, 0]


def _lines(rows: Image) -> int:
    """Return the number of printed lines."""
    return int(((rows[1:] > 0) & (rows[:-1] == 0)).sum())


def _direction(dark: Image) -> float:
    """Return the angle, in degrees, by which the picture is turned so that printed lines run along its sides."""
    scale = min(1.0, COARSE / max(dark.shape))
    small = cv2.resize(dark, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    limit = quantile(small.ravel()[::7], 1 - DARKEST)
    y, x = np.nonzero(small > limit)
    weight = np.minimum(small[y, x], 2 * limit) if len(x) else np.zeros(0)
    best = 0.0
    for step, reach in ((STEP, 45.0), (STEP / 10, STEP)):
        angles = best + np.arange(-reach, reach + step / 2, step)
        best = float(angles[int(np.argmax([_sharpness(x, y, weight, angle) for angle in angles]))])
    return best


def _sharpness(x: Image, y: Image, weight: Image, angle: float) -> float:
    """Return how unevenly pixels fall on the rows and columns of a picture turned by an angle."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    total = 0.0
    for place in (x * c + y * s, y * c - x * s):
        counts = np.bincount(np.round(place - place.min()).astype(int), weight) if len(place) else np.zeros(1)
        total += float((counts**2).sum())
    return total

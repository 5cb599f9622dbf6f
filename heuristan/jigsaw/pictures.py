"""Pictures of pieces: the files that are read, and the limits of their size."""

from pathlib import Path
from typing import TypeAlias

import numpy as np

from heuristan.common.faults import require
from heuristan.jigsaw.arrays import Bytes
from heuristan.jigsaw.faults import PuzzleError

Picture: TypeAlias = Bytes
"""Red, green, blue and alpha, shape (height, width, 4)."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
MOST_PIXELS = 16_000_000
"""Maximum number of pixels of a picture of pieces: enough for 1,000 pieces of 100 pixels. The working memory is some
100 bytes a pixel."""
SMALLEST = 16
"""Minimum number of pixels of a side: a smaller picture does not show a piece."""


def need_opencv() -> None:
    """Raise MissingExtraError if OpenCV is not installed."""
    require("cv2", "OpenCV", "jigsaw")


def load(path: Path, largest: int | None = None) -> Picture:
    """Load the picture of a PNG, JPEG or WebP file. If it has no transparency, alpha is 255 everywhere.

    Args:
        path: the file.
        largest: maximum number of pixels, below the maximum that can be decoded.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large, too small or damaged.
        MissingExtraError: if OpenCV is not installed.
    """
    need_opencv()
    from heuristan.common.images.loading import pixels_of
    from heuristan.common.images.pixels import rgba

    pixels = rgba(pixels_of(path))
    height, width = pixels.shape[:2]
    if largest is not None and height * width > largest:
        raise PuzzleError(
            f"{path}: the picture has {width} x {height} pixels; at most {largest // 1_000_000} million are read, and "
            "a piece needs about 100 each way, so save it smaller"
        )
    if min(height, width) < SMALLEST:
        raise PuzzleError(f"{path}: the picture has {width} x {height} pixels; a piece needs about 60 each way")
    return np.asarray(pixels)

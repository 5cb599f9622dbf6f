"""Pictures of pieces: the files that are read, and the limits of their size."""

from pathlib import Path
from typing import TypeAlias

import numpy as np

from heuristan.common.faults import require
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.piece import Bytes

Picture: TypeAlias = Bytes
"""Red, green, blue and alpha, shape (height, width, 4)."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp")
MOST_PIXELS = 16_000_000
"""Maximum number of pixels of a picture of pieces that is worked on: enough for 1,000 pieces of 100 pixels. The working
memory is some 100 bytes a pixel."""
MOST_PICTURES = 5000
"""Maximum number of pictures of a puzzle, and of pieces in a picture."""
SMALLEST = 16
"""Minimum number of pixels of a side: a smaller picture does not show a piece."""


def need_opencv() -> None:
    """Raise MissingExtraError if OpenCV is not installed."""
    require("cv2", "OpenCV", "jigsaw")


def load(path: Path) -> Picture:
    """Load the picture of a PNG, JPEG, WebP, TIFF or BMP file. If it has no transparency, alpha is 255 everywhere.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large, too small or damaged.
        MissingExtraError: if OpenCV is not installed.
    """
    need_opencv()
    from heuristan.common.images.loading import rgba_of

    pixels = rgba_of(path)
    height, width = pixels.shape[:2]
    if min(height, width) < SMALLEST:
        raise PuzzleError(f"{path}: the picture has {width} x {height} pixels; a piece needs about 60 each way")
    return pixels


def reduced(picture: Picture, most: int = MOST_PIXELS) -> Picture:
    """Reduce a picture to a number of pixels if it has more, as a scan of 600 dots an inch has."""
    height, width = picture.shape[:2]
    if height * width <= most:
        return picture
    import cv2

    scale = (most / (height * width)) ** 0.5
    size = int(width * scale), int(height * scale)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def png_of(picture: Bytes) -> bytes:
    """Encode a PNG, without an alpha channel if nothing is transparent."""
    import cv2

    order = [2, 1, 0] if (picture[..., 3] == 255).all() else [2, 1, 0, 3]
    done, data = cv2.imencode(".png", picture[..., order])
    assert done
    return bytes(data)

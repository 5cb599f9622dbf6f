"""Pictures from files, with all their channels, and with care: a stranger may have made them."""

from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.faults import MissingExtraError, PuzzleError

Picture: TypeAlias = NDArray[np.uint8]
"""Shape (height, width, 4): red, green, blue, alpha."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
MOST_PIXELS = 16_000_000
"""Of a picture with pieces: room for 1,000 of 100 pixels. What is worked on takes some 100 bytes a pixel."""
SMALLEST = 16
"""Pixels a side at least: less shows no piece."""


def need_opencv() -> None:
    """Raises MissingExtraError where OpenCV is not installed."""
    try:
        import cv2  # noqa: F401
    except ImportError:
        raise MissingExtraError("OpenCV") from None


def load(path: Path, most: int | None = None) -> Picture:
    """The picture of a file. Without transparency of its own, alpha is 255 everywhere.

    Args:
        path: a PNG, JPEG or WebP file.
        most: pixels in all, where fewer are wanted than can be decoded.

    Raises:
        PuzzleError: the file cannot be read, is no picture, is too large or damaged.
        MissingExtraError: OpenCV is not installed.
    """
    need_opencv()
    from heuristan.common.faults import InputError
    from heuristan.common.images.loading import pixels_of

    try:
        pixels = pixels_of(path)
    except InputError as fault:
        raise PuzzleError(str(fault)) from None
    height, width = pixels.shape[:2]
    if most is not None and height * width > most:
        raise PuzzleError(
            f"{path}: the picture has {width} x {height} pixels; {most // 1_000_000} million are read; a piece needs "
            "about 100 each way, so save it smaller"
        )
    if min(height, width) < SMALLEST:
        raise PuzzleError(f"{path}: the picture has {width} x {height} pixels; a piece needs about 60 each way")
    return four_channels(pixels)


def four_channels(pixels: NDArray[Any]) -> Picture:
    """OpenCV's pixels, in whatever way they were stored, as red, green, blue and alpha of 8 bits."""
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    grey_or_colours, alpha = (pixels[..., :-1], pixels[..., -1:]) if pixels.shape[2] in (2, 4) else (pixels, None)
    colours = np.repeat(grey_or_colours, 3, axis=2) if grey_or_colours.shape[2] == 1 else grey_or_colours[..., ::-1]
    if alpha is None:
        alpha = np.full_like(colours[..., :1], 255)
    return np.ascontiguousarray(np.concatenate([colours, alpha], axis=2), dtype=np.uint8)

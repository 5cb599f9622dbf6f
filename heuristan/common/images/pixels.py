"""Decoded pictures: how large they may be, and how they are made fit to work on."""

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import InputError
from heuristan.common.images.headers import Size

Image: TypeAlias = NDArray[Any]
"""Rows of pixels: blue, green and red of 8 bits, or one number for each pixel."""

MOST_PIXELS = 50_000_000
"""The maximum in all. A decoded picture takes 3 or 4 bytes for each pixel, twice while it is made, besides the file."""
LONGEST_SIDE = 20_000
WORKED_ON = 2400
"""Pixels of the longer side of the pictures that are worked on; larger ones are reduced to it."""
SMALLEST = 24


def check_size(what: str, size: Size, least: int = SMALLEST, most: int = MOST_PIXELS) -> None:
    """Refuse what is too large to be decoded, or too small to show a figure.

    Raises:
        InputError: with the size and the limit.
    """
    shown = f"{size.width:,} by {size.height:,} pixels"
    if max(size) > LONGEST_SIDE or size.width * size.height > most:
        limit = f"{LONGEST_SIDE:,} pixels a side and {most // 1_000_000} million pixels in all are read"
        raise InputError(f"{what} is {shown}; {limit}, so save it smaller")
    if min(size) < least:
        raise InputError(f"{what} is {shown}; a figure needs about 150 pixels")


def reduced(image: Image) -> Image:
    """A picture of at most WORKED_ON pixels a side, 8 bits a channel."""
    longest = max(image.shape[:2])
    if longest > WORKED_ON:
        height, width = (max(1, round(side * WORKED_ON / longest)) for side in image.shape[:2])
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return (image >> 8).astype(np.uint8) if image.dtype == np.uint16 else image


def on_paper(image: Image) -> Image:
    """Three channels: grey made colours, what is transparent laid on white, or on black where all ink is light."""
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))
    if image.shape[2] == 2:
        image = np.dstack([image[:, :, :1]] * 3 + [image[:, :, 1:]])
    if image.shape[2] == 3:
        return image
    ink = image[:, :, :3].astype(np.float32)
    share = image[:, :, 3:].astype(np.float32) / 255
    covered = float(share.mean())
    is_pale = covered > 0 and float((ink * share).mean()) / covered > 200
    paper = 0.0 if is_pale and covered < 0.999 else 255.0
    return np.asarray((ink * share + paper * (1 - share)).round().astype(np.uint8))

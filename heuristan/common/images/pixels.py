"""Decoded pictures: their channels, values between pixels, and masks without holes."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.common.images.headers import WORKED_ON

Image: TypeAlias = NDArray[Any]
"""Rows of pixels: blue, green and red of 8 bits, or one number for each pixel."""


def reduced(image: Image) -> Image:
    """Reduce a picture to at most WORKED_ON pixels a side and 8 bits a channel."""
    longest = max(image.shape[:2])
    if longest > WORKED_ON:
        height, width = (max(1, round(side * WORKED_ON / longest)) for side in image.shape[:2])
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return _eight_bits(image)


def _eight_bits(image: Image) -> Image:
    return (image >> 8).astype(np.uint8) if image.dtype == np.uint16 else image


def rgba(image: Image) -> Image:
    """Convert pixels in OpenCV's order to red, green, blue and alpha of 8 bits; alpha is 255 if there is none."""
    image = _eight_bits(image)
    if image.ndim == 2:
        image = image[:, :, None]
    grey_or_colours, alpha = (image[..., :-1], image[..., -1:]) if image.shape[2] in (2, 4) else (image, None)
    colours = np.repeat(grey_or_colours, 3, axis=2) if grey_or_colours.shape[2] == 1 else grey_or_colours[..., ::-1]
    if alpha is None:
        alpha = np.full_like(colours[..., :1], 255)
    return np.ascontiguousarray(np.concatenate([colours, alpha], axis=2), dtype=np.uint8)


SHEET = 0.95
"""Minimum opaque share of a picture that shows its own paper: what is transparent is then only the rim."""


def on_paper(image: Image) -> Image:
    """Convert a picture to three channels; transparency becomes white, or black if all ink is light."""
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
    paper = 0.0 if is_pale and covered < SHEET else 255.0
    return np.asarray((ink * share + paper * (1 - share)).round().astype(np.uint8))


def largest(image: Image) -> Image:
    """Return the largest of each pixel's three channels; numpy takes ten times as long, as it loops over each pixel."""
    one, other, third = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(one, other), third))


def smallest(image: Image) -> Image:
    """Return the smallest of each pixel's three channels."""
    one, other, third = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(one, other), third))


def dot(one: Image, other: Image) -> Image:
    """Return the scalar product of the three channels of each pixel of two pictures of floats."""
    return np.asarray(cv2.transform(cv2.multiply(one, other), np.ones((1, 3), np.float32)))


def are_labelled(labels: Image, chosen: Sequence[int] | Image) -> Image:
    """Return which pixels have one of some labels, as `numpy.isin`, by one look at each pixel."""
    is_chosen = np.zeros(1 + max(int(labels.max(initial=0)), int(np.max(chosen, initial=0))), bool)
    is_chosen[chosen] = True
    return np.asarray(is_chosen[labels])


def components(mask: Image, connectivity: int) -> tuple[Image, Image]:
    """Return the label of each pixel of the connected parts of a mask, from 1, and the area of each label.

    With boxes and middles as well, OpenCV takes three times as long.
    """
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=connectivity)
    return labels, np.bincount(labels.ravel())


def farthest(image: Image, colour: Image) -> Image:
    """Return for each pixel of 8 bits how far its channels are from a colour at most."""
    return largest(cv2.absdiff(image, np.array([*colour, 0.0])))  # of four channels, as OpenCV takes a colour


ROW = 30_000
"""Number of spots that OpenCV interpolates at once: its sizes have 16 bits."""


def values_at(image: Image, spots: Image) -> Image:
    """Interpolate an image at spots of shape (..., 2); beyond its rim it continues with the values of the rim."""
    x, y = (np.ascontiguousarray(spots[..., axis], dtype=np.float32).reshape(1, -1) for axis in (0, 1))
    rows = [slice(start, start + ROW) for start in range(0, x.size, ROW)]
    values = [
        cv2.remap(image, x[:, row], y[:, row], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0] for row in rows
    ]
    return np.concatenate(values).reshape(*spots.shape[:-1], *image.shape[2:])


def filled(mask: Image) -> Image:
    """Fill the holes of a mask."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), contours, -1, 1, cv2.FILLED))

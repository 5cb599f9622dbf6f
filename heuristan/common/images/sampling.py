"""Values of an image between its pixels, and masks without holes."""

import cv2
import numpy as np

from heuristan.common.images.pixels import Image

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

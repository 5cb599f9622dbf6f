"""Pages made small enough to be part of another picture."""

import cv2

from heuristan.common.images.pixels import Image
from heuristan.common.svg.embedding import Embedded

LONGER_SIDE = 1600
"""Maximum of the longer side, in pixels."""
QUALITY = 82
"""Quality of the JPEG."""


def for_embedding(image: Image) -> Embedded:
    """Return a page as a JPEG, reduced; with the size that it has."""
    height, width = image.shape[:2]
    scale = LONGER_SIDE / max(height, width)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    return Embedded(bytes(data), width, height)

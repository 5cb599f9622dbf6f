"""A picture of pixels within an SVG picture, made small enough for that."""

from base64 import b64encode
from typing import TYPE_CHECKING, NamedTuple

import svg

from heuristan.common.svg.geometry import Box, tidy

if TYPE_CHECKING:
    from heuristan.common.images.pixels import Image

LONGER_SIDE = 1600
"""Maximum of the longer side, in pixels."""
QUALITY = 82
"""Quality of the JPEG."""


class Embedded(NamedTuple):
    """A picture of pixels as a JPEG, and the size that it had before it was reduced."""

    jpeg: bytes
    width: int
    height: int


def for_embedding(image: "Image") -> Embedded:
    """Return a page as a JPEG, reduced; with the size that it has."""
    import cv2

    height, width = image.shape[:2]
    scale = LONGER_SIDE / max(height, width)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    return Embedded(bytes(data), width, height)


def embedded(picture: Embedded, place: Box, opacity: float = 1.0) -> svg.Image:
    """Return a picture for an SVG picture, as data in it.

    Args:
        picture: the pixels.
        place: left, top, width and height.
        opacity: 1 for the picture as it is; less pales it on white paper.
    """
    left, top, wide, high = map(tidy, place)
    data = b64encode(picture.jpeg).decode("ascii")
    return svg.Image(
        class_=["photograph"],
        href=f"data:image/jpeg;base64,{data}",
        x=left,
        y=top,
        width=wide,
        height=high,
        opacity=opacity,
        # a photograph needs no sharper way, which takes more than twice as long
        style="image-rendering:smooth",
    )

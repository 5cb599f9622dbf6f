"""A picture of pixels within an SVG picture."""

from base64 import b64encode
from typing import NamedTuple

import svg

from heuristan.common.svg.geometry import Box, tidy


class Embedded(NamedTuple):
    """A picture of pixels as a JPEG, and the size that it had before it was reduced."""

    jpeg: bytes
    width: int
    height: int


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

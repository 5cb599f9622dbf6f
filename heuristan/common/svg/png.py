"""PNG from SVG, the same on every machine; and pictures of pixels within SVG.

resvg draws text only with fonts that it is given, and a fresh machine may have none. So the font in `fonts/` (a
subset of DejaVu Sans) travels with the package, and system fonts are read only for a text that needs other characters.
"""

import re
from base64 import b64encode
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.plane import Box
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import COVERED, FAMILY, FOLDER

if TYPE_CHECKING:
    from heuristan.common.images.pixels import Image


MOST_PIXELS = 150_000_000
"""Maximum number of pixels: 600 MB. resvg ends the process where it gets no memory for them."""
_SIDES = re.compile(r'<svg\b[^>]*? width="([^"]+)" height="([^"]+)"')


def to_png(svg_text: str, *, scale: float = 2.0) -> bytes:
    """Return a PNG of an SVG picture.

    Args:
        svg_text: a picture made by this package.
        scale: pixels per SVG unit.

    Raises:
        ValueError: if the text is not SVG, or the scale is not positive or too large.
        InputError: if the picture is too large for PNG.
    """
    if not 0 < scale <= 100:
        raise ValueError(f"a picture cannot be {scale} times as wide; choose a number up to 100")
    _check_size(svg_text, scale)
    import resvg_py  # imported here, because drawing SVG does not need it

    png: bytes = resvg_py.svg_to_bytes(
        svg_string=svg_text,
        zoom=scale,
        skip_system_fonts=COVERED.fullmatch(svg_text) is not None,
        font_files=[str(FOLDER / "DejaVuSans.ttf"), str(FOLDER / "DejaVuSans-Bold.ttf")],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return png


def _check_size(svg_text: str, scale: float) -> None:
    sides = _SIDES.match(svg_text)
    wide, high = (float(side) * scale for side in sides.groups()) if sides else (0.0, 0.0)
    if wide * high > MOST_PIXELS:
        limit = f"the maximum is {MOST_PIXELS // 1_000_000} million"
        raise InputError(f"the picture would have {wide:,.0f} by {high:,.0f} pixels; {limit}, so write SVG")


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
        # a photograph gains nothing from a sharper way, which takes more than twice as long
        style="image-rendering:smooth",
    )

"""The whole in small: a picture of few bytes, for pages."""

from base64 import b64encode
from collections.abc import Sequence

import numpy as np

from heuristan.common.svg.palette import LIGHT, channels
from heuristan.common.web.film import Picture
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.render.painting import MARGIN, painted, patches, size_of
from heuristan.jigsaw.render.warping import warped
from heuristan.jigsaw.results import Result

MOST_BYTES = 48_000
"""Maximum size of the picture: a page, which holds it in letters, has room for some 64,000 besides 2,000 outlines."""
SIZES = ((800, 80), (800, 60), (640, 50), (480, 50), (320, 40), (200, 30), (100, 20), (50, 10))
"""Longest side in pixels and quality in percent, the best first."""


def miniature(pieces: Sequence[Piece], result: Result, longest: float) -> Picture | None:
    """Paint the picture that the pieces make; None if no piece lies.

    Args:
        pieces: all pieces.
        result: where they lie.
        longest: the longest side of the whole in the unit of the picture's place, as `warped` takes it.
    """
    found = patches(warped(pieces, result, longest))
    if not found:
        return None
    wide, high = size_of(found)
    whole = painted(found).astype(np.float32)
    cover = whole[..., 3:] / 255
    paper = whole[..., :3] * cover + np.array(channels(LIGHT), dtype=np.float32) * (1 - cover)
    return Picture(f"data:image/webp;base64,{_packed(paper)}", (-MARGIN, MARGIN - high, wide - MARGIN, MARGIN))


def _packed(picture: np.ndarray) -> str:
    """Encode red, green and blue as well as there is room for."""
    import cv2

    data = b""
    for longest, quality in SIZES:
        scale = min(1.0, longest / max(picture.shape))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        _, encoded = cv2.imencode(".webp", small[..., ::-1].astype(np.uint8), (cv2.IMWRITE_WEBP_QUALITY, quality))
        data = encoded.tobytes()
        if len(data) <= MOST_BYTES:
            break
    return b64encode(data).decode("ascii")

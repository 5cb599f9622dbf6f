"""An assembly rendered: the picture that the pieces make, with doubtful ones marked, and an animation."""

from base64 import b64encode
from collections.abc import Sequence

import svg

from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import hatch, outline_path, page
from heuristan.common.svg.palette import LINE, PAPER, channels
from heuristan.common.svg.text import label
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.render.painting import MARGIN, painted, patches, size_of, straight
from heuristan.jigsaw.render.png import Frame, moving, still
from heuristan.jigsaw.render.warping import Warped, warped
from heuristan.jigsaw.results import Result, describe

LONGEST = 3000.0
"""Maximum side of a picture in pixels, even if a puzzle has 2,000 pieces."""
LONGEST_MOVING = 900.0
"""Maximum side of an animation in pixels: it should load quickly, and each piece is in it once."""
DOUBT = "#d55e00"
"""Colour of the marks, which are hatched as well."""
CAPTION = 34.0
"""Height of the caption in pixels."""
SECONDS = 10.0
"""Duration of an animation up to the last piece."""
QUICKEST, SLOWEST = 30, 400
"""Limits of the time of a piece in milliseconds."""
LAST = 4000
"""Time for which the whole is shown in milliseconds."""


def assembled_svg(pieces: Sequence[Piece], result: Result) -> str:
    """Render the picture that the pieces make. Doubtful pieces are outlined and hatched, and counted below."""
    lying = warped(pieces, result, LONGEST)
    found = patches(lying)
    wide, high = size_of(found)
    data = b64encode(still(painted(found))).decode("ascii")
    doubtful = [one for one in lying if one.placed.doubtful]
    words = describe(result)
    parts: list[svg.Element] = [
        svg.Image(x=0, y=0, width=wide, height=high, href=f"data:image/png;base64,{data}"),
        *(mark for one in doubtful for mark in _marks(one)),
        label(MARGIN, high + 0.6 * CAPTION, words, size=min(15.0, wide / 30), kind="caption"),
    ]
    return page(wide, high + CAPTION, result.id, words, parts, "jigsaw")


def _marks(one: Warped) -> list[svg.Element]:
    """Mark a piece by its outline and hatch lines, each on a paler line, so that they stand out on any picture."""
    ring = tuple((float(x) + MARGIN, float(y) + MARGIN) for x, y in one.ring()[::2])
    reach = max(1.0, (ring_length(one) / 4) / 40)
    spacing = 7 * reach

    def outline(colour: str, width: float) -> svg.Path:
        return svg.Path(d=outline_path([ring]), fill="none", stroke=colour, stroke_width=tidy(width))

    return [
        hatch([ring], PAPER, spacing=spacing, width=2.2 * reach),
        hatch([ring], DOUBT, spacing=spacing, width=1.2 * reach),
        outline(LINE, 3 * reach),
        outline(DOUBT, 1.8 * reach),
    ]


def ring_length(one: Warped) -> float:
    """Return the perimeter of the quadrilateral of a piece's corners where it lies, in pixels."""
    corners = one.target
    return float(sum(abs(complex(*(corners[k] - corners[k - 1]))) for k in range(4)))


def animated_png(pieces: Sequence[Piece], result: Result) -> bytes:
    """Render the pieces in the order in which they were laid, one after the other, as an animated PNG."""
    import numpy as np

    lying = warped(pieces, result, LONGEST_MOVING)
    found = patches(lying)
    wide, high = size_of(found)
    paper = np.empty((high, wide, 4), dtype=np.uint8)
    paper[...] = (*channels(PAPER), 255)
    each = int(min(max(1000 * SECONDS / max(len(found), 1), QUICKEST), SLOWEST))
    frames = [Frame(straight(one.pixels), one.left, one.top, each) for one in found]
    if frames:
        frames[-1] = frames[-1]._replace(milliseconds=LAST)
    return moving(paper, frames, milliseconds=each)

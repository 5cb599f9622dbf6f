"""PNG from SVG, the same on every machine.

resvg draws text only with fonts that it is given, and a fresh machine may have none. So the font in `fonts/` (a
subset of DejaVu Sans) travels with the package, and system fonts are read only for a text that needs other characters.
"""

import re

from heuristan.common.faults import InputError
from heuristan.common.svg.text import COVERED, FAMILY, FOLDER

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
    import resvg_py  # so that those who draw SVG alone do without it

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

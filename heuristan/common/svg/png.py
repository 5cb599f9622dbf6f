"""PNG from SVG, the same on every machine.

resvg draws text only with fonts that it is given, and a fresh machine may have none. So the font in `fonts/` (a
subset of DejaVu Sans) travels with the package, and system fonts are read only for a text that needs other characters.
"""

import re
from pathlib import Path

import resvg_py

_FONTS = Path(__file__).parent / "fonts"
_FAMILY = "DejaVu Sans"
_COVERED = re.compile(
    "[\\s\x20-\x7e\xa0-\u017f\u0391-\u03a1\u03a3-\u03c9\u2010-\u2015\u2018-\u201f\u2026\u2030\u2153-\u215e\u2190-\u2193"
    "\u2212\u221a\u2260\u2264\u2265\ufffd]*"
)
"""The characters of the bundled font."""

LARGEST = 20_000
"""Maximum number of pixels a side: beyond it viewers fail, and memory runs out."""


def to_png(svg_text: str, *, scale: float = 2.0, width: int | None = None) -> bytes:
    """Return a PNG of an SVG picture.

    Args:
        svg_text: a picture made by this package.
        scale: pixels per SVG unit.
        width: pixels across; if given, it decides instead of the scale.

    Raises:
        ValueError: if the text is not SVG, or the scale or width is not positive or too large.
    """
    if (width is not None and not 0 < width <= LARGEST) or not 0 < scale <= 100:
        raise ValueError(f"a picture cannot be {width or scale} wide; choose a width from 1 to {LARGEST} pixels")
    png: bytes = resvg_py.svg_to_bytes(
        svg_string=svg_text,
        width=width,
        zoom=None if width is not None else scale,
        skip_system_fonts=_COVERED.fullmatch(svg_text) is not None,
        font_files=[str(_FONTS / "DejaVuSans.ttf"), str(_FONTS / "DejaVuSans-Bold.ttf")],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )
    return png

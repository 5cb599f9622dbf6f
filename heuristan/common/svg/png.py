"""PNG from SVG, the same on every machine.

resvg draws text only with fonts that it is given, and a fresh machine may have none. So the font in `fonts/` (a
subset of DejaVu Sans) travels with the package, and system fonts are read only for a text that needs other characters.
"""

import resvg_py

from heuristan.common.svg.lettering import COVERED, FAMILY, FOLDER

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
        skip_system_fonts=COVERED.fullmatch(svg_text) is not None,
        font_files=[str(FOLDER / "DejaVuSans.ttf"), str(FOLDER / "DejaVuSans-Bold.ttf")],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return png
